import Basics
import Campaigns
import CommandWorkshop
import Reports
import Testing

@testable import hatpin

@Suite(.blocking)
struct CampaignTallyTests {
    private static let bucket = Disagreement(
        oracle: "openssl 3.0.0",
        ours: "expired",
        theirs: "accept",
        defects: ["leaf expired"],
        explanation: nil
    )

    private static let known = Disagreement(
        oracle: "openssl 3.0.0",
        ours: "expired",
        theirs: "accept",
        defects: ["leaf expired"],
        explanation: "one path"
    )

    private static var counted: Ledger {
        var ledger = Ledger()
        ledger.cases = 300
        ledger.add(bucket, of: 4)
        return ledger
    }

    private static func line(
        _ count: String,
        first: String = #"["4"]"#,
        explanation: String = "null"
    ) -> String {
        #"{"campaign":1,"oracle":"openssl 3.0.0","ours":"expired","theirs":"accept","#
            + #""defects":["leaf expired"],"explanation":\#(explanation),"count":\#(count),"#
            + #""first":\#(first)}"#
    }

    private func ledger(_ text: String) throws -> Ledger {
        try CampaignTally.ledger(Array(text.utf8), from: "tally", seed: 1)
    }

    @Test func `a tally is read back unchanged, and adds up the results of several runs`() throws {
        let workshop = try Workshop()
        let path = "\(workshop.folder)/tally"
        for run in 1...3 {
            let tally = try CampaignTally(path, seed: 1)
            #expect(tally.before.cases == 300 * (run - 1))
            // The tally is written several times, each time with all results of this run.
            try tally.write(Ledger(), next: 1)
            try tally.write(Self.counted, next: 301)
        }
        let whole = try CampaignTally(path, seed: 1).before
        #expect(whole.cases == 900)
        #expect(whole.entries[Self.bucket]?.count == 3)
        #expect(workshop.read("tally").contains(#""next":301"#))
    }

    @Test func `only one run at a time can add to a tally`() throws {
        let workshop = try Workshop()
        let tally = try CampaignTally("\(workshop.folder)/tally", seed: 1)
        #expect(throws: Failure.self) { try CampaignTally("\(workshop.folder)/tally", seed: 1) }
        #expect(tally.before == Ledger())
    }

    @Test(arguments: [
        #"{"campaign":2,"cases":1}"#, #"{"campaign":1,"cases":-1}"#,
        #"{"campaign":1,"cases":99999999999999999999}"#, #"{"campaign":1,"cases":"1"}"#,
        line("-1"), line("99999999999999999999"), line("1", first: #"["-4"]"#), "[]", "{",
    ])
    func `rejects a line that does not belong to a tally`(line: String) {
        #expect(throws: Failure.self) { try ledger(line) }
    }

    @Test func `limits counts to the largest integer`() throws {
        let line = Self.line("\(Int.max)")
        let cases = #"{"campaign":1,"cases":\#(Int.max)}"#
        let ledger = try ledger("\(line)\n\(line)\n\(cases)\n\(cases)\n")
        #expect(ledger.cases == .max && ledger.disagreements == .max)
        let report = CampaignReport(seed: 1, ledger, oracles: [])
        #expect(report.table.contains("\(Int.max)"))
        #expect(report.markdown([:]).contains("\(Int.max)"))
    }

    @Test func `a bucket that occurs again gets its current explanation`() {
        var today = Ledger()
        today.add(Self.known, of: 4)
        let elsewhere = Disagreement(
            oracle: "openssl 3.0.0",
            ours: "expired",
            theirs: "accept",
            defects: ["root expired"],
            explanation: nil
        )
        var counted = Self.counted
        counted.add(elsewhere, of: 5)
        let explained = counted.explained(as: today)
        #expect(explained.cases == 300 && explained.disagreements == 2)
        #expect(explained.entries[Self.known]?.first == [4])
        #expect(explained.entries[elsewhere]?.first == [5])
    }

    @Test func `keeps both explanations of a bucket`() {
        let bucket = Self.known
        let other = Disagreement(
            oracle: bucket.oracle,
            ours: bucket.ours,
            theirs: bucket.theirs,
            defects: bucket.defects,
            explanation: "another"
        )
        var (counted, today) = (Ledger(), Ledger())
        for (known, cases) in [(bucket, [4, 6]), (other, [5])] as [(Disagreement, [UInt64])] {
            today.add(known, of: cases[0])
            for index in cases { counted.add(known, of: index) }
        }
        #expect(counted.explained(as: today) == counted)
    }

    @Test func `treats a bucket with an unknown explanation as unexplained`() throws {
        let unknown = try ledger(Self.line("1", explanation: #""was once""#))
        #expect(unknown.unexplained == 1 && unknown.entries[Self.bucket]?.count == 1)
        let name = try #require(KnownChainDifference.list(of: "openssl").first).name
        let known = try ledger(Self.line("1", explanation: "\"\(name)\""))
        #expect(known.unexplained == 0)
    }
}
