import ClientModels
import CommandWorkshop
import PathValidation
import Runner
import ScenarioFormat
import Synchronization
import TLS
import Testing

/// Pairs, repetitions, plans and the end of runs.
@Suite(.blocking)
struct RunTests {
    private let expired = "leaf: { valid: -90d..-1d }\nexpect: { reject: expired }"
    private let pinned = "client: { pins: [spki(leaf)] }\nexpect: accept"
    private let fixed = "party: { afnetworking: { mode: none } }\nexpect: accept"

    @Test func `runs each case with the party that the case names, or with the party reference`()
        async throws
    {
        let judged = try await events(cases(expired, fixed)).judgements
        #expect(judged.map(\.id) == ["s0@reference", "s1@afnetworking"])
    }

    @Test func `runs the selected parties in place of the default party`() async throws {
        let selected = [PartyReference(name: "urlsession"), PartyReference(name: "alamofire")]
        let judged = try await events(cases(expired, fixed), parties: selected).judgements
        #expect(judged.map(\.id) == ["s0@urlsession", "s0@alamofire"])
    }

    @Test
    func `a setup without pins is not applicable to a party that requires a pin`() async throws {
        let pinning = PartyReference(name: "afnetworking", settings: ["mode": "public-key"])
        let judged = try await events(cases(expired, pinned), parties: [pinning]).judgements
        let obstacle = "afnetworking:mode=public-key requires a pin, and the setup has none"
        #expect(judged.map(\.outcome) == [.notApplicable(obstacle), .pass])
    }

