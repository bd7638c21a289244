/// The part of an XML file before its first element.
///
/// The parser would read other encodings, in which this check would miss a declaration. The parser
/// would also expand the entities that a document type declares, each of which may contain many
/// others. Configurations need neither other encodings nor entities, so both are rejected before
/// the parser reads the file.
enum MarkupProlog {
    /// Returns the offset of the first element, or of the text in its place.
    ///
    /// - Throws: an error if the bytes are not UTF-8, state another encoding, or contain a document
    ///   type with declarations.
    static func end(in bytes: [UInt8]) throws(NotationError) -> Int {
        guard let text = String(validating: bytes, as: UTF8.self) else { throw .notUTF8 }
        if text.unicodeScalars.contains("\0") { throw .notUTF8 }
        var index = bytes.starts(with: [0xef, 0xbb, 0xbf]) ? 3 : 0
        while index < bytes.count {
            if isBlank(bytes[index]) {
                index += 1
            } else if let end = skip("<?", to: "?>", in: bytes, at: index) {
                try checkEncoding(bytes[index..<end])
                index = end
            } else if let end = skip("<!--", to: "-->", in: bytes, at: index) {
                index = end
            } else if let end = try skipDocumentType(in: bytes, at: index) {
                index = end
            } else {
                break
            }
        }
        return index
    }

    /// The name of the element that begins at `index`; empty if none does.
    static func elementName(in bytes: [UInt8], at index: Int) -> String {
        guard index < bytes.count, bytes[index] == UInt8(ascii: "<") else { return "" }
        let name = bytes[(index + 1)...].prefix { byte in
            !isBlank(byte) && byte != UInt8(ascii: ">") && byte != UInt8(ascii: "/")
        }
        return String(decoding: name, as: UTF8.self)
    }

    private static func skip(
        _ start: StaticString,
        to end: StaticString,
        in bytes: [UInt8],
        at index: Int
    ) -> Int? {
        let (start, end) = (ascii(start), ascii(end))
        guard bytes[index...].starts(with: start) else { return nil }
        var next = index + start.count
        while next < bytes.count {
            if bytes[next...].starts(with: end) { return next + end.count }
            next += 1
        }
        return nil
    }

    /// Skips a document type that only names its system and public identifiers.
    private static func skipDocumentType(
        in bytes: [UInt8],
        at index: Int
    ) throws(NotationError) -> Int? {
        let start = ascii("<!DOCTYPE")
        guard bytes[index...].starts(with: start) else { return nil }
        var quote: UInt8?
        for next in bytes.indices[(index + start.count)...] {
            let byte = bytes[next]
            if let open = quote {
                if byte == open { quote = nil }
                continue
            }
            switch byte {
            case UInt8(ascii: "\""), UInt8(ascii: "'"): quote = byte
            case UInt8(ascii: "["): throw .declarations
            case UInt8(ascii: ">"): return next + 1
            default: break
            }
        }
        return nil
    }

    private static func checkEncoding(_ instruction: ArraySlice<UInt8>) throws(NotationError) {
        let text = String(decoding: instruction, as: UTF8.self)
        guard text.hasPrefix("<?xml"), let start = text.firstRange(of: "encoding") else { return }
        let value = text[start.upperBound...].drop { $0.isWhitespace || $0 == "=" }
        guard let quote = value.first else { return }
        let name = value.dropFirst().prefix { $0 != quote }
        if !["utf-8", "us-ascii"].contains(name.lowercased()) { throw .encoding(String(name)) }
    }

    private static func ascii(_ text: StaticString) -> [UInt8] { Array(text.description.utf8) }

    private static func isBlank(_ byte: UInt8) -> Bool {
        byte == 0x20 || byte == 0x09 || byte == 0x0a || byte == 0x0d
    }
}
