import Crypto
import Forge
import TestSupport
import Testing
import X509

@testable import PathValidation

@Suite struct SignatureCacheTests {
    private func members() throws -> (
        leaf: Certificate, intermediate: Certificate, root: Certificate
    ) {
        let forged = try PKI(entities: Setup().entities).forge(seed: 11, at: Setup.now)
        func certificate(_ name: String) throws -> Certificate {
            try Certificate(der: #require(forged.members[name]).certificate)
        }
        return (try certificate("leaf"), try certificate("intermediate"), try certificate("root"))
    }

    /// Capacities for everything, for one or two certificates, for nothing.
    @Test(arguments: [1 << 20, 16_000, 0])
    func `gives the same results after the cache has forgotten earlier results`(
        capacity: Int
    ) throws {
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

    @Test func `decodes each key once while the cache has room, even an invalid key`() throws {
        let (leaf, _, _) = try members()
        let roomy = SignatureCache()
        let key = try #require(roomy.key(of: leaf))
        #expect(roomy.key(of: leaf) === key)
        let cramped = SignatureCache(capacity: 0)
        #expect(cramped.key(of: leaf) !== cramped.key(of: leaf))

        var setup = Setup()
        setup.leaf.mutate = ["corrupt-public-key"]
        let forged = try PKI(entities: setup.entities).forge(seed: 11, at: Setup.now)
        let corrupt = try Certificate(der: #require(forged.members["leaf"]).certificate)
        for _ in 0..<2 { #expect(roomy.key(of: corrupt) == nil) }
    }

    /// Returns certificates of one size, each with its own key.
    private func unrelated(_ count: Int) throws -> [Certificate] {
        var setup = Setup()
        let names = (10..<10 + count).map { "leaf\($0)" }
        for name in names { setup[name] = Entity(role: .endEntity, issuer: .entity("root")) }
        let forged = try PKI(entities: setup.entities).forge(seed: 11, at: Setup.now)
        return try names.map { name in
            try Certificate(der: #require(forged.members[name]).certificate)
        }
    }

    /// Each entry uses the bytes of its certificate and 1,024 more, and an eighth of the capacity
    /// at most.
    @Test(arguments: [(0, true), (-1, false)])
    func `keeps a key of at most an eighth of the capacity`(surplus: Int, isKept: Bool) throws {
        let leaf = try unrelated(1)[0]
        let cache = SignatureCache(capacity: 8 * (leaf.der.count + 1_024) + surplus)
        let key = try #require(cache.key(of: leaf))
        #expect((cache.key(of: leaf) === key) == isKept)
    }

    @Test func `forgets a key after newer keys have filled half of the capacity twice`() throws {
        let sizes = Dictionary(grouping: try unrelated(40)) { $0.der.count }.values
        let leaves = try #require(sizes.first { $0.count >= 9 }).prefix(9)
        let capacity = 8 * (leaves[0].der.count + 1_024)
        let cache = SignatureCache(capacity: capacity)
        let keys = leaves.map { Weak(key: cache.key(of: $0)) }
        // The first four keys were forgotten when the ninth key was stored.
        #expect(keys.map { $0.key != nil } == leaves.indices.map { $0 >= 4 })
        let other = SignatureCache(capacity: capacity)
        let kept = leaves.prefix(8).map { Weak(key: other.key(of: $0)) }
        #expect(kept.allSatisfy { $0.key != nil })
        #expect(other.key(of: leaves[0]) === kept[0].key)
    }

    /// A weak reference to a key.
    private struct Weak {
        weak var key: PublicKey?
    }

    @Test func `stores a signature result only for the exact certificate and key`() throws {
        let cache = SignatureCache()
        let (leaf, intermediate, _) = try members()
        #expect(cache.isSigned(leaf, by: intermediate))
        // The same signed part under another signature.
        var der = leaf.der
        der[der.count - 1] ^= 1
        #expect(!cache.isSigned(try Certificate(der: der), by: intermediate))
        // The same issuer in another certificate of the same key.
        var setup = Setup()
        setup["copy"] = Entity(role: .intermediateCA, issuer: .entity("root"))
        setup["copy"].keyOf = "intermediate"
        let forged = try PKI(entities: setup.entities).forge(seed: 11, at: Setup.now)
        let copy = try Certificate(der: #require(forged.members["copy"]).certificate)
        #expect(cache.isSigned(leaf, by: copy))
    }

    /// A certificate with a non-minimal length, and a certificate whose RSA key lacks its NULL.
    @Test(arguments: [true, false])
    func `stores separate results for different decoding rules`(lenientFirst: Bool) throws {
        var setup = Setup()
        setup.leaf.key = .rsa2048
        setup.leaf.raw = [
            .set(
                path: "tbsCertificate.subjectPublicKeyInfo.algorithm",
                encoding: hexBytes("300b 06092a864886f70d010101")
            ),
            .resign,
        ]
        setup.intermediate.mutate = ["non-minimal-length"]
        let forged = try PKI(entities: setup.entities).forge(seed: 11, at: Setup.now)
        let leaf = try #require(forged.members["leaf"]).certificate
        let intermediate = try #require(forged.members["intermediate"]).certificate
        let cache = SignatureCache()
        let lenient: DERRules = [.longLengths, .keysWithoutNull]
        for rules in lenientFirst ? [lenient, .strict, lenient] : [.strict, lenient, .strict] {
            let isLenient = rules == lenient
            let isRead = (try? cache.certificate(intermediate, by: rules)) != nil
            #expect(isRead == isLenient)
            let leaf = try cache.certificate(leaf, by: rules)
            #expect(leaf.rules == rules)
            #expect((cache.key(of: leaf) != nil) == isLenient)
        }
    }

    @Test(arguments: [true, false])
    func `decoding rules that read the key in the same way share one signature result`(
        lenientFirst: Bool
    ) throws {
        var setup = Setup()
        setup.intermediate.key = .rsa2048
        setup.intermediate.raw = [
            .set(
                path: "tbsCertificate.subjectPublicKeyInfo.algorithm",
                encoding: hexBytes("300b 06092a864886f70d010101")
            ),
            .resign,
        ]
        let forged = try PKI(entities: setup.entities).forge(seed: 11, at: Setup.now)
        let leaf = try #require(forged.members["leaf"]).certificate
        let intermediate = try #require(forged.members["intermediate"]).certificate
        let cache = SignatureCache()
        let lenient = DERRules.keysWithoutNull
        for rules in lenientFirst ? [lenient, .strict, lenient] : [.strict, lenient, .strict] {
            let issuer = try cache.certificate(intermediate, by: rules)
            let isSigned = cache.isSigned(try cache.certificate(leaf, by: rules), by: issuer)
            #expect(isSigned == (rules == lenient))
        }
    }

    @Test func `gives many threads the same results`() async throws {
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
