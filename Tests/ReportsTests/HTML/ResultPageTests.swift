import Lint
import ScenarioFormat
import TestSupport
import Testing
import X509

@testable import Campaigns
@testable import ClientModels
@testable import Reports
@testable import Runner
@testable import ScenarioFormat

/// Pages of comparisons, mutants, coverage and fuzzing, with a text in place of all text of users.
enum ResultPages {
    static func comparison(_ text: String? = nil) -> String {
        let verdicts = [
            ("reject: expired", ["accept", "reject: expired"], "time/expired"),
            ("accept", ["accept", "reject: name-mismatch"], "names/sound"),
            ("reject: expired", ["reject: pin-mismatch", "timeout"], "time/pinned"),
        ]
        return ComparisonPage(
            parties: [text ?? "curl", "okhttp"],
            verdicts.map { truth, verdicts, id in
                ComparisonPage.Difference(
                    truth: truth,
                    verdicts: [text ?? verdicts[0], verdicts[1]],
                    setups: [(text ?? id, text ?? "\(id): a setup")]
                )
            },
            judged: 90,
            leftOut: 2
        ).document
    }

    static func mutants(_ text: String? = nil) -> String {
        let killer = MutantHunt.Killer(
            pair: text ?? "time/expired@reference",
            outcome: .falseAccept,
            isOverHandshake: false
        )
        let results = Mutant.catalogue.prefix(4).enumerated().map { number, mutant in
            MutantHunt.Result(mutant: mutant, killer: number % 2 == 0 ? killer : nil)
        }
        let proofs = Mutant.catalogue.dropFirst(2).prefix(2).map {
            EquivalentMutant(name: $0.name, because: text ?? "Another check does the same.")
        }
        return MutantPage(
            MutantReport(
                MutantHunt.Report(results: results, unfit: [text ?? "a/b@reference"]),
                equivalents: proofs,
                pairs: 7,
                seed: 1,
                now: Instant(seconds: 1_795_254_120),
                elapsed: 5_000_000
            )
        ).document
    }

    static func coverage(_ text: String? = nil) -> String {
        let groups = AttackGroup.catalogue.prefix(3).map { group in
            Coverage.Group(
                group: group,
                rows: group.attacks.enumerated().map { number, row in
                    Coverage.Row(row: row, scenarios: number == 0 ? [text ?? "pins/none"] : [])
                }
            )
        }
        return CoveragePage(groups: groups).document
    }

    static func change(_ text: String? = nil) -> String {
        let harm = AuditRecord.Harm(.critical, attackerNeeds: "nothing")
        let subject = AuditRecord.Subject(text ?? "okhttp:config=new.yaml", host: text)
        let old = AuditRecord(
            subject,
            accepted: [:],
            refused: ["names/sound"],
            acceptsNothing: false
        )
        let new = AuditRecord(
            subject,
            accepted: [text ?? "pins/none": harm],
            refused: [],
            acceptsNothing: false
        )
        return ChangePage([AuditChange(from: old, to: new)], FindingChange(from: [], to: []))
            .document
    }

    static func campaign(_ text: String? = nil) -> String { campaign(text, of: .chains) }

    static func handshakes(_ text: String? = nil) -> String { campaign(text, of: .handshakes) }

    private static func campaign(_ text: String?, of kind: CampaignKind) -> String {
        var ledger = Ledger()
        ledger.cases = 1_000
        let found = Disagreement(
            oracle: text ?? "openssl 3.0.0",
            ours: "expired",
            theirs: text ?? "accept",
            defects: [text ?? "leaf expired"],
            explanation: nil
        )
        let known = Disagreement(
            oracle: text ?? "openssl 3.0.0",
            ours: "accept",
            theirs: "expired",
            defects: [],
            explanation: text ?? "old-roots"
        )
        for index in [4, 7, 9] as [UInt64] { ledger.add(found, of: index) }
        ledger.add(known, of: 12)
        let finding = DisagreementReport(
            found,
            seed: 3,
            index: 4,
            shown: CampaignWorker(seed: 3, oracles: []).found(7, because: text ?? "it is a test"),
            peers: [text ?? "peer"],
            parties: [],
            kind: kind
        )
        let oracles = [text ?? "openssl 3.0.0"]
        let report = CampaignReport(seed: 3, ledger, oracles: oracles, kind: kind)
        return CampaignPage(report, [finding], rate: 1_250).document
    }

