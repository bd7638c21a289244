import ScenarioFormat

// Code patterns in which rules find mistakes.

extension CodeReview {
    /// Returns the settings of a name to one of the values, underlined from name to value.
    func settings(_ name: String, _ values: Set<SourceValue>) -> [Match] {
        source.settings(name).filter { values.contains(value($0.value)) }.map {
            Match($0.name..<$0.value.upperBound, repaired: $0.value)
        }
    }

    /// Returns every mention of a name, except in imports.
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

    /// Returns the calls of a function, underlined from the name to the last token.
    func calls(_ names: String..., where holds: (Call) -> Bool = { _ in true }) -> [Match] {
        names.flatMap { source.calls($0) }.filter(holds).sorted { $0.name < $1.name }.map {
            Match($0.name..<$0.last + 1)
        }
    }

    /// Returns the bodies of methods that are empty or return one of the values on every path.
    ///
    /// A body that calls another function is a note, because that function may do the check.
    func bodies(_ name: String, giving values: Set<SourceValue> = [], what: String) -> [Match] {
        source.bodies(of: name).compactMap { found in
            judged(found.body, giving: values, at: found.name..<found.name + 1, what)
        }
    }

    /// Returns the match for a body; nil if the body makes its own decision.
    func judged(
        _ body: Range<Int>,
        giving values: Set<SourceValue>,
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
            match.problem = "\(what) calls \(called) (line \(line)), which Hatpin does not analyze"
            match.label = "the result depends on \(called)"
            match.impact = "check that the called function rejects bad certificates"
            match.edits = []
            return match
        default: return nil
        }
    }

    /// Returns whether a token is inside a call's brackets or braces.
    func isInside(_ index: Int, of calls: [Call]) -> Bool {
        calls.contains { $0.name < index && index <= $0.last }
    }

    /// Returns the name of the innermost call around a token, ignoring lists and arrays.
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

    /// Returns whether a match is an argument of a call that sends a request, or of one of the
    /// other calls.
    func isOfRequest(_ match: Match, or names: String...) -> Bool {
        guard let call = enclosingCall(of: match.tokens.lowerBound) else { return false }
        let name = source.tokens[call].text
        let verbs: Set = ["get", "post", "put", "patch", "delete", "head", "options", "send"]
        return names.contains(name) || verbs.contains(name)
            || ["request", "stream"].contains { name.lowercased().contains($0) }
    }

    /// Returns the match, as a note if its statement names a host of this machine or a private
    /// network.
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
        match.notes.append("the host is on this machine or a private network")
        return match
    }

    /// Returns the statement around tokens, outside the calls and object literals that contain
    /// them.
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

    /// Returns the match, as a note if its statement connects only to this machine or a private
    /// network.
    func loweredForLocalURL(_ match: Match) -> Match {
        guard hasLocalURL, match.severity != .note else { return match }
        let hosts = outerStatement(around: match.tokens).prefix(400).filter {
            source.tokens[$0].kind == .string && source.tokens[$0].text.contains("://")
        }.map { HostText.host(of: source.tokens[$0].text) }
        guard !hosts.isEmpty, hosts.allSatisfy(HostText.isLocal) else { return match }
        return loweredForLocalHost(match)
    }

    /// Returns the shell words that satisfy a condition.
    func words(where fits: (String) -> Bool) -> [Match] {
        source.tokens.indices.filter {
            source.tokens[$0].kind == .word && fits(source.tokens[$0].text)
        }.prefix(1_000).map { Match($0..<$0 + 1) }
    }

    /// Returns the innermost brace that is open at a token.
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
