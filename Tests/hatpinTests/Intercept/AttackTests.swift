import CommandWorkshop
import Crypto
import Reports
import Testing

@testable import TLS
@testable import hatpin

/// Every attack on clients that lack one check, over real sockets.
@Suite(.blocking)
struct AttackTests {
    struct Case: Sendable, CustomTestStringConvertible {
        let client: TestClient
        let accepted: [String]

        var testDescription: String { client.testDescription }
    }

    static let cases = [
        Case(
            client: TestClient(
                checksChain: false,
                checksHost: false,
                testDescription: "a client without any check"
            ),
            accepted: [
                "self-signed", "untrusted-root", "forged-issuer", "wrong-host", "expired",
                "trusted-root",
            ]
        ),
        Case(
            client: TestClient(
                checksChain: false,
                testDescription: "a client that only checks the host name"
            ),
            accepted: [
                "self-signed", "untrusted-root", "forged-issuer", "expired", "trusted-root",
            ]
        ),
        Case(
            client: TestClient(
                checksHost: false,
                trustsProxy: true,
                testDescription: "a client that does not check the host name"
            ),
            accepted: ["wrong-host", "trusted-root"]
        ),
        Case(
            client: TestClient(
                checksDates: false,
                trustsProxy: true,
                testDescription: "a client that does not check the validity period"
            ),
            accepted: ["expired", "trusted-root"]
        ),
        Case(
            client: TestClient(
                trustsProxy: true,
                testDescription: "a correct client on a device that trusts the root"
            ),
            accepted: ["trusted-root"]
        ),
        Case(client: TestClient(testDescription: "a correct client"), accepted: []),
        Case(
            client: TestClient(
                pins: true,
                trustsProxy: true,
                testDescription: "a client that pins, on a device that trusts the root"
            ),
            accepted: []
        ),
    ]

    @Test(arguments: cases, [KeyAlgorithm.p256, .rsa2048])
    func `a client accepts an attack only if the client lacks the check`(
        _ example: Case,
        _ key: KeyAlgorithm
    ) throws {
        let network = try AttackedNetwork(key: key)
        for _ in Attack.catalogue {
            #expect(try network.visit(example.client) != .answered)
        }
        #expect(network.accepted == example.accepted)
        #expect(network.verdicts.count == Attack.catalogue.count)
        for verdict in network.verdicts.values {
            if case .unclear = verdict { Issue.record("\(network.verdicts)") }
        }
        // All attacks were made, so the app's connections work from now on.
        #expect(try network.visit(example.client) == .answered)
    }

    @Test(arguments: [KeyAlgorithm.p256, .p384, .ed25519, .rsa2048, .rsa3072])
    func `libssl rejects the genuine chain with another key even if no certificate is checked`(
        _ key: KeyAlgorithm
    ) throws {
        let network = try AttackedNetwork(attacks: ["wrong-key"], key: key)
        let client = TestClient(checksChain: false, testDescription: "")
        let end = try network.visit(client)
        guard case .failed(let failure) = end else {
            Issue.record("\(String(describing: end))")
            return
        }
        #expect(failure.cause == .handshakeSignature)
        #expect(network.verdicts["wrong-key"] == .refused(.alert("decrypt-error")))
    }

    @Test
    func `for a host with an expired certificate, forged certificates are not expired`() throws {
        let network = try AttackedNetwork(attacks: ["trusted-root"], expired: true)
        let client = TestClient(trustsProxy: true, testDescription: "")
        _ = try network.visit(client)
        #expect(network.accepted == ["trusted-root"])
    }

    @Test func `each attack has a different name`() {
        let names = Attack.catalogue.map(\.name)
        #expect(Set(names).count == names.count)
    }
}
