import X509

/// Okio's `decodeBase64`: either alphabet, with or without padding, whitespace anywhere.
package enum OkioBase64 {
    /// Returns the decoded bytes; nil if the text has a character outside the alphabets, or a last
    /// group of one character.
    package static func decode(_ text: some Sequence<UInt8>) -> [UInt8]? {
        var characters = text.filter { !" \t\r\n".utf8.contains($0) }
        while characters.last == UInt8(ascii: "=") { characters.removeLast() }
        for (index, character) in characters.enumerated() {
            switch character {
            case UInt8(ascii: "-"): characters[index] = UInt8(ascii: "+")
            case UInt8(ascii: "_"): characters[index] = UInt8(ascii: "/")
            default: continue
            }
        }
        guard characters.count % 4 != 1 else { return nil }
        let padding = [UInt8](repeating: UInt8(ascii: "="), count: (4 - characters.count % 4) % 4)
        return Base64.decode(characters + padding, acceptsLooseBits: true)
    }
}
