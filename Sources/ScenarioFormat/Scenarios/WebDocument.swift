/// A document that certificates refer to.
///
/// The document has one of the contents below, or is empty.
package struct WebDocument: Hashable, Sendable {
    /// The entity whose certificate is served as DER (RFC 5280 §4.2.2.1).
    package var certificate: String?
    /// The name of the CRL that is served as DER (RFC 5280 §4.2.1.13).
    package var list: String?
    /// The bytes of the document, and how often they are repeated.
    package var bytes: [UInt8]?
    package var times = 1
    /// The path or URL of a redirect.
    package var redirect: String?

    package init() {}
}
