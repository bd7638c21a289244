import Forge
import PKIX
import Testing

@testable import Trust

@Suite struct SignatureCacheTests {
    private func members() throws -> (
        leaf: Certificate, intermediate: Certificate, root: Certificate
    ) {
        let forged = try PKI(entities: World().entities).forge(seed: 11, at: World.now)
        func certificate(_ name: String) throws -> Certificate {
            try Certificate(der: #require(forged.members[name]).certificate)
        }
        return (try certificate("leaf"), try certificate("intermediate"), try certificate("root"))
    }

    /// Room for everything, for one or two certificates, for nothing.
    @Test("What is forgotten is worked out again", arguments: [1 << 20, 16_000, 0])
    func answers(capacity: Int) throws {
        let cache = SignatureCache(capacity: capacity)
        let (leaf, intermediate, root) = try members()
        for _ in 0..<20 {
            #expect(cache.isSigned(leaf, by: intermediate))
            #expect(!cache.isSigned(leaf, by: root))
            #expect(!cache.isSigned(leaf, by: leaf))
            #expect(cache.isSigned(intermediate, by: root))
            #expect(cache.isSigned(root, by: root))
            #expect(try cache.certificate(leaf.der) == leaf)
            #expect(throws: DERError(.truncated, at: 0)) { try cache.certificate([0x30, 0x01]) }
        }
    }

    @Test("A key is decoded once while there is room, also one that does not decode")
    func keys() throws {
        let (leaf, _, _) = try members()
        let roomy = SignatureCache()
        let key = try #require(roomy.key(of: leaf))
        #expect(roomy.key(of: leaf) === key)
        let cramped = SignatureCache(capacity: 0)
        #expect(cramped.key(of: leaf) !== cramped.key(of: leaf))

        var world = World()
        world.leaf.mutate = ["corrupt-public-key"]
        let forged = try PKI(entities: world.entities).forge(seed: 11, at: World.now)
        let corrupt = try Certificate(der: #require(forged.members["leaf"]).certificate)
        for _ in 0..<2 { #expect(roomy.key(of: corrupt) == nil) }
    }

    @Test("A signature counts for its certificate and key alone")
    func keying() throws {
        let cache = SignatureCache()
        let (leaf, intermediate, _) = try members()
        #expect(cache.isSigned(leaf, by: intermediate))
        // The same signed part under another signature.
        var der = leaf.der
        der[der.count - 1] ^= 1
        #expect(!cache.isSigned(try Certificate(der: der), by: intermediate))
        // The same issuer in another certificate of the same key.
        var world = World()
        world["twin"] = Entity(role: .intermediateCA, issuer: .entity("root"))
        world["twin"].keyOf = "intermediate"
        let forged = try PKI(entities: world.entities).forge(seed: 11, at: World.now)
        let twin = try Certificate(der: #require(forged.members["twin"]).certificate)
        #expect(cache.isSigned(leaf, by: twin))
    }

    @Test("Many threads get the same answers")
    func threads() async throws {
        let cache = SignatureCache(capacity: 20_000)
        let (leaf, intermediate, root) = try members()
        await withTaskGroup(of: Bool.self) { group in
            for _ in 0..<8 {
                group.addTask {
                    (0..<50).allSatisfy { _ in
                        cache.isSigned(leaf, by: intermediate)
                            && cache.isSigned(intermediate, by: root)
                            && !cache.isSigned(intermediate, by: leaf)
                    }
                }
            }
            for await correct in group { #expect(correct) }
        }
    }
}
