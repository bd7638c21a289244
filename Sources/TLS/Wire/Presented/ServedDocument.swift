/// A document server's answer for a path.
package enum ServedDocument: Hashable, Sendable {
    case body([UInt8])
    /// A redirect to another path or URL.
    case redirect(String)
}
