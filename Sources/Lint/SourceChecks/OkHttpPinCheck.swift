extension CheckedMatches {
    var okHttpPinFindings: CheckResult { CheckResult(findings: matches.map(CheckedFinding.init)) }
}
