/// A condition that decides whether code runs, such as an option that a user sets.
struct CodeCondition {
    /// The tokens of the condition.
    let tokens: Range<Int>
    /// Whether the condition's name says what it allows, such as `insecure`.
    let isAskedFor: Bool
}

extension CodeReview {
    /// Returns the nearest condition in the same function that does not concern the peer or its
    /// certificates.
    ///
    /// Code under such a condition is a user's choice. No edit can know whether the user still
    /// needs it.
    func condition(around tokens: Range<Int>) -> CodeCondition? {
        let found: Range<Int>? =
            switch source.language {
            case .python: pythonCondition(around: tokens.lowerBound)
            case .shell: shellCondition(around: tokens.lowerBound)
            case .nginx, .yaml: nil
            default:
                loneCondition(before: tokens.lowerBound)
                    ?? blockCondition(around: tokens.lowerBound)
            }
        guard let found, !found.isEmpty else { return nil }
        let words = found.prefix(40).map { source.tokens[$0] }
            .filter { [.name, .word, .string].contains($0.kind) }
            .flatMap { [$0.text] + $0.variables }
            .map { $0.lowercased().filter { $0.isLetter || $0.isNumber } }
        let isAskedFor = words.contains { word in Self.choices.contains { word.contains($0) } }
        let isOfPeer = words.contains { word in Self.peers.contains { word.contains($0) } }
        guard isAskedFor || !isOfPeer && Self.absences.isDisjoint(with: words) else { return nil }
        return CodeCondition(tokens: found, isAskedFor: isAskedFor && !isAlwaysTrue(found))
    }

    /// The parts of names of options by which a user chooses insecure behaviour.
    private static let choices = [
        "insecure", "unsafe", "skip", "noverify", "verify", "verification", "trustall", "acceptall",
        "acceptany", "allowall", "allowany", "allowself", "allowinvalid", "allowuntrusted",
        "selfsigned", "ignorecert", "ignoressl", "ignoretls", "disablessl", "disabletls",
        "disablecert", "bypass", "nocheck",
    ]
    /// The parts of names for what a client knows about its peer.
    private static let peers = [
        "trust", "challenge", "protectionspace", "authenticationmethod", "cert", "chain", "err",
        "host", "credential", "https", "ssl", "tls", "pin", "bundle",
        // A build type is not a user option.
        "buildconfig",
    ]
    /// Words of conditions that test whether a value exists yet.
    private static let absences: Set = ["nil", "null", "none", "undefined"]

    /// Returns whether a constant of the file makes a name in the condition true, so that the
    /// condition always holds.
    private func isAlwaysTrue(_ condition: Range<Int>) -> Bool {
        condition.prefix(40).contains { index in
            let token = source.tokens[index]
            return token.kind == .name
                && (value(index..<index + 1) == .truth(true)
                    || source.settings(token.text).contains { value($0.value) == .truth(true) })
        }
    }

    // MARK: Languages with braces

    /// Returns the condition of `if (condition) statement`, given a token of the statement.
    private func loneCondition(before index: Int) -> Range<Int>? {
        var place = index - 1
        while place > 0, index - place < 200, let token = source.token(place) {
            if token.kind == .newline {
                let before = source.previous(place)
                if source.isSign(before, ")"), let found = bracketed(endingAt: before) {
                    return found
                }
                // A line that begins with a dot continues the statement.
                guard source.isSign(source.next(place), ".") else { return nil }
            } else if [";", "{", "}"].contains(token.text) {
                return nil
            } else if source.isSign(place, ")") || source.isSign(place, "]"),
                let open = source.counterpart(place), open < place
            {
                if let found = bracketed(endingAt: place) { return found }
                place = open
            }
            place -= 1
        }
        return nil
    }

    /// Returns the condition in the brackets of an `if`; nil for other brackets.
    private func bracketed(endingAt close: Int) -> Range<Int>? {
        guard let open = source.counterpart(close), open < close,
            source.token(source.previous(open))?.is("if") ?? false
        else { return nil }
        return open + 1..<close
    }

