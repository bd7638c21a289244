import ScenarioFormat

// The environment of Node.js, which scripts, configurations and code set; Rules/node has the rest.

extension CodeSystem {
    static let node = CodeSystem(
        name: "Node.js",
        noun: "JavaScript or a shell's settings for Node.js",
        rules: [.nodeEnvironment, .nodeRelease],
        isUsed: { review in
            review.source.language == .javaScript
                || review.source.tokens.contains { $0.text.hasPrefix(CodeRule.nodeVariable) }
                || !review.context.surroundings.files(.nodeIdentityCheck).isEmpty
        }
    )
}

extension CodeRule {
    fileprivate static let nodeVariable = "NODE_TLS_REJECT_UNAUTHORIZED"

    static let nodeEnvironment = CodeRule(
        "NOD-002",
        .critical,
        "`NODE_TLS_REJECT_UNAUTHORIZED=0`",
        in: [.javaScript, .shell, .yaml],
        "this process accepts every certificate",
        label: "turns off checks for every connection",
        impact: Impact.anythingInProcess,
        fix: "delete it; for a private CA, set NODE_EXTRA_CA_CERTS",
        find: { $0.nodeEnvironment }
    )
}

extension CodeReview {
    fileprivate var nodeEnvironment: [Match] {
        let name = CodeRule.nodeVariable
        // Only "0" turns the checks off.
        guard !source.language.isOfShells else { return environment(name, ["0"]) }
        let assigned = settings(name, [.text("0"), .number(0)]).map { match in
            var match = match
            match.edits = Repair.deleteStatement.edits(match, in: self)
            return match
        }
        return assigned + scripts(with: name + "=0 ")
    }

    /// Scripts in `package.json` that set the variable.
    private func scripts(with text: String) -> [Match] {
        source.tokens.indices.filter {
            source.tokens[$0].kind == .string && source.tokens[$0].text.contains(text)
        }.prefix(100).map { index in
            var match = Match(index..<index + 1)
            let written = file.text(source.tokens[index].range)
            let fixed = written.replacing(text, with: "")
            // The JSON text may differ from its value because of escapes.
            match.edits = fixed == written ? [] : [Edit(source.tokens[index].range, fixed)]
            return match
        }
    }
}
