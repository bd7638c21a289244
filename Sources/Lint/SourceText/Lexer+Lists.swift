/// Commands inside a file, which the lexer reads last.
struct EmbeddedCommand {
    enum Form {
        /// Text that a shell runs, or the whole file, which is read in the file's own language.
        case script
        /// A list whose items are the words of one command: `["curl", "-k"]`.
        case words
        /// A list whose items are scripts.
        case scripts
    }

    let form: Form
    let range: Range<Int>

    init(_ form: Form, _ range: Range<Int>) {
        (self.form, self.range) = (form, range)
    }
}

// Lists of a command's words, in JSON or YAML.

extension Lexer {
    /// Dockerfile instructions whose list is a command.
    private static let instructions: Set = ["CMD", "ENTRYPOINT", "RUN"]

    /// The longest list in brackets, so that a file of opening brackets is read in linear time.
    private static let listLimit = 4_096

    /// Records a Dockerfile command in list form and skips it.
    mutating func skipCommandList() -> Bool {
        guard language == .shell, bytes[position] == UInt8(ascii: "["), let last = tokens.last,
            last.kind == .word, Self.instructions.contains(last.text),
            let list = bracketed(from: position)
        else { return false }
        commands.append(EmbeddedCommand(.words, list))
        append(.string, from: position, to: list.upperBound, text: "")
        return true
    }

    /// Returns the bytes from an opening bracket to its closing bracket outside quotes; nil if it
    /// is missing.
    func bracketed(from start: Int) -> Range<Int>? {
        var quote: UInt8?
        for index in start..<min(end, start + Self.listLimit) {
            let byte = bytes[index]
            if let open = quote {
                if byte == open, bytes[index - 1] != .backslash { quote = nil }
            } else if byte == UInt8(ascii: "]") {
                return start..<index + 1
            } else if "\"'".utf8.contains(byte) {
                quote = byte
            }
        }
        return nil
    }

    /// Reads a list in brackets, or YAML items on separate lines, starting after the first hyphen.
    mutating func readList() {
        let isInBrackets = position < end && bytes[position] == UInt8(ascii: "[")
        while position < end {
            let byte = bytes[position]
            if isBlank(position) || byte == .newline || byte == .backslash || has("- ")
                || isInBrackets && "[],".utf8.contains(byte)
            {
                position += 1
            } else if byte == .hash {
                while position < end, bytes[position] != .newline { position += 1 }
            } else {
                readItem(isInBrackets)
            }
        }
    }

    private mutating func readItem(_ isInBrackets: Bool) {
        let start = position
        var inner = start..<start
        if let quote = quote() {
            position += quote.mark.utf8.count
            let pieces = readPieces(
                to: Array(quote.mark.utf8),
                quote.isMultiline,
                quote.isRaw,
                quote.holes,
                hashes: 0
            )
            appendString(.word, from: start, pieces)
            inner = start + 1..<max(start + 1, position - 1)
        } else {
            while position < end, bytes[position] != .newline,
                !(isInBrackets && ",]".utf8.contains(bytes[position])),
                !(bytes[position] == .hash && isBlank(position - 1))
            {
                position += 1
            }
            inner = start..<position
            while let last = inner.last, isBlank(last) { inner.removeLast() }
            append(.word, from: start, to: inner.upperBound, text: text(inner))
        }
        tokens[tokens.count - 1].isItem = true
        let before = tokens.dropLast().last
        if form == .scripts || before.map({ takesScript($0.text) }) ?? false {
            commands.append(EmbeddedCommand(.script, inner))
        }
        if form == .scripts { tokens.removeLast() }
    }

    /// Returns whether a script follows a word: `sh -c`, `bash -ec`, or `CMD-SHELL` in Compose.
    ///
    /// Options of other programs can look similar: `grep -rnc`.
    func takesScript(_ word: String) -> Bool {
        if word == "CMD-SHELL" { return true }
        guard word.hasPrefix("-"), word.hasSuffix("c") else { return false }
        return word.dropFirst().dropLast().allSatisfy("elux".contains)
    }

    func isBlank(_ index: Int) -> Bool {
        bytes[index] == .blank || bytes[index] == .tab || bytes[index] == .carriageReturn
    }
}
