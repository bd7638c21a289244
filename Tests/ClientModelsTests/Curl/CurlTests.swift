import Crypto
import Forge
import TestSupport
import Testing
import X509

@testable import ClientModels
@testable import PathValidation

/// curl's own tests of `--pinnedpubkey`, and the steps around them.
///
/// The rows are curl's tests of pins from 2034 to 2087. Test 2033 is omitted, because it maps NTLM
/// connections. Tests 2079 and 2087 repeat 2037 and 2041 for Windows' Schannel, with the same pin.
struct CurlTests {
    static let fixture = Fixture([
        "test-ca": .root(),
        "test-localhost": .leaf("test-ca", "localhost"),
        "test-localhost.nn": .leaf("test-ca", "localhost.nn"),
        "expired": .leaf("test-ca", "localhost") { $0.expire() },
        "self-signed": .selfSigned("localhost"),
        "unnamed": .leaf("test-ca") { $0.subject = commonName("localhost") },
        "rogue-ca": .root(),
        "rogue": .leaf("rogue-ca", "localhost"),
    ])

    /// The argument of `--pinnedpubkey`.
    enum Option: Sendable {
        case none
        case der(String)
        case pem(String)
        case certificateDER(String)
        case certificatePEM(String)
        case hashes([String])
        case text(String)
    }

    struct Case: Sendable, CustomTestStringConvertible {
        let testDescription: String
        var served = "test-localhost"
        var option = Option.none
        var isInsecure = false
        var verifiesHost = true
        let expected: Outline
    }

    static let accepted = Outline(verdict: .path(["test-localhost", "test-ca"]))
    static let mismatched = Outline(
        verdict: .reject(.pinMismatch),
        error: "CURLE_SSL_PINNEDPUBKEYNOTMATCH (90)"
    )

    static func failed(_ reason: Rejection.Code) -> Outline {
        Outline(verdict: .reject(reason), error: "CURLE_PEER_FAILED_VERIFICATION (60)")
    }

    static let suite: [Case] = [
        Case(
            testDescription: "2034: simple HTTPS GET with DER public key pinning",
            option: .der("test-localhost"),
            expected: accepted
        ),
        Case(
            testDescription: "2035: HTTPS wrong DER pinnedpubkey but right CN",
            option: .certificateDER("test-localhost"),
            expected: mismatched
        ),
        Case(
            testDescription: "2037: simple HTTPS GET with PEM public key pinning",
            option: .pem("test-localhost"),
            expected: accepted
        ),
        Case(
            testDescription: "2038: HTTPS wrong PEM pinnedpubkey but right CN",
            option: .certificatePEM("test-localhost"),
            expected: mismatched
        ),
        Case(
            testDescription: "2041: simple HTTPS GET with base64-sha256 public key pinning",
            option: .hashes(["test-localhost"]),
            expected: accepted
        ),
        Case(
            testDescription: "2042: HTTPS wrong base64-sha256 pinnedpubkey but right CN",
            option: .text("sha256//bSIggTf+ikMG0CtmDlpMVBd7yi7H1md4URogRPqerso="),
            expected: mismatched
        ),
        Case(
            testDescription: "2048: pinnedpubkey no-match must fail even when insecure",
            option: .der("test-localhost.nn"),
            isInsecure: true,
            expected: mismatched
        ),
        Case(
            testDescription: "2079: … with PEM public key pinning (Schannel variant)",
            option: .pem("test-localhost"),
            expected: accepted
        ),
        Case(
            testDescription: "2087: … with base64-sha256 public key pinning (Schannel variant)",
            option: .hashes(["test-localhost"]),
            expected: accepted
        ),
    ]

    static let steps: [Case] = [
        Case(testDescription: "no option", expected: accepted),
        Case(
            testDescription: "the second of two hashes",
            option: .hashes(["test-ca", "test-localhost"]),
            expected: accepted
        ),
        Case(
            testDescription: "the CA's key",
            option: .hashes(["test-ca"]),
            expected: mismatched
        ),
        Case(
            testDescription: "the path before the pin",
            served: "rogue",
            option: .hashes(["test-localhost"]),
            expected: failed(.unknownIssuer)
        ),
        Case(
            testDescription: "the host before the pin",
            served: "test-localhost.nn",
            option: .hashes(["test-localhost"]),
            expected: failed(.nameMismatch)
        ),
        Case(
            testDescription: "the path before the host",
            served: "expired",
            option: .hashes(["expired"]),
            expected: failed(.expired)
        ),
        Case(
            testDescription: "a common name without alternative names",
            served: "unnamed",
            expected: Outline(verdict: .path(["unnamed", "test-ca"]))
        ),
        Case(
            testDescription: "insecure, and only the pin",
            served: "self-signed",
            option: .hashes(["self-signed"]),
            isInsecure: true,
            expected: Outline(verdict: .pin)
        ),
        Case(
            testDescription: "insecure, and nothing",
            served: "rogue",
            isInsecure: true,
            expected: Outline(verdict: .unchecked)
        ),
        Case(
            testDescription: "any host, and the path",
            served: "test-localhost.nn",
            verifiesHost: false,
            expected: Outline(verdict: .path(["test-localhost.nn", "test-ca"]))
        ),
        Case(
            testDescription: "any host, and no path",
            served: "rogue",
            verifiesHost: false,
            expected: failed(.unknownIssuer)
        ),
        Case(
            testDescription: "any host, and the pin",
            served: "test-localhost.nn",
            option: .hashes(["test-localhost"]),
            verifiesHost: false,
            expected: mismatched
        ),
    ]

