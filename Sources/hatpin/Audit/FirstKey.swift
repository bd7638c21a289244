/// The first key of a YAML file, which distinguishes definitions of clients from other YAML files.
///
/// The key is searched in the text without a YAML parser, because YAML of other programs may
/// contain templates or tags that Hatpin's parser refuses.
struct FirstKey {
    let name: String
    /// Whether a value follows the key on the same line.
    private let hasText: Bool

    /// Returns nil if the first line with content has no key.
    init?(of bytes: [UInt8]) {
        let text = String(decoding: bytes.prefix(1 << 16), as: UTF8.self)
        let lines = text.split(whereSeparator: \.isNewline).lazy
            .map { $0.drop { $0 == "\u{feff}" || $0 == " " } }
        let first = lines.first { line in
            !line.isEmpty && line.first != "#" && line.first != "%" && !line.hasPrefix("---")
        }
        guard let first, let colon = first.firstIndex(of: ":") else { return nil }
        name = first[..<colon].filter { $0 != "\"" && $0 != "'" && $0 != " " }
        let value = first[colon...].dropFirst().drop { $0 == " " }
        hasText = value.first.map { !"#{[|>&".contains($0) } ?? false
    }

    /// Whether the first key is `key` and has a value on its line, as in `client: NAME`.
    func isNamed(_ key: String) -> Bool { name == key && hasText }
}
