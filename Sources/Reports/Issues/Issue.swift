import Basics
import Lint
import Runner
import ScenarioFormat

/// A mistake at a place of a file, or an attack that was accepted, as services that scan code show it.
package struct Issue: Sendable {
    /// The id of the rule that it breaks, and the rule in a sentence.
    package let rule, about: String
    package let severity: Severity
    /// Its texts may be an attacker's.
    package let message: Untrusted
    /// Relative to the working directory, without `./` in front, as the services name files.
    package let file: String
    /// The place of its first character; nil for the file as a whole.
    package let mark: Mark?
    /// In characters; nil for the rest of the line.
    package let length: Int?
    /// Says in later reports that an issue is the same, wherever it then stands.
    package let identity: String

    /// A problem of one of our own files.
    package init(_ diagnostic: Diagnostic) {
        rule = diagnostic.code.rawValue
        about = "A fault of a scenario or of the definition of a client."
        severity = diagnostic.severity == .error ? .high : .low
        let help = diagnostic.help.map { "; " + $0 } ?? ""
        message = Untrusted(diagnostic.problem + help)
        file = Self.plain(diagnostic.file)
        (mark, length) = (diagnostic.mark, diagnostic.length)
        identity = "\(diagnostic.code.rawValue) \(diagnostic.problem)"
    }

    /// A mistake of an owner's file.
    package init(_ finding: Finding, in file: String) {
        rule = finding.rule
        about = Self.rules[finding.rule] ?? "A mistake of a configuration or of source code."
        severity = finding.severity
        let fix = finding.fix.map { "; fix: \($0.words)" } ?? ""
        let kind = finding.isOutage ? "outage: " : ""
        message = Untrusted("\(kind)\(finding.problem): \(finding.impact)\(fix)")
        self.file = Self.plain(file)
        (mark, length) = (finding.place?.mark, finding.place?.length)
        identity = "\(finding.rule) \(finding.problem)"
    }

    /// An option of hatpin.yaml that can make an audit succeed.
    init(_ option: StatedOption) {
        rule = "hatpin.yaml"
        about = "An option that a file of defaults states."
        severity = .note
        message = Untrusted(option.words)
        file = Self.plain(option.file)
        (mark, length) = (option.mark, nil)
        identity = option.line
    }

    /// An attack that a party accepted; nil for every other outcome.
    package init?(_ judgement: JudgementRecord, in plan: PlanRecord?) {
        guard judgement.outcome == .falseAccept else { return nil }
        self.init(failure: judgement, in: plan)
    }

    /// Any other result than the expected one, an accepted attack among them; nil for what is no
    /// failure.
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

    /// The mistakes of these files.
    package static func all(in reviews: [Review]) -> [Issue] {
        reviews.flatMap { review in review.findings.map { Issue($0, in: review.file) } }
    }

    /// A path as the services write it.
    static func plain(_ path: String) -> String {
        path.hasPrefix("./") ? String(path.dropFirst(2)) : path
    }

    private static let rules = Dictionary(
        Review.tables.flatMap(\.rules).map { ($0.id, $0.about) },
        uniquingKeysWith: { first, _ in first }
    )
}
