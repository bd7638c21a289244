import Crypto
import Forge
import Foundation
import FuzzTargets
import TestSupport
import Testing
import X509

/// The seeds of `DecodeCertificate`: forged certificates.
struct SeedTests {
    @Test func `the generated seeds equal the seeds in the repository`() throws {
        try expectSeeds(forgedSeeds(), of: "DecodeCertificate")
    }

    /// Returns the seeds by file name: a certificate for each key, mutation and rare field.
    private func forgedSeeds() throws -> [String: [UInt8]] {
        var entities = ["root": Entity(role: .rootCA, issuer: .itself)]
        entities["rsa-root"] = Entity(role: .rootCA, issuer: .itself)
        entities["rsa-root"]?.key = .rsa2048
        func add(_ name: String, _ change: (inout Entity) throws -> Void = { _ in }) rethrows {
            var entity = Entity(role: .endEntity, issuer: .entity("root"))
            entity.subjectAlternativeNames = [.dns("www.example.test")]
            try change(&entity)
            entities[name] = entity
        }
        for key in KeyAlgorithm.allCases { add("key-\(key.rawValue)") { $0.key = key } }
        for mutation in Mutation.catalogue {
            // The certificate has one extension of each kind, so that every mutation has a field to
            // change.
            add("mutation-\(mutation.name)") {
                $0.role = .intermediateCA
                $0.pathLength = 1
                $0.extendedKeyUsage = [.serverAuth]
                $0.nameConstraints = Entity.NameConstraints(permitted: [.dns("test")], excluded: [])
                $0.mutate = [mutation.name]
                // Only an RSA key signs blocks.
                if case .block = mutation.change { $0.issuer = .entity("rsa-root") }
            }
        }
        add("policies") {
            $0.role = .intermediateCA
            $0.policies = [.anyPolicy, ObjectIdentifier(content: [0x2a, 3])]
            $0.policyMappings = [
                .init(
                    ObjectIdentifier(content: [0x2a, 3]),
                    ObjectIdentifier(content: [0x2a, 4])
                )
            ]
            $0.policyConstraints = .init(requireExplicitPolicy: 0, inhibitPolicyMapping: 1)
            $0.inhibitAnyPolicy = 1
        }
        add("signature-pss") {
            $0.issuer = .itself
            $0.key = .rsa2048
            $0.padding = .pss
        }
        try add("names-of-every-kind") {
            $0.subject = try Name(rfc4514: "CN=a\\,b+OU=c,O=d,C=ZZ,emailAddress=e@example.test")
            $0.subjectAlternativeNames = [
                .dns("*.example.test"), .ip([192, 0, 2, 1]), .ip([UInt8](repeating: 1, count: 16)),
                .email("a@example.test"), .uri("https://www.example.test/"),
                .directory(try Name(rfc4514: "CN=d")),
                .other(ObjectIdentifier(content: [0x2a, 3]), [0x0c, 1, 0x61]),
            ]
        }
        add("constraints") {
            $0.role = .intermediateCA
            $0.pathLength = 3
            $0.nameConstraints = Entity.NameConstraints(
                permitted: [.dns("example.test"), .ip([192, 0, 2, 0, 255, 255, 255, 0])],
                excluded: [.email("example.test"), .uri(".example.test")]
            )
        }
        add("far-dates") {
            $0.notBefore = .absolute(Instant(seconds: -1_000_000_000))
            $0.notAfter = .absolute(Instant(seconds: 253_402_300_799))
        }
        for (name, extensions) in AddedExtensions.ofCertificates {
            add(name) { $0.extensions = extensions }
        }
        let forged = try PKI(entities: entities).forge(seed: 1, at: Instant(seconds: 1_767_225_600))
        return Dictionary(
            uniqueKeysWithValues: forged.members.map { ("\($0.key).der", $0.value.certificate) }
        )
    }
}
