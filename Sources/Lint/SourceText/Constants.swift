/// Names that a file assigns exactly once, with the first token of their value.
enum Constants {
    /// Returns the names with the first token of their value.
    ///
    /// An assignment in a branch for debug builds counts only if there is no other, because
    /// rules check release builds.
    static func assignedOnce(
        _ tokens: [Token],
        _ language: Language,
        isDebug: (Int) -> Bool
    ) -> [String: Int] {
        var released: [String: [Int]] = [:]
        var debugged: [String: [Int]] = [:]
        for index in tokens.indices {
            guard let (name, start) = assignment(at: index, tokens, language) else { continue }
            if isDebug(tokens[index].range.lowerBound) {
                debugged[name, default: []].append(start)
            } else {
                released[name, default: []].append(start)
            }
        }
        return released.merging(debugged) { release, _ in release }
            .compactMapValues { $0.count == 1 ? $0.first : nil }
    }

    /// Returns the name and the first token of the value for the assignment sign at an index.
    private static func assignment(
        at index: Int,
        _ tokens: [Token],
        _ language: Language
    )
        -> (String, Int)?
    {
        let token = tokens[index]
        if language.isWords { return wordAssignment(at: index, tokens) }
        if token.is("define"), index > 0, tokens[index - 1].is("#"), index + 2 < tokens.count {
            return (tokens[index + 1].text, index + 2)
        }
        guard token.kind == .sign else { return nil }
        if ["+=", ".=", "|="].contains(token.text), index > 0 {
            return (tokens[index - 1].text, index)
        }
        guard token.text == "=" || token.text == ":=", index > 0 else { return nil }
        guard let name = declaredName(before: index, tokens) else { return nil }
        return (name, index + 1)
    }

    /// Returns the name before a sign, skipping an annotation such as `: String`; nil for an
    /// argument.
    private static func declaredName(before index: Int, _ tokens: [Token]) -> String? {
        var name = index - 1
        // `let host: [String] = `: a type has only a few tokens.
        for step in 2...10 where index - step >= 0 {
            let token = tokens[index - step + 1]
            guard token.kind == .name || ["[", "]", "<", ">", "?", ":", "."].contains(token.text)
            else {
                break
            }
            // The outermost colon, because a type can contain one: `[String: Int]`.
            if token.is(":") { name = index - step }
        }
        guard tokens[name].kind == .name else { return nil }
        if name > 0, ["(", ","].contains(tokens[name - 1].text) { return nil }
        return tokens[name].text
    }

    /// Returns the assignment for `NAME=value` in a shell, also after `export`; the token itself is
    /// the value.
    private static func wordAssignment(at index: Int, _ tokens: [Token]) -> (String, Int)? {
        let text = tokens[index].text
        guard tokens[index].kind == .word, let sign = text.firstIndex(of: "=") else { return nil }
        var name = text[..<sign]
        if name.last == "+" { name = name.dropLast() }
        guard !name.isEmpty, name.allSatisfy({ $0.isLetter || $0.isNumber || $0 == "_" }) else {
            return nil
        }
        let isFirst =
            index == 0 || tokens[index - 1].kind != .word
            || ["export", "readonly", "local", "ENV", "ARG"].contains(tokens[index - 1].text)
        return isFirst ? (String(name), index) : nil
    }
}

/// Code that only debug builds compile or run.
enum DebugRegions {
    private static let conditions: Set = ["DEBUG", "__DEV__", "kDebugMode", "isDebugBuild"]
    private static let comparisons: Set = ["==", "!=", "===", "!=="]
    /// Words that negate a condition.
    private static let negations: Set = ["!", "!=", "!==", "false", "not"]

    /// Returns the regions in order, with adjacent ones joined.
    static func find(_ tokens: [Token], _ brackets: Brackets) -> [Range<Int>] {
        let all = (directives(tokens) + branches(tokens, brackets)).sorted {
            $0.lowerBound < $1.lowerBound
        }
        return all.reduce(into: []) { regions, next in
            if let last = regions.last, next.lowerBound <= last.upperBound {
                regions[regions.count - 1] =
                    last.lowerBound..<max(last.upperBound, next.upperBound)
            } else {
                regions.append(next)
            }
        }
    }

