import Basics
import Lint
import Runner
import ScenarioFormat

/// A finding at a place in a file, or an accepted attack, in the form of code scanning services.
package struct Issue: Sendable {
    /// The id of the rule, and the rule as a sentence.
    package let rule, about: String
    package let severity: Severity
    /// The message, which may contain an attacker's text.
    package let message: Untrusted
    /// The path relative to the working directory without a leading `./`, as the services write
    /// paths.
    package let file: String
    /// The place of the first wrong character; nil for the whole file.
    package let mark: Mark?
    /// The length of the wrong text in characters; nil for the rest of the line.
    package let length: Int?
    /// A text that identifies the issue in later reports, even after its line has moved.
    package let identity: String

    /// Makes an issue of a problem in one of Hatpin's own files.
    package init(_ diagnostic: Diagnostic) {
        rule = diagnostic.code.rawValue
        about = "A problem in a scenario or a client definition."
        severity =
            switch diagnostic.level {
            case .error: .high
            case .warning: .low
            case .note: .note
            }
        let help = diagnostic.help.map { "; " + $0 } ?? ""
        message = Untrusted(diagnostic.problem + help)
        file = Self.plain(diagnostic.file)
        (mark, length) = (diagnostic.mark, diagnostic.length)
        identity = "\(diagnostic.code.rawValue) \(diagnostic.problem)"
    }

    /// Makes an issue of a finding in a file of the user.
    package init(_ finding: Finding, in file: String) {
        rule = finding.rule
        about = Self.rules[finding.rule] ?? "A mistake in a configuration or in source code."
        severity = finding.severity
        let fix = finding.fix.map { "; fix: \($0.words)" } ?? ""
        let kind = finding.isOutage ? "outage: " : ""
        message = Untrusted("\(kind)\(finding.problem): \(finding.impact)\(fix)")
        self.file = Self.plain(file)
        (mark, length) = (finding.place?.mark, finding.place?.length)
        identity = "\(finding.rule) \(finding.problem)"
    }

    /// Makes an issue of an option of hatpin.yaml that can make an audit succeed although it finds
    /// weaknesses.
    init(_ option: StatedOption) {
        rule = "hatpin.yaml"
        about = "An option that hatpin.yaml sets."
        severity = .note
        message = Untrusted(option.words)
        file = Self.plain(option.file)
        (mark, length) = (option.mark, nil)
        identity = option.line
    }

    /// Makes an issue of an attack that a party accepted; nil for any other outcome.
    package init?(_ judgement: JudgementRecord, in plan: PlanRecord?) {
        guard judgement.outcome == .falseAccept else { return nil }
        self.init(failure: judgement, in: plan)
    }

    /// Makes an issue of any failure, including accepted attacks; nil for other outcomes.
    package init?(failure judgement: JudgementRecord, in plan: PlanRecord?) {
        guard judgement.outcome.isFailure else { return nil }
        let isAccepted = judgement.outcome == .falseAccept
        let words = judgement.words(in: plan)
        rule = judgement.covers.first ?? (isAccepted ? "false-accept" : judgement.outcome.rawValue)
        about = Prose.firstSentence(of: judgement.about)
        severity = judgement.importance.flatMap(Severity.init) ?? .high
        let again = words.again.map { "; again: \($0)" } ?? ""
        let result =
            isAccepted
            ? "\(judgement.party) accepted \(judgement.scenario), which must be rejected "
                + "(\(words.expected)): "
            : "\(judgement.party), \(judgement.scenario): expected \(words.expected); "
                + "got \(words.got); "
        message = Untrusted(result + words.because + again)
        file = Self.plain(judgement.file)
        mark = Mark(line: judgement.line, column: 1)
        length = nil
        identity = judgement.id
    }

    /// Returns the findings in these files as issues.
    package static func all(in reviews: [Review]) -> [Issue] {
        reviews.flatMap { review in review.findings.map { Issue($0, in: review.file) } }
    }

    /// Returns the path without a leading `./`, as code scanning services write paths.
    static func plain(_ path: String) -> String {
        path.hasPrefix("./") ? String(path.dropFirst(2)) : path
    }

    private static let rules = Dictionary(
        Review.tables.flatMap(\.rules).map { ($0.id, $0.about) },
        uniquingKeysWith: { first, _ in first }
    )
}
