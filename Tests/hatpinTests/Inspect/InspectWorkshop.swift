import CommandWorkshop
import Forge
import Testing
import X509

/// Files of forged certificates for `hatpin inspect`.
extension Workshop {
    static let now = Instant(seconds: 1_795_219_200)  // 2026-11-21T00:00:00Z

    /// Returns a workshop whose `x.pem` has certificates of these entities, by default a root, an
    /// intermediate and a leaf.
    static func certificates(
        _ names: String...,
        change: (inout [String: Entity]) throws -> Void = { _ in }
    ) throws -> Workshop {
        var entities = [
            "root": Entity(role: .rootCA, issuer: .itself),
            "intermediate": Entity(role: .intermediateCA, issuer: .entity("root")),
            "leaf": Entity(role: .endEntity, issuer: .entity("intermediate")),
        ]
        try change(&entities)
        let forged = try PKI(entities: entities).forge(seed: 11, at: now)
        let blocks = try names.map { name in
            PEM.text("CERTIFICATE", try #require(forged.members[name]).certificate)
        }
        return try Workshop(["x.pem": blocks.joined()])
    }
}

extension Entity {
    /// Returns a CA with an extension of every kind, and an unknown one.
    static func withEveryExtension() throws -> Entity {
        var entity = Entity(role: .intermediateCA, issuer: .entity("root"))
        entity.pathLength = 1
        entity.subject = try Name(rfc4514: "CN=a\\,b+OU=c,O=d,C=ZZ,emailAddress=e@example.test")
        entity.subjectAlternativeNames = [
            .dns("*.example.test"), .ip([192, 0, 2, 1]), .ip([UInt8](repeating: 1, count: 16)),
            .email("a@example.test"), .uri("https://www.example.test/"),
            .directory(try Name(rfc4514: "CN=d")),
            .other(ObjectIdentifier(content: [0x2a, 3]), [0x0c, 1, 0x61]),
            .dnsBytes(Array("\u{1b}[31m\n".utf8)),
        ]
        entity.extendedKeyUsage = [.serverAuth, ObjectIdentifier(content: [0x2a, 3])]
        entity.nameConstraints = Entity.NameConstraints(
            permitted: [.dns("example.test"), .ip([192, 0, 2, 0, 255, 255, 255, 0])],
            excluded: [.email("example.test"), .ip([192, 0, 2, 0, 255, 0, 255, 0])]
        )
        entity.policies = [.anyPolicy, ObjectIdentifier(content: [0x2a, 3])]
        entity.policyMappings = [
            .init(ObjectIdentifier(content: [0x2a, 3]), ObjectIdentifier(content: [0x2a, 4]))
        ]
        entity.policyConstraints = .init(requireExplicitPolicy: 0, inhibitPolicyMapping: 1)
        entity.inhibitAnyPolicy = 1
        let added: [(ObjectIdentifier, String)] = [
            (.tlsFeature, "3006020105020111"),
            (.ocspNoCheck, "0500"),
            (
                .authorityInformationAccess,
                "30183016 06082b06010505073001 860a687474703a2f2f612f62"
            ),
            (.crlDistributionPoints, "30143012a010a00e860c687474703a2f2f612e63726c"),
            (
                .signedCertificateTimestamps,
                "04350033 0031 00\(String(repeating: "cd", count: 32)) 000001a1fb671800"
                    + "0000 0403 0002beef"
            ),
            (ObjectIdentifier(content: [0x2a, 5]), String(repeating: "ab", count: 70)),
        ]
        entity.extensions = added.map { oid, hex in
            AddedExtension(oid: oid, critical: false, value: Array(hex: hex) ?? [])
        }
        return entity
    }
}
