import Basics
import PathValidation
import Reports
import Runner
import TestSupport
import X509

/// A run with one judgement of every outcome.
enum Fixture {
    static let plan = PlanRecord(
        tool: "hatpin 1.2.3",
        started: Instant(seconds: 1_795_254_120),
        seed: 1,
        now: Instant(seconds: 1_795_254_120),
        root: "Scenarios",
        parties: ["reference", "afnetworking:mode=public-key"],
        scenarios: 15,
        cases: 15,
        pairs: 17,
        hash: "7f3a",
        isChainOnly: false
    )

    static func judgement(
        _ scenario: String,
        party: String = "reference",
        expected: ExpectationRecord = ExpectationRecord(reasons: ["pin-mismatch"]),
        _ outcome: Outcome.Kind,
        _ verdict: JudgementRecord.Verdict? = nil,
        change: (inout JudgementRecord) -> Void = { _ in }
    ) -> JudgementRecord {
        var judgement = JudgementRecord(
            index: 0,
            id: "\(scenario)@\(party)",
            scenario: scenario,
            party: party,
            file: "Scenarios/\(scenario.prefix { $0 != "[" }).yaml",
            line: 16,
            about:
                "leaf <- intermediate <- root\n\nWhat must be refused\nis refused. More follows.",
            expected: expected,
            outcome: outcome,
            elapsed: 41_200
        )
        judgement.verdict = verdict
        judgement.presented = ["leaf", "intermediate"]
        judgement.connections = 1
        change(&judgement)
        return judgement
    }

    static func reject(_ reason: String, _ sentence: String) -> JudgementRecord.Verdict {
        .reject(reason: reason, sentence: Untrusted(sentence))
    }

    static let expired = ExpectationRecord(reasons: ["expired"])
    static let accept = ExpectationRecord(reasons: nil)

    static let judgements = unnumbered.enumerated().map { index, judgement in
        var judgement = judgement
        judgement.index = index
        return judgement
    }

    private static let unnumbered: [JudgementRecord] = [
        judgement("pins/renewal[same-key]", expected: accept, .pass, .accept(grounds: "path")) {
            $0.hasRequested = true
            $0.path = ["leaf", "intermediate", "root"]
            $0.tags = ["pinning"]
            $0.covers = ["PIN-001"]
        },
        judgement("pins/corporate-proxy", .falseAccept, .accept(grounds: "path")) {
            $0.presented = ["forged", "corp-root"]
            $0.path = ["forged", "corp-root"]
            $0.hasRequested = true
            $0.evidence = ".hatpin/last/pins/corporate-proxy@reference"
        },
        judgement(
            "names/exact",
            expected: accept,
            .falseReject,
            reject("name-mismatch", "the certificate names other.example.test")
        ) { $0.alert = "bad-certificate" },
        judgement(
            "dates/expired",
            expected: expired,
            .wrongReason,
            reject("name-mismatch", "the certificate names www.example.test")
        ),
        judgement(
            "pins/alert",
            expected: ExpectationRecord(
                reasons: ["pin-mismatch"],
                observations: [.init(key: "alert", value: "bad-certificate")]
            ),
            .wrongObservation,
            reject("pin-mismatch", "no key of the path is pinned")
        ) {
            $0.alert = "unknown-ca"
            $0.mismatch = .init(
                key: "alert",
                expected: Untrusted("bad-certificate"),
                observed: Untrusted("unknown-ca")
            )
        },
        judgement("names/partial", .known, .accept(grounds: "path")) {
            $0.detail = Untrusted("still matches partial labels")
        },
        judgement("names/stale", .staleDifference, reject("pin-mismatch", "no pin")) {
            $0.detail = Untrusted("the difference of reference no longer happens; delete its entry")
        },
        inconclusive("dates/expired", party: "afnetworking:mode=public-key"),
        inconclusive("dates/deep/not-yet[leaf.key=p256]", party: "afnetworking:mode=public-key"),
        inconclusive("pins/alone", party: "reference"),
        judgement("pins/none", .notApplicable) { $0.detail = Untrusted("it has no pins") },
        judgement("tls/hang", .timeout) {
            $0.serverFaults = ["hang"]
            $0.detail = Untrusted("no verdict within 5.0 s")
        },
        judgement("tls/crash", .crash) { $0.detail = Untrusted("died of signal 11") },
        judgement("tls/odd", .clientError) { $0.detail = Untrusted("sent HTTP in the clear") },
        judgement("tls/gone", .closed) { $0.detail = Untrusted("closed without an alert") },
        judgement("tls/port", .harnessError) { $0.detail = Untrusted("bind: Permission denied") },
        judgement("pins/weak", expected: accept, .pass, .accept(grounds: "unchecked")) {
            $0.weakness = .init(
                reasons: ["expired"],
                severity: "medium",
                attackerNeeds: "an old key",
                advice: "judge the dates"
            )
            $0.covers = ["VAL-001"]
            $0.id += "#2"
        },
    ]

    static func inconclusive(_ scenario: String, party: String) -> JudgementRecord {
        judgement(scenario, party: party, .inconclusive, reject("pin-mismatch", "no pin")) {
            $0.control = Untrusted("reject: unknown-issuer")
        }
    }

    static var tally: Tally {
        var tally = Tally()
        for judgement in judgements { tally.count(judgement) }
        return tally
    }

    static var records: [RunRecord] {
        [.plan(plan)] + judgements.map(RunRecord.judgement)
            + [.summary(SummaryRecord(tally: tally, wasInterrupted: false, elapsed: 5_912_345))]
    }

    static let good: [RunRecord] = {
        var tally = Tally()
        tally.count(judgements[0])
        var plan = Self.plan
        plan.pairs = 1
        plan.scenarios = 1
        return [
            .plan(plan), .judgement(judgements[0]),
            .summary(SummaryRecord(tally: tally, wasInterrupted: false, elapsed: 900)),
        ]
    }()

    static func render(
        _ records: [RunRecord],
        _ format: String,
        _ options: ReportOptions = .init()
    )
        -> String
    {
        guard var reporter = FormatOf<RunRecord>.named(format)?.writer(options) else { return "" }
        return records.map { reporter.receive($0) }.joined()
    }
}
