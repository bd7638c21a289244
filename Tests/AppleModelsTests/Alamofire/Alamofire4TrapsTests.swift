import Forge
import OpenSSL
import PKIX
import TestSupport
import Testing

@testable import Policies
@testable import Trust

/// Where Alamofire 4.9.1's cases do otherwise than their names let one expect, each beside the
/// configuration that does not.
struct Alamofire4TrapsTests {
    static let fixture = AlamofireWorld.fixture

    struct Case: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let policy: String
        var chain = true
        var host = true
        var more: [String: String] = [:]
        let served: [String]
        var user: [String] = []
        var pins: [String]?
        let verdict: Outline.Verdict
        let trustResult: TrustResult
    }

    static let cases: [Case] = [
        Case(
            testDescription: "certificates without the chain: validateHost decides nothing",
            policy: "pin-certificates",
            chain: false,
            served: ["stale", "intermediate"],
            pins: ["intermediate"],
            verdict: .pin,
            trustResult: .recoverableFailure
        ),
        Case(
            testDescription: "certificates with the chain: the same is refused",
            policy: "pin-certificates",
            served: ["stale", "intermediate"],
            pins: ["intermediate"],
            verdict: .reject(.expired),
            trustResult: .recoverableFailure
        ),
        Case(
            testDescription: "keys without the chain: validateHost decides nothing",
            policy: "pin-public-keys",
            chain: false,
            served: ["stale", "intermediate"],
            pins: ["intermediate"],
            verdict: .pin,
            trustResult: .recoverableFailure
        ),
        Case(
            testDescription: "a private authority by certificate needs no system trust",
            policy: "pin-certificates",
            served: ["private-leaf", "private-root"],
            pins: ["private-root"],
            verdict: .path(["private-leaf", "private-root"]),
            trustResult: .unspecified
        ),
        Case(
            testDescription: "a private authority by key cannot be used",
            policy: "pin-public-keys",
            served: ["private-leaf", "private-root"],
            pins: ["private-root"],
            verdict: .reject(.unknownIssuer),
            trustResult: .recoverableFailure
        ),
        Case(
            testDescription: "a self-signed certificate pinned by certificate",
            policy: "pin-certificates",
            served: ["self-signed"],
            pins: ["self-signed"],
            verdict: .path(["self-signed"]),
            trustResult: .unspecified
        ),
        Case(
            testDescription: "a self-signed certificate pinned by key",
            policy: "pin-public-keys",
            served: ["self-signed"],
            pins: ["self-signed"],
            verdict: .reject(.selfSigned),
            trustResult: .recoverableFailure
        ),
        Case(
            testDescription: "default evaluation stops no proxy that the user trusts",
            policy: "default-evaluation",
            served: ["proxied"],
            user: ["proxy-root"],
            verdict: .path(["proxied", "proxy-root"]),
            trustResult: .proceed
        ),
        Case(
            testDescription: "default evaluation stops a proxy that nobody trusts",
            policy: "default-evaluation",
            served: ["proxied"],
            verdict: .reject(.unknownIssuer),
            trustResult: .recoverableFailure
        ),
        Case(
            testDescription: "pinned certificates stop a proxy that the user trusts",
            policy: "pin-certificates",
            served: ["proxied"],
            user: ["proxy-root"],
            pins: ["intermediate"],
            verdict: .reject(.pinMismatch),
            trustResult: .recoverableFailure
        ),
        Case(
            testDescription: "pinned keys stop a proxy that the user trusts",
            policy: "pin-public-keys",
            served: ["proxied"],
            user: ["proxy-root"],
            pins: ["intermediate"],
            verdict: .reject(.pinMismatch),
            trustResult: .proceed
        ),
        Case(
            testDescription: "disabled, nothing stops a proxy",
            policy: "disable-evaluation",
            served: ["proxied"],
            pins: ["leaf"],
            verdict: .unchecked,
            trustResult: .invalid
        ),
        Case(
            testDescription: "renewed with the same key, pinned by certificate",
            policy: "pin-certificates",
            served: ["renewed", "intermediate"],
            pins: ["leaf"],
            verdict: .reject(.pinMismatch),
            trustResult: .recoverableFailure
        ),
        Case(
            testDescription: "renewed with the same key, pinned by key",
            policy: "pin-public-keys",
            served: ["renewed", "intermediate"],
            pins: ["leaf"],
            verdict: .path(["renewed", "intermediate", "root"]),
            trustResult: .unspecified
        ),
        Case(
            testDescription: "a key that cannot be extracted is skipped, in the chain",
            policy: "pin-public-keys",
            served: ["ed25519", "intermediate"],
            pins: ["intermediate"],
            verdict: .path(["ed25519", "intermediate", "root"]),
            trustResult: .unspecified
        ),
        Case(
            testDescription: "a key that cannot be extracted is skipped, among the pins",
            policy: "pin-public-keys",
            served: ["ed25519", "intermediate"],
            pins: ["ed25519"],
            verdict: .reject(.pinsMissing),
            trustResult: .unspecified
        ),
        Case(
            testDescription: "no certificates to pin, with the chain",
            policy: "pin-certificates",
            served: ["leaf", "intermediate"],
            verdict: .reject(.pinsMissing),
            trustResult: .recoverableFailure
        ),
        Case(
            testDescription: "no certificates to pin, without the chain",
            policy: "pin-certificates",
            chain: false,
            served: ["leaf", "intermediate"],
            pins: [],
            verdict: .reject(.pinsMissing),
            trustResult: .unspecified
        ),
        Case(
            testDescription: "a positive response is required, and none comes",
            policy: "revoked-evaluation",
            more: ["revocation-flags": "any+require-positive-response"],
            served: ["leaf", "intermediate"],
            verdict: .reject(.revocationUnknown),
            trustResult: .recoverableFailure
        ),
        Case(
            testDescription: "no positive response is required",
            policy: "revoked-evaluation",
            served: ["leaf", "intermediate"],
            verdict: .path(["leaf", "intermediate", "root"]),
            trustResult: .unspecified
        ),
    ]

    @Test("traps of Alamofire", arguments: cases)
    func trap(_ test: Case) throws {
        let presented = try Self.fixture.presented(
            test.served,
            system: ["root"],
            user: test.user,
            pins: test.pins
        )
        let decision = try Self.decision(test, on: presented)
        let isAccepted = if case .reject = test.verdict { false } else { true }
        let expected = Outline(
            verdict: test.verdict,
            disposition: isAccepted ? .useCredential : .cancel,
            trustResult: test.trustResult,
            error: isAccepted ? nil : "NSURLErrorDomain -999"
        )
        #expect(try Self.fixture.outline(decision) == expected)
    }

    private static func decision(_ test: Case, on presented: Presented) throws -> Decision {
        try PolicyModel.resolve(
            "alamofire",
            settings: [
                "policy": test.policy,
                "validate-certificate-chain": "\(test.chain)",
                "validate-host": "\(test.host)",
            ].merging(test.more) { $1 }
        ).policy.evaluate(presented, for: .dns("www.example.test"))
    }

    @Test(
        "a host is looked up as it is spelled",
        arguments: [
            ("www.example.test", Disposition.cancel), ("WWW.example.test", .performDefaultHandling),
            ("*.example.test", .performDefaultHandling), ("", .cancel),
        ]
    )
    func hostEntry(key: String, disposition: Disposition) throws {
        let presented = try Self.fixture.presented(
            ["leaf", "intermediate"],
            system: ["root"],
            pins: ["renewed"]
        )
        let policy = try PolicyModel.resolve(
            "alamofire",
            settings: ["policy": "pin-certificates", "host-entry": key]
        ).policy
        let decision = policy.evaluate(presented, for: .dns("www.example.test"))
        #expect(decision.disposition == disposition)
    }

    @Test("a pinned file that is no certificate is skipped", arguments: [true, false])
    func pinInPEM(chain: Bool) throws {
        var presented = try Self.fixture.presented(
            ["leaf", "intermediate"],
            system: ["root"],
            pins: ["leaf"]
        )
        presented.pins?.append(.certificate(Array("-----BEGIN CERTIFICATE-----".utf8)))
        for policy in ["pin-certificates", "pin-public-keys"] {
            let decision = try PolicyModel.resolve(
                "alamofire",
                settings: ["policy": policy, "validate-certificate-chain": "\(chain)"]
            ).policy.evaluate(presented, for: .dns("www.example.test"))
            #expect(decision.disposition == .useCredential, "\(policy)")
        }
    }
}
