import Forge
import PathValidation
import ScenarioFormat
import Testing
import X509

@testable import Campaigns

/// The search for the smallest setup.
struct MinimiserTests {
    private func minimiser(
        _ oracle: FakeOracle,
        ours: ChainVerdict,
        theirs: ChainVerdict,
        tries: Int = Minimiser.tries,
        isStopped: Bool = false
    ) -> Minimiser {
        let showing = Showing(
            ProfileOracle(.reference),
            oracle,
            ours: ours,
            theirs: theirs,
            ForgeCache()
        )
        return Minimiser(showing, tries: tries) { isStopped }
    }

    @Test(arguments: Defect.ofAnchors + Defect.ofPaths)
    func `the search ends even if the oracle always rejects`(
        _ defect: Defect
    ) async throws {
        let refusing = FakeOracle { _ in .reject("no") }
        for place in defect.places {
            let setup = GeneratedSetup([DrawnDefect(defect.name, at: place)])
            let forged = try setup.forged().forged
            let ours = ProfileOracle(.reference).verdict(on: forged.question)
            let result = await minimiser(refusing, ours: ours, theirs: .reject("no"))
                .smallest(setup)
            #expect(result.halt == nil, "\(defect.name)")
        }
    }

    @Test
    func `the smallest setup has the baseline trust store if the finding does not depend on trust`()
        async throws
    {
        var worker = CampaignWorker(seed: 7, oracles: [FakeOracle { _ in .accept }])
        let ledger = try await worker.examine([10])
        let bucket = try #require(ledger.entries.keys.first)
        let shown = await worker.smallestSetup(of: bucket, showing: 10)
        #expect(shown.remark == nil)
        #expect(shown.setup.trust == Setup.standard.trust)
        #expect(shown.setup.serve == Setup.standard.serve)
    }

    @Test(arguments: ["expired", "ends-now", "begins-now", "long-lived"])
    func `writes the smallest setup as a scenario`(name: String) async throws {
        let setup = GeneratedSetup([DrawnDefect(name, at: .leaf, variant: 1)])
        let ours = ProfileOracle(.reference).verdict(on: try setup.forged().forged.question)
        // This oracle rejects only an unusual validity.
        let standard = try Setup.standard.pki.forge(seed: ForgedSetup.seed, at: ForgedSetup.now)
        let usual = try Certificate(der: standard.members["leaf"]?.certificate ?? []).validity
        let oracle = SetupOracle {
            let leaf = try? Certificate(der: $0.question.chain.first ?? [])
            return leaf?.validity == usual ? .none : .reject("odd")
        }
        let showing = Showing(
            ProfileOracle(.reference),
            oracle,
            ours: ours,
            theirs: .reject("odd"),
            ForgeCache()
        )
        let smallest = await Minimiser(showing) { false }.smallest(setup).setup
        #expect(smallest.pki.entities["leaf"]?.notBefore != nil)
        _ = try ScenarioText("smallest", about: "Is small.", in: smallest).file()
    }

    @Test func `keeps the decisive defect in its simplest variant`() async throws {
        let setup = GeneratedSetup([
            DrawnDefect("long-lived", at: .root, variant: 3),
            DrawnDefect("expired", at: .leaf, variant: 5),
            DrawnDefect("before-computers", at: .intermediate),
        ])
        let result = await minimiser(
            .ignoringExpiry,
            ours: .reject("expired"),
            theirs: .accept
        ).smallest(setup)
        try expectValidityAlone(result.setup)
        #expect(result.halt == nil)
    }

    @Test func `stops after the limit on tries, and on request`() async throws {
        let setup = GeneratedSetup([DrawnDefect("expired", at: .leaf)])
        for (tries, isStopped) in [(0, false), (Minimiser.tries, true)] {
            let result = await minimiser(
                .ignoringExpiry,
                ours: .reject("expired"),
                theirs: .accept,
                tries: tries,
                isStopped: isStopped
            ).smallest(setup)
            #expect(result.halt != nil)
            #expect(result.setup.pki.entities["leaf"]?.notAfter != nil)
        }
    }

    @Test func `finds, attributes and minimises a planted disagreement`()
        async throws
    {
        var worker = CampaignWorker(seed: 1, oracles: [FakeOracle.ignoringExpiry])
        let indices = (1...20_000 as ClosedRange<UInt64>).lazy.filter { index in
            let defects = GeneratedSetup(seed: 1, index: index).defects
            return defects.count > 1
                && defects.contains { $0.name == "expired" && $0.place == .leaf }
        }
        let ledger = try await worker.examine(Array(indices.prefix(6)))
        let planted = Disagreement(
            oracle: "fake 1",
            ours: "expired",
            theirs: "accept",
            defects: ["leaf expired"],
            explanation: nil
        )
        let index = try #require(ledger.entries[planted]?.first.first)
        let shown = await worker.smallestSetup(of: planted, showing: index)
        #expect(shown.remark == nil)
        try expectValidityAlone(shown.setup)
    }

    @Test func `returns the original setup if the finding does not reproduce`() async {
        let worker = CampaignWorker(seed: 1, oracles: [FakeOracle { $0 }])
        func bucket(_ oracle: String) -> Disagreement {
            Disagreement(
                oracle: oracle,
                ours: "expired",
                theirs: "accept",
                defects: [],
                explanation: nil
            )
        }
        let shown = await worker.smallestSetup(of: bucket("fake 1"), showing: 7)
        #expect(shown.remark?.contains("does not reproduce on its own") == true)
        #expect(shown.setup == GeneratedSetup(seed: 1, index: 7).setup)
        let other = await worker.smallestSetup(of: bucket("other 1"), showing: 7)
        #expect(other.remark == "other 1 does not take part in this run")
    }

    @Test
    func `minimises only the list of defects if the oracle fails`() async throws {
        let failing = FakeOracle { $0 == .reject("expired") ? .failed("no answer") : $0 }
        let worker = CampaignWorker(seed: 1, oracles: [failing])
        let index = try #require(
            (1...20_000 as ClosedRange<UInt64>).first {
                let defects = GeneratedSetup(seed: 1, index: $0).defects
                return defects.map(\.name) == ["expired"] && defects[0].place == .leaf
            }
        )
        let bucket = Disagreement(
            oracle: "fake 1",
            ours: "expired",
            theirs: "no answer",
            defects: ["leaf expired"],
            explanation: nil
        )
        let shown = await worker.smallestSetup(of: bucket, showing: index)
        #expect(shown.remark?.hasPrefix("the oracle fails on it") == true)
        #expect(shown.setup.pki.entities["leaf"]?.notBefore != nil)
    }

    /// Expects the baseline setup with another validity of the leaf.
    private func expectValidityAlone(_ setup: Setup) throws {
        var rest = setup
        #expect(try #require(setup.pki.entities["leaf"]).notAfter != nil)
        rest.pki.entities["leaf"]?.notBefore = nil
        rest.pki.entities["leaf"]?.notAfter = nil
        #expect(rest == .standard)
    }
}
