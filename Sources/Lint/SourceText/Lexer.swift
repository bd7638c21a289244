/// A lexer that splits bytes into tokens in one pass.
///
/// The lexer accepts any bytes. An unclosed string or comment ends with the line, or with the file
/// if the language allows several lines.
struct Lexer {
    let language: Language
    let form: EmbeddedCommand.Form
    let bytes: [UInt8]
    let end: Int
    var position: Int
    var tokens: [Token] = []
    var comments: [Range<Int>] = []
    /// Commands inside quoted words, lists or YAML, which are read last.
    var commands: [EmbeddedCommand] = []
    /// End markers of here-documents that begin on the next line.
    var documents: [String] = []

    private static let signs: [[UInt8]] = [
        "===", "!==", "...", "<<-", "->", "=>", "==", "!=", ":=", "&&", "||", "?.", "::", "<=",
        ">=",
        "+=", "-=", ".=", "|=", "??", "?:", ";;", "$(", "<<", ">>", "<(",
    ].map { Array($0.utf8) }

    init(_ bytes: [UInt8], _ language: Language, in part: EmbeddedCommand) {
        (self.bytes, self.language, form) = (bytes, language, part.form)
        (position, end) = (part.range.lowerBound, part.range.upperBound)
    }

    mutating func read() {
        if form != .script { return readList() }
        if language == .yaml { noteScripts() }
        if language.isEmbedded { skipToProgram() }
        while position < end { step() }
    }

    private mutating func step() {
        let byte = bytes[position]
        if byte == .newline {
            append(.newline, from: position, to: position + 1, text: "\n")
            if !documents.isEmpty { skipDocuments() }
        } else if byte == .blank || byte == .tab || byte == .carriageReturn {
            position += 1
        } else if byte == .backslash, follows(.newline) || follows(.carriageReturn) {
            position += 2
        } else if skipComment() {
            return
        } else if language.isEmbedded, has("?>") {
            position += 2
            append(.sign, from: position - 2, to: position, text: ";")
            skipToProgram()
        } else if language.isWords {
            readWordOrSign()
        } else {
            readToken(byte)
        }
    }

    private mutating func readToken(_ byte: UInt8) {
        if let quote = quote() {
            readString(quote, from: position, isRaw: quote.isRaw, braces: false)
        } else if byte == .hash, language == .swift, readRawSwift() {
            return
        } else if isNameStart(byte) {
            readName()
        } else if byte.isDigit {
            readNumber()
        } else if byte == .slash, language.hasRegexes, skipRegex() {
            return
        } else if language.isEmbedded, has("<<<"), openDocument(from: position + 3) {
            return
        } else {
            readSign()
        }
    }

    private mutating func readName() {
        let start = position
        while position < end, isNamePart(bytes[position]) { position += 1 }
        let text = text(start..<position)
        if language.prefixes.contains(text), let quote = quote() {
            let isRaw = text.lowercased().contains("r")
            if language == .c, isRaw {
                readDelimited(from: start)
            } else {
                let braces = text.lowercased().contains("f")
                readString(quote, from: start, isRaw: isRaw, braces: braces)
            }
        } else {
            append(.name, from: start, to: position, text: text)
        }
    }

    private mutating func readNumber() {
        let start = position
        while position < end, isNamePart(bytes[position]) || isPoint(position) { position += 1 }
        append(.number, from: start, to: position, text: text(start..<position))
    }

    /// Returns whether the byte is a decimal point, which has digits on both sides.
    private func isPoint(_ index: Int) -> Bool {
        bytes[index] == .point && index + 1 < end && bytes[index + 1].isDigit
            && bytes[index - 1].isDigit
    }

    mutating func readSign() {
        let start = position
        position += (Self.signs.first { has($0) }?.count) ?? 1
        append(.sign, from: start, to: position, text: text(start..<position))
    }

    // MARK: Text between tokens

