import Basics
import ScenarioFormat

// SourceChecks decides in Swift what a rule of ast-grep cannot: whether a text is a hash, whether two
// places of a file agree, what other files say. A search names its check (`check: NAME`).

extension CheckName {
    /// Returns the findings among matches, and the places that cannot be decided.
    func decide(_ matches: CheckedMatches) -> CheckResult {
        switch self {
        case .curlBuilds: matches.curlBuildFindings
        case .curlPins: matches.curlPinFindings
        case .nginxUpstreams: matches.nginxUpstreamFindings
        case .nodeReleases: matches.nodeReleaseFindings
        case .okHttpPins: matches.okHttpPinFindings
        }
    }
}

/// What a check in Swift decides about.
struct CheckedMatches {
    let file: ReviewedFile
    let rule: SourceRule
    /// The date, the hosts and the project around the file.
    let context: ReviewContext
    /// The matches of all searches of the rule that name this check, in the order of the file.
    let matches: [SyntaxMatch]
    /// The constants of the file and the values that the caller defines.
    let constants: SourceConstants

    /// Returns the text that a capture of a match stands for; nil if it is not in the file.
    func text(_ capture: String, _ match: SyntaxMatch) -> SourceConstants.Text? {
        match.captures[capture].flatMap(constants.text)
    }
}

/// The result of a check.
struct CheckResult {
    var findings: [CheckedFinding] = []
    /// The places that cannot be decided, with their reasons.
    var unread: [Unread] = []
}

/// A match that is a mistake, with what differs from the texts of its rule.
struct CheckedFinding {
    let match: SyntaxMatch
    /// The bytes to underline; nil for the place that the search states.
    var place: Range<Int>?
    var problem: String?
    var label: String?
    var impact: String?
    var fix: String?
    var severity: Severity?
    /// Whether this place causes an outage, even if the rule alone does not.
    var isOutage = false
    var related: [Finding.Related] = []
    var notes: [String] = []
    /// The edits; nil for those that the search states.
    var edits: [Edit]?

    init(_ match: SyntaxMatch) { self.match = match }
}
