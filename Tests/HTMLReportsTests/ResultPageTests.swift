import AttackCatalogue
import ConfigurationReview
import Findings
import PKIX
import TestSupport
import Testing

@testable import HTMLReports
@testable import Models
@testable import Reports
@testable import Runner
@testable import Scenarios

/// Pages of comparisons, mutants and coverage, with a text wherever users or programs have the word.
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
                    worlds: [(text ?? id, text ?? "\(id): a world")]
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
        let findings = Mutant.catalogue.prefix(4).enumerated().map { number, mutant in
            MutantHunt.Finding(mutant: mutant, killer: number % 2 == 0 ? killer : nil)
        }
        let proofs = Mutant.catalogue.dropFirst(2).prefix(2).map {
            EquivalentMutant(name: $0.name, because: text ?? "Another check does the same.")
        }
        return MutantPage(
            MutantReport(
                MutantHunt.Report(findings: findings, unfit: [text ?? "a/b@reference"]),
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
                rows: group.rows.enumerated().map { number, row in
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

    static let all: [(name: String, make: @Sendable (String?) -> String)] = [
        ("comparison", comparison), ("mutants", mutants), ("coverage", coverage),
        ("change", change),
    ]
}

@Suite("Pages of comparisons, mutants and coverage")
struct ResultPageTests {
    @Test(arguments: [
        ("comparison", "<h1>3 of 90 worlds are decided differently</h1>"),
        ("comparison", "href=\"#?party=curl&amp;group=time\""),
        ("comparison", "title=\"1 accepts an attack, 1 refuses for another reason\""),
        ("comparison", "✗ accept"), ("comparison", "! reject: name-mismatch"),
        ("comparison", "2, not applicable to one of them"), ("comparison", "time/expired: a world"),
        ("mutants", "<h1>2 of 4 checks are not tested</h1>"), ("mutants", "≠ 1 disproved"),
        ("mutants", "write a scenario that this check alone decides"),
        ("mutants", "killed by time/expired@reference"),
        ("mutants", "Another check does the same."),
        ("coverage", "pins/none"), ("coverage", "href=\"#?outcome=open&amp;group="),
        ("change", "<h1>1 change for the worse</h1>"),
        ("change", "accepts 1 attack that needs nothing (critical)"),
        ("change", "accepts 1 valid server"), ("change", "names/sound"),
    ])
    func `a page has`(page: String, words: String) throws {
        let document = try #require(ResultPages.all.first { $0.name == page }).make(nil)
        let hasWords = document.contains(words)
        #expect(hasWords)
    }

    @Test(arguments: HostileTexts.all)
    func `no text becomes markup or leads away`(hostile: String) {
        for (name, make) in ResultPages.all {
            let (page, plain) = (make(hostile), make("text"))
            #expect(page.count { $0 == "<" } == plain.count { $0 == "<" }, "\(name)")
            #expect(page.count { $0 == ">" } == plain.count { $0 == ">" }, "\(name)")
            #expect(page.count { $0 == "\"" } == plain.count { $0 == "\"" }, "\(name)")
            #expect(page.matches(of: /href="[^#]/).isEmpty, "\(name)")
            #expect(!page.contains("\u{202e}") && !page.contains("\u{1b}"), "\(name)")
        }
    }

    @Test func `where nobody disagrees the page says so`() {
        let page = ComparisonPage(parties: ["a", "b"], [], judged: 9, leftOut: 0).document
        #expect(page.contains("<h1>No difference in 9 worlds</h1>"))
        #expect(!page.contains("<table"))
    }

    @Test(arguments: AttackGroup.catalogue.prefix(3).flatMap(\.rows).map(\.id))
    func `every row of the catalogue stands on its page`(id: String) {
        let isThere = ResultPages.coverage().contains(id)
        #expect(isThere)
    }
}
