// Environment variables that a shell, a Dockerfile or YAML sets, and the edits that delete them.

extension CodeReview {
    /// Returns the places where a variable gets one of the values: `NAME=0`, `ENV NAME 0` in a
    /// Dockerfile, and in YAML `NAME: 0` or `name: NAME` before `value: 0`.
    func environment(_ name: String, _ values: Set<String>) -> [Match] {
        let assignments = values.sorted().flatMap { source.occurrences(of: "\(name)=\($0)") }
            .filter { source.tokens[$0].kind == .word }
            // The lexer reads a script in YAML twice; only the second reading, as a shell script,
            // can be fixed.
            .reversed().map { deletedAssignment(Match($0..<$0 + 1)) }
        let isYAML = source.language == .yaml
        let names = source.occurrences(of: isYAML ? name + ":" : name)
        let pairs = isYAML ? source.occurrences(of: name).filter { isNamed($0) } : []
        var places: Set<Int> = []
        return (assignments + (names + pairs).compactMap { declaration($0, values) }).filter {
            places.insert(source.tokens[$0.tokens.lowerBound].range.lowerBound).inserted
        }
    }

    /// Returns whether a word is the value of `name:` before `value:`, as in Kubernetes.
    private func isNamed(_ index: Int) -> Bool {
        source.token(index - 1)?.text == "name:"
            && source.token(source.next(index))?.text == "value:"
    }

    /// Returns the match for a variable's name whose value is in a later word.
    private func declaration(_ name: Int, _ values: Set<String>) -> Match? {
        let isPair = source.language == .yaml && isNamed(name)
        let isDeclared = source.language == .yaml || source.token(name - 1)?.text == "ENV"
        let place = isPair ? source.next(name) + 1 : name + 1
        guard isDeclared, let value = source.token(place), value.kind == .word,
            values.contains(value.text)
        else { return nil }
        var match = Match(name..<place + 1)
        // Elsewhere there is no edit, because pipelines reject a YAML mapping without members.
        guard source.language == .shell else { return match }
        let command = source.bytes(of: name - 1..<place + 1)
        let lines = file.wholeLines(command)
        if lines != command { match.edits = [Edit(lines, "")] }
        return match
    }

    /// Returns a match whose fix deletes the word `NAME=value`, and also its `export` if it is the
    /// last word.
    private func deletedAssignment(_ match: Match) -> Match {
        var match = match
        match.edits = assignmentRange(match.tokens.lowerBound).map { [Edit($0, "")] } ?? []
        return match
    }

    /// Returns the bytes of an assignment to delete; nil if the rest would be another command.
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

    /// Returns whether the shell needs a command at this place: after `&&`, `||` or `|`, or as the
    /// only command between keywords.
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
