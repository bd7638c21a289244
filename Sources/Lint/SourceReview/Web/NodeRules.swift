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
        "any certificate is accepted for these requests",
        label: "certificates are not checked",
        impact: Consequence.anything,
        fix: "check certificates; for a private authority pass its certificate as `ca:`",
        .replace("true"),
        find: { review in
            review.clientSettings.filter { !review.hasOwnIdentityCheck($0) }
        }
    )

    static let nodeUnenforcedPin = CodeRule(
        "NOD-004",
        .critical,
        "a check in `checkServerIdentity` beside `rejectUnauthorized: false`",
        in: [.javaScript],
        "the check in checkServerIdentity refuses nothing",
        label: "an error of the check is passed over",
        impact: Consequence.anything,
        fix: "check certificates; for a private authority pass its certificate as `ca:`",
        .replace("true"),
        find: { review in
            review.clientSettings.filter { review.hasOwnIdentityCheck($0) }
        }
    )

    static let nodeServerIdentity = CodeRule(
        "NOD-003",
        .critical,
        "`checkServerIdentity` that refuses no name",
        in: [.javaScript],
        "certificates of any name are accepted",
        label: "finds no fault with any name",
        impact: Consequence.anyName,
        fix: "delete it: Node.js compares names itself",
        .deleteArgument,
        find: { review in
            let accepted: Set<Value> = [.nothing, .truth(true), .truth(false)]
            return review.source.settings("checkServerIdentity").compactMap { setting in
                guard let body = review.source.closureBody(setting.value) else { return nil }
                // A body that makes an error refuses with it.
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
        "any certificate is accepted in the whole process",
        label: "turns checks off for every connection",
        impact: Consequence.anythingInProcess,
        fix: "delete it; name a private authority in NODE_EXTRA_CA_CERTS",
        find: { $0.nodeEnvironment }
    )
}

extension CodeReview {
    /// Those of servers say which clients are asked for a certificate.
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

    /// The name that an expression is.
    private func name(of value: Range<Int>) -> String? {
        let inner = source.trimmed(value)
        guard inner.count == 1, let token = source.token(inner.lowerBound), token.kind == .name
        else { return nil }
        return token.text
    }

    /// Whether the same options have a check that decides something.
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

    /// A script of `package.json` that sets the variable.
    private func scripts(with text: String) -> [Match] {
        source.tokens.indices.filter {
            source.tokens[$0].kind == .string && source.tokens[$0].text.contains(text)
        }.prefix(100).map { index in
            var match = Match(index..<index + 1)
            let written = file.text(source.tokens[index].range)
            let fixed = written.replacing(text, with: "")
            // Escapes can write the text otherwise than it reads.
            match.edits = fixed == written ? [] : [Edit(source.tokens[index].range, fixed)]
            return match
        }
    }
}
