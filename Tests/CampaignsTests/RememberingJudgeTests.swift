import Campaigns
import ScenarioFormat
import Synchronization
import Testing
import X509

/// Each question reaches a judge once, and each world has its answer.
struct RememberingJudgeTests {
    private final class Asked: Sendable {
        let hosts = Mutex<[ReferenceIdentity]>([])
    }

    /// The standard world with another host for each name.
    private static func worlds(_ names: [String]) throws -> [ForgedWorld] {
        try names.map { name in
            var world = World.standard
            world.connect = .dns(name)
            return try ForgedWorld(world)
        }
    }

    private static func host(_ name: String) throws -> ReferenceIdentity {
        try #require(try worlds([name]).first).question.identity
    }

    @Test func `a question is asked once, in one call and by every worker`() async throws {
        let asked = Asked()
        let judge = WorldJudge { world in
            asked.hosts.withLock { $0.append(world.question.identity) }
            return .reject("\(world.question.identity)")
        }
        let memory = RememberingJudge.Memory()
        for names in [["a.test", "b.test", "a.test"], ["b.test", "c.test"]] {
            let worlds = try Self.worlds(names)
            let judge = RememberingJudge(judge, at: 0, in: memory)
            #expect(judge.name == "fake 1")
            let verdicts = await judge.verdicts(on: worlds)
            #expect(verdicts == worlds.map { .reject("\($0.question.identity)") })
        }
        let hosts = try ["a.test", "b.test", "c.test"].map(Self.host)
        #expect(asked.hosts.withLock { $0 } == hosts)
    }

    @Test func `a failure is not remembered`() async throws {
        let asked = Asked()
        let judge = RememberingJudge(
            WorldJudge { world in
                asked.hosts.withLock {
                    $0.append(world.question.identity)
                    return $0.count == 1 ? .failed("no answer") : .accept
                }
            },
            at: 0,
            in: RememberingJudge.Memory()
        )
        let worlds = try Self.worlds(["a.test"])
        #expect(await judge.verdicts(on: worlds) == [.failed("no answer")])
        #expect(await judge.verdicts(on: worlds) == [.accept])
        #expect(await judge.verdicts(on: worlds) == [.accept])
        #expect(asked.hosts.withLock { $0.count } == 2)
    }

    @Test func `a verdict is that of the judge at its place, whatever its name is`() async throws {
        let memory = RememberingJudge.Memory()
        let worlds = try Self.worlds(["a.test"])
        for (place, verdict) in [ChainVerdict.accept, .reject("no")].enumerated() {
            let judge = RememberingJudge(WorldJudge { _ in verdict }, at: place, in: memory)
            #expect(await judge.verdicts(on: worlds) == [verdict])
        }
    }
}
