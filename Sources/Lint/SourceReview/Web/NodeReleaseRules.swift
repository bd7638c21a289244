// Checks of a server's identity that Node.js or a library passes over.

extension CodeRule {
    static let nodeRelease = CodeRule(
        "NOD-005",
        .medium,
        "a Node.js whose resumed TLS sessions skip `checkServerIdentity`",
        in: [.shell],
        "resumed TLS sessions skip checkServerIdentity in this Node.js",
        label: "CVE-2026-48934, CVE-2026-58040",
        impact: "a session that another name or request opened passes without the check of the pin",
        fix: "use 22.23.2, 24.18.1, 26.5.1 or later",
        find: { $0.nodeReleases }
    )

    static let nodeTunnel = CodeRule(
        "NOD-006",
        .medium,
        "a `checkServerIdentity` that the library `request` drops behind a proxy",
        in: [.javaScript],
        "the library `request` drops this check behind a proxy",
        label: "not handed to the tunnel",
        impact: "where HTTPS_PROXY or `proxy` is set no pin is compared: "
            + "a certificate of any trusted authority passes",
        fix: "use https or undici; the library is not maintained (request/request#2872)",
        find: { $0.nodeTunnelledChecks }
    )
}

extension CodeReview {
    /// The first release of each line in which an agent's sessions belong to one check.
    private static let fixed: [Int: ReleaseNumber] = [
        22: [22, 23, 2], 24: [24, 18, 1], 26: [26, 5, 1],
    ]

    /// Images of a Dockerfile by a full version, in a project that checks identities itself.
    fileprivate var nodeReleases: [Match] {
        let checks = context.surroundings.files(.nodeIdentityCheck)
        guard !checks.isEmpty else { return [] }
        return words { $0.hasPrefix("node:") }.compactMap { match in
            let token = source.tokens[match.tokens.lowerBound]
            guard source.token(match.tokens.lowerBound - 1)?.is("FROM") ?? false,
                let number = ReleaseNumber(String(token.text.dropFirst("node:".count))),
                // `node:22` is the line's newest.
                number.parts.count == 3, let line = number.parts.first
            else { return nil }
            // Lines that have ended got no correction.
            if let fixed = Self.fixed[line] ?? (line < 26 ? [26, 5, 1] : nil) {
                guard number < fixed else { return nil }
            } else {
                return nil
            }
            var match = match
            match.notes = ["checkServerIdentity stands in \(checks.joined(separator: ", "))"]
            if let fixed = Self.fixed[line] {
                let (old, new) = (number.text, fixed.text)
                let written = file.text(token.range)
                match.edits = [
                    Edit(token.range, written.replacing(old, with: new, maxReplacements: 1))
                ]
            }
            return match
        }
    }

    /// Settings of the check in a file that requires `request`.
    fileprivate var nodeTunnelledChecks: [Match] {
        let libraries = ["request", "request-promise", "request-promise-native"]
        let isRequired = libraries.flatMap { source.occurrences(of: $0) }.contains { index in
            source.tokens[index].kind == .string
                && (source.token(index - 2)?.is("require") ?? false
                    || source.token(index - 1)?.is("from") ?? false)
        }
        guard isRequired else { return [] }
        return source.settings("checkServerIdentity").filter { setting in
            guard let body = source.closureBody(setting.value) else { return true }
            // One that refuses nothing is the other rule's.
            return body.prefix(400).contains { source.tokens[$0].is("Error") }
        }.map { Match($0.name..<$0.name + 1) }
    }
}

extension ReleaseNumber {
    fileprivate var text: String { parts.map(String.init).joined(separator: ".") }
}
