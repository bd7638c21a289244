// Variables that a shell, a Dockerfile or YAML gives a program, and the edits that delete them.

extension CodeReview {
    /// Where a variable gets one of some values: `NAME=0`, `ENV NAME 0` of a Dockerfile, and in YAML
    /// `NAME: 0` and `name: NAME` before `value: 0`.
    func environment(_ name: String, _ values: Set<String>) -> [Match] {
        let assignments = values.sorted().flatMap { source.occurrences(of: "\(name)=\($0)") }
            .filter { source.tokens[$0].kind == .word }
            // A script of YAML is read twice, and after all else as one, which can be fixed.
            .reversed().map { deletedAssignment(Match($0..<$0 + 1)) }
        let isYAML = source.language == .yaml
        let names = source.occurrences(of: isYAML ? name + ":" : name)
        let pairs = isYAML ? source.occurrences(of: name).filter { isNamed($0) } : []
        var places: Set<Int> = []
        return (assignments + (names + pairs).compactMap { declaration($0, values) }).filter {
            places.insert(source.tokens[$0.tokens.lowerBound].range.lowerBound).inserted
        }
    }

    /// Whether a word is the value of `name:` before `value:`, as Kubernetes writes variables.
    private func isNamed(_ index: Int) -> Bool {
        source.token(index - 1)?.text == "name:"
            && source.token(source.next(index))?.text == "value:"
    }

    /// A variable's name with its value in a word after it.
    private func declaration(_ name: Int, _ values: Set<String>) -> Match? {
        let isPair = source.language == .yaml && isNamed(name)
        let isDeclared = source.language == .yaml || source.token(name - 1)?.text == "ENV"
        let place = isPair ? source.next(name) + 1 : name + 1
        guard isDeclared, let value = source.token(place), value.kind == .word,
            values.contains(value.text)
        else { return nil }
        var match = Match(name..<place + 1)
        // A mapping of YAML that is left without members is refused by pipelines.
        guard source.language == .shell else { return match }
        let command = source.bytes(of: name - 1..<place + 1)
        let lines = file.wholeLines(command)
        if lines != command { match.edits = [Edit(lines, "")] }
        return match
    }

    /// A match whose fix deletes the word that it is: `NAME=value`, and with the last one its `export`.
    private func deletedAssignment(_ match: Match) -> Match {
        var match = match
        match.edits = assignmentRange(match.tokens.lowerBound).map { [Edit($0, "")] } ?? []
        return match
    }

    /// The bytes of an assignment that can go; nil where the rest would be another command.
    private func assignmentRange(_ word: Int) -> Range<Int>? {
        let range = source.tokens[word].range
        let before = source.token(word - 1).flatMap { $0.kind == .word ? $0.text : nil }
        let exporters: Set = ["export", "ENV", "set"]
        let isAfterAnother = before.map(Self.isAssignment) ?? false
        if let next = source.token(word + 1), next.kind == .word {
            let isAtStart = before.map { exporters.contains($0) || isLeader($0) } ?? true
            return isAtStart || isAfterAnother
                ? range.lowerBound..<next.range.lowerBound : nil
        }
        if isAfterAnother { return source.withBlanksBefore(range) }
        let start = before.map(exporters.contains) ?? false ? word - 1 : word
        let command = source.bytes(of: start..<word + 1)
        let lines = file.wholeLines(command)
        return lines == command || isNeeded(from: start, to: word) ? nil : lines
    }

    /// Whether a command is the only one between words that need one, or goes on with one before.
    private func isNeeded(from start: Int, to end: Int) -> Bool {
        guard let before = source.token(source.previous(start))?.text else { return false }
        if ["&&", "||", "|"].contains(before) { return true }
        let after = source.token(source.next(end))?.text ?? ""
        return ["then", "do", "else", "{", "("].contains(before)
            && ["fi", "done", "else", "elif", "}", ")"].contains(after)
    }

    static func isAssignment(_ word: String) -> Bool {
        word.contains("=") && word.first.map { $0.isLetter || $0 == "_" } ?? false
    }
}
