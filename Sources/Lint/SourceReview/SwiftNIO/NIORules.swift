extension CodeSystem {
    static let swiftNIO = CodeSystem(
        name: "SwiftNIO and AsyncHTTPClient",
        noun: "Swift with NIOSSL",
        rules: [.nioNone, .nioNames, .nioCallback],
        isUsed: { review in
            review.mentions(
                "NIOSSL",
                "TLSConfiguration",
                "certificateVerification",
                "AsyncHTTPClient",
                "NIOSSLClientHandler"
            )
        }
    )
}

extension CodeRule {
    static let nioNone = CodeRule(
        "NIO-001",
        .critical,
        "`certificateVerification = .none` in a client",
        in: [.swift],
        "any certificate is accepted",
        label: "certificates are not checked",
        impact: Consequence.anything,
        fix: "check certificates; put a private authority's into trustRoots",
        .replace(".fullVerification"),
        find: { $0.nioVerification("none") }
    )

    static let nioNames = CodeRule(
        "NIO-002",
        .critical,
        "`certificateVerification = .noHostnameVerification` in a client",
        in: [.swift],
        "certificates of any name are accepted",
        label: "names are not compared",
        impact: Consequence.anyName + "; with own trustRoots one of these authorities",
        fix: "compare names",
        .replace(".fullVerification"),
        find: { review in
            review.nioVerification("noHostnameVerification").map { match in
                var match = match
                if !review.source.settings("trustRoots").isEmpty { match.severity = .medium }
                return match
            }
        }
    )

    static let nioCallback = CodeRule(
        "NIO-003",
        .critical,
        "a verification callback that accepts all",
        in: [.swift],
        "any certificate is accepted",
        label: "replaces every check, the name's too",
        impact: Consequence.anything,
        fix: "evaluate the chain and the name in it, or leave it out",
        find: { review in
            review.source.settings("customVerificationCallback").compactMap { setting in
                let inner = setting.value.prefix(400).map { review.source.tokens[$0].text }
                guard inner.contains("certificateVerified"), !inner.contains("failed"),
                    !inner.contains("if"), !inner.contains("guard"), !inner.contains("switch")
                else { return nil }
                return Match(setting.name..<setting.name + 1)
            }
        }
    )
}

extension CodeReview {
    /// Settings of a client's configuration: a server's says what it asks of clients.
    fileprivate func nioVerification(_ name: String) -> [Match] {
        source.settings("certificateVerification").filter { setting in
            let inner = source.trimmed(setting.value)
            return inner.count == 2 && source.isSign(inner.lowerBound, ".")
                && source.token(inner.lowerBound + 1)?.text == name
                && !isServer(configurationOf: setting.name)
        }.map { Match($0.name..<$0.value.upperBound, repaired: $0.value) }
    }

    /// Whether a configuration is a server's: by its variable's value, or else by the file.
    private func isServer(configurationOf member: Int) -> Bool {
        let value = assignment(beforeMember: member)?.prefix(20) ?? 0..<0
        let names = Set(value.map { source.tokens[$0].text })
        if names.contains("makeServerConfiguration") { return true }
        if names.contains("makeClientConfiguration") { return false }
        return mentions("makeServerConfiguration", "NIOSSLServerHandler")
    }
}
