extension CheckedMatches {
    /// Returns all matches, if a configuration of the project has pins.
    ///
    /// - Parameter fact: what shows the pins.
    /// - Returns: the findings, which name the configuration; none without pins.
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
