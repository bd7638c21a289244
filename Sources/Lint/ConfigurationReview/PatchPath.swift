/// A path in the file lines of a patch, as git writes and reads it.
enum PatchPath {
    /// Returns the path, quoted if necessary.
    ///
    /// A path with a quote, a backslash, a control character or a byte beyond ASCII gets double
    /// quotes and C escapes (git-config, `core.quotePath`).
    ///
    /// File names are untrusted. A line end could begin another line of the patch, and an escape
    /// sequence could control the terminal. GNU patch reads the same notation.
    static func written(_ path: String) -> String {
        guard path.utf8.contains(where: isQuoted) else {
            // Git also appends a tab, because readers of diffs may read text after a space as a
            // time.
            return path.contains(" ") ? path + "\t" : path
        }
        return "\"" + path.utf8.map(escaped).joined() + "\""
    }

    private static func isQuoted(_ byte: UInt8) -> Bool {
        byte < 0x20 || byte >= 0x7f || byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "\\")
    }

    private static let named: [UInt8: String] = [
        7: "\\a", 8: "\\b", 9: "\\t", 10: "\\n", 11: "\\v", 12: "\\f", 13: "\\r",
        UInt8(ascii: "\""): "\\\"", UInt8(ascii: "\\"): "\\\\",
    ]

    private static func escaped(_ byte: UInt8) -> String {
        if let name = named[byte] { return name }
        guard isQuoted(byte) else { return String(UnicodeScalar(byte)) }
        let digits = String(byte, radix: 8)
        return "\\" + String(repeating: "0", count: 3 - digits.count) + digits
    }
}
