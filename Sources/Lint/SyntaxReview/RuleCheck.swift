import Basics
import ScenarioFormat
import X509

/// Tests the samples of rules: a review must find the mistake in each sample, and no other mistake.
package struct RuleCheck: Sendable {
    private let rules: SourceRules
    private let program: AstGrep
    /// The date in reviews of samples: 2026-01-01.
    private static let date = Instant(seconds: 1_767_225_600)

    /// - Parameters:
    ///   - rules: the rules to test, and the rules that must find nothing in the samples of other
    ///     rules.
    ///   - program: searches the samples.
    package init(_ rules: SourceRules, _ program: AstGrep) {
        (self.rules, self.program) = (rules, program)
    }

    /// A sample of a rule, and what must be found in it.
    private struct Trial {
        let rule: SourceRule
        let sample: SourceRule.Sample
        let isBad: Bool
        /// Whether the sample is a program that the dynamic audit attacks.
        ///
        /// A note about its mistake is not enough, unless all findings of the rule are notes.
        var isAttacked = false
        /// The node of the sample in the rule's file.
        let place: Value
    }

    /// Tests the samples of the rules in some files.
    ///
    /// - Parameter files: the paths of the files; nil for all.
    /// - Returns: the mistakes, in the order of the files.
    /// - Throws: an `environment` failure if ast-grep cannot search.
    package func diagnostics(of files: Set<String>? = nil) throws(Failure) -> [Diagnostic] {
        let refused = try refusals(files)
        guard refused.isEmpty else { return refused }
        let trials = rules.rules.flatMap(trials).filter { trial in
            files?.contains(trial.place.place.source.path) ?? true
        }
        let reviews = try review(trials.map { ($0.sample, Array($0.sample.code.utf8)) })
        var found = Diagnostics()
        var edited: [(trial: Trial, bytes: [UInt8])] = []
        for (trial, review) in zip(trials, reviews) {
            for problem in problems(of: trial, review) {
                found.report(.failedSample(problem), trial.place.place)
            }
            let own = review.findings.filter { $0.rule == trial.rule.id && $0.severity != .note }
            let edits = own.flatMap { $0.fix?.edits ?? [] }
            if trial.isBad, !edits.isEmpty {
                edited.append((trial, review.file.applying(Array(Set(edits)))))
            }
        }
        let after = try review(edited.map { ($0.trial.sample, $0.bytes) })
        for ((trial, _), review) in zip(edited, after) {
            let left = review.findings.filter { $0.severity != .note }.map(\.rule)
            if !left.isEmpty || review.errors > 0 {
                let words = left.isEmpty ? "the code does not parse" : left.joined(separator: ", ")
                found.report(.failedSample("after the edits: \(words)"), trial.place.place)
            }
        }
        return found.all.sorted()
    }

    /// Returns the searches that ast-grep refuses, each searched alone.
    private func refusals(_ files: Set<String>?) throws(Failure) -> [Diagnostic] {
        if try program.refusal(of: rules) == nil { return [] }
        var found = Diagnostics()
        for rule in rules.rules {
            guard let document = rule.document,
                files?.contains(document.place.source.path) ?? true
            else { continue }
            for (index, search) in rule.searches.enumerated() {
                guard let words = try program.refusal(of: rules.only(rule, search)) else {
                    continue
                }
                let node = document["searches"]?.elements.dropFirst(index).first ?? document
                found.report(.refusedSearch(words), node.place)
            }
        }
        if found.all.isEmpty, let words = try program.refusal(of: rules) {
            throw Failure(.invalidScenario, "ast-grep refuses the shared rules: \(words)")
        }
        return found.all
    }

    private func trials(of rule: SourceRule) -> [Trial] {
        guard let document = rule.document else { return [] }
        let samples = [("bad", rule.bad), ("good", rule.good)].flatMap { key, samples in
            zip(samples, document[key]?.elements ?? []).map { sample, place in
                Trial(rule: rule, sample: sample, isBad: key == "bad", place: place)
            }
        }
        let attacks = zip(rule.attacks, document["attacks"]?.elements ?? [])
        let programs = attacks.flatMap { attack, place in
            [("bad", attack.bad), ("good", attack.good)].map { key, code in
                Trial(
                    rule: rule,
                    sample: .init(
                        language: attack.language,
                        file: attack.file,
                        // Some rules look for the number of a port.
                        code: code.replacing("@port@", with: "8443")
                    ),
                    isBad: key == "bad",
                    isAttacked: true,
                    place: place[key] ?? place
                )
            }
        }
        return samples + programs
    }

    private func problems(
        of trial: Trial,
        _ review: (file: ReviewedFile, findings: [Finding], errors: Int)
    ) -> [String] {
        var problems: [String] = []
        if review.errors > 0 { problems.append("the code does not parse") }
        let real = review.findings.filter { $0.severity != .note }
        // A note of another rule is no accusation.
        let others = review.findings.filter { finding in
            finding.rule == trial.rule.id
                ? !trial.isBad && (finding.severity != .note || trial.rule.severity == .note)
                : finding.severity != .note
        }
        for finding in others {
            let line = finding.place.map { " in line \($0.mark.line)" } ?? ""
            problems.append("\(finding.rule) finds a mistake\(line) of the sample")
        }
        let text = trial.sample.code.lowercased()
        let words = SourceRules.usualWords + trial.rule.words.map { $0.lowercased() }
        if trial.isBad, !words.contains(where: text.contains) {
            problems.append("no word of the rule is in this sample, so its file is not searched")
        }
        let found = trial.isAttacked && trial.rule.severity != .note ? real : review.findings
        if trial.isBad, !found.contains(where: { $0.rule == trial.rule.id }) {
            problems.append("\(trial.rule.id) finds nothing in this bad sample")
        }
        return problems
    }

    private func review(
        _ samples: [(SourceRule.Sample, [UInt8])]
    ) throws(Failure) -> [(file: ReviewedFile, findings: [Finding], errors: Int)] {
        let results = try results(for: samples)
        var reviews: [(file: ReviewedFile, findings: [Finding], errors: Int)] = []
        for (sample, result) in zip(samples, results) {
            let name = sample.0.file.isEmpty ? "sample." + sample.0.language.ending : sample.0.file
            let file = ReviewedFile(sample.1, named: name)
            var context = ReviewContext(now: Self.date, hosts: sample.0.hosts)
            for fact in sample.0.project { context.surroundings.add("another file", showing: fact) }
            switch result {
            case .matches(let matches, let errors, let unread):
                if let script = unread.first { throw Self.failure(script.reason) }
                let review = SyntaxReview(
                    file: file,
                    language: sample.0.language,
                    rules: rules,
                    context: context
                )
                let findings = review.readings(matches).values.flatMap(\.findings)
                reviews.append((file, findings, errors))
            case .unread(let reason), .unreadable(let reason):
                throw Self.failure(reason)
            }
        }
        return reviews
    }

    private static func failure(_ reason: String) -> Failure {
        Failure(.environment, "cannot search the samples of rules: \(reason)")
    }

    private func results(
        for samples: [(SourceRule.Sample, [UInt8])]
    ) throws(Failure) -> [SyntaxResult] {
        let settings = SettingsSearch(rules)
        var results = samples.map { sample, bytes in
            SyntaxResult.matches(settings.matches(in: bytes, named: sample.file), errors: 0)
        }
        let parsed = samples.indices.filter { samples[$0].0.language != .settings }
        let files = parsed.map { SearchedFile(samples[$0].0.language, samples[$0].1) }
        for (index, result) in zip(parsed, try program.search(files, for: rules)) {
            results[index] = result
        }
        return results
    }
}
