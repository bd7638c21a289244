import Crypto
import Forge
import TestSupport
import Testing
import X509

@testable import PathValidation

/// All rules that one certificate breaks, not only the first.
@Suite struct BreachTests {
    /// Returns the baseline setup's chain with its root, end entity first.
    private static func chain(_ change: (inout Setup) -> Void = { _ in }) throws -> [Certificate] {
        let forged = try PKI(entities: Setup(change).entities).forge(seed: 11, at: Setup.now)
        return try ["leaf", "intermediate", "root"].map { name in
            try Certificate(der: #require(forged.members[name]).certificate)
        }
    }

    @Test(arguments: PathProfile.all)
    func `reports nothing for a valid chain or its certificates`(_ profile: PathProfile) throws {
        let chain = try Self.chain()
        for (index, certificate) in chain.enumerated() {
            #expect(profile.breaches(of: certificate) == [])
            #expect(profile.breaches(of: certificate, below: Array(chain[..<index])) == [])
        }
    }

    @Test func `reports every broken rule in the order of evaluation`() throws {
        let leaf = try Self.chain {
            $0.leaf.serial = [0]
            $0.leaf.digest = .sha1
            $0.leaf.extendedKeyUsage = [.clientAuth]
            $0.leaf.subjectAlternativeNames = []
        }[0]
        let breaches = PathProfile.webpki.breaches(of: leaf)
        #expect(
            breaches.map(\.rejection) == [
                .malformed(
                    DERError(
                        .badSerialNumber,
                        at: leaf.serial.lowerBound,
                        in: "tbsCertificate.serialNumber"
                    ),
                    depth: 0
                ),
                .nonconforming(.missing(.subjectAlternativeName), depth: 0),
                .extendedKeyUsage(missing: .serverAuth, depth: 0),
                .weakSignature(algorithm: "ecdsa with sha1", depth: 0),
            ]
        )
        #expect(
            breaches.map(\.rule) == [
                "serial-number", "baseline-alternative-names", "extended-key-usage",
                "signature-strength",
            ]
        )
        #expect(breaches[3].source == PathCheck.signatureStrength.source)
    }

    @Test func `applies the rules for issuers to a single CA certificate`() throws {
        let issuer = try Self.chain { $0.intermediate.keyUsage = [] }[1]
        #expect(
            PathProfile.webpki.breaches(of: issuer).map(\.rejection)
                == [.nonconforming(.missing(.keyUsage), depth: 0)]
        )
        let leaf = try Self.chain { $0.leaf.keyUsage = [] }[0]
        #expect(PathProfile.webpki.breaches(of: leaf) == [])
    }

    @Test
    func `applies the constraints and the key of an issuer to the certificates below`() throws {
        let chain = try Self.chain {
            $0.intermediate.nameConstraints = .init(permitted: [.dns("test.example")], excluded: [])
            $0.leaf.mutate = ["break-signature"]
        }
        #expect(PathProfile.reference.breaches(of: chain[1]) == [])
        #expect(
            PathProfile.reference.breaches(of: chain[1], below: [chain[0]]).map(\.rejection) == [
                .nameNotPermitted("www.example.test", depth: 0), .badSignature(depth: 0),
            ]
        )
    }

    @Test func `checks validity if a date is given`() throws {
        let leaf = try Self.chain { $0.leaf.notAfter = .relative(-1) }[0]
        #expect(PathProfile.webpki.breaches(of: leaf) == [])
        #expect(
            PathProfile.webpki.breaches(of: leaf, at: Setup.now).map(\.rule) == ["validity"]
        )
        let reversed = try Self.chain { $0.leaf.notAfter = .relative(-Setup.day - 1) }[0]
        #expect(PathProfile.webpki.breaches(of: reversed).map(\.rule) == ["validity"])
    }
}
