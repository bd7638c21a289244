import Basics

extension AstGrep {
    /// The deepest nesting of scripts to search: a manifest, `sh -c`, `ssh` and one more level.
    private static let depth = 4

    /// Searches files and the shell scripts inside them, such as `RUN` in a Dockerfile.
    ///
    /// - Returns: the result for each file, in the order of the files. The places of matches in
    ///   scripts are places in the file.
    /// - Throws: if the temporary folder cannot be written.
    package func search(
        _ files: [SearchedFile],
        for rules: SourceRules
    ) throws(Failure) -> [SyntaxResult] {
        var results = try searchOnce(files, for: rules)
        guard parses(.bash), let words = rules.words[.bash] else { return results }
        let wanted = words.map { Array($0.utf8) }
        var scripts = zip(files.indices, files).flatMap { index, file in
            EmbeddedScript.all(in: file, results[index], of: index, at: 0)
        }
        for _ in 0..<Self.depth {
            scripts = scripts.filter { $0.text.holdsAny(of: wanted) }
            guard !scripts.isEmpty else { break }
            let texts = scripts.map { SearchedFile(.bash, $0.text) }
            let found = try searchOnce(texts, for: rules)
            for (script, result) in zip(scripts, found) {
                results[script.file] = results[script.file].adding(result, of: script)
            }
            scripts = zip(scripts, zip(texts, found)).flatMap { script, part in
                EmbeddedScript.all(in: part.0, part.1, of: script.file, at: script.offset)
            }
        }
        return results
    }
}

extension [UInt8] {
    /// Returns whether the bytes contain one of some words, which are in lower case.
    func holdsAny(of words: [[UInt8]]) -> Bool {
        let text = map { (0x41...0x5a).contains($0) ? $0 | 0x20 : $0 }
        return words.contains { text.firstPlace(of: $0) != nil }
    }
}

extension SyntaxResult {
    /// Returns the result with the matches in a script, or with the reason why it was not searched.
    fileprivate func adding(_ found: SyntaxResult, of script: EmbeddedScript) -> SyntaxResult {
        guard case .matches(let own, let errors, let unread) = self else { return self }
        switch found {
        case .matches(let others, _, _):
            let moved = others.map { match in
                SyntaxMatch(
                    target: match.target,
                    range: match.range.moved(by: script.offset),
                    captures: match.captures.mapValues { $0.moved(by: script.offset) }
                )
            }
            return .matches((own + moved).sorted(), errors: errors, unread: unread)
        case .unread(let reason), .unreadable(let reason):
            let part = UnreadScript(
                range: script.offset..<script.offset + script.text.count,
                reason: reason
            )
            return .matches(own, errors: errors, unread: unread + [part])
        }
    }
}

extension Range<Int> {
    fileprivate func moved(by offset: Int) -> Range<Int> {
        lowerBound + offset..<upperBound + offset
    }
}
