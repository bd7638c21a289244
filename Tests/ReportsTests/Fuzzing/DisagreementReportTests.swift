import Campaigns
import Testing

@testable import Reports

struct DisagreementReportTests {
    @Test
    func `the name of a finding has oracle, verdicts, seed and case, and has a limited length`() {
        let bucket = Disagreement(
            oracle: "fake 1",
            ours: "expired",
            theirs: String(repeating: "A/é+", count: 200),
            defects: [],
            explanation: nil
        )
        let setup = CampaignWorker(seed: 3, oracles: []).found(7, because: "it is a test")
        let finding = DisagreementReport(
            bucket,
            seed: 3,
            index: 7,
            shown: setup,
            peers: [],
            parties: []
        )
        #expect(finding.name.hasPrefix("fake-expired-a-a-") && finding.name.hasSuffix("-3-7"))
        #expect(finding.name.utf8.count < 200)
        let report = String(decoding: finding.files["report.txt"] ?? [], as: UTF8.self)
        #expect(report.contains("The setup is not the smallest: it is a test.\n"))
    }

    @Test
    func `the report on a handshake states the broken rule, and expects either reason`()
        throws
    {
        let bucket = Disagreement(
            oracle: "libssl 3.0.0",
            ours: "broken-handshake",
            theirs: "accept",
            defects: ["TLS 1.3", "drop certificate-verify"],
            explanation: nil
        )
        let setup = HandshakeSetting().setup(["drop certificate-verify"])
        let finding = DisagreementReport(
            bucket,
            seed: 3,
            index: 7,
            shown: ShownSetup(setup, remark: nil),
            peers: [],
            parties: ["reference"],
            kind: .handshakes
        )
        #expect(finding.name == "handshake-libssl-broken-handshake-accept-3-7")
        let report = String(decoding: finding.files["report.txt"] ?? [], as: UTF8.self)
        let command = "hatpin fuzz Handshake --campaign 3 --range 7..7 --party reference\n"
        #expect(report.hasPrefix(command), "\(report)")
        let scenario = """
            scenario: scenario
            about: |
              TLS 1.3, drop certificate-verify: a client must reject it, and libssl 3.0.0 accepts it. Case 7 of
              campaign 3.
            sources: [RFC 8446 §4, RFC 5246 §7.3]
            server: { tls: [1.3], handshake: [{ drop: certificate-verify }] }
            expect: { reject: [broken-handshake, handshake-signature] }

            """
        #expect(finding.scenario(named: "scenario") == scenario)
    }
}
