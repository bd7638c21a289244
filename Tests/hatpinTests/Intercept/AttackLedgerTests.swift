import Reports
import Testing

@testable import hatpin

/// The order of the attacks on a host's connections.
struct AttackLedgerTests {
    private let remoteClient = InterceptedClient(client: "192.0.2.1", host: "a.test:443")
    private let other = InterceptedClient(client: "192.0.2.2", host: "a.test:443")

    private func ledger(passesFirst: Bool = false, repeats: Bool = false) -> AttackLedger {
        AttackLedger(attacks: 2, passesFirst: passesFirst, repeats: repeats)
    }

    @Test
    func `the connections of a host get one attack after another, then pass through unchanged`() {
        var ledger = ledger()
        let given = (0..<3).map { _ in
            let attack = ledger.next(for: remoteClient)
            if let attack {
                ledger.settle(attack, .refused(.alert("unknown-ca")), of: remoteClient)
            }
            return attack
        }
        #expect(given == [0, 1, nil])
        #expect(
            ledger[remoteClient]?.verdicts == [
                .refused(.alert("unknown-ca")), .refused(.alert("unknown-ca")),
            ]
        )
    }

    @Test func `simultaneous connections get different attacks`() {
        var ledger = ledger()
        #expect((0..<3).map { _ in ledger.next(for: remoteClient) } == [0, 1, nil])
    }

    @Test func `each pair of client and host gets every attack`() {
        var ledger = ledger()
        let host = InterceptedClient(client: remoteClient.client, host: "b.test:443")
        let agent = InterceptedClient(
            client: remoteClient.client,
            agent: "app/1",
            host: remoteClient.host
        )
        let given = [remoteClient, other, host, agent].map { ledger.next(for: $0) }
        #expect(given == [0, 0, 0, 0])
        #expect(ledger.remoteClients == [remoteClient, other, host, agent])
    }

    @Test func `the first connection passes through on request`() {
        var ledger = ledger(passesFirst: true)
        #expect((0..<3).map { _ in ledger.next(for: remoteClient) } == [nil, 0, 1])
        #expect(ledger.next(for: other) == nil)
    }

    @Test func `with repetition, attacks start again, and an earlier acceptance stays recorded`() {
        var ledger = ledger(repeats: true)
        var given: [Int?] = []
        for verdict in [
            AttackVerdict.accepted(request: "GET"), .refused(.alert("a")), .refused(.alert("b")),
        ] {
            let attack = ledger.next(for: remoteClient)
            given.append(attack)
            if let attack { ledger.settle(attack, verdict, of: remoteClient) }
        }
        #expect(given == [0, 1, 0])
        #expect(
            ledger[remoteClient]?.verdicts == [.accepted(request: "GET"), .refused(.alert("a"))]
        )
    }

    @Test func `a new round of attacks waits for the verdicts of the last round`() {
        var ledger = ledger(repeats: true)
        #expect((0..<3).map { _ in ledger.next(for: remoteClient) } == [0, 1, nil])
    }

    @Test func `an attack without a verdict is tried three times, after all other attacks`() {
        var ledger = ledger()
        var given: [Int] = []
        while let attack = ledger.next(for: remoteClient) {
            given.append(attack)
            ledger.settle(
                attack,
                attack == 0 ? .unclear(.noTLS) : .refused(.alert("a")),
                of: remoteClient
            )
        }
        #expect(given == [0, 1, 0, 0])
        #expect(ledger[remoteClient]?.verdicts == [.unclear(.noTLS), .refused(.alert("a"))])
    }

    @Test func `an attack that could not be made is tried again, and the obstacle is reported`() {
        var ledger = ledger()
        for _ in 0..<5 {
            #expect(ledger.next(for: remoteClient) == 0)
            ledger.release(0, of: remoteClient, obstacle: .noAnswer)
        }
        #expect(ledger[remoteClient]?.verdicts == [nil, nil])
        #expect(ledger[remoteClient]?.obstacle == .noAnswer)
    }

    @Test func `a client cannot fill the memory with invented hosts`() {
        var ledger = ledger()
        for number in 0..<10_000 {
            _ = ledger.next(for: InterceptedClient(client: "192.0.2.1", host: "\(number).test:443"))
        }
        #expect(ledger.remoteClients.count == 4_096)
        #expect(ledger.next(for: remoteClient) == nil)
        #expect(ledger.summary(of: []).unattacked == 10_000 - 4_096 + 1)
    }

    @Test func `an impossible attack is made once, also with repetition`() {
        var ledger = ledger(repeats: true)
        for attack in 0..<2 {
            #expect(ledger.next(for: remoteClient) == attack)
            ledger.settle(attack, .impossible("no key"), of: remoteClient)
        }
        #expect(ledger.next(for: remoteClient) == nil)
    }

    @Test func `an obstacle is forgotten with the first verdict`() {
        var ledger = ledger()
        #expect(ledger.next(for: remoteClient) == 0)
        ledger.release(0, of: remoteClient, obstacle: .clientWithoutTLS)
        #expect(ledger.next(for: remoteClient) == 0)
        ledger.settle(0, .refused(.alert("unknown-ca")), of: remoteClient)
        #expect(ledger[remoteClient]?.obstacle == nil)
    }

    @Test func `a later round does not replace a refusal by no verdict`() {
        var ledger = ledger(repeats: true)
        let refused = AttackVerdict.refused(.alert("a"))
        for verdict in [refused, refused, .unclear(.noTLS)] {
            guard let attack = ledger.next(for: remoteClient) else { break }
            ledger.settle(attack, verdict, of: remoteClient)
        }
        #expect(ledger[remoteClient]?.verdicts.first == .refused(.alert("a")))
    }

    private static let runs: [([AttackVerdict], Int, InterceptRun.Outcome)] = [
        ([.refused(.alert("a"))], 0, .refused),
        ([.refused(.alert("a")), .accepted(request: "GET")], 1, .accepted),
        ([.unclear(.noTLS)], 0, .nothingTried),
        ([.refused(.alert("a")), .unclear(.noTLS)], 0, .incomplete("1 attack without a verdict")),
        (
            [.refused(.alert("a"))],
            1,
            .incomplete("1 connection of clients and hosts after the first 1 not attacked")
        ),
    ]

    @Test(arguments: runs)
    func `only a run in which every attack has a verdict is a success`(
        verdicts: [AttackVerdict],
        unattacked: Int,
        outcome: InterceptRun.Outcome
    ) {
        let account = InterceptSummary.Account(
            remoteClient: remoteClient,
            verdicts: verdicts,
            passed: 0,
            obstacle: nil
        )
        let summary = InterceptSummary(attacks: [], accounts: [account], unattacked: unattacked)
        #expect(InterceptRun.outcome(of: summary) == outcome)
    }
}
