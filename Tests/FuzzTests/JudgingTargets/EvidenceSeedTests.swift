import Forge
import TestSupport
import Testing
import X509

@testable import JudgingTargets

/// The seeds of `CheckRevocation`: forged CRLs and responses for a chain of two certificates.
struct EvidenceSeedTests {
    @Test func `the generated seeds equal the seeds in the repository`() throws {
        var seeds: [String: [UInt8]] = [:]
        func add(
            _ name: String,
            _ steering: [UInt8] = [0, 0],
            _ changes: (inout RevocationList) -> Void...
        ) throws {
            seeds[name] = input(steering, [], try lists(changes))
        }
        try add("nothing-listed", [0, 0], { $0.revokes = [] }, { $0.issuer = "root" })
        try add("leaf-listed", [0, 0], { $0.revokes = ["leaf"] })
        try add("intermediate-listed", [0, 0]) {
            $0.issuer = "root"
            $0.revokes = ["ca"]
        }
        try add("expired-list", [1, 0], { $0.revokes = ["leaf"] })
        try add("future-list", [2, 0], { $0.revokes = ["leaf"] })
        try add("no-end", [0, 0], { $0.nextUpdate = nil })
        try add("newer", [0, 0], { $0.revokes = ["leaf"] }) {
            $0.number = [2]
            $0.revokes = []
        }
        func asDelta(_ list: inout RevocationList) {
            list.number = [2]
            list.deltaOf = [1]
        }
        // The order of the two CRLs has no effect: a certificate that either of them revokes is
        // revoked.
        try add("deltas-of-one-number", [0, 0], { $0.revokes = [] }, asDelta) {
            asDelta(&$0)
            $0.revokes = ["leaf"]
        }
        try add("delta", [0, 0], { $0.revokes = [] }) {
            asDelta(&$0)
            $0.revokes = ["leaf"]
        }
        for (name, names) in [
            ("partition", RevocationEvidence.point.names), ("other-partition", [.uri("http://x/")]),
        ] {
            try add(name, [0, 0]) {
                $0.scope = RevocationList.Scope()
                $0.scope?.names = names
                $0.revokes = ["leaf"]
            }
        }
        // issuingDistributionPoint with the relative name CN=a.
        let relative: [UInt8] =
            [0x30, 14, 0xa0, 12, 0xa1, 10] + [0x30, 8, 0x06, 3, 0x55, 0x04, 0x03, 0x0c, 1, 97]
        try add("relative-partition") {
            $0.extensions = [
                Entity.AddedExtension(
                    oid: .issuingDistributionPoint,
                    critical: true,
                    value: relative
                )
            ]
        }
        try add("for-authorities", [0, 0]) {
            $0.scope = RevocationList.Scope()
            $0.scope?.only = [.ca]
        }
        try add("some-reasons", [0, 0]) {
            $0.scope = RevocationList.Scope()
            $0.scope?.reasons = [.keyCompromise]
        }
        try add("indirect", [0, 0]) {
            $0.issuer = "root"
            $0.scope = RevocationList.Scope()
            $0.scope?.isIndirect = true
            $0.revokes = ["leaf", "ca"]
        }
        for status in [StatusResponse.Status.good, .revoked, .unknown] {
            try respond(status.rawValue, &seeds) { $0.status = status }
        }
        try respond("by-key", &seeds) { $0.responderID = .key }
        try respond("delegated", &seeds) { $0.signer = "responder" }
        try respond("of-several", &seeds) { $0.of = ["leaf", "ca"] }
        try respond("of-one-twice", &seeds) { $0.of = ["leaf", "leaf"] }
        try respond("no-end-of-response", &seeds) { $0.nextUpdate = nil }
        try expectSeeds(seeds, of: "CheckRevocation")
    }

    /// Returns one CRL for each change, in order.
    private func lists(_ changes: [(inout RevocationList) -> Void]) throws -> [[UInt8]] {
        var declared: [String: RevocationList] = [:]
        for (index, change) in changes.enumerated() {
            var list = RevocationList(issuer: "ca")
            change(&list)
            declared["\(index)"] = list
        }
        let forged = try PKI(entities: RevocationEvidence.entities, lists: declared)
            .forge(seed: 31, at: RevocationEvidence.now)
        return changes.indices.compactMap { forged.crls["\($0)"] }
    }

    /// Adds a seed: a response for the end entity, and a CRL that lists it.
    private func respond(
        _ name: String,
        _ seeds: inout [String: [UInt8]],
        _ change: (inout StatusResponse) -> Void
    ) throws {
        var entities = RevocationEvidence.entities
        var response = StatusResponse()
        change(&response)
        entities["leaf"]?.ocsp = response
        let forged = try PKI(entities: entities).forge(seed: 31, at: RevocationEvidence.now)
        let basic = try basicEncoding(of: forged.responses["leaf"])
        seeds[name] = input([0, 1], [basic], try lists([{ $0.revokes = ["leaf"] }]))
    }

    private func input(
        _ steering: [UInt8],
        _ responses: [[UInt8]],
        _ lists: [[UInt8]]
    ) -> [UInt8] {
        DERWriter.bytes { writer in
            writer.primitive(.octetString, steering)
            for part in responses + lists { writer.raw(part) }
        }
    }
}
