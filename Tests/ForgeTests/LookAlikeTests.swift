import Crypto
import Testing
import X509

@testable import Forge

@Suite struct LookAlikeTests {
    private let setup: ForgedPKI

    init() throws {
        setup = try baselineSetup {
            $0.entities["proxy-root"] = Entity(role: .rootCA, issuer: .itself)
            $0.entities["proxy-root"]?.key = .rsa1024
            $0.entities["leaf"]?.subjectAlternativeNames = [.dns("a.test"), .ip([127, 0, 0, 1])]
            $0.entities["leaf"]?.notAfter = .absolute(Instant(seconds: 2_524_608_000))
        }.forge(seed: 1, at: now)
    }

    @Test func `a look-alike has the names of the origin's certificate and another issuer and key`()
        throws
    {
        let origin = try setup.decoded("leaf")
        let minted = try setup.lookAlike(of: origin.der, issuedBy: "proxy-root")
        let copy = try Certificate(der: minted.certificate)
        #expect(copy.bytes(copy.subject) == origin.bytes(origin.subject))
        #expect(copy.validity == origin.validity)
        #expect(copy.issuerName.description == "CN=proxy-root,O=Hatpin")
        #expect(copy.bytes(copy.spki) == minted.key.spki)
        #expect(copy.bytes(copy.spki) != origin.bytes(origin.spki))
        #expect(copy.bytes(copy.serial) != origin.bytes(origin.serial))
        #expect(copy.extensionIdentifiers == origin.extensionIdentifiers)
        let names = [copy, origin].map { certificate in
            certificate.extensions.list.filter {
                certificate.bytes($0.identifier) == ObjectIdentifier.subjectAlternativeName.content
            }.map { certificate.bytes($0.value) }
        }
        #expect(names[0] == names[1] && names[0].count == 1)
        let key = try PublicKey(spki: #require(setup.members["proxy-root"]).key.spki)
        #expect(
            key.verifies(
                copy.bytes(copy.signature) ?? [],
                over: copy.der[copy.tbs],
                by: .rsaPKCS1(.sha256)
            )
        )
    }

    @Test func `makes the same look-alike for the same origin`() throws {
        let origin = try setup.certificate("leaf")
        let first = try setup.lookAlike(of: origin, issuedBy: "proxy-root")
        let second = try setup.lookAlike(of: origin, issuedBy: "proxy-root")
        #expect(first.certificate == second.certificate)
        let other = try setup.lookAlike(
            of: setup.certificate("intermediate"),
            issuedBy: "proxy-root"
        )
        #expect(other.certificate != first.certificate)
        #expect(other.key.spki == first.key.spki)
    }

    @Test func `rejects an origin that does not decode`() {
        #expect(throws: ForgeError.undecodableOrigin(DERError(.unexpectedTag, at: 0))) {
            try setup.lookAlike(of: [], issuedBy: "proxy-root")
        }
    }

    @Test func `rejects an unknown issuer`() throws {
        let origin = try setup.certificate("leaf")
        #expect(throws: ForgeError.unknownEntity("missing", field: .issuer, of: "look-alike")) {
            try setup.lookAlike(of: origin, issuedBy: "missing")
        }
    }
}
