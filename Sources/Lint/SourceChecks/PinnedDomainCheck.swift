extension CheckedMatches {
    /// The matches, if an `Info.plist` of the project pins hosts.
    var pinnedDomainFindings: CheckResult {
        let pinned = context.surroundings.files(.pinnedDomains)
        guard !pinned.isEmpty else { return CheckResult() }
        return CheckResult(
            findings: matches.map { match in
                var finding = CheckedFinding(match)
                finding.notes = ["pins are in \(pinned.joined(separator: ", "))"]
                return finding
            }
        )
    }
}
