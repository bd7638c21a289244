// Strings with the escapes and interpolations of their language.

extension Lexer {
    /// Reads the string whose opening quote is at the position, and appends its token.
    mutating func readString(
        _ quote: Language.Quote,
        from start: Int,
        isRaw: Bool,
        braces: Bool
    ) {
        let close = Array(quote.mark.utf8.drop { $0 == UInt8(ascii: "@") })
        position += quote.mark.utf8.count
        var holes = quote.holes
        if braces { holes.insert(.brace) }
        if isRaw, !quote.isRaw { holes.remove(.dollarName); holes.remove(.dollarBrace) }
        let pieces = readPieces(to: close, quote.isMultiline, isRaw, holes, hashes: 0)
        appendString(.string, from: start, pieces)
    }

    /// Reads `#"…"#` in Swift, where an escape has as many hashes as the quote.
    mutating func readRawSwift() -> Bool {
        var index = position
        while index < end, index - position <= 16, bytes[index] == .hash { index += 1 }
        let hashes = index - position
        // Real code uses fewer hashes; the limit keeps a line of hashes fast.
        guard hashes <= 16,
            let quote = language.quotes.first(where: {
                has(Array($0.mark.utf8), at: index)
            })
        else { return false }
        let start = position
        position = index + quote.mark.utf8.count
        let close = Array(quote.mark.utf8) + [UInt8](repeating: .hash, count: hashes)
        let pieces = readPieces(to: close, quote.isMultiline, false, quote.holes, hashes: hashes)
        appendString(.string, from: start, pieces)
        return true
    }

    /// Reads `R"delimiter(…)delimiter"` in C++.
    mutating func readDelimited(from start: Int) {
        position += 1
        let opening = position
        // [lex.string]: at most 16 characters.
        while position < end, position - opening <= 16, bytes[position] != UInt8(ascii: "(") {
            position += 1
        }
        let close = Array(")\(text(opening..<position))\"".utf8)
        position = min(end, position + 1)
        let body = position
        while position < end, !has(close) { position += 1 }
        let value = text(body..<position)
        append(.string, from: start, to: min(end, position + close.count), text: value)
    }

    func piecesText(_ pieces: [Token.Piece]) -> String {
        pieces.reduce(into: "") { if case .text(let text) = $1 { $0 += text } }
    }

    mutating func appendString(_ kind: Token.Kind, from start: Int, _ pieces: [Token.Piece]) {
        append(kind, from: start, to: position, text: piecesText(pieces))
        let isPlain = pieces.allSatisfy { if case .text = $0 { true } else { false } }
        if !isPlain { tokens[tokens.count - 1].pieces = pieces }
    }

    /// Reads up to and including `close`; a single-line string ends at the end of the line at the
    /// latest.
    mutating func readPieces(
        to close: [UInt8],
        _ isMultiline: Bool,
        _ isRaw: Bool,
        _ holes: Set<Language.Hole>,
        hashes: Int
    ) -> [Token.Piece] {
        var pieces: [Token.Piece] = []
        var run: [UInt8] = []
        while position < end {
            let byte = bytes[position]
            if has(close) {
                position += close.count
                break
            }
            if byte == .newline, !isMultiline { break }
            if let hole = hole(holes, hashes: hashes) {
                pieces.append(.text(String(decoding: run, as: UTF8.self)))
                pieces.append(hole)
                run = []
            } else if byte == .backslash, !isRaw, hasHashes(hashes, at: position + 1) {
                readEscape(hashes, into: &run)
            } else {
                run.append(byte)
                position += 1
            }
        }
        return pieces + [.text(String(decoding: run, as: UTF8.self))]
    }

    private func hasHashes(_ count: Int, at index: Int) -> Bool {
        count == 0 || has([UInt8](repeating: .hash, count: count), at: index)
    }

    private static let escapes: [UInt8: UInt8] = [
        UInt8(ascii: "n"): .newline, UInt8(ascii: "t"): .tab, UInt8(ascii: "r"): .carriageReturn,
        UInt8(ascii: "0"): 0,
    ]

    private mutating func readEscape(_ hashes: Int, into run: inout [UInt8]) {
        position += 1 + hashes
        guard position < end else { return }
        let byte = bytes[position]
        position += 1
        if byte == UInt8(ascii: "u") || byte == UInt8(ascii: "x") {
            readScalar(byte == UInt8(ascii: "u") ? 4 : 2, into: &run)
        } else if byte == .newline {
            return  // a continued line
        } else if language.isWords, !"\"\\$`".utf8.contains(byte) {
            run += [.backslash, byte]
        } else {
            run.append(Self.escapes[byte] ?? byte)
        }
    }

