import Basics

/// A `Public-Key-Pins` field in a file: as HTTP sends it, or in a configuration of Apache or nginx.
struct HeaderField {
    /// A directive, such as `max-age=60`.
    struct Directive {
        /// In lower case.
        let name: String
        /// Without quotation marks; empty without a value.
        let value: String
        let isQuoted: Bool
        let range: Range<Int>
        /// Without quotation marks; nil without a value.
        let valueRange: Range<Int>?
    }

    /// The place of the field's name, or of the value where that stands alone.
    let name: Range<Int>
    let isReportOnly: Bool
    /// A quotation mark as it is written inside the value.
    let quote: String
    /// The value, and the place in the file of each of its bytes.
    private let bytes: [(byte: UInt8, offset: Int)]
    /// The place after the value.
    let end: Int

    var value: String { String(decoding: bytes.map(\.byte), as: UTF8.self) }

    /// A value by itself, as a setting has it.
    init(value file: ReviewedFile) {
        name = 0..<file.bytes.count
        isReportOnly = false
        quote = "\""
        bytes = file.bytes.enumerated().map { ($1, $0) }
        end = file.bytes.count
    }

    private init?(_ file: ReviewedFile, line: Range<Int>) {
        let text = Array(file.text(line).lowercased().utf8)
        let header = Array("public-key-pins".utf8)
        guard let found = text.firstPlace(of: header),
            Self.isConfiguration(String(decoding: text[..<found.lowerBound], as: UTF8.self))
        else { return nil }
        let start = line.lowerBound + found.lowerBound
        isReportOnly = text[found.upperBound...].starts(with: "-report-only".utf8)
        let length = header.count + (isReportOnly ? "-report-only".utf8.count : 0)
        name = start..<(start + length)
        var index = name.upperBound
        while index < line.upperBound, " \t:\"'=".utf8.contains(file.bytes[index]) {
            index += 1
            if "\"'".utf8.contains(file.bytes[index - 1]), index - 1 > name.upperBound { break }
        }
        let opening = index > name.upperBound ? file.bytes[index - 1] : 0
        let isQuoted = "\"'".utf8.contains(opening)
        (bytes, end) = Self.bytes(
            file,
            index..<line.upperBound,
            closing: isQuoted ? opening : nil
        )
        quote = opening == UInt8(ascii: "\"") ? "\\\"" : "\""
    }

    /// Words of server configurations before a field's name.
    private static func isConfiguration(_ text: String) -> Bool {
        let known: Set = [
            "add_header", "header", "always", "onsuccess", "set", "add", "append", "setifempty",
            "more_set_headers", "http-response", "set-header", "add-header",
        ]
        let words = text.split { $0.isWhitespace || $0 == "\"" || $0 == "'" }
        return words.allSatisfy { known.contains(String($0)) }
    }

    /// The bytes of a value up to its closing quotation mark, escapes resolved.
    private static func bytes(
        _ file: ReviewedFile,
        _ range: Range<Int>,
        closing: UInt8?
    ) -> ([(byte: UInt8, offset: Int)], Int) {
        var bytes: [(byte: UInt8, offset: Int)] = []
        var index = range.lowerBound
        while index < range.upperBound {
            let byte = file.bytes[index]
            if let closing, byte == closing { break }
            if closing != nil, byte == UInt8(ascii: "\\"), index + 1 < range.upperBound {
                index += 1
            }
            bytes.append((file.bytes[index], index))
            index += 1
        }
        return (bytes, index)
    }

    /// The fields of a file, outside of comments.
    static func fields(in file: ReviewedFile) -> [HeaderField] {
        let endings = ["conf", "txt", "htaccess", "headers", "http", "cfg"]
        guard let ending = file.lastName.split(separator: ".").last,
            endings.contains(String(ending)) || !file.lastName.contains(".")
        else { return [] }
        return file.lines.compactMap { HeaderField(file, line: $0) }
    }

    /// Lines that begin with `#`.
    static func comments(in file: ReviewedFile) -> [Range<Int>] {
        file.lines.filter { line in
            file.bytes[line].first { $0 > 0x20 } == UInt8(ascii: "#")
        }
    }

    /// The parts between semicolons outside of quotation marks.
    var directives: [Directive] {
        var parts: [ArraySlice<(byte: UInt8, offset: Int)>] = []
        var (start, isInside) = (0, false)
        for (index, (byte, _)) in bytes.enumerated() {
            if byte == UInt8(ascii: "\"") { isInside.toggle() }
            guard byte == UInt8(ascii: ";"), !isInside else { continue }
            parts.append(bytes[start..<index])
            start = index + 1
        }
        parts.append(bytes[start...])
        return parts.compactMap(Self.directive)
    }

    private static func directive(
        _ part: ArraySlice<(byte: UInt8, offset: Int)>
    ) -> Directive? {
        let kept = part.drop { $0.byte <= 0x20 }
        guard let end = kept.lastIndex(where: { $0.byte > 0x20 }),
            let first = kept.first?.offset
        else { return nil }
        let trimmed = kept[...end]
        let name = trimmed.prefix { $0.byte != UInt8(ascii: "=") }
        var value = trimmed.dropFirst(name.count + 1)
        let isQuoted = value.first?.byte == UInt8(ascii: "\"")
        if isQuoted { value = value.dropFirst().prefix { $0.byte != UInt8(ascii: "\"") } }
        func text(_ bytes: ArraySlice<(byte: UInt8, offset: Int)>) -> String {
            String(decoding: bytes.map(\.byte), as: UTF8.self)
        }
        let range = value.first.flatMap { first in
            value.last.map { first.offset..<($0.offset + 1) }
        }
        return Directive(
            name: text(name).lowercased(),
            value: text(value),
            isQuoted: isQuoted,
            range: first..<(trimmed[end].offset + 1),
            valueRange: range
        )
    }
}
