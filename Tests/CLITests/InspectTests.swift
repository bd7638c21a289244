import Forge
import OpenSSL
import PKIX
import Reports
import Testing

@Suite("What inspect shows")
struct InspectTests {
    static let now = Instant(seconds: 1_795_219_200)  // 2026-11-21T00:00:00Z

    /// A root, an intermediate and a leaf, and one entity with an extension of every kind.
    static func forged(
        _ change: (inout [String: Entity]) throws -> Void = { _ in }
    ) throws -> ForgedPKI {
        var entities = [
            "root": Entity(role: .rootCA, issuer: .itself),
            "intermediate": Entity(role: .intermediateCA, issuer: .entity("root")),
            "leaf": Entity(role: .endEntity, issuer: .entity("intermediate")),
        ]
        try change(&entities)
        return try PKI(entities: entities).forge(seed: 11, at: now)
    }

    static func pem(_ forged: ForgedPKI, _ names: String...) throws -> String {
        try names.map { name in
            PEM.text("CERTIFICATE", try #require(forged.members[name]).certificate)
        }
        .joined()
    }

    @Test("dump") func dump() throws {
        let workshop = try Workshop([
            "leaf.pem": try Self.pem(Self.forged(), "leaf", "intermediate")
        ])
        let r = workshop.hatpin("inspect leaf.pem")
        print(r.output)
        print(r.error)
    }
}
