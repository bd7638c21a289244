import ScenarioFormat

// Rules for identity checks that Node.js or a library skips.

extension CodeRule {
    static let nodeRelease = CodeRule(
        "NOD-005",
        .medium,
        "a Node.js version that skips `checkServerIdentity` for resumed sessions",
        in: [.shell],
        "this version of Node.js skips checkServerIdentity for resumed TLS sessions",
        label: "CVE-2026-48934, CVE-2026-58040",
        impact: "a session opened for another name or request is resumed without checking the pin",
        fix: "use 22.23.2, 24.18.1, 26.5.1 or later",
        find: { $0.nodeReleases }
    )

    static let nodeTunnel = CodeRule(
        "NOD-006",
        .medium,
        "a `checkServerIdentity` that the `request` library ignores behind a proxy",
        in: [.javaScript],
        "the `request` library ignores this check behind a proxy",
        label: "not passed to the proxy tunnel",
        impact:
            "if HTTPS_PROXY or `proxy` is set, no pin is compared and a certificate from any "
            + "trusted CA is accepted",
        fix: "use https or undici; the library is no longer maintained (request/request#2872)",
        find: { $0.nodeTunnelledChecks }
    )
}

extension CodeReview {
    /// The first fixed version of each release line.
    private static let fixed: [Int: ReleaseNumber] = [
        22: [22, 23, 2], 24: [24, 18, 1], 26: [26, 5, 1],
    ]

    /// Docker images with a full version, in a project that has its own identity checks.
    fileprivate var nodeReleases: [Match] {
        let checks = context.surroundings.files(.nodeIdentityCheck)
        guard !checks.isEmpty else { return [] }
        return words { $0.hasPrefix("node:") }.compactMap { match in
            let token = source.tokens[match.tokens.lowerBound]
            guard source.token(match.tokens.lowerBound - 1)?.is("FROM") ?? false,
                let number = ReleaseNumber(String(token.text.dropFirst("node:".count))),
                // A tag such as `node:22` is the newest version of its release line.
                number.parts.count == 3, let line = number.parts.first
            else { return nil }
            // Release lines past their end of life never got a fixed version.
            if let fixed = Self.fixed[line] ?? (line < 26 ? [26, 5, 1] : nil) {
                guard number < fixed else { return nil }
            } else {
                return nil
            }
            var match = match
            match.notes = ["checkServerIdentity is in \(checks.joined(separator: ", "))"]
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

    /// Settings of `checkServerIdentity` in a file that uses `request`.
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
            // Another rule reports a check that rejects nothing.
            return body.prefix(400).contains { source.tokens[$0].is("Error") }
        }.map { Match($0.name..<$0.name + 1) }
    }
}

extension ReleaseNumber {
    fileprivate var text: String { parts.map(String.init).joined(separator: ".") }
}
