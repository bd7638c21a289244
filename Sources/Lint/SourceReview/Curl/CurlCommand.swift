/// A command of a shell script as a list of words.
struct ShellCommand: Sendable {
    /// The token of the command's name.
    let name: Int
    /// The tokens of the words after the name.
    let words: [Int]
}

/// An option of a command.
struct CommandOption: Sendable {
    let token: Int
    /// The long name without hyphens, or one letter.
    let name: String
    /// Whether the same word contains other option letters.
    let isBundled: Bool
    /// The token that contains the option's value, and the value.
    var value: (token: Int, text: String)?
}

extension CodeReview {
    /// Words that precede a command; `-m` precedes a module that Python runs.
    private static let leaders: Set = [
        "sudo", "exec", "then", "do", "else", "if", "elif", "while", "until", "!", "time", "env",
        "RUN", "{", "nohup", "xargs", "command", "CMD", "-", "--", "-m", "-exec", "timeout", "eval",
        "nice", "watch",
    ]
    private static let ends: Set = ["\n", ";", "|", "&", "&&", "||", ")", "`", ";;"]

    /// Returns the commands with a name, such as `curl`, in order.
    func commands(_ names: String...) -> [ShellCommand] {
        source.tokens.indices.filter { index in
            let token = source.tokens[index]
            return token.kind == .word && source.isOfShell(index)
                && names.contains { Self.isPath(token.text, to: $0) }
                && isCommand(index)
        }.prefix(1_000).map { index in
            var words: [Int] = []
            var next = index + 1
            while let token = source.token(next), words.count < 1_000 {
                if token.kind != .word, Self.ends.contains(token.text) { break }
                if token.kind == .word { words += expanded(next) }
                next += 1
            }
            return ShellCommand(name: index, words: words)
        }
    }

    /// Returns whether a word names a program, with or without its folder or the `@` of a Makefile.
    private static func isPath(_ word: String, to name: String) -> Bool {
        guard word.hasSuffix(name) else { return false }
        let rest = word.dropLast(name.count)
        return rest.isEmpty || rest == "@" || rest.hasSuffix("/") && !rest.contains(":")
    }

    /// Returns whether the words before a name can precede a command: `sudo -u app`, `A=1`,
    /// `timeout 5`, `docker exec -it app`.
    private func isCommand(_ index: Int) -> Bool {
        var place = index - 1
        var (operands, areAssignments) = (0, true)
        while let word = source.token(place), word.kind == .word, index - place < 16 {
            if word.text == "-v" { return false }
            // The shell builtin `exec` is the first word of its command.
            let isOfContainer = word.text == "exec" && source.token(place - 1)?.kind == .word
            if operands == 0 || operands == 1 && isOfContainer, isLeader(word.text) { return true }
            if !isPassedOver(place) { operands += 1 }
            if operands > 1 { return false }
            areAssignments = areAssignments && Self.isAssignment(word.text)
            place -= 1
        }
        return areAssignments
    }

    /// Returns whether a word is an option of such a program, its value, or an assignment.
    private func isPassedOver(_ index: Int) -> Bool {
        let text = source.tokens[index].text
        let before = source.token(index - 1)
        return text.hasPrefix("-") || text.first?.isNumber ?? false || Self.isAssignment(text)
            || before?.kind == .word && before?.text.hasPrefix("-") ?? false
    }

    /// Whether a shell runs any part of the file.
    var hasScripts: Bool { source.isOfShell(source.tokens.count - 1) }

    /// Returns whether a command begins after a word.
    func isLeader(_ word: String) -> Bool { Self.leaders.contains(word) }

    /// Returns the options of a curl command and its other words.
    func options(of command: ShellCommand) -> (options: [CommandOption], others: [Int]) {
        var options: [CommandOption] = []
        var others: [Int] = []
        var index = 0
        while index < command.words.count {
            let token = command.words[index]
            let text = text(ofWord: token)
            index += 1
            let parts = parts(of: text, at: token)
            guard !parts.isEmpty else {
                others.append(token)
                continue
            }
            for var option in parts {
                if CurlOptions.valued.contains(option.name), option.value == nil,
                    index < command.words.count
                {
                    let next = command.words[index]
                    option.value = (next, self.text(ofWord: next))
                    index += 1
                }
                options.append(option)
            }
        }
        return (options, others)
    }