    static func fuzz(_ text: String? = nil) -> String {
        let statistics = FuzzStatistics(
            executions: 1_234_567,
            elapsed: .seconds(100),
            newUnits: 12,
            peakMemory: 345
        )
        let folder = text ?? "findings/DecodePEM-a"
        let result = FuzzResult(
            target: text ?? "DecodePEM",
            end: .time,
            statistics: statistics,
            kinds: [
                .sanitized: KindStatistics(executions: 34_567, elapsed: .seconds(10), findings: 1),
                .fast: KindStatistics(executions: 1_200_000, elapsed: .seconds(90), findings: 2),
            ],
            coverage: 5_240,
            crashes: [FuzzResult.Crash(folder: folder, count: 2, isNew: true)],
            dropped: 4
        )
        let fault = FaultRecord(
            target: text ?? "DecodePEM",
            kind: text ?? "arithmetic overflow",
            frames: [text ?? "PEM.decode"],
            size: 9
        )
        let read = FoundFault(fault.text(text ?? "==1== ERROR: libFuzzer", in: folder))
        return FuzzPage([result], total: statistics, faults: [folder: read]).document
    }

    static let all: [(name: String, make: @Sendable (String?) -> String)] = [
        ("comparison", comparison), ("mutants", mutants), ("coverage", coverage),
        ("change", change), ("campaign", campaign), ("handshakes", handshakes), ("fuzz", fuzz),
    ]
}

@Suite("Pages of comparisons, mutants, coverage and fuzzing")
struct ResultPageTests {
    @Test(arguments: [
        ("comparison", "<h1>3 of 90 test cases get different verdicts</h1>"),
        ("comparison", "href=\"#?party=curl&amp;group=time\""),
        ("comparison", "title=\"1 accepts an attack, 1 rejects for another reason\""),
        ("comparison", "✗ accept"), ("comparison", "! reject: name-mismatch"),
        ("comparison", "2, not applicable to one of the parties"),
        ("comparison", "time/expired: a setup"),
        ("mutants", "<h1>2 of 4 checks are not tested</h1>"), ("mutants", "≠ 1 disproved"),
        ("mutants", "write a scenario that only this check rejects"),
        ("mutants", "killed by time/expired@reference"),
        ("mutants", "Another check does the same."),
        ("coverage", "pins/none"), ("coverage", "href=\"#?outcome=open&amp;group="),
        ("change", "<h1>1 change for the worse</h1>"),
        ("change", "accepts 1 attack that needs nothing (critical)"),
        ("change", "accepts 1 valid server"), ("change", "names/sound"),
        ("campaign", "<h1>1 finding in 1000 cases</h1>"), ("campaign", "<dd>1,250/s</dd>"),
        ("campaign", "reference and openssl 3.0.0"), ("campaign", "leaf expired"),
        ("campaign", "hatpin fuzz --campaign 3 --range 4..4 --peer peer</code>"),
        ("campaign", "<pre tabindex=\"0\">scenario: "), ("campaign", "~ old-roots"),
        ("campaign", "rejects it (expired) where openssl 3.0.0 accepts it."),
        ("campaign", "for each kind of disagreement with reference."),
        ("handshakes", " the rules of TLS and openssl 3.0.0"),
        ("handshakes", "for each kind of disagreement with the rules of TLS."),
        ("fuzz", "<h1>1 finding in 1 target, 1 new</h1>"), ("fuzz", "1,234,567"),
        ("fuzz", "<dd>12,346/s</dd>"), ("fuzz", "in  PEM.decode"), ("fuzz", "<td>fast"),
        ("fuzz", "script/fuzz DecodePEM --replay findings/DecodePEM-a/input</code>"),
        ("fuzz", "==1== ERROR: libFuzzer"), ("fuzz", "the time limit was reached"),
        ("fuzz", "4 more inputs"),
    ])
    func `a page contains the expected words`(page: String, words: String) throws {
        let document = try #require(ResultPages.all.first { $0.name == page }).make(nil)
        let hasWords = document.contains(words)
        #expect(hasWords)
    }

    @Test(arguments: HostileTexts.all)
    func `no text becomes markup or an external link`(hostile: String) {
        for (name, make) in ResultPages.all {
            let (page, plain) = (make(hostile), make("text"))
            #expect(page.count { $0 == "<" } == plain.count { $0 == "<" }, "\(name)")
            #expect(page.count { $0 == ">" } == plain.count { $0 == ">" }, "\(name)")
            #expect(page.count { $0 == "\"" } == plain.count { $0 == "\"" }, "\(name)")
            #expect(page.matches(of: /href="[^#]/).isEmpty, "\(name)")
            #expect(!page.contains("\u{202e}") && !page.contains("\u{1b}"), "\(name)")
        }
    }

    @Test
    func `the heading for a comparison without differences states that there is no difference`() {
        let page = ComparisonPage(parties: ["a", "b"], [], judged: 9, leftOut: 0).document
        #expect(page.contains("<h1>No difference in 9 test cases</h1>"))
        #expect(!page.contains("<table"))
    }

    @Test(arguments: AttackGroup.catalogue.prefix(3).flatMap(\.attacks).map(\.id))
    func `the coverage page has every attack of the catalogue`(id: String) {
        let isThere = ResultPages.coverage().contains(id)
        #expect(isThere)
    }
}