    @Test
    func `a setup with pins is not applicable to a party that compares no pins`() async throws {
        let selected = [PartyReference(name: "afnetworking"), PartyReference(name: "reference")]
        let judged = try await events(cases(pinned), parties: selected).judgements
        #expect(
            judged.map(\.outcome) == [.notApplicable("afnetworking compares no pins"), .pass]
        )
    }

    @Test func `reports an unknown party with the known names`() async throws {
        let selected = [PartyReference(name: "firefox")]
        let expired = try await cases(expired)
        #expect(
            throws: PolicyModelError.unknownModel(
                "firefox",
                known: PolicyModel.catalogue.map(\.name)
            )
        ) {
            try pairs(expired, parties: selected)
        }
    }

    @Test func `numbers repetitions from 2`() async throws {
        let judged = try await events(cases(expired)) { $0.repetitions = 3 }.judgements
        #expect(judged.map(\.id) == ["s0@reference", "s0@reference#2", "s0@reference#3"])
        #expect(judged.map(\.index) == [0, 1, 2])
    }

    @Test func `gives the same verdicts without a handshake`() async throws {
        let both = try await cases(expired, pinned, fixed)
        let overTLS = try await events(both).judgements
        let bare = try await events(both) { $0.isChainOnly = true }.judgements
        #expect(overTLS.map(\.decision) == bare.map(\.decision))
        #expect(overTLS.map(\.observed.connections) == [1, 1, 1])
        #expect(bare.map(\.observed.connections) == [0, 0, 0])
    }

    @Test func `ignores assertions that only a server observes in a run without handshakes`()
        async throws
    {
        let document = """
            leaf: { valid: -90d..-1d }
            expect: { reject: expired, alert: certificate-expired, connections: 1 }
            """
        let judged = try await events(cases(document)) { $0.isChainOnly = true }.judgements
        #expect(judged.map(\.outcome) == [.pass])
    }

    @Test func `a case that needs a handshake is not applicable in a run without handshakes`()
        async throws
    {
        let document = "server: { key-of: intermediate }\nexpect: { reject: handshake-signature }"
        let judged = try await events(cases(document)) { $0.isChainOnly = true }.judgements
        #expect(judged.map(\.outcome) == [.notApplicable("server.key-of needs a handshake")])
    }

    @Test(
        arguments: [
            ("server: { tls: 1.1 }", "server.tls"),
            ("server: { ciphers: TLS_RSA_WITH_NULL_SHA256 }", "server.ciphers"),
            // The baseline setup has EC keys.
            ("server: { ciphers: TLS_RSA_WITH_AES_128_GCM_SHA256 }", "server.ciphers"),
            ("server: { client-auth: require }", "server.client-auth"),
            (
                """
                pki: { charles-root: {} }
                network: { proxy: { mints-under: charles-root, tls: 1.0 } }
                """,
                "network.proxy.tls"
            ),
        ]
    )
    func `a case about negotiation is not applicable in a run without handshakes`(
        setup: String,
        key: String
    ) async throws {
        let document = setup + "\nexpect: { reject: cipher-policy }"
        let judged = try await events(cases(document)) { $0.isChainOnly = true }.judgements
        #expect(judged.map(\.outcome) == [.notApplicable("\(key) needs a handshake")])
    }

    @Test func `reports an attack that did not reach the client`() async throws {
        let document = "server: { tls: 1.3, handshake: compressed-by-zlib }\nexpect: accept"
        let judged = try await events(cases(document)).judgements
        let reason = "no compressed-by-zlib: the client does not send compress_certificate"
        #expect(judged.map(\.outcome) == [.notDelivered(reason)])
    }

    /// The verdict of a client that the attack did not reach says nothing about the client.
    @Test(arguments: [("", true), (", handshake: compressed-by-zlib", false)])
    func `only an attack that reached the client shows a weakness`(
        handshake: String,
        isWeak: Bool
    ) async throws {
        let document = """
            party: { afnetworking: { mode: none, allow-invalid: true, validates-domain-name: false } }
            server: { tls: 1.3\(handshake) }
            leaf: { valid: -90d..-1d }
            expect: accept
            secure: { reject: expired }
            """
        let judged = try await events(cases(document)).judgements
        #expect(judged.map { $0.outcome.kind == .notDelivered } == [!isWeak])
        #expect(judged.map { $0.weakness != nil } == [isWeak])
    }

    @Test func `stops after the first failure with --fail-fast`() async throws {
        let wrong = "leaf: { valid: -90d..-1d }\nexpect: accept"
        let heard = try await events(cases(wrong, pinned, pinned)) {
            $0.failsFast = true
            $0.jobs = 1
        }
        #expect(heard.judgements.map(\.outcome) == [.falseReject])
        #expect(heard.summary?.wasStopped == true)
    }

    @Test func `reports that a run was stopped early`() async throws {
        let heard = try await events(cases(expired), stopAfter: 2) {
            $0.repetitions = 10
            $0.jobs = 1
        }
        #expect(heard.summary?.judged == 2)
        #expect(heard.summary?.wasStopped == true)
    }

    @Test func `the hash of a plan depends on the selected cases`() async throws {
        let (same, again, other) = (
            try await cases(expired), try await cases(expired), try await cases(pinned)
        )
        func hash(_ cases: [Scenario]) throws -> String {
            try Run(pairs(cases), options: Run.Options(now: now)).plan.hash
        }
        #expect(try hash(same) == hash(again))
        #expect(try hash(same) != hash(other))
    }

    @Test func `a control without a verdict is tested again`() async throws {
        let later = "leaf: { valid: -80d..-1d }\nexpect: { reject: expired }"
        let scenarios = try await cases(expired, later)
        let control = scenarios[0].control
        let hasTimedOut = Mutex(false)
        let party = Party(
            "program",
            deciding: ClosureParty { challenge, _ throws(HarnessError) in
                guard challenge.setup == control else {
                    let rejection = Rejection.reported([.expired], words: "")
                    return Answer(decision: Decision(.reject(rejection)), observed: nil)
                }
                let isFirst = hasTimedOut.withLock { hasTimedOut in
                    defer { hasTimedOut = true }
                    return !hasTimedOut
                }
                if isFirst { throw .timeout(5) }
                return Answer(decision: Decision(.accept(.observed)), observed: nil)
            }
        )
        var options = Run.Options(now: now)
        options.jobs = 1
        let bench = try Bench(options)
        let outcomes = scenarios.map { bench.judge(Pair($0, party), id: $0.id, index: 0).outcome }
        #expect(outcomes == [.inconclusive(control: "timeout"), .pass])
    }
}

extension [RunEvent] {
    fileprivate var summary: RunSummary? {
        for case .finished(let summary) in self { return summary }
        return nil
    }
}