    /// Returns the options in a word; a variable without quotes can hold several.
    private func parts(of text: String, at token: Int) -> [CommandOption] {
        let words = text.split(separator: " ").map(String.init)
        guard words.count > 1, text.hasPrefix("-"), !source.tokens[token].pieces.isEmpty else {
            return Self.split(text, at: token)
        }
        return words.flatMap { Self.split($0, at: token) }.map {
            CommandOption(token: $0.token, name: $0.name, isBundled: true, value: $0.value)
        }
    }

    /// Returns the options in a word; empty for other words.
    private static func split(_ text: String, at token: Int) -> [CommandOption] {
        if text.hasPrefix("--") {
            let name = String(text.dropFirst(2))
            return name.isEmpty ? [] : [CommandOption(token: token, name: name, isBundled: false)]
        }
        guard text.hasPrefix("-"), text.count > 1 else { return [] }
        var options: [CommandOption] = []
        var rest = text.dropFirst()
        while let letter = rest.popFirst() {
            var option = CommandOption(
                token: token,
                name: String(letter),
                isBundled: text.count > 2
            )
            if CurlOptions.valued.contains(option.name), !rest.isEmpty {
                option.value = (token, String(rest))
                rest = ""
            }
            options.append(option)
        }
        return options
    }

    /// Returns whether text is delimited by spaces, quotes or the signs of an assignment.
    private static func isWord(_ text: String, in written: String) -> Bool {
        written.split { " \"'=\t".contains($0) }.contains { $0 == text }
    }

    /// Returns the words that a word expands to, such as the elements of an array for
    /// `"${name[@]}"`.
    private func expanded(_ word: Int) -> [Int] {
        guard
            case .expression(let text)? = source.tokens[word].pieces.first(where: {
                if case .expression = $0 { true } else { false }
            }), text.hasSuffix("[@]") || text.hasSuffix("[*]")
        else { return [word] }
        let name = text.dropLast("[@]".count)
        // The elements are read for every command that uses the array.
        let lists = ["\(name)=", "\(name)+="].flatMap { source.occurrences(of: $0).prefix(8) }
        return lists.sorted().prefix(8).flatMap { start -> [Int] in
            guard source.isSign(start + 1, "("), let close = source.counterpart(start + 1) else {
                return []
            }
            return (start + 2..<close).prefix(100).filter { source.tokens[$0].kind == .word }
        }
    }

    /// Returns the value of a word, resolving variables that are assigned once.
    func text(ofWord token: Int) -> String {
        value(token..<token + 1).text ?? source.tokens[token].text
    }

    /// Returns the assignment for a word that is only a variable, such as `$OPTIONS`.
    func assignment(ofWord token: Int) -> Token? {
        let names = source.tokens[token].pieces.compactMap { piece in
            if case .name(let name) = piece { name } else { nil }
        }
        guard names.count == 1, let name = names.first else { return nil }
        return source.assignment(of: name)
    }

    /// Returns the edit that deletes an option from its command, or from the variable that contains
    /// it.
    func removed(_ option: CommandOption) -> [Edit] {
        let token = source.tokens[option.token]
        if let assigned = assignment(ofWord: option.token) {
            let written = file.text(assigned.range)
            let text = (option.name.count == 1 ? "-" : "--") + option.name
            let shorter = [" " + text, text + " "].lazy.filter { written.contains($0) }.first
            guard let shorter, Self.isWord(text, in: written) else { return [] }
            return [
                Edit(assigned.range, written.replacing(shorter, with: "", maxReplacements: 1))
            ]
        }
        guard option.isBundled else {
            return Repair.delete.edits(Match(option.token..<option.token + 1), in: self)
        }
        let written = file.text(token.range)
        guard option.name.count == 1, token.text.hasPrefix("-"), written.contains(token.text),
            !written.contains("$")
        else { return [] }
        let shorter = token.text.replacing(option.name, with: "", maxReplacements: 1)
        return [Edit(token.range, written.replacing(token.text, with: shorter))]
    }
}
