extension CheckedMatches {
    /// All matches, if the network security configuration of the project has pins.
    var androidPins: CheckResult {
        let pinned = context.surroundings.files(.androidPins)
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
