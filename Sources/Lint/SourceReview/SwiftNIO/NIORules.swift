import ScenarioFormat

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
        "this client accepts every certificate",
        label: "turns off certificate checks",
        impact: Impact.anything,
        fix: "set it to .fullVerification; for a private CA, use trustRoots",
        .replace(".fullVerification"),
        find: { $0.nioVerification("none") }
    )

    static let nioNames = CodeRule(
        "NIO-002",
        .critical,
        "`certificateVerification = .noHostnameVerification` in a client",
        in: [.swift],
        "this client does not check the host name",
        label: "turns off the host name check",
        impact: Impact.anyName + "; with custom trustRoots, the certificate must come from "
            + "one of those CAs",
        fix: "set it to .fullVerification",
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
        "a verification callback that accepts every certificate",
        in: [.swift],
        "this verification callback accepts every certificate",
        label: "replaces all checks, including the host name check",
        impact: Impact.anything,
        fix: "check the chain and the host name in it, or delete it",
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
    /// Settings in client configurations; in a server configuration they concern client
    /// certificates.
    fileprivate func nioVerification(_ name: String) -> [Match] {
        source.settings("certificateVerification").filter { setting in
            let inner = source.trimmed(setting.value)
            return inner.count == 2 && source.isSign(inner.lowerBound, ".")
                && source.token(inner.lowerBound + 1)?.text == name
                && !isServer(configurationOf: setting.name)
        }.map { Match($0.name..<$0.value.upperBound, repaired: $0.value) }
    }

    /// Returns whether a configuration is for a server, by the value of its variable or else by the
    /// file.
    private func isServer(configurationOf member: Int) -> Bool {
        let value = assignment(beforeMember: member)?.prefix(20) ?? 0..<0
        let names = Set(value.map { source.tokens[$0].text })
        if names.contains("makeServerConfiguration") { return true }
        if names.contains("makeClientConfiguration") { return false }
        return mentions("makeServerConfiguration", "NIOSSLServerHandler")
    }
}
