import Crypto
import Forge
import TestSupport
import Testing
import X509

@testable import ClientModels
@testable import PathValidation

@Suite struct PinNotationTests {
    private static let fixture = Fixture([
        "root": .root(),
        "intermediate": .intermediate("root"),
        "leaf": .leaf("intermediate", "www.example.test"),
    ])

    private static func key(_ name: String) throws -> (PinnedKey, Certificate) {
        let certificate = try Certificate(der: fixture.certificate(name))
        return (try PinnedKey(of: certificate), certificate)
    }

    @Test func `the digest of a pin matches its certificate`() throws {
        let (key, certificate) = try Self.key("leaf")
        #expect(Pin.spkiSHA256(key.sha256).matches(certificate))
        #expect(try !Pin.spkiSHA256(key.sha256).matches(Self.key("root").1))
        #expect(!key.isAuthority)
        #expect(try Self.key("intermediate").0.isAuthority)
    }

    struct Host: CustomTestStringConvertible, Sendable {
        let testDescription: String
        let name: String
        var isWildcard = false

        init(_ text: String, _ name: String, isWildcard: Bool = false) {
            (testDescription, self.name, self.isWildcard) = (text, name, isWildcard)
        }
    }

    @Test(arguments: [
        Host("www.example.test", "www.example.test"),
        Host("WWW.Example.TEST", "www.example.test"),
        Host("localhost", "localhost"),
        Host("*.example.test", "example.test", isWildcard: true),
        Host("xn--bcher-kva.example", "xn--bcher-kva.example"),
    ])
    func `accepts DNS names and wildcards as hosts`(_ test: Host) {
        let host = PinHost(test.testDescription)
        #expect(host?.name == test.name)
        #expect(host?.isWildcard == test.isWildcard)
    }

    @Test(
        arguments: [
            "", "*", "*.test", "a..b", "192.0.2.1", "::1", "a b", "a\"b.test", "a<b.test",
            "$a.test", "w*.example.test", "*.*.example.test", "büch.example", "a\u{0}.test",
            "-a.test",
        ]
    )
    func `rejects invalid names and addresses as hosts`(_ text: String) {
        #expect(PinHost(text) == nil)
    }

    @Test func `pins the first valid DNS name of a certificate`() throws {
        let fixture = Fixture([
            "leaf": .selfSigned {
                $0.subjectAlternativeNames = [
                    .ip([192, 0, 2, 1]), .dns("a\"<b"), .dns("*.example.test"), .dns("later.test"),
                ]
            }
        ])
        let leaf = try Certificate(der: fixture.certificate("leaf"))
        #expect(PinHost(of: leaf) == PinHost("*.example.test"))
        #expect(try PinHost(of: Self.key("intermediate").1) == nil)
    }

    @Test func `writes a pin in the notation of every system`() throws {
        let key = PinnedKey(sha256: Array(0..<32), isAuthority: false)
        let base64 = "AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8="
        let host = PinHost("*.example.test")
        func text(_ name: String, _ host: PinHost?) throws -> String? {
            try #require(PinNotation.catalogue.first { $0.name == name }).text(key, for: host)
        }
        #expect(try text("sha256", nil) == "sha256/\(base64)")
        #expect(
            try text("hex", nil)
                == "000102030405060708090a0b0c0d0e0f101112131415161718191a1b1c1d1e1f"
        )
        #expect(try text("curl", nil) == "--pinnedpubkey 'sha256//\(base64)'")
        #expect(
            try text("okhttp", host) == """
                CertificatePinner.Builder()
                    .add("*.example.test", "sha256/\(base64)")
                    .build()
                """
        )
        #expect(
            try text("android", host)?.contains(
                "<domain includeSubdomains=\"true\">example.test</domain>"
            ) == true
        )
        for notation in PinNotation.catalogue {
            #expect(notation.needsHost == (notation.text(key, for: nil) == nil))
            #expect(
                notation.name == "hex" || notation.text(key, for: host)?.contains(base64) == true
            )
        }
    }

    @Test func `lists a CA key under NSPinnedCAIdentities`() {
        for (isAuthority, list) in [
            (true, "NSPinnedCAIdentities"), (false, "NSPinnedLeafIdentities"),
        ] {
            let key = PinnedKey(sha256: [UInt8](repeating: 0, count: 32), isAuthority: isAuthority)
            let text = PinNotation.pinnedDomains.text(key, for: PinHost("a.test"))
            #expect(text?.contains("<key>\(list)</key>") == true)
        }
    }

    struct Warned: CustomTestStringConvertible, Sendable {
        let key: KeyAlgorithm
        /// The notations whose systems do not match the key, in the order of the catalogue.
        let notations: [String]
        var testDescription: String { key.rawValue }
    }

    @Test(
        arguments: [
            Warned(key: .p256, notations: []), Warned(key: .p384, notations: []),
            Warned(key: .rsa2048, notations: []), Warned(key: .rsa4096, notations: []),
            Warned(key: .p521, notations: ["trustkit"]),
            Warned(key: .rsa1024, notations: ["trustkit", "nspinneddomains"]),
            Warned(key: .ed25519, notations: ["trustkit"]),
            Warned(key: .rsaOfThree, notations: ["trustkit"]),
            Warned(key: .secp256k1, notations: ["trustkit", "nspinneddomains"]),
        ]
    )
    func `warns if a system would block the server or never match`(test: Warned) throws {
        var leaf = Entity(role: .endEntity, issuer: .itself)
        leaf.key = test.key
        let forged = try PKI(entities: ["leaf": leaf]).forge(
            seed: 11,
            at: Instant(seconds: 1_795_219_200)
        )
        let der = try #require(forged.members["leaf"]).certificate
        let certificate = try Certificate(der: der)
        let spki = Array(der[certificate.spki])
        let warned = PinNotation.catalogue.filter {
            $0.warning(about: spki, isAuthority: false) != nil
        }
        #expect(warned.map(\.name) == test.notations)
    }

    @Test
    func `warns about CA keys for curl, and about compressed keys for systems that re-encode keys`()
        throws
    {
        let (_, certificate) = try Self.key("intermediate")
        let spki = Array(certificate.der[certificate.spki])
        let curl = try #require(PinNotation.catalogue.first { $0.name == "curl" })
        #expect(curl.warning(about: spki, isAuthority: true) != nil)
        #expect(curl.warning(about: spki, isAuthority: false) == nil)
        // A compressed point of P-256.
        var compressed = Array(spki.prefix(spki.count - 65)) + [2] + spki.suffix(64).prefix(32)
        compressed[1] = UInt8(compressed.count - 2)
        compressed[compressed.count - 35] = 34
        let warned = PinNotation.catalogue.filter {
            $0.warning(about: compressed, isAuthority: false) != nil
        }
        #expect(warned.map(\.name) == ["okhttp", "android", "trustkit"])
    }
}
