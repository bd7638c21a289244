import Basics
import ScenarioFormat

// SourceChecks decides in Swift what a rule of ast-grep cannot: whether a text is a hash, whether
// two places of a file agree, what other files say. A search names its check (`check: NAME`).

extension CheckName {
    /// Returns the findings among matches, and the places that cannot be decided.
    func decide(_ matches: CheckedMatches) -> CheckResult {
        switch self {
        case .alamofireKeys: matches.alamofireKeyFindings
        case .alamofireSubdomains: matches.alamofireSubdomainFindings
        case .androidPins: matches.findings(ifPinned: .androidPins)
        case .cleartextURLs: matches.cleartextURLFindings
        case .curlBuilds: matches.curlBuildFindings
        case .curlPins: matches.curlPinFindings
        case .finalDots: matches.finalDots
        case .nginxUpstreams: matches.nginxUpstreamFindings
        case .nodeReleases: matches.nodeReleaseFindings
        case .okHttpForgottenPins: matches.okHttpForgottenPins
        case .okHttpHashes: matches.okHttpHashes
        case .okHttpPlaceholders: matches.okHttpPlaceholders
        case .okHttpRefusals: matches.okHttpRefusals
        case .okHttpSchemes: matches.okHttpSchemes
        case .okHttpSecondClients: matches.okHttpSecondClients
        case .okHttpSinglePins: matches.okHttpSinglePins
        case .okHttpSubdomains: matches.okHttpMissed { !$0.hasPrefix("*") }
        case .okHttpWildcards: matches.okHttpMissed { $0.hasPrefix("*.") }
        case .pinnedDomains: matches.findings(ifPinned: .pinnedDomains)
        case .sessionNames: matches.sessionNameFindings
        }
    }
}

/// The matches that a check in Swift decides about, with their file and rule.
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

    /// Returns the edits that give an expression another text.
    ///
    /// A literal gets the new text. A literal replaces a name, because other code may use the
    /// constant of that name.
    ///
    /// - Returns: the edits; empty for any other expression.
    func edits(of expression: Range<Int>, to text: String) -> [Edit] {
        if let literal = constants.text(of: expression)?.range,
            expression.lowerBound < literal.lowerBound, literal.upperBound < expression.upperBound
        {
            return [Edit(literal, text)]
        }
        let isName = file.text(expression).allSatisfy { $0.isLetter || $0.isNumber || $0 == "_" }
        return isName ? [Edit(expression, "\"\(text)\"")] : []
    }

    /// Returns the unread place for an expression whose text is not in the file.
    func unread(_ expression: Range<Int>) -> Unread {
        let written = file.text(expression.prefix(60)).split { $0.isWhitespace }
            .joined(separator: " ")
        let name = written.prefix { $0.isLetter || $0.isNumber || "_.$".contains($0) }
        let shown = name.isEmpty ? written : String(name)
        // `--define` can set only a single name.
        let way = name.isEmpty || name.count != written.count ? "" : "; set it with --define"
        return Unread(at: file.span(expression), "\(shown) is not a literal of this file\(way)")
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
    /// The bytes to underline; nil for the place that the search names.
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
    /// The edits; nil for the edits that the search states.
    var edits: [Edit]?

    init(_ match: SyntaxMatch) { self.match = match }
}
