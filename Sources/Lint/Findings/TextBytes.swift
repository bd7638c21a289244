/// Decoding of files in the encodings that editors write.
package enum TextBytes {
    /// Returns the bytes in UTF-8 without a byte order mark: UTF-16 is decoded, with unpaired
    /// surrogates replaced; other encodings are unchanged.
    package static func utf8(_ bytes: [UInt8]) -> [UInt8] {
        if bytes.starts(with: [0xef, 0xbb, 0xbf]) { return Array(bytes.dropFirst(3)) }
        guard let isBigEndian = isUTF16BigEndian(bytes) else { return bytes }
        let hasMark = bytes.starts(with: [0xff, 0xfe]) || bytes.starts(with: [0xfe, 0xff])
        var units: [UInt16] = []
        units.reserveCapacity(bytes.count / 2)
        for index in stride(from: hasMark ? 2 : 0, to: bytes.count - 1, by: 2) {
            let (first, second) = (UInt16(bytes[index]), UInt16(bytes[index + 1]))
            units.append(isBigEndian ? first << 8 | second : second << 8 | first)
        }
        return stating(Array(String(decoding: units, as: UTF16.self).utf8))
    }

    /// Returns whether text is in UTF-8, so that offsets in the text are offsets in the file's
    /// bytes.
    package static func isUTF8(_ bytes: [UInt8]) -> Bool {
        // ASCII letters in UTF-16 are also valid UTF-8, with zeros between them.
        isUTF16BigEndian(bytes) == nil && String(validating: bytes, as: UTF8.self) != nil
    }

    /// Returns whether a file is big-endian UTF-16 (true) or little-endian UTF-16 (false); nil for
    /// another encoding.
    ///
    /// A file in UTF-16 begins with a byte order mark or four ASCII characters.
    private static func isUTF16BigEndian(_ bytes: [UInt8]) -> Bool? {
        if bytes.starts(with: [0xff, 0xfe]) { return false }
        if bytes.starts(with: [0xfe, 0xff]) { return true }
        guard bytes.count >= 8 else { return nil }
        for low in [0, 1] {
            let isASCII = (0..<8).allSatisfy { index in
                index % 2 == low
                    ? (0x09..<0x7f).contains(bytes[index]) : bytes[index] == 0
            }
            if isASCII { return low == 1 }
        }
        return nil
    }

    /// Returns XML with its declaration changed to the new encoding.
    private static func stating(_ text: [UInt8]) -> [UInt8] {
        guard text.starts(with: "<?xml".utf8), let end = text.firstIndex(of: UInt8(ascii: ">"))
        else {
            return text
        }
        let head = String(decoding: text[..<end], as: UTF8.self)
        let stated = ["UTF-16LE", "UTF-16BE", "UTF-16", "utf-16le", "utf-16be", "utf-16"]
            .first { head.contains($0) }
        guard let stated else { return text }
        return Array(head.replacing(stated, with: "UTF-8").utf8) + text[end...]
    }
}

extension UInt8 {
    static let newline = UInt8(ascii: "\n")
    static let carriageReturn = UInt8(ascii: "\r")
    static let tab = UInt8(ascii: "\t")
    static let blank = UInt8(ascii: " ")
    static let backslash = UInt8(ascii: "\\")
    static let hash = UInt8(ascii: "#")
}