    /// Regions of `#if DEBUG … #else … #endif`, including nested ones.
    private static func directives(_ tokens: [Token]) -> [Range<Int>] {
        var regions: [Range<Int>] = []
        // For each open condition: whether this branch is for debug builds, whether the other
        // branch is, and the start of this branch.
        var open: [(here: Bool, other: Bool, start: Int)] = []
        for (index, token) in tokens.enumerated() where token.kind == .sign && token.text == "#" {
            guard index + 1 < tokens.count, tokens[index + 1].kind == .name else { continue }
            let place = token.range.lowerBound
            switch tokens[index + 1].text {
            case "if", "ifdef", "ifndef":
                let branch = directive(at: index + 1, tokens)
                open.append((branch == true, branch == false, place))
            case "else", "elseif", "elif":
                guard let last = open.popLast() else { continue }
                if last.here { regions.append(last.start..<place) }
                open.append((last.other, false, place))
            case "endif":
                if let last = open.popLast(), last.here { regions.append(last.start..<place) }
            default: break
            }
        }
        return regions
    }

    /// Returns true if the condition means a debug build, false if it means a release build, else
    /// nil.
    private static func directive(at index: Int, _ tokens: [Token]) -> Bool? {
        var words: [String] = []
        var position = index + 1
        while position < tokens.count, tokens[position].kind != .newline, words.count < 16 {
            words.append(tokens[position].text)
            position += 1
        }
        guard words.contains("DEBUG"), !words.contains("||") else { return nil }
        let isNegated = tokens[index].text == "ifndef" || words.contains("!")
        return !isNegated
    }

    /// Regions of `if (BuildConfig.DEBUG) { … } else { … }` and similar conditions.
    private static func branches(_ tokens: [Token], _ brackets: Brackets) -> [Range<Int>] {
        var regions: [Range<Int>] = []
        for (index, token) in tokens.enumerated() where token.is("if") && token.kind == .name {
            var (position, words) = (index + 1, [String]())
            while position < tokens.count, !tokens[position].is("{"), words.count < 16,
                tokens[position].kind != .newline
            {
                words.append(tokens[position].text)
                position += 1
            }
            guard position < tokens.count, tokens[position].is("{"),
                let end = brackets.counterpart(position), let holds = holdsInDebug(words)
            else { continue }
            if holds {
                regions.append(token.range.lowerBound..<tokens[end].range.upperBound)
            } else if end + 2 < tokens.count, tokens[end + 1].is("else"), tokens[end + 2].is("{"),
                let last = brackets.counterpart(end + 2)
            {
                regions.append(tokens[end + 1].range.lowerBound..<tokens[last].range.upperBound)
            }
        }
        return regions
    }

    /// Returns true if a condition holds only in debug builds, false if it fails only in them, else
    /// nil.
    private static func holdsInDebug(_ words: [String]) -> Bool? {
        let terms = words.filter { $0 != "(" && $0 != ")" }.split(separator: "&&")
            .map { term in
                isAboutDebug(term) ? term.count(where: negations.contains).isMultiple(of: 2) : nil
            }
        guard !words.contains("||") else { return nil }
        if terms.contains(true) { return true }
        // A conjunction may also fail because of its other terms.
        return terms == [false] ? false : nil
    }

    /// `X.DEBUG`, alone or compared with a Boolean, and `X.BUILD_TYPE` compared with "debug".
    private static func isAboutDebug(_ term: ArraySlice<String>) -> Bool {
        if term.contains("BUILD_TYPE") { return term.contains("debug") }
        guard let sign = term.firstIndex(where: comparisons.contains) else {
            let path = term.last == "not" ? term.dropLast(2) : term
            return path.last.map(conditions.contains) ?? false
        }
        return conditions.contains(term[..<sign].last ?? "")
            && ["true", "false"].contains(term[sign...].dropFirst().joined())
    }
}
