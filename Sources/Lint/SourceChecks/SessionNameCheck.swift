// Sessions that a fix can name in place of a session that pins nothing.

extension CheckedMatches {
    /// The uses of another session (`$DEFAULT`), with edits that name the pinned session.
    ///
    /// A match with `$SESSION` declares a pinned session. It is in a file's outermost scope, or in
    /// the type `$TYPE`, whose methods see it if both are static or neither is. There is no edit if
    /// several sessions could be meant.
    var sessionNameFindings: CheckResult {
        var sessions: [Scope: Set<String>] = [:]
        for match in matches {
            guard let name = match.captures["SESSION"].map(file.text) else { continue }
            sessions[scope(of: match), default: []].insert(name)
        }
        return CheckResult(
            findings: matches.compactMap { match in
                guard let used = match.captures["DEFAULT"] else { return nil }
                let names = Set([scope(of: match), Scope()].flatMap { sessions[$0] ?? [] })
                var finding = CheckedFinding(match)
                finding.edits =
                    names.count == 1 ? names.map { Edit(used, $0) } : []
                return finding
            }
        )
    }

    /// The scope of a session: a type whose members see each other, or nil for a file's outermost
    /// scope.
    private struct Scope: Hashable {
        var type: String?
        var isStatic = false
    }

    private func scope(of match: SyntaxMatch) -> Scope {
        guard let type = match.captures["TYPE"].map(file.text) else { return Scope() }
        return Scope(type: type, isStatic: match.captures["STATIC"] != nil)
    }
}