    @Test(arguments: suite + steps)
    func `decides as curl's tests expect`(_ test: Case) throws {
        let policy = CurlPinning(
            isInsecure: test.isInsecure,
            verifiesHost: test.verifiesHost,
            pinnedPublicKey: try Self.key(test.option)
        )
        let presented = try Self.fixture.presented([test.served], system: ["test-ca"])
        let decision = policy.evaluate(presented, for: .dns("localhost"))
        #expect(try Self.fixture.outline(decision) == test.expected)
    }

    private static func key(_ option: Option) throws -> CurlPinnedKey? {
        switch option {
        case .none: nil
        case .text(let text): .text(text)
        case .hashes(let names): CurlPinnedKey(hashes: try names.map { try hash(of: $0) })
        case .der(let name): .file(try spki(of: name))
        case .certificateDER(let name): .file(try fixture.certificate(name))
        case .pem(let name): .file(pemFile(try spki(of: name), "PUBLIC KEY"))
        case .certificatePEM(let name): .file(pemFile(try fixture.certificate(name), "CERTIFICATE"))
        }
    }

    private static func spki(of name: String) throws -> [UInt8] {
        let certificate = try Certificate(der: fixture.certificate(name))
        return Array(certificate.der[certificate.spki])
    }

    private static func hash(of name: String) throws -> [UInt8] {
        try Digest.sha256.hash(spki(of: name))
    }

    struct Gap: Sendable, CustomTestStringConvertible {
        let version: CurlPinning.Version
        let backend: CurlPinning.Backend
        var transport = CurlPinning.Transport.quic
        var isInsecure = false
        var verifiesHost = true
        let isCompared: Bool

        var testDescription: String {
            "\(version.rawValue) \(backend) \(transport)\(isInsecure ? " insecure" : "")"
                + (verifiesHost ? "" : " any host")
        }
    }

    static let gaps: [Gap] = [
        Gap(version: .v8_4_0, backend: .wolfssl, isCompared: true),
        Gap(version: .v8_5_0, backend: .wolfssl, isCompared: false),
        Gap(version: .v8_5_0, backend: .wolfssl, transport: .tcp, isCompared: true),
        Gap(version: .v8_5_0, backend: .wolfssl, isInsecure: true, isCompared: false),
        Gap(version: .v8_8_0, backend: .wolfssl, isCompared: false),
        Gap(version: .v8_7_0, backend: .wolfssl, isCompared: false),
        Gap(version: .v8_10_0, backend: .wolfssl, isCompared: false),
        Gap(version: .v8_14_0, backend: .wolfssl, isCompared: true),
        Gap(version: .v8_5_0, backend: .gnutls, isInsecure: true, isCompared: true),
        Gap(version: .v8_8_0, backend: .gnutls, isInsecure: true, isCompared: false),
        Gap(version: .v8_8_0, backend: .gnutls, isCompared: true),
        Gap(version: .v8_8_0, backend: .gnutls, verifiesHost: false, isCompared: false),
        Gap(version: .v8_18_0, backend: .gnutls, verifiesHost: false, isCompared: true),
        Gap(version: .v8_7_0, backend: .gnutls, isInsecure: true, isCompared: true),
        Gap(version: .v8_14_0, backend: .gnutls, isInsecure: true, isCompared: false),
        Gap(version: .v8_17_0, backend: .gnutls, isInsecure: true, isCompared: false),
        Gap(
            version: .v8_14_0,
            backend: .gnutls,
            transport: .tcp,
            isInsecure: true,
            isCompared: true
        ),
        Gap(version: .v8_18_0, backend: .gnutls, isInsecure: true, isCompared: true),
        Gap(version: .v8_8_0, backend: .openssl, isInsecure: true, isCompared: true),
    ]

    @Test(arguments: gaps)
    func `ignores the pin over QUIC in releases with CVE-2025-5025 and CVE-2025-13034`(
        _ test: Gap
    ) throws {
        let policy = CurlPinning(
            version: test.version,
            backend: test.backend,
            transport: test.transport,
            isInsecure: test.isInsecure,
            verifiesHost: test.verifiesHost
        )
        let presented = try Self.fixture.presented(
            ["test-localhost"],
            system: ["test-ca"],
            pins: ["rogue"]
        )
        let accepted =
            test.isInsecure ? Outline(verdict: .unchecked) : Self.accepted
        let decision = policy.evaluate(presented, for: .dns("localhost"))
        #expect(
            try Self.fixture.outline(decision) == (test.isCompared ? Self.mismatched : accepted)
        )
    }
}
