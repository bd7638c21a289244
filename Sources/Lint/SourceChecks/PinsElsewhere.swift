extension CheckedMatches {
    /// Returns all matches as findings, if a configuration of the project has pins.
    ///
    /// - Parameter fact: the fact that a configuration with pins shows.
    /// - Returns: the findings, which name the configuration; empty if no configuration has pins.
    func findings(ifPinned fact: ProjectFiles.Fact) -> CheckResult {
        let pinned = context.surroundings.files(fact)
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
