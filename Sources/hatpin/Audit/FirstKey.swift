/// The first key of a YAML file, by which a definition of a client is told from other YAML.
///
/// It is taken from the text: YAML of other programs may have templates or tags that no reader of
/// ours takes.
struct FirstKey {
    let name: String
    /// Whether a text follows on its line.
    private let hasText: Bool

    /// Nil for a text whose first line with content has no key.
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

    /// Whether it is this key with a text, as the name of a definition is.
    func isNamed(_ key: String) -> Bool { name == key && hasText }
}
