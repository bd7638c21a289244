import Campaigns
import Scenarios
import Testing

@Suite struct MinimiserTests {
    /// Accepts everything, so that only our side decides what is simpler.
    private struct AnyChain: ChainJudge {
        let name = "any 1.0"

        func verdicts(on worlds: [ForgedWorld]) async -> [ChainVerdict] {
            worlds.map { _ in .accept }
        }
    }

    @Test(
        "the smallest world is found where whom one trusts does not matter",
        .timeLimit(.minutes(5))
    )
    func endsAtTheStandardWorld() async throws {
        var worker = CampaignWorker(seed: 7, judges: [AnyChain()])
        let ledger = try await worker.examine([10])
        let bucket = try #require(ledger.entries.keys.first)
        let world = try #require(await worker.smallestWorld(of: bucket, showing: 10))
        #expect(world.trust == World.standard.trust)
        #expect(world.serve == World.standard.serve)
    }
}
