/// A document that certificates point to, by one of these; an empty one where none is stated.
package struct WebDocument: Hashable, Sendable {
    /// The entity whose certificate it is, DER (RFC 5280 §4.2.2.1).
    package var certificate: String?
    /// The name of the CRL that it is, DER (RFC 5280 §4.2.1.13).
    package var list: String?
    /// The bytes of which it consists, and how many times over.
    package var bytes: [UInt8]?
    package var times = 1
    /// The path or URL that another answer stands at.
    package var redirect: String?

    package init() {}
}
