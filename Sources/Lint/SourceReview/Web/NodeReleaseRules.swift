import ScenarioFormat

// The versions of Node.js that skip an identity check.

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
}

extension ReleaseNumber {
    fileprivate var text: String { parts.map(String.init).joined(separator: ".") }
}
