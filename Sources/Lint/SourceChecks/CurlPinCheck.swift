import Basics

extension CheckedMatches {
    /// The mistakes that the rule reports in curl's pins; the captures `VALUE` state the pins.
    var curlPinFindings: CheckResult {
        var result = CheckResult()
        for match in matches {
            guard let value = match.captures["VALUE"] else { continue }
            let isOfCommand = match.captures["COMMAND"] != nil
            let text = isOfCommand ? value : constants.text(of: value)?.range
            guard let text, !isOfCommand || !file.text(text).contains("$") else {
                if constants.text(of: value) == nil, rule.id == Rule.curlPinForm.id {
                    result.unread.append(unread(value))
                }
                continue
            }
            for finding in CurlPin(file: file, range: text).allFindings
            where finding.rule == rule.id {
                result.findings.append(CheckedFinding(match, finding))
            }
        }
        return result
    }
}

extension CheckedFinding {
    /// Creates the finding of a match from a finding that the rules for configurations made.
    fileprivate init(_ match: SyntaxMatch, _ finding: Finding) {
        self.init(match)
        place = finding.place?.range
        (problem, label, impact) = (finding.problem, finding.label, finding.impact)
        (severity, isOutage) = (finding.severity, finding.isOutage)
        (related, notes) = (finding.related, finding.notes)
        (fix, edits) = (finding.fix?.words, finding.fix?.edits)
    }
}
