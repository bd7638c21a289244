import Campaigns
import KnownDifferences
import TestSupport
import Testing

@testable import FuzzReports

@Suite("What campaigns say")
struct CampaignReportTests {
    private static func ledger(_ word: String = "accept") -> Ledger {
        let known = KnownChainDifference.list(of: "openssl 3.0.0").first?.name
        var ledger = Ledger()
        ledger.cases = 1_000
        for (defects, explanation, cases) in [
            (["leaf expired"], nil, [4, 7]), (["root expired", "leaf weak"], nil, [9]),
            ([], known, [12]),
        ] as [([String], String?, [UInt64])] {
            let bucket = Disagreement(
                judge: "openssl 3.0.0",
                ours: "expired",
                theirs: word,
                defects: defects,
                explanation: explanation
            )
            for index in cases { ledger.add(bucket, of: index) }
        }
        return ledger
    }

    @Test func `to people`() {
        let report = CampaignReport(seed: 3, Self.ledger(), judges: ["openssl 3.0.0", "webpki"])
        let status = CampaignText.status(Self.ledger(), of: 4_000, after: .seconds(2))
        let lines =
            status + "\n" + CampaignText.minimised(50, of: 70) + "\n"
            + CampaignText.interrupted(goOnWith: "hatpin fuzz --campaign 3 --range 5..9")
        expectSnapshot(report.table + lines, named: "campaign.txt")
        expectSnapshot(report.markdown([:]), named: "campaign.md")
    }

    @Test func `to programs`() {
        let lines = TallyLines.text(of: Self.ledger(), seed: 3, next: 1_001)
        expectSnapshot(String(decoding: lines, as: UTF8.self), named: "tally.ndjson")
    }

    @Test(arguments: HostileTexts.all)
    func `the words of a judge act nowhere`(hostile: String) {
        let ledger = Self.ledger(hostile)
        let table = CampaignReport(seed: 3, ledger, judges: []).table
        for line in table.split(separator: "\n") {
            #expect(line.unicodeScalars.allSatisfy { $0.value >= 0x20 && $0.value != 0x202e })
            #expect(!line.contains("##[") && !line.hasPrefix("::"))
        }
        var read = Ledger()
        for line in TallyLines.text(of: ledger, seed: 3, next: 1).split(separator: 10) {
            #expect(TallyLines.add(line, to: &read, seed: 3))
        }
        #expect(read.entries.keys.allSatisfy { $0.theirs == hostile })
        #expect(read.cases == ledger.cases && read.disagreements == ledger.disagreements)
    }
}
