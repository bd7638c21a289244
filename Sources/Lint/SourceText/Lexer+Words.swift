// Shell words and here-documents.

extension Lexer {
    private static let separators = Set(";|&()<>".utf8)

    mutating func readWordOrSign() {
        let byte = bytes[position]
        if language.isSettings {
            if "{};".utf8.contains(byte) { readOne() } else { readWord() }
        } else if has("<<"), !has("<<<") {
            let isIndented = position + 2 < end && bytes[position + 2] == UInt8(ascii: "-")
            if !openDocument(from: position + (isIndented ? 3 : 2)) { readSign() }
        } else if Self.separators.contains(byte) || has("$(") || has("<(") {
            readSign()
        } else if byte == UInt8(ascii: "`") {
            readOne()
        } else if !skipCommandList() {
            readWord()
        }
    }

    private mutating func readOne() {
        append(.sign, from: position, to: position + 1, text: text(position..<position + 1))
    }

    private func endsWord(_ byte: UInt8) -> Bool {
        if byte == .blank || byte == .tab || byte == .newline || byte == .carriageReturn {
            return true
        }
        if language.isSettings { return "{};".utf8.contains(byte) }
        return Self.separators.contains(byte) || byte == UInt8(ascii: "`")
    }

    private mutating func readWord() {
        let start = position
        var pieces: [Token.Piece] = []
        var run: [UInt8] = []
        while position < end, !endsWord(bytes[position]) {
            if language.hasQuotesInWords || position == start, let quote = quote() {
                position += 1
                let inner = readPieces(
                    to: Array(quote.mark.utf8),
                    quote.isMultiline,
                    quote.isRaw,
                    quote.holes,
                    hashes: 0
                )
                pieces += [.text(String(decoding: run, as: UTF8.self))] + inner
                run = []
            } else if let hole = wordHole() {
                pieces += [.text(String(decoding: run, as: UTF8.self)), hole]
                run = []
            } else if bytes[position] == .backslash {
                position += 1
                if position < end, bytes[position] != .newline { run.append(bytes[position]) }
                position += 1
            } else {
                run.append(bytes[position])
                position += 1
            }
        }
        position = min(end, max(position, start + 1))
        appendString(.word, from: start, pieces + [.text(String(decoding: run, as: UTF8.self))])
        noteCommand(from: start)
        noteCommandOfVariable(from: start)
    }

    /// Records the text of a quoted word that another shell runs: `sh -c "…"`, `ssh HOST "…"`.
    private mutating func noteCommand(from start: Int) {
        guard language == .shell, position - start > 2,
            language.quotes.contains(where: { quote in
                let mark = Array(quote.mark.utf8)
                return has(mark, at: start) && has(mark, at: position - mark.count)
            }), tokens.count > 1
        else { return }
        let before = tokens.dropLast().suffix(40).reversed().prefix { $0.kind == .word }
        guard before.first.map({ takesScript($0.text) }) ?? false || before.last?.text == "ssh"
        else { return }
        commands.append(EmbeddedCommand(.script, start + 1..<position - 1))
    }

    /// Records a command in a variable: `CURL="curl -s"`.
    ///
    /// Variables with other names may contain text about commands.
    private mutating func noteCommandOfVariable(from start: Int) {
        guard language == .shell, let text = tokens.last?.text, let sign = text.firstIndex(of: "="),
            ["curl -", "wget -"].contains(where: { text[sign...].dropFirst().hasPrefix($0) }),
            case let name = text[..<sign].lowercased(),
            ["curl", "wget", "cmd", "command", "fetch", "get", "download"].contains(
                where: name.contains
            ),
            let opening = (start..<position).first(where: {
                bytes[$0] == UInt8(ascii: "\"") || bytes[$0] == UInt8(ascii: "'")
            }), position - opening > 2
        else { return }
        commands.append(EmbeddedCommand(.script, opening + 1..<position - 1))
    }

    private mutating func wordHole() -> Token.Piece? {
        guard language == .shell, bytes[position] == .dollar else { return nil }
        if follows(UInt8(ascii: "{")) {
            position += 2
            return expression(between: "{", "}")
        }
        if follows(UInt8(ascii: "(")) { return command(opening: 2, between: "(", ")") }
        return dollarName()
    }

    /// Records the end marker of a here-document that begins on the next line.
    ///
    /// - Returns: whether a word follows that can be an end marker.
    mutating func openDocument(from start: Int) -> Bool {
        var index = start
        while index < end, bytes[index] == .blank { index += 1 }
        var quote: UInt8?
        if index < end, bytes[index] == UInt8(ascii: "'") || bytes[index] == UInt8(ascii: "\"") {
            quote = bytes[index]
            index += 1
        }
        let first = index
        // The length limit keeps a line of such signs fast.
        while index < end, index - first < 64,
            bytes[index].isLetter || bytes[index].isDigit
                || bytes[index] == .underscore
        {
            index += 1
        }
        guard index > first, bytes[first].isLetter || bytes[first] == .underscore else {
            return false
        }
        documents.append(text(first..<index))
        if index < end, bytes[index] == quote { index += 1 }
        append(.string, from: position, to: index, text: "")
        return true
    }

    /// Skips the here-documents that begin at the position.
    mutating func skipDocuments() {
        for name in documents.prefix(8) {
            while position < end {
                var line = position
                while line < end, bytes[line] != .newline { line += 1 }
                let text = text(position..<line).trimmedOfBlanks
                let isEnd =
                    language.isEmbedded
                    ? text.hasPrefix(name) : text == name
                if isEnd, language.isEmbedded {
                    // The statement continues after PHP's end marker.
                    while bytes[position] == .blank || bytes[position] == .tab { position += 1 }
                    position += name.utf8.count
                    break
                }
                position = min(end, line + 1)
                if isEnd { break }
            }
        }
        documents = []
    }
}
