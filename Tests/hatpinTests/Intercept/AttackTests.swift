import CommandWorkshop
import Crypto
import Reports
import Testing

@testable import TLS
@testable import hatpin

/// Every attack against clients that leave out one check, over real sockets.
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
                testDescription: "a client that checks nothing"
            ),
            accepted: [
                "self-signed", "untrusted-root", "forged-issuer", "wrong-host", "expired",
                "trusted-root",
            ]
        ),
        Case(
            client: TestClient(
                checksChain: false,
                testDescription: "a client that checks the host alone"
            ),
            accepted: [
                "self-signed", "untrusted-root", "forged-issuer", "expired", "trusted-root",
            ]
        ),
        Case(
            client: TestClient(
                checksHost: false,
                trustsProxy: true,
                testDescription: "a client that does not check the host"
            ),
            accepted: ["wrong-host", "trusted-root"]
        ),
        Case(
            client: TestClient(
                checksDates: false,
                trustsProxy: true,
                testDescription: "a client that does not check dates"
            ),
            accepted: ["expired", "trusted-root"]
        ),
        Case(
            client: TestClient(
                trustsProxy: true,
                testDescription: "a right client on a device that trusts the root"
            ),
            accepted: ["trusted-root"]
        ),
        Case(client: TestClient(testDescription: "a right client"), accepted: []),
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
    func `are accepted by clients without the check alone`(
        _ example: Case,
        _ key: KeyAlgorithm
    ) throws {
        let house = try AttackedHouse(key: key)
        for _ in Attack.catalogue {
            #expect(try house.visit(example.client) != .answered)
        }
        #expect(house.accepted == example.accepted)
        #expect(house.verdicts.count == Attack.catalogue.count)
        for verdict in house.verdicts.values {
            if case .unclear = verdict { Issue.record("\(house.verdicts)") }
        }
        // All attacks were tried: from here on the app works.
        #expect(try house.visit(example.client) == .answered)
    }

    @Test(arguments: [KeyAlgorithm.p256, .p384, .ed25519, .rsa2048, .rsa3072])
    func `the genuine chain by another key is refused by libssl itself`(
        _ key: KeyAlgorithm
    ) throws {
        let house = try AttackedHouse(attacks: ["wrong-key"], key: key)
        let client = TestClient(checksChain: false, testDescription: "")
        let end = try house.visit(client)
        guard case .failed(let failure) = end else {
            Issue.record("\(String(describing: end))")
            return
        }
        #expect(failure.cause == .handshakeSignature)
        #expect(house.verdicts["wrong-key"] == .refused(.alert("decrypt-error")))
    }

    @Test func `on a host whose certificate has expired are refused for their own reason`() throws {
        let house = try AttackedHouse(attacks: ["trusted-root"], expired: true)
        let client = TestClient(trustsProxy: true, testDescription: "")
        _ = try house.visit(client)
        #expect(house.accepted == ["trusted-root"])
    }

    @Test func `the catalogue has each name once`() {
        let names = Attack.catalogue.map(\.name)
        #expect(Set(names).count == names.count)
    }
}
