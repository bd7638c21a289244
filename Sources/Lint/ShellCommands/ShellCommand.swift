import Basics

// ShellCommands finds what rules look for in commands of a shell and in environment variables,
// given the words that ast-grep found in scripts.

/// A word of a command, after the removal of quotation marks.
struct ShellWord {
    let text: String
    /// The bytes of the word in the file, or of the part of a variable's value that replaces the
    /// word.
    let range: Range<Int>
    /// The place in the file of each byte of the text.
    private let offsets: [Int]

    init(_ range: Range<Int>, in file: ReviewedFile) {
        self.range = range
        var (kept, offsets, quote) = ([UInt8](), [Int](), UInt8?.none)
        var index = range.lowerBound
        while index < range.upperBound {
            let byte = file.bytes[index]
            if byte == UInt8(ascii: "\\"), quote != UInt8(ascii: "'"), index + 1 < range.upperBound
            {
                index += 1
                kept.append(file.bytes[index])
                offsets.append(index)
            } else if byte == quote {
                quote = nil
            } else if quote == nil, byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "'") {
                quote = byte
            } else {
                kept.append(byte)
                offsets.append(index)
            }
            index += 1
        }
        text = String(decoding: kept, as: UTF8.self)
        self.offsets = offsets
    }

    /// Returns the bytes of a part of the text; nil if quotation marks or escapes are in it.
    func bytes(of part: Range<String.Index>) -> Range<Int>? {
        let start = text.utf8.distance(from: text.startIndex, to: part.lowerBound)
        let count = text.utf8.distance(from: part.lowerBound, to: part.upperBound)
        // A text that is not UTF-8 was changed by decoding.
        guard offsets.count == text.utf8.count, count > 0, let first = offsets[start...].first
        else {
            return nil
        }
        return offsets[start + count - 1] == first + count - 1 ? first..<first + count : nil
    }
}

/// A command with its words.
struct ShellCommand {
    let range: Range<Int>
    /// The match of the command's first word, with the condition around the command.
    let match: SyntaxMatch
    var words: [ShellWord]

    /// Returns the commands whose words match the shared rule `argument`, with the values of
    /// variables in place of their names.
    static func all(_ matches: [SyntaxMatch], in file: ReviewedFile) -> [ShellCommand] {
        var commands: [Range<Int>: ShellCommand] = [:]
        let variables = ShellVariables(matches, in: file)
        for match in matches where match.target == .shared(.argument) {
            guard let range = match.captures["COMMAND"] else { continue }
            let new = ShellCommand(range: range, match: match, words: [])
            commands[range, default: new].words += variables.words(match.range)
        }
        return commands.values.sorted { $0.range.lowerBound < $1.range.lowerBound }
    }

    /// Returns the words after the program, if the command runs one of some programs, directly or
    /// through wrappers such as `sudo`.
    func arguments(
        of programs: [String],
        _ grammar: CommandGrammar
    ) -> (name: String, words: [ShellWord])? {
        let names = words.map { Self.name(of: $0.text) }
        var isAnywhere = false
        for (index, name) in names.enumerated() {
            if programs.contains(name) { return (name, Array(words[(index + 1)...])) }
            if grammar.runners.contains(name) { isAnywhere = true }
            let isWrapper = isAnywhere || grammar.wrappers.contains(name)
            guard isWrapper || index > 0 && isOfWrapper(index) else { return nil }
        }
        return nil
    }

    /// Returns whether a word before the program belongs to a wrapper: an option, the value of an
    /// option, a duration or the setting of a variable.
    private func isOfWrapper(_ index: Int) -> Bool {
        let text = words[index].text
        return text.hasPrefix("-") || words[index - 1].text.hasPrefix("-") || text.contains("=")
            || text.first?.isNumber ?? false
    }

    /// Returns the name of a program without its folders.
    private static func name(of word: String) -> String {
        word.split(separator: "/").last.map(String.init) ?? word
    }
}

/// The variables that scripts of a file assign.
private struct ShellVariables {
    private let file: ReviewedFile
    private var values: [String: [Range<Int>]] = [:]

    init(_ matches: [SyntaxMatch], in file: ReviewedFile) {
        self.file = file
        for match in matches where match.target == .shared(.constant) {
            guard let name = match.captures["NAME"], let value = match.captures["VALUE"] else {
                continue
            }
            values[file.text(name), default: []].append(value)
        }
    }

    /// The most assignments of one variable to look at; scripts have a few.
    private static let assignments = 8

    /// Returns the words that a word of a command stands for.
    func words(_ range: Range<Int>) -> [ShellWord] {
        let written = file.text(range)
        if let name = written.wholeMatch(of: /"?\$\{?([A-Za-z_][A-Za-z0-9_]*)(\[[@*]\])?\}?"?/)?
            .output.1,
            let assigned = values[String(name)], !assigned.isEmpty
        {
            return assigned.prefix(Self.assignments).flatMap(parts).map { ShellWord($0, in: file) }
        }
        return [ShellWord(range, in: file)]
    }

    /// Returns the words of a variable's value: of a list in parentheses, or of a text.
    private func parts(_ value: Range<Int>) -> [Range<Int>] {
        var inner = value
        if "(\"'".utf8.contains(file.bytes[value.lowerBound]) {
            inner = value.dropFirst().dropLast()
        }
        var (parts, start, quote) = ([Range<Int>](), inner.lowerBound, UInt8?.none)
        for index in inner {
            let byte = file.bytes[index]
            if byte == quote {
                quote = nil
            } else if quote == nil, byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "'") {
                quote = byte
            } else if quote == nil, " \t\n".utf8.contains(byte) {
                if start < index { parts.append(start..<index) }
                start = index + 1
            }
        }
        return start < inner.upperBound ? parts + [start..<inner.upperBound] : parts
    }
}