    private mutating func skipComment() -> Bool {
        let start = position
        if language.hasBlockComments, has("/*") {
            skipBlockComment()
        } else if language.lineComments.contains(where: { has($0) }) {
            // In PHP's `#[Attribute]` and in words such as `a#b`, the sign does not start a
            // comment.
            if language.isEmbedded, has("#[") { return false }
            while position < end, bytes[position] != .newline, !(language.isEmbedded && has("?>")) {
                position += 1
            }
        } else {
            return false
        }
        comments.append(start..<position)
        return true
    }

    private mutating func skipBlockComment() {
        var depth = 0
        while position < end {
            if has("/*"), depth == 0 || language.nestsComments {
                (depth, position) = (depth + 1, position + 2)
            } else if has("*/") {
                (depth, position) = (depth - 1, position + 2)
                if depth == 0 { return }
            } else {
                position += 1
            }
        }
    }

    private mutating func skipToProgram() {
        while position < end, !has("<?php"), !has("<?=") { position += 1 }
        position = min(end, position + (has("<?=") ? 3 : 5))
    }

    /// Skips a regular expression, which can occur only where a value is expected.
    ///
    /// The length of the expression is bounded, so that a line of slashes is not read again from
    /// each slash.
    private mutating func skipRegex() -> Bool {
        if let last = tokens.last {
            let isValue =
                last.kind == .number || last.kind == .string || last.is(")") || last.is("]")
            if isValue || last.is("}") || last.kind == .name && last.text != "return" {
                return false
            }
        }
        var (index, inClass) = (position + 1, false)
        let limit = min(end, position + 200)
        while index < limit, bytes[index] != .newline {
            switch bytes[index] {
            case .backslash: index += 1
            case UInt8(ascii: "["): inClass = true
            case UInt8(ascii: "]"): inClass = false
            case .slash where !inClass:
                append(.string, from: position, to: index + 1, text: "")
                return true
            default: break
            }
            index += 1
        }
        return false
    }

    // MARK: Looking

    func has(_ text: String) -> Bool {
        // Most comparisons fail at the first byte, and creating an array for each comparison would
        // be slow.
        position < end && text.utf8.first == bytes[position] && has(Array(text.utf8))
    }

    func has(_ text: [UInt8]) -> Bool { has(text, at: position) }

    func has(_ text: [UInt8], at index: Int) -> Bool {
        guard index + text.count <= end else { return false }
        var offset = 0
        while offset < text.count, bytes[index + offset] == text[offset] { offset += 1 }
        return offset == text.count
    }

    func follows(_ byte: UInt8) -> Bool { position + 1 < end && bytes[position + 1] == byte }

    func quote() -> Language.Quote? { language.quotes.first { has($0.mark) } }

    func isNameStart(_ byte: UInt8) -> Bool { isNamePart(byte) && !byte.isDigit }

    func isNamePart(_ byte: UInt8) -> Bool {
        byte.isLetter || byte.isDigit || byte == .underscore || byte >= 0x80
            || byte == .dollar && language.hasDollarNames
    }

    func text(_ range: Range<Int>) -> String { String(decoding: bytes[range], as: UTF8.self) }

    mutating func append(_ kind: Token.Kind, from start: Int, to end: Int, text: String) {
        tokens.append(Token(kind: kind, range: start..<end, text: text))
        position = end
    }
}

extension UInt8 {
    static let newline = UInt8(ascii: "\n")
    static let carriageReturn = UInt8(ascii: "\r")
    static let tab = UInt8(ascii: "\t")
    static let blank = UInt8(ascii: " ")
    static let backslash = UInt8(ascii: "\\")
    static let slash = UInt8(ascii: "/")
    static let hash = UInt8(ascii: "#")
    static let dollar = UInt8(ascii: "$")
    static let point = UInt8(ascii: ".")
    static let underscore = UInt8(ascii: "_")

    var isDigit: Bool { self >= 0x30 && self <= 0x39 }
    var isLetter: Bool { self | 0x20 >= 0x61 && self | 0x20 <= 0x7A }
}
