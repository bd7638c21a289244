import Basics

/// The code of a PHP file, which can be between parts of a page in HTML.
///
/// The grammar of ast-grep reads the whole file as code. It takes an apostrophe in the page for the
/// start of a string.
struct PHPCode {
    private let bytes: [UInt8]
    private var code: [UInt8]
    private var index = 0

    /// Returns a file with blanks in place of HTML and of the tags around code, without moving a
    /// byte; a file without tags is code.
    static func only(_ bytes: [UInt8]) -> [UInt8] {
        var file = PHPCode(bytes)
        return file.blanked()
    }

    private init(_ bytes: [UInt8]) { (self.bytes, code) = (bytes, bytes) }

    private static let opening = Array("<?".utf8)

    private mutating func blanked() -> [UInt8] {
        var start = 0
        while let tag = openingTag(from: start) {
            blank(start..<tag.upperBound)
            index = tag.upperBound
            while index < bytes.count, !starts(with: "?>") { skip() }
            guard index < bytes.count else { return code }
            start = index
            if isStatement(tag.upperBound..<index) {
                // A closing tag ends the statement.
                code[index] = UInt8(ascii: ";")
                start += 1
            }
        }
        if start > 0 { blank(start..<bytes.count) }
        return code
    }

    private func isStatement(_ code: Range<Int>) -> Bool {
        bytes[code].last { $0 > .blank }.map { !":;{}".utf8.contains($0) } ?? false
    }

    private mutating func blank(_ range: Range<Int>) {
        for index in range where code[index] != .newline && code[index] != .carriageReturn {
            code[index] = .blank
        }
    }

    /// Returns the next `<?php`, `<?=` or `<?`, but not `<?xml`.
    private func openingTag(from start: Int) -> Range<Int>? {
        var start = start
        while let place = bytes[start...].firstPlace(of: Self.opening) {
            let rest = bytes[place.upperBound...]
            if rest.prefix(3).elementsEqual("php".utf8) || rest.prefix(3).elementsEqual("PHP".utf8)
            {
                return place.lowerBound..<place.upperBound + 3
            }
            if rest.first == UInt8(ascii: "=") { return place.lowerBound..<place.upperBound + 1 }
            if rest.first.map({ $0 <= .blank }) ?? true { return place }
            start = place.upperBound
        }
        return nil
    }

    private func starts(with text: String) -> Bool { bytes[index...].starts(with: text.utf8) }

    // MARK: Code

    /// Skips a byte, a text or a comment.
    private mutating func skip() {
        switch bytes[index] {
        case UInt8(ascii: "'"), UInt8(ascii: "\""), UInt8(ascii: "`"): skipText(bytes[index])
        case UInt8(ascii: "/") where starts(with: "/*"):
            index =
                bytes[(index + 2)...].firstPlace(of: Array("*/".utf8))?.upperBound ?? bytes.count
        case UInt8(ascii: "/") where starts(with: "//"): skipLine()
        case .hash where !starts(with: "#["): skipLine()
        case UInt8(ascii: "<") where starts(with: "<<<"): skipHeredoc()
        default: index += 1
        }
    }

    private mutating func skipText(_ quote: UInt8) {
        index += 1
        while index < bytes.count, bytes[index] != quote {
            index += bytes[index] == .backslash ? 2 : 1
        }
        index = min(index + 1, bytes.count)
    }

    /// Skips a comment up to the end of its line or a closing tag.
    private mutating func skipLine() {
        while index < bytes.count, bytes[index] != .newline, !starts(with: "?>") { index += 1 }
    }

    /// Skips a text that begins with `<<<NAME` and ends with a line that begins with the name.
    private mutating func skipHeredoc() {
        index += 3
        let first = bytes[index...].firstIndex(of: .newline) ?? bytes.count
        let name = bytes[index..<first].filter { !"'\" \t\r".utf8.contains($0) }
        index = first
        guard !name.isEmpty, name.allSatisfy(Self.isOfName) else { return }
        while index < bytes.count {
            let line = bytes[(index + 1)...].drop { $0 == .blank || $0 == .tab }
            if line.starts(with: name), line.dropFirst(name.count).first.map(Self.isOfName) != true
            {
                index = line.startIndex + name.count
                return
            }
            index = bytes[(index + 1)...].firstIndex(of: .newline) ?? bytes.count
        }
    }

    private static func isOfName(_ byte: UInt8) -> Bool {
        byte == UInt8(ascii: "_") || byte >= 0x80 || UInt8(ascii: "0")...UInt8(ascii: "9") ~= byte
            || UInt8(ascii: "a")...UInt8(ascii: "z") ~= byte | 0x20
    }
}
