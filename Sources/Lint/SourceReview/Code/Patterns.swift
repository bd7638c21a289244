// The shapes in which mistakes stand in code.

extension CodeReview {
    /// Settings of a name with one of the values, underlined from name to value.
    func settings(_ name: String, _ values: Set<Value>) -> [Match] {
        source.settings(name).filter { values.contains(value($0.value)) }.map {
            Match($0.name..<$0.value.upperBound, repaired: $0.value)
        }
    }

    /// Names that are mentioned in any role; an import of them does not count.
    func mentions(of names: String...) -> [Match] {
        names.flatMap { name in
            source.occurrences(of: name).filter {
                source.tokens[$0].kind == .name && !isImport($0)
            }.map { Match($0..<$0 + 1) }
        }.sorted { $0.tokens.lowerBound < $1.tokens.lowerBound }
    }

    func isImport(_ index: Int) -> Bool {
        var start = index
        while start > 0, source.tokens[start - 1].kind != .newline, index - start < 40 {
            start -= 1
        }
        guard let first = source.token(start) else { return false }
        return ["import", "from", "using", "#"].contains(first.text)
    }

    /// Calls by name, underlined from the name to the last token.
    func calls(_ names: String..., where holds: (Call) -> Bool = { _ in true }) -> [Match] {
        names.flatMap { source.calls($0) }.filter(holds).sorted { $0.name < $1.name }.map {
            Match($0.name..<$0.last + 1)
        }
    }

    /// Bodies of methods by name that give one of the values on each path, or that are empty.
    ///
    /// A body that calls a function is a note: it may check there.
    func bodies(_ name: String, giving values: Set<Value> = [], what: String) -> [Match] {
        source.bodies(of: name).compactMap { found in
            judged(found.body, giving: values, at: found.name..<found.name + 1, what)
        }
    }

    /// The match for a body; nil for one that decides something itself.
    func judged(
        _ body: Range<Int>,
        giving values: Set<Value>,
        at tokens: Range<Int>,
        _ what: String
    ) -> Match? {
        switch source.judge(body, giving: values) {
        case .empty where values.isEmpty, .always: return Match(tokens)
        case .calls(let name):
            var match = Match(tokens)
            match.severity = .note
            let line = file.lineNumber(at: source.tokens[name].range.lowerBound)
            let called = source.tokens[name].text
            match.problem = "\(what) calls \(called) (line \(line)): not judged"
            match.label = "decides by \(called)"
            match.consequence = "whether it refuses is decided there"
            match.edits = []
            return match
        default: return nil
        }
    }

    /// Whether a token is inside of a call's brackets or braces.
    func isInside(_ index: Int, of calls: [Call]) -> Bool {
        calls.contains { $0.name < index && index <= $0.last }
    }

    /// The name of the innermost call around a token, lists and arrays passed over.
    func enclosingCall(of index: Int) -> Int? {
        var place = index
        for _ in 0..<16 {
            guard let open = source.enclosing(place), !source.isSign(open, "{") else { return nil }
            place = open
            let isCall = source.isSign(open, "(") && source.token(open - 1)?.kind == .name
            if isCall, !source.tokens[open - 1].is("array") { return open - 1 }
        }
        return nil
    }

    /// Whether a match is an argument of a call that makes a request, or of one of others.
    func isOfRequest(_ match: Match, or names: String...) -> Bool {
        guard let call = enclosingCall(of: match.tokens.lowerBound) else { return false }
        let name = source.tokens[call].text
        let verbs: Set = ["get", "post", "put", "patch", "delete", "head", "options", "send"]
        return names.contains(name) || verbs.contains(name)
            || ["request", "stream"].contains { name.lowercased().contains($0) }
    }

    /// A match that weighs nothing where the statement names this machine.
    func loweredForLocalHost(_ match: Match) -> Match {
        let statement = outerStatement(around: match.tokens)
        let isLocal = statement.prefix(400).contains { index in
            source.tokens[index].kind == .string
                && (HostText.isLocal(HostText.host(of: source.tokens[index].text))
                    || source.tokens[index].text.hasPrefix("unix:"))
        }
        guard isLocal else { return match }
        var match = match
        match.severity = .note
        match.notes.append("a connection to this machine or a private network")
        return match
    }

    /// The statement around tokens, out of the calls and the literals of objects that they stand in.
    private func outerStatement(around tokens: Range<Int>) -> Range<Int> {
        var outer = tokens
        for _ in 0..<16 {
            guard let open = source.enclosing(outer.lowerBound) else { break }
            let before = source.token(source.previous(open))?.text ?? ""
            let isLiteral = source.isSign(open, "{") && ["(", ",", ":", "="].contains(before)
            guard isLiteral || source.isSign(open, "(") else { break }
            outer = open..<open + 1
        }
        return source.statement(around: outer)
    }

    /// A match that weighs nothing where its statement connects to this machine alone.
    func loweredForLocalURL(_ match: Match) -> Match {
        guard hasLocalURL, match.severity != .note else { return match }
        let hosts = outerStatement(around: match.tokens).prefix(400).filter {
            source.tokens[$0].kind == .string && source.tokens[$0].text.contains("://")
        }.map { HostText.host(of: source.tokens[$0].text) }
        guard !hosts.isEmpty, hosts.allSatisfy(HostText.isLocal) else { return match }
        return loweredForLocalHost(match)
    }

    /// Words of a shell that fit.
    func words(where fits: (String) -> Bool) -> [Match] {
        source.tokens.indices.filter {
            source.tokens[$0].kind == .word && fits(source.tokens[$0].text)
        }.prefix(1_000).map { Match($0..<$0 + 1) }
    }

    /// The innermost brace that is open at a token.
    func openBrace(around index: Int) -> Int? {
        var place = index
        for _ in 0..<16 {
            guard let open = source.enclosing(place) else { return nil }
            if source.isSign(open, "{") { return open }
            place = open
        }
        return nil
    }
}
