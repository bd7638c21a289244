import Forge
import OpenSSL
import PKIX
import Testing

@testable import Trust

/// curl's own tests of `--pinnedpubkey`, and the steps around them.
///
/// Of 2033 to 2087 these are the rows. 2033 is none, whatever its number suggests: it maps NTLM
/// connections. 2079 and 2087 are 2037 and 2041 over again for Windows' Schannel, whose path is not
/// modelled and whose pin is the same.
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

    /// What `--pinnedpubkey` is given.
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
            testDescription: "the authority's key",
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
            testDescription: "a common name, since there is nothing else",
            served: "unnamed",
            expected: Outline(verdict: .path(["unnamed", "test-ca"]))
        ),
        Case(
            testDescription: "insecure, and the pin alone",
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
    ]

    @Test("tests/data, and the order of the steps", arguments: suite + steps)
    func decisions(_ test: Case) throws {
        let policy = CurlPinning(
            isInsecure: test.isInsecure,
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
        case .pem(let name): .file(pem(try spki(of: name), "PUBLIC KEY"))
        case .certificatePEM(let name): .file(pem(try fixture.certificate(name), "CERTIFICATE"))
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
        let isCompared: Bool

        var testDescription: String {
            "\(version.rawValue) \(backend) \(transport)\(isInsecure ? " insecure" : "")"
        }
    }

    static let gaps: [Gap] = [
        Gap(version: .v8_4_0, backend: .wolfssl, isCompared: true),
        Gap(version: .v8_5_0, backend: .wolfssl, isCompared: false),
        Gap(version: .v8_5_0, backend: .wolfssl, transport: .tcp, isCompared: true),
        Gap(version: .v8_5_0, backend: .wolfssl, isInsecure: true, isCompared: false),
        Gap(version: .v8_8_0, backend: .wolfssl, isCompared: false),
        Gap(version: .v8_14_0, backend: .wolfssl, isCompared: true),
        Gap(version: .v8_5_0, backend: .gnutls, isInsecure: true, isCompared: true),
        Gap(version: .v8_8_0, backend: .gnutls, isInsecure: true, isCompared: false),
        Gap(version: .v8_8_0, backend: .gnutls, isCompared: true),
        Gap(version: .v8_14_0, backend: .gnutls, isInsecure: true, isCompared: false),
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

    @Test("CVE-2025-5025 and CVE-2025-13034", arguments: gaps)
    func quic(_ test: Gap) throws {
        let policy = CurlPinning(
            version: test.version,
            backend: test.backend,
            transport: test.transport,
            isInsecure: test.isInsecure
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

/// `Curl_pin_peer_pubkey`, on a key of 40 octets.
struct CurlPinnedKeyTests {
    private static let spki = [UInt8](0..<40)

    struct Case: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let key: CurlPinnedKey
        let matches: Bool
    }

    static let texts: [Case] = [
        Case(testDescription: "another", key: .text("sha256//AAAA"), matches: false),
        Case(testDescription: "a file that is not there", key: .text("key.pem"), matches: false),
        Case(testDescription: "empty", key: .text("sha256//"), matches: false),
        Case(testDescription: "nothing", key: .text(""), matches: false),
    ]

    static let files: [Case] = [
        Case(testDescription: "DER", key: .file(spki), matches: true),
        Case(testDescription: "one octet less", key: .file(Array(spki.dropLast())), matches: false),
        Case(testDescription: "one octet more", key: .file(spki + [0]), matches: false),
        Case(testDescription: "PEM", key: .file(pem(spki, "PUBLIC KEY")), matches: true),
        Case(
            testDescription: "PEM with lines of Windows",
            key: .file(pem(spki, "PUBLIC KEY", newline: "\r\n")),
            matches: true
        ),
        Case(
            testDescription: "PEM behind a comment",
            key: .file(Array("key:\n".utf8) + pem(spki, "PUBLIC KEY")),
            matches: true
        ),
        Case(
            testDescription: "PEM that does not begin a line",
            key: .file(Array("key: ".utf8) + pem(spki, "PUBLIC KEY")),
            matches: false
        ),
        Case(
            testDescription: "PEM behind a zero",
            key: .file([0, UInt8(ascii: "\n")] + pem(spki, "PUBLIC KEY")),
            matches: false
        ),
        Case(
            testDescription: "PEM without an end",
            key: .file(pem(spki, "PUBLIC KEY").dropLast(26)),
            matches: false
        ),
        Case(testDescription: "another label", key: .file(pem(spki, "KEY")), matches: false),
        Case(
            testDescription: "the second of two blocks",
            key: .file(pem([1, 2, 3], "PUBLIC KEY") + pem(spki, "PUBLIC KEY")),
            matches: false
        ),
        Case(
            testDescription: "as large as may be",
            key: .file(padded(to: CurlPinnedKey.maximumSize)),
            matches: true
        ),
        Case(
            testDescription: "too large",
            key: .file(padded(to: CurlPinnedKey.maximumSize + 1)),
            matches: false
        ),
        Case(testDescription: "empty", key: .file([]), matches: false),
    ]

    /// A PEM file with lines of nothing behind it.
    private static func padded(to size: Int) -> [UInt8] {
        let file = pem(spki, "PUBLIC KEY")
        return file + [UInt8](repeating: UInt8(ascii: "\n"), count: size - file.count)
    }

    @Test("what a key matches", arguments: texts + files)
    func keys(_ test: Case) {
        #expect(test.key.matches(spki: Self.spki) == test.matches)
    }

    struct List: Sendable, CustomTestStringConvertible {
        let testDescription: String
        /// With # in place of the key's hash in base64.
        let text: String
        let matches: Bool
    }

    @Test(
        "lists of hashes",
        arguments: [
            List(testDescription: "it alone", text: "sha256//#", matches: true),
            List(testDescription: "first", text: "sha256//#;sha256//AAAA", matches: true),
            List(testDescription: "last", text: "sha256//AAAA;sha256//#", matches: true),
            List(testDescription: "without its word", text: "sha256//AAAA;#", matches: false),
            List(testDescription: "without any word", text: "#", matches: false),
            List(testDescription: "a blank behind", text: "sha256//# ", matches: false),
            List(testDescription: "a semicolon behind", text: "sha256//#;", matches: false),
            List(testDescription: "commas", text: "sha256//AAAA,sha256//#", matches: false),
            List(testDescription: "OkHttp's word", text: "sha256/#", matches: false),
            List(testDescription: "capitals", text: "SHA256//#", matches: false),
            List(testDescription: "SHA-1's word", text: "sha1//#", matches: false),
        ]
    )
    func lists(_ test: List) throws {
        let hash = Base64.encode(try Digest.sha256.hash(Self.spki))
        let text = test.text.replacing("#", with: String(decoding: hash, as: UTF8.self))
        #expect(CurlPinnedKey.text(text).matches(spki: Self.spki) == test.matches)
    }
}

/// `Curl_cert_hostcheck` and what is around it.
struct CurlHostCheckTests {
    struct Case: Sendable, CustomTestStringConvertible {
        let testDescription: String
        var names: [DeclaredName] = []
        var commonName = ""
        let host: ReferenceIdentity
        let isPresented: Bool
    }

    static let cases: [Case] = [
        Case(
            testDescription: "a name in another case",
            names: [.dns("WWW.Example.Test")],
            host: .dns("www.example.test"),
            isPresented: true
        ),
        Case(
            testDescription: "the root's dot on either side",
            names: [.dns("www.example.test.")],
            host: .dns("www.example.test"),
            isPresented: true
        ),
        Case(
            testDescription: "the root's dot on the other",
            names: [.dns("www.example.test")],
            host: .dns("www.example.test."),
            isPresented: true
        ),
        Case(
            testDescription: "a wildcard",
            names: [.dns("*.example.test")],
            host: .dns("www.example.test"),
            isPresented: true
        ),
        Case(
            testDescription: "a wildcard two labels up",
            names: [.dns("*.example.test")],
            host: .dns("a.b.example.test"),
            isPresented: false
        ),
        Case(
            testDescription: "a wildcard for the domain itself",
            names: [.dns("*.example.test")],
            host: .dns("example.test"),
            isPresented: false
        ),
        Case(
            testDescription: "a wildcard above one label",
            names: [.dns("*.test")],
            host: .dns("example.test"),
            isPresented: false
        ),
        Case(
            testDescription: "a wildcard above a public suffix",
            names: [.dns("*.co.uk")],
            host: .dns("example.co.uk"),
            isPresented: true
        ),
        Case(
            testDescription: "a part of a label (CVE-2023-28321)",
            names: [.dns("w*.example.test")],
            host: .dns("www.example.test"),
            isPresented: false
        ),
        Case(
            testDescription: "a wildcard for an address as text",
            names: [.dns("*.0.2.1")],
            host: .ip([192, 0, 2, 1]),
            isPresented: false
        ),
        Case(
            testDescription: "an address",
            names: [.ip([192, 0, 2, 1])],
            host: .ip([192, 0, 2, 1]),
            isPresented: true
        ),
        Case(
            testDescription: "another address",
            names: [.ip([192, 0, 2, 2])],
            host: .ip([192, 0, 2, 1]),
            isPresented: false
        ),
        Case(
            testDescription: "a common name alone",
            commonName: "www.example.test",
            host: .dns("www.example.test"),
            isPresented: true
        ),
        Case(
            testDescription: "a common name beside a name",
            names: [.dns("other.example.test")],
            commonName: "www.example.test",
            host: .dns("www.example.test"),
            isPresented: false
        ),
        Case(
            testDescription: "a common name beside an address",
            names: [.ip([192, 0, 2, 1])],
            commonName: "www.example.test",
            host: .dns("www.example.test"),
            isPresented: false
        ),
        Case(
            testDescription: "a common name beside a mailbox",
            names: [.email("a@www.example.test")],
            commonName: "www.example.test",
            host: .dns("www.example.test"),
            isPresented: true
        ),
        Case(
            testDescription: "an address as common name",
            commonName: "192.0.2.1",
            host: .ip([192, 0, 2, 1]),
            isPresented: true
        ),
        Case(
            testDescription: "nothing at all",
            commonName: "",
            host: .dns("www.example.test"),
            isPresented: false
        ),
    ]

    @Test("hosts as curl compares them", arguments: cases)
    func hosts(_ test: Case) throws {
        let fixture = Fixture([
            "root": .root(),
            "leaf": .leaf("root") { leaf in
                leaf.subjectAlternativeNames = test.names
                leaf.subject = commonName(test.commonName.isEmpty ? "?" : test.commonName)
            },
        ])
        let certificate = try Certificate(der: fixture.certificate("leaf"))
        let result = Result { () throws(Rejection) in try certificate.requireHost(of: test.host) }
        #expect(((try? result.get()) != nil) == test.isPresented)
    }
}

/// A PEM file of one block, 64 characters a line.
private func pem(_ der: [UInt8], _ label: String, newline: String = "\n") -> [UInt8] {
    let text = Base64.encode(der)
    let lines = stride(from: 0, to: text.count, by: 64).map { start in
        String(decoding: text[start..<min(start + 64, text.count)], as: UTF8.self)
    }
    let all = ["-----BEGIN \(label)-----"] + lines + ["-----END \(label)-----", ""]
    return Array(all.joined(separator: newline).utf8)
}