    private mutating func readScalar(_ digits: Int, into run: inout [UInt8]) {
        let isBraced = position < end && bytes[position] == UInt8(ascii: "{")
        if isBraced { position += 1 }
        var (value, count) = (UInt32(0), 0)
        while position < end, count < (isBraced ? 8 : digits),
            let digit = Character(UnicodeScalar(bytes[position])).hexDigitValue
        {
            value = value << 4 | UInt32(digit)
            (position, count) = (position + 1, count + 1)
        }
        if isBraced, position < end, bytes[position] == UInt8(ascii: "}") { position += 1 }
        run += String(Character(UnicodeScalar(value) ?? "\u{FFFD}")).utf8
    }

    // MARK: Holes

    private mutating func hole(_ holes: Set<Language.Hole>, hashes: Int) -> Token.Piece? {
        guard !holes.isEmpty else { return nil }
        let byte = bytes[position]
        if byte == .dollar {
            if holes.contains(.command), follows(UInt8(ascii: "(")) {
                return command(opening: 2, between: "(", ")")
            }
            if holes.contains(.dollarBrace), follows(UInt8(ascii: "{")) {
                position += 2
                return expression(between: "{", "}")
            }
            if holes.contains(.dollarName) { return dollarName() }
        } else if byte == UInt8(ascii: "`"), holes.contains(.command) {
            return command(opening: 1, between: "`", "`")
        } else if byte == .backslash, holes.contains(.backslashParenthesis),
            hasHashes(hashes, at: position + 1),
            has([UInt8(ascii: "(")], at: position + 1 + hashes)
        {
            position += 2 + hashes
            return expression(between: "(", ")")
        } else if byte == UInt8(ascii: "{"), holes.contains(.brace) {
            if follows(byte) {
                position += 1
                return nil
            }
            position += 1
            return expression(between: "{", "}")
        }
        return nil
    }

    /// Reads `$name`; returns nil if no name follows.
    mutating func dollarName() -> Token.Piece? {
        var index = position + 1
        guard index < end, bytes[index].isLetter || bytes[index] == .underscore else { return nil }
        while index < end,
            bytes[index].isLetter || bytes[index].isDigit || bytes[index] == .underscore
        {
            index += 1
        }
        let name = text(position + 1..<index)
        position = index
        return .name(language.isEmbedded ? "$" + name : name)
    }

    /// Reads up to and including the sign that closes an interpolation, whose content begins at the
    /// position.
    mutating func expression(between open: Character, _ close: Character) -> Token.Piece {
        let content = skipHole(between: open, close)
        let text = text(content).trimmedOfBlanks
        let isName =
            !text.isEmpty
            && text.utf8.allSatisfy { isNamePart($0) || $0 == .dollar || $0 == .point }
        return isName && !(text.utf8.first?.isDigit ?? true) ? .name(text) : .expression(text)
    }

    mutating func command(opening: Int, between open: Character, _ close: Character) -> Token.Piece
    {
        position += opening
        let content = skipHole(between: open, close)
        commands.append(EmbeddedCommand(.script, content))
        return .expression(text(content).trimmedOfBlanks)
    }

    /// Returns the bytes before the closing sign.
    ///
    /// Quotes inside the interpolation are skipped. Nested interpolations use a stack instead of
    /// recursion, because the file determines the depth.
    private mutating func skipHole(between open: Character, _ close: Character) -> Range<Int> {
        let start = position
        let (open, close) = (open.asciiValue ?? 0, close.asciiValue ?? 0)
        var depth = 1
        var quote: UInt8?
        while position < end {
            let byte = bytes[position]
            if byte == .backslash {
                position += 1
            } else if let inner = quote {
                if byte == inner { quote = nil }
            } else if byte == close {
                depth -= 1
                if depth == 0 { break }
            } else if byte == open {
                depth += 1
            } else if byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "'") {
                quote = byte
            } else if byte == .newline, !language.isWords, !language.hasRegexes {
                break
            }
            position += 1
        }
        let content = start..<min(end, position)
        position = min(end, position + 1)
        return content
    }
}

extension String {
    var trimmedOfBlanks: String {
        let blanks: Set<Character> = [" ", "\t", "\n", "\r", "\r\n"]
        var rest = self[...].drop { blanks.contains($0) }
        while let last = rest.last, blanks.contains(last) { rest.removeLast() }
        return String(rest)
    }
}
