import Campaigns
import ScenarioFormat
import Synchronization
import Testing
import X509

/// The cache of an oracle's verdicts.
struct RememberingOracleTests {
    private final class Asked: Sendable {
        let hosts = Mutex<[ReferenceIdentity]>([])
    }

    /// Baseline setups that differ in the host.
    private static func setups(_ names: [String]) throws -> [ForgedSetup] {
        try names.map { name in
            var setup = Setup.standard
            setup.connect = .dns(name)
            return try ForgedSetup(setup)
        }
    }

    private static func host(_ name: String) throws -> ReferenceIdentity {
        try #require(try setups([name]).first).question.identity
    }

    @Test func `runs the oracle once for each question, even if workers repeat the question`()
        async throws
    {
        let asked = Asked()
        let oracle = SetupOracle { setup in
            asked.hosts.withLock { $0.append(setup.question.identity) }
            return .reject("\(setup.question.identity)")
        }
        let memory = RememberingOracle.Memory()
        for names in [["a.test", "b.test", "a.test"], ["b.test", "c.test"]] {
            let setups = try Self.setups(names)
            let oracle = RememberingOracle(oracle, at: 0, in: memory)
            #expect(oracle.name == "fake 1")
            let verdicts = await oracle.verdicts(on: setups)
            #expect(verdicts == setups.map { .reject("\($0.question.identity)") })
        }
        let hosts = try ["a.test", "b.test", "c.test"].map(Self.host)
        #expect(asked.hosts.withLock { $0 } == hosts)
    }

    @Test func `does not cache a failure`() async throws {
        let asked = Asked()
        let oracle = RememberingOracle(
            SetupOracle { setup in
                asked.hosts.withLock {
                    $0.append(setup.question.identity)
                    return $0.count == 1 ? .failed("no answer") : .accept
                }
            },
            at: 0,
            in: RememberingOracle.Memory()
        )
        let setups = try Self.setups(["a.test"])
        #expect(await oracle.verdicts(on: setups) == [.failed("no answer")])
        #expect(await oracle.verdicts(on: setups) == [.accept])
        #expect(await oracle.verdicts(on: setups) == [.accept])
        #expect(asked.hosts.withLock { $0.count } == 2)
    }

    @Test func `caches separate verdicts for two oracles with the same name`() async throws {
        let memory = RememberingOracle.Memory()
        let setups = try Self.setups(["a.test"])
        for (place, verdict) in [ChainVerdict.accept, .reject("no")].enumerated() {
            let oracle = RememberingOracle(SetupOracle { _ in verdict }, at: place, in: memory)
            #expect(await oracle.verdicts(on: setups) == [verdict])
        }
    }
}