    private func blockCondition(around index: Int) -> Range<Int>? {
        var place = index
        for _ in 0..<12 {
            guard let open = source.enclosing(place) else { return nil }
            place = open
            guard source.isSign(open, "{") else { continue }
            if let found = condition(of: open) { return found }
            // The body of a function ends the search.
            let before = source.previous(open)
            if source.isSign(before, ")"), source.counterpart(before).map(isCallable) ?? false {
                return nil
            }
        }
        return nil
    }

    private func isCallable(_ open: Int) -> Bool {
        source.token(source.previous(open)).map { $0.kind == .name && !$0.is("if") } ?? false
    }

    /// Returns the condition before a block.
    ///
    /// For `else`, returns the condition of the `if` block before it.
    private func condition(of open: Int) -> Range<Int>? {
        var open = open
        for _ in 0..<8 {
            let before = source.previous(open)
            guard source.token(before)?.is("else") ?? false else { break }
            guard source.isSign(source.previous(before), "}"),
                let other = source.counterpart(source.previous(before))
            else { return nil }
            open = other
        }
        let before = source.previous(open)
        if source.isSign(before, ")"), let found = bracketed(endingAt: before) { return found }
        // `if condition {` in Go and Swift.
        var start = before
        while open - start < 40, let token = source.token(start), token.kind != .newline,
            !["{", "}", ";"].contains(token.text)
        {
            if token.is("if") { return start + 1..<open }
            start -= 1
        }
        return nil
    }

    // MARK: Python and shells

    /// Returns the condition of the nearest line above that opens a block around this one, by
    /// indentation.
    private func pythonCondition(around index: Int) -> Range<Int>? {
        var start = lineStart(of: index)
        var blanks = blanks(before: start)
        if source.token(start)?.is("if") ?? false, let end = blockColon(after: start), end < index {
            return start + 1..<end
        }
        for _ in 0..<400 where start > 0 && blanks > 0 {
            start = lineStart(of: source.previous(start))
            guard let token = source.token(start), source.enclosing(start) == nil else { continue }
            let own = self.blanks(before: start)
            guard own < blanks else { continue }
            blanks = own
            if ["if", "elif"].contains(token.text), let end = blockColon(after: start) {
                return start + 1..<end
            }
            if ["def", "class", "async"].contains(token.text) { return nil }
            // For `else`, use the condition of the `if` before it.
            if token.text == "else" { blanks += 1 }
        }
        return nil
    }

    private func blanks(before index: Int) -> Int {
        guard let offset = source.token(index)?.range.lowerBound else { return 0 }
        return offset - file.lineRange(file.lineNumber(at: offset)).lowerBound
    }

    private func lineStart(of index: Int) -> Int {
        var start = index
        while start > 0, source.token(start - 1)?.kind != .newline { start -= 1 }
        return start
    }

    /// Returns the colon that ends the first line of a block.
    private func blockColon(after start: Int) -> Int? {
        (start..<min(start + 40, source.tokens.count)).first {
            source.isSign($0, ":") && source.enclosing($0) == source.enclosing(start)
        }
    }

    /// Returns the condition of the nearest `if` that has a `then`, but no `fi`, before this token.
    private func shellCondition(around index: Int) -> Range<Int>? {
        var (place, closed, end) = (index - 1, 0, Int?.none)
        while place >= 0, index - place < 400 {
            switch source.tokens[place].text {
            case "fi": closed += 1
            case "then" where closed == 0: end = place
            case "if" where closed > 0: closed -= 1
            case "elif" where closed == 0 && end != nil: return end.map { place + 1..<$0 }
            case "if": return end.map { place + 1..<$0 }
            default: break
            }
            place -= 1
        }
        return nil
    }
}

extension Token {
    /// Returns the names of the variables in a string or word.
    fileprivate var variables: [String] {
        pieces.compactMap { piece in
            guard case .name(let name) = piece else { return nil }
            return name
        }
    }
}
