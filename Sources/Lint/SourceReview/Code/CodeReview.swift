import ScenarioFormat

/// A source file under review.
struct CodeReview: Sendable {
    let file: ReviewedFile
    let source: SourceFile
    let context: ReviewContext
    /// Whether the file contains a URL of this machine or a private network.
    let hasLocalURL: Bool

    init(file: ReviewedFile, source: SourceFile, context: ReviewContext) {
        (self.file, self.source, self.context) = (file, source, context)
        hasLocalURL = source.tokens.contains {
            $0.kind == .string && $0.text.contains("://")
                && HostText.isLocal(HostText.host(of: $0.text))
        }
    }

    /// Returns the value of tokens, using the values that the caller defines for names.
    func value(_ range: Range<Int>) -> SourceValue {
        let value = source.value(of: range)
        if case .unknown(let name) = value {
            let last = name.split(separator: ".").last.map(String.init) ?? name
            if let text = context.defines[last] { return .text(text) }
        }
        return value
    }

    func mentions(_ names: String...) -> Bool {
        names.contains { !source.occurrences(of: $0).isEmpty }
    }

    /// Returns the span of tokens.
    func span(_ tokens: Range<Int>) -> Span { file.span(source.bytes(of: tokens)) }

    /// Returns whether tokens are in a region that only debug builds have.
    func isDebug(_ tokens: Range<Int>) -> Bool {
        source.isDebug(source.bytes(of: tokens).lowerBound)
    }
}

/// A place where a rule found its mistake.
struct Match: Sendable {
    /// The tokens to underline.
    var tokens: Range<Int>
    /// The tokens that a repair replaces or deletes; by default the underlined ones.
    var repaired: Range<Int>
    /// The problem here, in place of the rule's text.
    var problem: String?
    var label: String?
    var impact: String?
    /// The severity here, if it differs from the rule's.
    var severity: Severity?
    /// Whether this place causes an outage, even if the rule alone does not.
    var isOutage = false
    var related: [Finding.Related] = []
    var notes: [String] = []
    /// The edits, if the rule's repair cannot express them.
    var edits: [Edit]?

    init(_ tokens: Range<Int>, repaired: Range<Int>? = nil) {
        (self.tokens, self.repaired) = (tokens, repaired ?? tokens)
    }

    /// The same match, as the cause of an outage.
    var outage: Match {
        var match = self
        match.isOutage = true
        return match
    }
}

/// A mistake in source code: how to find it, its texts, and how to fix it.
struct CodeRule: Sendable {
    let rule: Rule
    /// The languages in which the rule searches.
    let languages: Set<Language>
    let problem: String
    let label: String
    let impact: String
    let fix: String
    let repair: Repair
    let find: @Sendable (CodeReview) -> [Match]

    init(
        _ id: String,
        _ severity: Severity,
        _ about: String,
        in languages: Set<Language>,
        _ problem: String,
        label: String,
        impact: String,
        fix: String,
        _ repair: Repair = .none,
        find: @escaping @Sendable (CodeReview) -> [Match]
    ) {
        self.init(
            Rule(id, severity, about),
            in: languages,
            problem,
            label: label,
            impact: impact,
            fix: fix,
            repair,
            find: find
        )
    }

    /// Creates a rule for a mistake that can also occur outside source code.
    init(
        _ rule: Rule,
        in languages: Set<Language>,
        _ problem: String,
        label: String,
        impact: String,
        fix: String,
        _ repair: Repair = .none,
        find: @escaping @Sendable (CodeReview) -> [Match]
    ) {
        self.rule = rule
        self.languages = languages
        (self.problem, self.label, self.impact) = (problem, label, impact)
        (self.fix, self.repair, self.find) = (fix, repair, find)
    }

    /// Returns the finding for a match.
    func finding(_ match: Match, in review: CodeReview) -> Finding {
        let rule = match.isOutage ? rule.outage : rule
        let match = rule.isOutage ? match : review.loweredForLocalURL(match)
        var edits = match.edits ?? repair.edits(match, in: review)
        var notes = match.notes
        var severity = match.severity ?? rule.severity
        if review.isDebug(match.tokens), severity != .note {
            severity = .note
            notes.append("this code runs in debug builds only")
        }
        if severity != .note, let condition = review.condition(around: match.tokens) {
            let offset = review.source.bytes(of: condition.tokens).lowerBound
            let line = review.file.lineNumber(at: offset)
            if condition.isAskedFor {
                severity = .note
                notes.append("an option turns this on (line \(line))")
            } else if !edits.isEmpty {
                notes.append("no edit proposed: the code depends on the condition in line \(line)")
            }
            edits = []
        }
        return Finding(
            rule,
            severity,
            at: review.span(match.tokens),
            match.problem ?? problem,
            label: match.label ?? label,
            impact: match.impact ?? impact,
            fix: review.file.fix(fix, edits),
            related: match.related,
            notes: notes
        )
    }
}

/// The rules for one library or tool, such as OkHttp, as used in source code.
///
/// ```swift
/// static let go = CodeSystem(
///     name: "Go: crypto/tls",
///     noun: "Go",
///     rules: [.goSkip, .goUnresumed],
///     isUsed: { review in review.mentions("tls") }
/// )
/// ```
struct CodeSystem: Sendable {
    let name: String
    let noun: String
    let rules: [CodeRule]
    /// Whether a file uses the system.
    let isUsed: @Sendable (CodeReview) -> Bool
    /// The places that the rules could not read.
    var unread: @Sendable (CodeReview) -> [Unread] = { _ in [] }

    var reviewed: ReviewedSystem {
        var seen: Set<String> = []
        let table = rules.map(\.rule).filter { seen.insert($0.id).inserted }
        return ReviewedSystem(table: RuleTable(name, table), noun: noun) { file, context in
            guard let source = file.source else { return nil }
            let review = CodeReview(file: file, source: source, context: context)
            // Without ast-grep, the rules here find at least what they can.
            let replaced = context.search?.ruleIDs ?? []
            let rules = rules.filter { rule in
                rule.languages.contains(source.language) && !replaced.contains(rule.rule.id)
            }
            guard !rules.isEmpty, isUsed(review) else { return nil }
            var findings: [Finding] = []
            for rule in rules {
                findings += rule.find(review).map { rule.finding($0, in: review) }
            }
            return Reading(
                findings: findings,
                unread: unread(review),
                comments: source.comments
            )
        }
    }
}
