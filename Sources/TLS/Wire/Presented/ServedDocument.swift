/// A document server's answer for a path.
package enum ServedDocument: Hashable, Sendable {
    case body([UInt8])
    /// A text, sent as text/plain.
    case text(String)
    /// A redirect to another path or URL.
    case redirect(String)
}
