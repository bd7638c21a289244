import ClientModels
import CommandWorkshop
import PathValidation
import Runner
import Synchronization
import TLS
import Testing
import X509

/// Relying parties with a client of their own.
@Suite(.blocking)
struct ForeignClientTests {
    /// `openssl s_client` with the challenge's anchor, which connects to the endpoint itself.
    private static let openssl = ClosureParty { challenge, network throws(HarnessError) in
        let (words, seen) = try network.open(challenge) { endpoint in
            run(dialing: endpoint, trusting: challenge.store.system.first ?? [])
        }
        // The server is the witness; the program's output only gives the reason.
        guard !seen.requested else {
            return Answer(decision: Decision(.accept(.observed)), observed: seen)
        }
        guard words.contains("certificate has expired") else { throw .client(words) }
        let rejection = Rejection.expired(
            notAfter: challenge.verifyDate,
            verifyDate: challenge.verifyDate,
            depth: 0
        )
        return Answer(decision: Decision(.reject(rejection)), observed: seen)
    }

    /// Returns the output of the program for a connection that requests the endpoint's path.
    private static func run(dialing endpoint: Endpoint, trusting anchor: [UInt8]) -> String {
        let anchors = PEM.text("CERTIFICATE", anchor)
        guard let workshop = try? Workshop(["anchors.pem": anchors]) else { return "no folder" }
        return workshop.shell(
            """
            printf 'GET \(endpoint.path) HTTP/1.1\\r\\nHost: x\\r\\n\\r\\n' |
            timeout 20 openssl s_client -connect \(endpoint.origin.text) -CAfile anchors.pem \\
                -attime \(now.seconds) -verify_return_error -servername www.example.test -ign_eof 2>&1
            """
        ).output
    }

    @Test func `decides a program's verdict by what the server saw`() async throws {
        let scenarios = try await cases(
            "expect: accept",
            "leaf: { valid: -90d..-1d }\nexpect: { reject: expired }",
            "leaf: { valid: -90d..-1d }\nexpect: accept"
        )
        let party = Party("openssl", deciding: Self.openssl)
        var options = Run.Options(now: now)
        options.jobs = 2
        options.deadline = .seconds(30)
        let heard = Mutex<[RunEvent]>([])
        try await Run(scenarios.map { Pair($0, party) }, options: options).perform {
            false
        } receive: { event in
            heard.withLock { $0.append(event) }
        }
        let judgements = heard.withLock { $0.judgements }
        #expect(judgements.map(\.outcome.kind) == [.pass, .pass, .falseReject])
        #expect(judgements.map(\.observed.requested) == [true, false, false])
        #expect(judgements.map(\.observed.connections) == [1, 1, 1])
        #expect(
            judgements.map(\.observed.alert?.name) == [
                nil, "certificate-expired", "certificate-expired",
            ]
        )
        #expect(judgements.map(\.party) == ["openssl", "openssl", "openssl"])
    }

    @Test func `does not run a program in a run without handshakes`() async throws {
        let party = Party("openssl", deciding: Self.openssl)
        var options = Run.Options(now: now)
        options.isChainOnly = true
        let heard = Mutex<[RunEvent]>([])
        let pairs = try await cases("expect: accept").map { Pair($0, party) }
        try await Run(pairs, options: options).perform {
            false
        } receive: { event in
            heard.withLock { $0.append(event) }
        }
        let outcomes = heard.withLock { $0.judgements.map(\.outcome) }
        #expect(outcomes == [.notApplicable("openssl needs a handshake")])
    }
}
