import ScenarioFormat

// Node.js in files that have no grammar of ast-grep; other files have rules in Rules/node.

extension CodeSystem {
    static let node = CodeSystem(
        name: "Node.js",
        noun: "JavaScript or a shell's settings for Node.js",
        rules: [.nodeEnvironment, .nodeRelease],
        isUsed: { review in
            review.source.tokens.contains { $0.text.contains(CodeRule.nodeVariable) }
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
        in: [.javaScript, .shell],
        "this process accepts every certificate",
        label: "turns off checks for every connection",
        impact: Impact.anythingInProcess,
        fix: "delete it; for a private CA, set NODE_EXTRA_CA_CERTS",
        find: { $0.nodeEnvironment }
    )
}

extension CodeReview {
    /// Whether the file is a Makefile, for which ast-grep has no grammar.
    var isMakefile: Bool { file.lastName == "Makefile" || file.lastName.hasSuffix(".mk") }

    fileprivate var nodeEnvironment: [Match] {
        let name = CodeRule.nodeVariable
        if isMakefile { return environment(name, ["0"]) }
        return file.lastName == "package.json" ? scripts(with: name + "=0 ") : []
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
