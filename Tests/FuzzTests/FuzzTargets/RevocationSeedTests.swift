import Crypto
import Forge
import FuzzTargets
import TestSupport
import Testing
import X509

/// The seeds of `DecodeCRL` and `DecodeOCSPResponse`: forged CRLs and responses for three end
/// entities.
struct RevocationSeedTests {
    private static let now = Instant(seconds: 1_767_225_600)

    /// Two CAs, and three end entities of the first.
    private static let entities: [String: Entity] = {
        var entities = [
            "root": Entity(role: .rootCA, issuer: .itself),
            "other": Entity(role: .rootCA, issuer: .itself),
        ]
        for name in ["a", "b", "c"] {
            entities[name] = Entity(role: .endEntity, issuer: .entity("root"))
        }
        return entities
    }()

    @Test func `the generated CRLs equal the CRLs in the repository`() throws {
        var lists: [String: RevocationList] = [:]
        func add(_ name: String, _ change: (inout RevocationList) -> Void = { _ in }) {
            var list = RevocationList(issuer: "root")
            list.revokes = ["a", "b"]
            change(&list)
            lists[name] = list
        }
        add("listed")
        add("empty") { $0.revokes = [] }
        add("version-1") {
            $0.version = 1
            $0.number = nil
            $0.authorityKeyID = .none
        }
        add("no-end") { $0.nextUpdate = nil }
        add("delta") { $0.deltaOf = [0x7f, 0xff] }
        add("long-number") { $0.number = [UInt8](repeating: 0x7f, count: 20) }
        add("indirect") {
            $0.issuer = "other"
            $0.scope = RevocationList.Scope()
            $0.scope?.isIndirect = true
        }
        add("partition") {
            $0.scope = RevocationList.Scope()
            $0.scope?.names = [.uri("http://crl.example.test/1"), .dns("crl.example.test")]
            $0.scope?.only = [.user]
            $0.scope?.reasons = [.keyCompromise, .aACompromise]
        }
        add("reasons") { list in
            for (name, reason) in [("a", 1), ("b", 6), ("c", 8)] {
                list.entries[name] = Revocation()
                list.entries[name]?.reason = reason
            }
            list.revokes = ["a", "b", "c"]
        }
        for (name, extensions) in AddedExtensions.ofLists {
            add(name) { $0.extensions = extensions }
        }
        add("unknown-extensions") {
            let unknown = Entity.AddedExtension(
                oid: ObjectIdentifier(content: [0x2a, 3]),
                critical: true,
                value: [5, 0]
            )
            $0.extensions = [unknown]
            $0.entries["a"] = Revocation()
            $0.entries["a"]?.extensions = [unknown]
        }
        let forged = try PKI(entities: Self.entities, lists: lists).forge(seed: 1, at: Self.now)
        try expectSeeds(named(forged.crls), of: "DecodeCRL")
    }

    @Test func `the generated OCSP responses equal the OCSP responses in the repository`() throws {
        var seeds: [String: [UInt8]] = [:]
        func add(_ name: String, _ change: (inout StatusResponse) -> Void = { _ in }) throws {
            var entities = Self.entities
            var response = StatusResponse()
            change(&response)
            entities["a"]?.ocsp = response
            let forged = try PKI(entities: entities).forge(seed: 1, at: Self.now)
            seeds[name] = forged.responses["a"]
        }
        for status in StatusResponse.Status.allCases {
            try add(status.rawValue) { $0.status = status }
        }
        try add("revoked-with-a-reason") {
            $0.status = .revoked
            $0.reason = 1
        }
        try add("by-key") { $0.responderID = .key }
        try add("delegated") { $0.signer = "b" }
        try add("no-end") { $0.nextUpdate = nil }
        try add("sha256") { $0.hash = .sha256 }
        try add("several") { $0.of = ["a", "b", "c"] }
        try add("nonce") {
            $0.extensions = [
                Entity.AddedExtension(oid: .ocspNonce, critical: false, value: [4, 2, 1, 2])
            ]
        }
        seeds["success-without-bytes"] = [0x30, 0x03, 0x0a, 0x01, 0x00]
        seeds["other-type"] = DERWriter.bytes { writer in
            writer.constructed(.sequence) { writer in
                writer.primitive(.enumerated, [0])
                writer.constructed(.context(0, constructed: true)) { writer in
                    writer.constructed(.sequence) { writer in
                        writer.objectIdentifier(ObjectIdentifier(content: [0x2a, 3]))
                        writer.primitive(.octetString, [0x05, 0x00])
                    }
                }
            }
        }
        try expectSeeds(named(seeds), of: "DecodeOCSPResponse")
    }

    /// Returns the seeds by file name.
    private func named(_ encodings: [String: [UInt8]]) -> [String: [UInt8]] {
        Dictionary(uniqueKeysWithValues: encodings.map { ("\($0.key).der", $0.value) })
    }
}
