import Basics
import Campaigns
import TestSupport
import Testing

@testable import Reports

@Suite("Reports of campaigns")
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
                oracle: "openssl 3.0.0",
                ours: "expired",
                theirs: word,
                defects: defects,
                explanation: explanation
            )
            for index in cases { ledger.add(bucket, of: index) }
        }
        return ledger
    }

    @Test func `text for people equals the snapshot`() {
        let report = CampaignReport(seed: 3, Self.ledger(), oracles: ["openssl 3.0.0", "webpki"])
        let status = CampaignText.status(Self.ledger(), of: 4_000, after: .seconds(2))
        let lines =
            status + "\n" + CampaignText.minimised(50, of: 70) + "\n"
            + CampaignText.interrupted(goOnWith: "hatpin fuzz --campaign 3 --range 5..9")
        expectSnapshot(report.table + lines, named: "campaign.txt")
        expectSnapshot(report.markdown([:]), named: "campaign.md")
    }

    @Test func `the saved tally equals the snapshot`() {
        let lines = TallyLines.text(of: Self.ledger(), seed: 3, next: 1_001)
        expectSnapshot(String(decoding: lines, as: UTF8.self), named: "tally.ndjson")
    }

    @Test(arguments: HostileTexts.all)
    func `every report escapes hostile text of an oracle`(hostile: String) {
        let ledger = Self.ledger(hostile)
        let table = CampaignReport(seed: 3, ledger, oracles: []).table
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

    @Test func `reports on handshake campaigns use the tally and known differences of handshakes`()
        throws
    {
        var ledger = Ledger()
        ledger.cases = 10
        let known = try #require(CampaignKind.handshakes.known(of: "libssl 3.0.0").first)
        ledger.add(
            Disagreement(
                oracle: "libssl 3.0.0",
                ours: "broken-handshake",
                theirs: "accept",
                defects: ["TLS 1.3", "unknown-extension"],
                explanation: known.name
            ),
            of: 4
        )
        let lines = TallyLines.text(of: ledger, seed: 3, next: 11, kind: .handshakes)
        var read = Ledger()
        for line in lines.split(separator: 10) {
            #expect(!TallyLines.add(line, to: &read, seed: 3))
            #expect(TallyLines.add(line, to: &read, seed: 3, kind: .handshakes))
        }
        #expect(read == ledger && read.unexplained == 0)
        let report = CampaignReport(seed: 3, ledger, oracles: [], kind: .handshakes)
        let markdown = report.markdown([:])
        #expect(
            markdown.contains(
                "10 handshakes of campaign 3, each tested with clients and compared with the rules "
                    + "of TLS"
            )
        )
        #expect(markdown.contains("`hatpin fuzz Handshake --campaign 3 --range K..K`"))
        #expect(markdown.contains(known.about))
    }
}
