/// A document server's answer at a path.
package enum ServedDocument: Hashable, Sendable {
    case body([UInt8])
    /// Another path or URL, where the answer is.
    case redirect(String)
}
