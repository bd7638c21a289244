import Basics

extension CheckedMatches {
    /// The matches, with edits that change the scheme of `$URL` from http to https.
    var cleartextURLFindings: CheckResult {
        CheckResult(
            findings: matches.map { match in
                var finding = CheckedFinding(match)
                finding.edits = match.captures["URL"]
                    .flatMap { file.bytes[$0].firstPlace(of: Array("http://".utf8)) }
                    .map { [Edit($0.lowerBound..<$0.lowerBound + 4, "https")] }
                return finding
            }
        )
    }
}
