import Forge
import TestSupport
import Testing
import X509

/// The seeds of `InspectFile`: files of certificates and other objects, whole and broken.
struct InspectionSeedTests {
    @Test func `the generated seeds equal the seeds in the repository`() throws {
        let forged = try Self.pki.forge(seed: 41, at: Instant(seconds: 1_767_225_600))
        let chain = try ["leaf", "ca", "root"].map { try #require(forged.members[$0]).certificate }
        let names = try #require(forged.members["names"]).certificate
        let list = try #require(forged.crls["ca"])
        let response = try #require(forged.responses["leaf"])
        let key = chain[0][try Certificate(der: chain[0]).spki]
        let blocks = chain.map { PEM.text("CERTIFICATE", $0) }
        var seeds: [String: [UInt8]] = [
            "certificate.der": chain[0],
            "names.der": names,
            "cut-short.der": chain[0].dropLast(100),
            "list.der": list,
            "response.der": response,
            "public-key.der": Array(key),
            "message.der": signedData(chain),
        ]
        let texts = [
            "chain.pem": blocks.joined(),
            "out-of-order.pem": blocks[0] + blocks[2] + blocks[1] + blocks[0],
            "of-each-kind.pem": blocks[0] + PEM.text("X509 CRL", list)
                + PEM.text("OCSP RESPONSE", response) + PEM.text("PUBLIC KEY", Array(key)),
            "private-key.pem": PEM.text("PRIVATE KEY", [0x30, 0]) + blocks[0],
            "foreign.pem": PEM.text("DH PARAMETERS", [0x30, 0]),
            "bad-block.pem": "-----BEGIN CERTIFICATE-----\n!\n-----END CERTIFICATE-----\n",
        ]
        seeds.merge(texts.mapValues { Array($0.utf8) }) { seed, _ in seed }
        try expectSeeds(seeds, of: "InspectFile")
    }

    private static var pki: PKI {
        get throws {
            var authority = Entity(role: .intermediateCA, issuer: .entity("root"))
            authority.pathLength = 0
            authority.nameConstraints = Entity.NameConstraints(
                permitted: [.dns("example.test"), .ip([10, 0, 0, 0, 255, 0, 0, 0])],
                excluded: [.email("@example.org")]
            )
            authority.policyConstraints = Entity.PolicyConstraints(requireExplicitPolicy: 1)
            var leaf = Entity(role: .endEntity, issuer: .entity("ca"))
            leaf.ocsp = StatusResponse()
            leaf.mustStaple = true
            var names = Entity(role: .endEntity, issuer: .entity("ca"))
            // Texts that would move a terminal's cursor, change the direction of text or end a
            // line.
            names.subject = try Name(rfc4514: "CN=\u{1b}[2J\u{202e}a\\0a,O=Hatpin")
            names.subjectAlternativeNames = [
                .dnsBytes(Array("\u{1b}]0;x\u{7}".utf8)), .ip([127, 0, 0, 1]),
                .ip([0x20, 1, 0xd, 0xb8] + [UInt8](repeating: 0, count: 11) + [1]),
                .uri("https://\u{9b}31m"), .email("a\r\nb@example.test"),
                .directory(try Name(rfc4514: "CN=\\##[error]")),
            ]
            let entities = [
                "root": Entity(role: .rootCA, issuer: .itself), "ca": authority, "leaf": leaf,
                "names": names,
            ]
            var list = RevocationList(issuer: "ca")
            list.revokes = ["leaf"]
            return PKI(entities: entities, lists: ["ca": list])
        }
    }
}
