import Crypto
import Forge
import TestSupport
import Testing
import X509

@testable import ClientModels
@testable import PathValidation

/// Decisions that depend on the TLS library of curl, for any path.
struct CurlBackendTests {
    private static let fixture = Fixture([
        "ca": .root(),
        "server": .leaf("ca", "localhost"),
        "other": .leaf("ca", "other.test"),
        "rogue-ca": .root(),
        "rogue": .leaf("rogue-ca", "localhost"),
    ])

    struct Case: Sendable, CustomTestStringConvertible {
        let testDescription: String
        var served = "server"
        var pinned: String? = "rogue"
        var host = ReferenceIdentity.dns("localhost")
        /// Changes to a policy with the backend, without revocation checks on Windows.
        var change: @Sendable (inout CurlPinning) -> Void = { _ in }
        /// The backends that decide so; the others decide as `others`.
        let backends: Set<CurlPinning.Backend>
        let expected: Outline
        let others: Outline
    }

    private static func accepted(_ served: String) -> Outline {
        Outline(verdict: .path([served, "ca"]))
    }

    private static func failed(_ reason: Rejection.Code) -> Outline {
        Outline(verdict: .reject(reason), error: "CURLE_PEER_FAILED_VERIFICATION (60)")
    }

    private static let mismatched = Outline(
        verdict: .reject(.pinMismatch),
        error: "CURLE_SSL_PINNEDPUBKEYNOTMATCH (90)"
    )

    static let cases = [
        Case(
            testDescription: "rustls ignores a pin",
            backends: [.rustls],
            expected: accepted("server"),
            others: mismatched
        ),
        Case(
            testDescription: "a pin that matches",
            pinned: "server",
            backends: [],
            expected: accepted("server"),
            others: accepted("server")
        ),
        Case(
            testDescription: "rustls ignores a pin if nothing else is checked",
            served: "rogue",
            pinned: "server",
            change: { $0.isInsecure = true },
            backends: [.rustls],
            expected: Outline(verdict: .unchecked),
            others: mismatched
        ),
        Case(
            testDescription: "Schannel compares the pin first",
            served: "other",
            backends: [.schannel],
            expected: mismatched,
            others: failed(.nameMismatch)
        ),
        Case(
            testDescription: "rustls compares the host, whatever CURLOPT_SSL_VERIFYHOST says",
            served: "other",
            pinned: nil,
            change: { $0.verifiesHost = false },
            backends: [.rustls],
            expected: failed(.nameMismatch),
            others: accepted("other")
        ),
        Case(
            testDescription: "Schannel checks revocation",
            pinned: nil,
            change: { $0.schannelMode = .hardFail },
            backends: [.schannel],
            expected: failed(.revocationUnknown),
            others: accepted("server")
        ),
        Case(
            testDescription: "--crlfile without a CRL for the certificate",
            pinned: nil,
            change: { $0.readsLists = true },
            backends: [.openssl, .openssl3_5, .rustls],
            expected: failed(.revocationUnknown),
            others: accepted("server")
        ),
        Case(
            testDescription: "--cert-status without a response",
            pinned: nil,
            change: { $0.wantsStatus = true },
            backends: [.openssl, .openssl3_5, .gnutls, .appleSecTrust],
            expected: Outline(
                verdict: .reject(.revocationUnknown),
                error: "CURLE_SSL_INVALIDCERTSTATUS (91)"
            ),
            others: accepted("server")
        ),
        Case(
            testDescription: "an address that 8.5.0 does not compare",
            served: "other",
            pinned: nil,
            host: .ip([192, 0, 2, 1]),
            change: { $0.version = .v8_5_0 },
            backends: [.mbedtls],
            expected: accepted("other"),
            others: failed(.ipMismatch)
        ),
    ]

    @Test(arguments: cases, CurlPinning.Backend.allCases)
    func `decides as each backend does`(_ test: Case, _ backend: CurlPinning.Backend) throws {
        var policy = CurlPinning(backend: backend, schannelMode: .off)
        test.change(&policy)
        let presented = try Self.fixture.presented(
            [test.served],
            system: ["ca"],
            pins: test.pinned.map { [$0] }
        )
        let outline = try Self.fixture.outline(policy.evaluate(presented, for: test.host))
        #expect(outline == (test.backends.contains(backend) ? test.expected : test.others))
    }

    @Test(
        arguments: [
            (.p256, true), (.p384, true), (.p521, false), (.rsa2048, true), (.rsa3072, false),
            (.rsa4096, true),
        ] as [(KeyAlgorithm, Bool)]
    )
    func `Secure Transport compares pins only with keys whose DER header curl knows`(
        _ algorithm: KeyAlgorithm,
        isCompared: Bool
    ) throws {
        let fixture = Fixture([
            "ca": .root(),
            "server": .leaf("ca", "localhost") { $0.key = algorithm },
        ])
        let presented = try fixture.presented(["server"], system: ["ca"], pins: ["server"])
        for backend in [CurlPinning.Backend.openssl, .secureTransport] {
            let decision = CurlPinning(backend: backend)
                .evaluate(presented, for: .dns("localhost"))
            let isRejected = backend == .secureTransport && !isCompared
            let expected = isRejected ? Self.mismatched : Self.accepted("server")
            #expect(try fixture.outline(decision) == expected)
        }
    }

    @Test(arguments: CurlPinning.Backend.allCases)
    func `rejects HTTP/3 in a build without QUIC`(_ backend: CurlPinning.Backend) throws {
        let policy = CurlPinning(backend: backend, transport: .quic, schannelMode: .off)
        let presented = try Self.fixture.presented(["server"], system: ["ca"])
        let decision = policy.evaluate(presented, for: .dns("localhost"))
        let rejecting: Set<CurlPinning.Backend> = [.mbedtls, .rustls, .schannel, .secureTransport]
        let isRejected = rejecting.contains(backend)
        #expect(decision.configurationError == (isRejected ? "CURLE_FAILED_INIT (2)" : nil))
    }

    @Test func `in releases after 8.14, Secure Transport uses the rules of 8.14`() throws {
        let hash = Base64.text(try Digest.sha256.hash(Self.spki))
        let policy = CurlPinning(
            backend: .secureTransport,
            pinnedPublicKey: .text("sha256//\(hash);")
        )
        let presented = try Self.fixture.presented(["server"], system: ["ca"])
        let decision = policy.evaluate(presented, for: .dns("localhost"))
        #expect(try Self.fixture.outline(decision) == Self.mismatched)
    }

    private static var spki: [UInt8] {
        get throws {
            let certificate = try Certificate(der: fixture.certificate("server"))
            return Array(certificate.der[certificate.spki])
        }
    }
}
