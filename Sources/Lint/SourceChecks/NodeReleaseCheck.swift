import ScenarioFormat

// The versions of Node.js that skip an identity check.

extension CheckedMatches {
    /// The first fixed version of each release line.
    private static let fixed: [Int: ReleaseNumber] = [
        22: [22, 23, 2], 24: [24, 18, 1], 26: [26, 5, 1],
    ]

    /// Docker images with a full version, in a project that has its own identity checks.
    var nodeReleaseFindings: CheckResult {
        let checks = context.surroundings.files(.nodeIdentityCheck)
        guard !checks.isEmpty else { return CheckResult() }
        return CheckResult(
            findings: matches.compactMap { match in
                guard let range = match.captures["TAG"],
                    let number = ReleaseNumber(file.text(range).trimmingPrefix(":").description),
                    // A tag such as `node:22` is the newest version of its release line.
                    number.parts.count == 3, let line = number.parts.first, line <= 26,
                    // Release lines past their end of life never got a fixed version.
                    number < Self.fixed[line] ?? [27]
                else { return nil }
                var finding = CheckedFinding(match)
                finding.notes = ["checkServerIdentity is in \(checks.joined(separator: ", "))"]
                finding.edits = Self.fixed[line].map { fixed in
                    let text = file.text(range)
                        .replacing(number.text, with: fixed.text, maxReplacements: 1)
                    return [Edit(range, text)]
                }
                return finding
            }
        )
    }
}

extension ReleaseNumber {
    fileprivate var text: String { parts.map(String.init).joined(separator: ".") }
}
