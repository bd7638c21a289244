import ScenarioFormat

extension CodeSystem {
    static let node = CodeSystem(
        name: "Node.js",
        noun: "JavaScript or a shell's settings for Node.js",
        rules: [
            .nodeRejectUnauthorized, .nodeEnvironment, .nodeServerIdentity, .nodeUnenforcedPin,
            .nodeRelease, .nodeTunnel,
        ],
        isUsed: { review in
            review.source.language == .javaScript
                || review.source.tokens.contains { $0.text.hasPrefix(CodeRule.nodeVariable) }
                || !review.context.surroundings.files(.nodeIdentityCheck).isEmpty
        },
        unread: { $0.unreadSettings("rejectUnauthorized") }
    )
}

extension CodeRule {
    static let nodeVariable = "NODE_TLS_REJECT_UNAUTHORIZED"

    static let nodeRejectUnauthorized = CodeRule(
        "NOD-001",
        .critical,
        "`rejectUnauthorized: false` in a client",
        in: [.javaScript],
        "these requests accept every certificate",
        label: "turns off certificate checks",
        impact: Impact.anything,
        fix: "set it to true; for a private CA, pass its certificate as `ca:`",
        .replace("true"),
        find: { review in
            review.clientSettings.filter { !review.hasOwnIdentityCheck($0) }
        }
    )

    static let nodeUnenforcedPin = CodeRule(
        "NOD-004",
        .critical,
        "a check in `checkServerIdentity` that `rejectUnauthorized: false` turns off",
        in: [.javaScript],
        "Node.js ignores the result of checkServerIdentity",
        label: "ignores errors of the check",
        impact: Impact.anything,
        fix: "set it to true; for a private CA, pass its certificate as `ca:`",
        .replace("true"),
        find: { review in
            review.clientSettings.filter { review.hasOwnIdentityCheck($0) }
        }
    )

    static let nodeServerIdentity = CodeRule(
        "NOD-003",
        .critical,
        "a `checkServerIdentity` that accepts every host name",
        in: [.javaScript],
        "this checkServerIdentity accepts every host name",
        label: "never returns an error",
        impact: Impact.anyName,
        fix: "delete it; Node.js already checks host names",
        .deleteArgument,
        find: { review in
            let accepted: Set<SourceValue> = [.nothing, .truth(true), .truth(false)]
            return review.source.settings("checkServerIdentity").compactMap { setting in
                guard let body = review.source.closureBody(setting.value) else { return nil }
                // A body that creates an error rejects the server with that error.
                let refuses = body.prefix(400).contains { review.source.tokens[$0].is("Error") }
                guard !refuses else { return nil }
                let whole = setting.name..<setting.value.upperBound
                let gives = review.source.trimmed(body).isEmpty ? [] : accepted
                return review.judged(body, giving: gives, at: whole, "checkServerIdentity")
            }
        }
    )

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
    /// Settings of `rejectUnauthorized` in clients; in servers they concern client certificates.
    fileprivate var clientSettings: [Match] {
        let servers = source.calls("createServer", "createSecureServer", "Server")
        let variables = Set(servers.flatMap(\.arguments).compactMap { name(of: $0.value) })
        let asked = Set(source.settings("requestCert").map { source.enclosing($0.name) })
        return settings("rejectUnauthorized", [.truth(false), .number(0)]).filter { match in
            let open = source.enclosing(match.tokens.lowerBound)
            let variable = open.flatMap { source.isSign($0 - 1, "=") ? source.token($0 - 2) : nil }
            return !isInside(match.tokens.lowerBound, of: servers)
                && !(open != nil && asked.contains(open))
                && !(variable.map { variables.contains($0.text) } ?? false)
        }
    }

    /// Returns the name if an expression is only a name.
    private func name(of value: Range<Int>) -> String? {
        let inner = source.trimmed(value)
        guard inner.count == 1, let token = source.token(inner.lowerBound), token.kind == .name
        else { return nil }
        return token.text
    }

    /// Returns whether the same options contain a check that can reject.
    fileprivate func hasOwnIdentityCheck(_ match: Match) -> Bool {
        let enclosing = source.enclosing(match.tokens.lowerBound)
        return source.settings("checkServerIdentity").contains {
            enclosing != nil && source.enclosing($0.name) == enclosing
                && source.closureBody($0.value).map { body in
                    !source.trimmed(body).isEmpty
                        && source.judge(body, giving: [.nothing, .truth(true)]) != .always
                } ?? true
        }
    }

    fileprivate var nodeEnvironment: [Match] {
        let name = CodeRule.nodeVariable
        guard !source.language.isOfShells else { return environment(name, ["0", "false"]) }
        let assigned = settings(name, [.text("0"), .number(0), .truth(false)]).map { match in
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
