import Campaigns
import Testing

@testable import FuzzReports

struct CampaignFindingTests {
    @Test func `a finding's name is bounded, and has judge, words, seed and case`() {
        let bucket = Disagreement(
            judge: "fake 1",
            ours: "expired",
            theirs: String(repeating: "A/é+", count: 200),
            defects: [],
            explanation: nil
        )
        let world = CampaignWorker(seed: 3, judges: []).found(7, because: "it is a test")
        let finding = CampaignFinding(
            bucket,
            seed: 3,
            index: 7,
            shown: world,
            peers: [],
            parties: []
        )
        #expect(finding.name.hasPrefix("fake-expired-a-a-") && finding.name.hasSuffix("-3-7"))
        #expect(finding.name.utf8.count < 200)
        let report = String(decoding: finding.files["report.txt"] ?? [], as: UTF8.self)
        #expect(report.contains("The world is not the smallest: it is a test.\n"))
    }
}
