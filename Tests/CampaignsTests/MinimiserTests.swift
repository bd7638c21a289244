import Forge
import PathValidation
import ScenarioFormat
import Testing
import X509

@testable import Campaigns

/// The search ends, and keeps the decisive parts of a world.
struct MinimiserTests {
    private func minimiser(
        _ judge: FakeJudge,
        ours: ChainVerdict,
        theirs: ChainVerdict,
        tries: Int = Minimiser.tries,
        isStopped: Bool = false
    ) -> Minimiser {
        let showing = Showing(
            ProfileJudge(.reference),
            judge,
            ours: ours,
            theirs: theirs,
            ForgeCache()
        )
        return Minimiser(showing, tries: tries) { isStopped }
    }

    @Test(arguments: Defect.ofAnchors + Defect.ofPaths)
    func `a world with other lists comes to an end before a judge that always refuses`(
        _ defect: Defect
    ) async throws {
        let refusing = FakeJudge { _ in .reject("no") }
        for place in defect.places {
            let world = GeneratedWorld([DrawnDefect(defect.name, at: place)])
            let forged = try world.forged().forged
            let ours = ProfileJudge(.reference).verdict(on: forged.question)
            let result = await minimiser(refusing, ours: ours, theirs: .reject("no"))
                .smallest(world)
            #expect(result.halt == nil, "\(defect.name)")
        }
    }

    @Test func `the smallest world is found where whom one trusts does not matter`() async throws {
        var worker = CampaignWorker(seed: 7, judges: [FakeJudge { _ in .accept }])
        let ledger = try await worker.examine([10])
        let bucket = try #require(ledger.entries.keys.first)
        let shown = await worker.smallestWorld(of: bucket, showing: 10)
        #expect(shown.remark == nil)
        #expect(shown.world.trust == World.standard.trust)
        #expect(shown.world.serve == World.standard.serve)
    }

    @Test(arguments: ["expired", "ends-now", "begins-now", "long-lived"])
    func `the smallest world can be written as a scenario`(name: String) async throws {
        let world = GeneratedWorld([DrawnDefect(name, at: .leaf, variant: 1)])
        let ours = ProfileJudge(.reference).verdict(on: try world.forged().forged.question)
        // This judge rejects only an unusual validity.
        let standard = try World.standard.pki.forge(seed: ForgedWorld.seed, at: ForgedWorld.now)
        let usual = try Certificate(der: standard.members["leaf"]?.certificate ?? []).validity
        let judge = WorldJudge {
            let leaf = try? Certificate(der: $0.question.chain.first ?? [])
            return leaf?.validity == usual ? .none : .reject("odd")
        }
        let showing = Showing(
            ProfileJudge(.reference),
            judge,
            ours: ours,
            theirs: .reject("odd"),
            ForgeCache()
        )
        let smallest = await Minimiser(showing) { false }.smallest(world).world
        #expect(smallest.pki.entities["leaf"]?.notBefore != nil)
        _ = try ScenarioText("smallest", about: "Is small.", in: smallest).file()
    }

    @Test func `of several defects the one that matters is left, at its simplest`() async throws {
        let world = GeneratedWorld([
            DrawnDefect("long-lived", at: .root, variant: 3),
            DrawnDefect("expired", at: .leaf, variant: 5),
            DrawnDefect("before-computers", at: .intermediate),
        ])
        let result = await minimiser(
            .ignoringExpiry,
            ours: .reject("expired"),
            theirs: .accept
        ).smallest(world)
        try expectValidityAlone(result.world)
        #expect(result.halt == nil)
    }

    @Test func `tries are bounded, and a stop is heeded`() async throws {
        let world = GeneratedWorld([DrawnDefect("expired", at: .leaf)])
        for (tries, isStopped) in [(0, false), (Minimiser.tries, true)] {
            let result = await minimiser(
                .ignoringExpiry,
                ours: .reject("expired"),
                theirs: .accept,
                tries: tries,
                isStopped: isStopped
            ).smallest(world)
            #expect(result.halt != nil)
            #expect(result.world.pki.entities["leaf"]?.notAfter != nil)
        }
    }

    @Test func `a planted disagreement is found, attributed and brought down to itself`()
        async throws
    {
        var worker = CampaignWorker(seed: 1, judges: [FakeJudge.ignoringExpiry])
        let indices = (1...20_000 as ClosedRange<UInt64>).lazy.filter { index in
            let defects = GeneratedWorld(seed: 1, index: index).defects
            return defects.count > 1
                && defects.contains { $0.name == "expired" && $0.place == .leaf }
        }
        let ledger = try await worker.examine(Array(indices.prefix(6)))
        let planted = Disagreement(
            judge: "fake 1",
            ours: "expired",
            theirs: "accept",
            defects: ["leaf expired"],
            explanation: nil
        )
        let index = try #require(ledger.entries[planted]?.first.first)
        let shown = await worker.smallestWorld(of: planted, showing: index)
        #expect(shown.remark == nil)
        try expectValidityAlone(shown.world)
    }

    @Test func `what does not show again alone is given as it was found`() async {
        let worker = CampaignWorker(seed: 1, judges: [FakeJudge { $0 }])
        func bucket(_ judge: String) -> Disagreement {
            Disagreement(
                judge: judge,
                ours: "expired",
                theirs: "accept",
                defects: [],
                explanation: nil
            )
        }
        let shown = await worker.smallestWorld(of: bucket("fake 1"), showing: 7)
        #expect(shown.remark?.contains("does not show again alone") == true)
        #expect(shown.world == GeneratedWorld(seed: 1, index: 7).world)
        let other = await worker.smallestWorld(of: bucket("other 1"), showing: 7)
        #expect(other.remark == "other 1 is not asked in this run")
    }

    @Test func `of a judge that fails only defects are taken away`() async throws {
        let failing = FakeJudge { $0 == .reject("expired") ? .failed("no answer") : $0 }
        let worker = CampaignWorker(seed: 1, judges: [failing])
        let index = try #require(
            (1...20_000 as ClosedRange<UInt64>).first {
                let defects = GeneratedWorld(seed: 1, index: $0).defects
                return defects.map(\.name) == ["expired"] && defects[0].place == .leaf
            }
        )
        let bucket = Disagreement(
            judge: "fake 1",
            ours: "expired",
            theirs: "no answer",
            defects: ["leaf expired"],
            explanation: nil
        )
        let shown = await worker.smallestWorld(of: bucket, showing: index)
        #expect(shown.remark?.hasPrefix("the judge fails on it") == true)
        #expect(shown.world.pki.entities["leaf"]?.notBefore != nil)
    }

    /// The standard world with another validity of the leaf.
    private func expectValidityAlone(_ world: World) throws {
        var rest = world
        #expect(try #require(world.pki.entities["leaf"]).notAfter != nil)
        rest.pki.entities["leaf"]?.notBefore = nil
        rest.pki.entities["leaf"]?.notAfter = nil
        #expect(rest == .standard)
    }
}
