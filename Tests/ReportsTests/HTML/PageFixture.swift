import Reports
import Runner
import X509

/// Runs for pages.
enum PageFixture {
    static func plan(pairs: Int) -> PlanRecord {
        PlanRecord(
            tool: "hatpin 1.2.3",
            started: Instant(seconds: 1_795_254_120),
            seed: 1,
            now: Instant(seconds: 1_795_254_120),
            root: "Scenarios",
            parties: ["reference", "curl"],
            scenarios: 1,
            cases: 1,
            pairs: pairs,
            hash: "7f3a",
            isChainOnly: false
        )
    }

    static func judgement(
        _ scenario: String,
        _ outcome: Outcome.Kind,
        party: String = "reference",
        change: (inout JudgementRecord) -> Void = { _ in }
    ) -> JudgementRecord {
        var judgement = JudgementRecord(
            index: 0,
            id: "\(scenario)@\(party)",
            scenario: scenario,
            party: party,
            file: "Scenarios/\(scenario).yaml",
            line: 16,
            about: "An attack must be refused. More follows.",
            expected: ExpectationRecord(reasons: ["pin-mismatch"]),
            outcome: outcome,
            elapsed: 41_200
        )
        judgement.verdict = .accept(grounds: "path")
        judgement.presented = ["leaf", "intermediate"]
        judgement.tags = ["mitm"]
        judgement.importance = "high"
        judgement.chain = ChainRecord(
            received: [
                .init(name: "root", issuer: "root", marks: [.trusted]),
                .init(
                    name: "leaf",
                    issuer: "root",
                    marks: [.sent, .pinned],
                    changes: ["valid: -90d..-1d"]
                ),
            ],
            server: [.init(name: "genuine", issuer: "root", marks: [.sent])]
        )
        change(&judgement)
        return judgement
    }

    static func page(
        _ judgements: [JudgementRecord],
        planned: Int? = nil,
        certificates: @escaping @Sendable (String) -> [UInt8]? = { _ in nil },
        since: [EarlierJudgements] = []
    ) -> String {
        var tally = Tally()
        for judgement in judgements { tally.count(judgement) }
        var options = ReportOptions()
        options.certificates = certificates
        options.since = since
        guard var reporter = FormatOf<RunRecord>.named("html")?.writer(options) else { return "" }
        var text = reporter.receive(.plan(plan(pairs: planned ?? judgements.count)))
        for judgement in judgements { text += reporter.receive(.judgement(judgement)) }
        let summary = SummaryRecord(tally: tally, wasInterrupted: false, elapsed: 900)
        return text + reporter.receive(.summary(summary))
    }
}
