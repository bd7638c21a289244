import Testing
import X509

@testable import Crypto
@testable import Forge

/// Signatures that a key makes differently from its standard.
@Suite struct SignatureMutationTests {
    /// Returns the leaf under an intermediate with this key, and that key.
    private func leaf(
        _ mutation: String?,
        under key: KeyAlgorithm
    ) throws -> (certificate: Certificate, issuer: PublicKey) {
        let forged = try baselineSetup {
            $0.entities["intermediate"]?.key = key
            $0.entities["leaf"]?.mutate = mutation.map { [$0] } ?? []
        }.forge(seed: 1, at: now)
        let issuer = try #require(forged.members["intermediate"]).key
        return (try forged.decoded("leaf"), try PublicKey(spki: issuer.spki))
    }

    private func fits(
        _ mutation: String?,
        _ key: KeyAlgorithm,
        _ scheme: SignatureScheme
    ) throws -> Bool {
        let (certificate, issuer) = try leaf(mutation, under: key)
        return issuer.verifies(
            certificate.der[certificate.signature],
            over: certificate.der[certificate.tbs],
            by: scheme
        )
    }

    @Test(arguments: Mutation.ofBlocks.map(\.name), [KeyAlgorithm.rsa2048, .rsaOfThree, .rsa2052])
    func `a signature over a changed PKCS #1 block does not verify`(
        _ name: String,
        _ key: KeyAlgorithm
    ) throws {
        #expect(try fits(nil, key, .rsaPKCS1(.sha256)))
        #expect(try !fits(name, key, .rsaPKCS1(.sha256)))
    }

    /// Verifies that the changed block was signed: e = 3 and 65537 recover the block.
    @Test func `the signature decrypts to the changed PKCS #1 block`() throws {
        let (certificate, _) = try leaf("garbage-after-digest", under: .rsaOfThree)
        let signature = try BigNumber(certificate.der[certificate.signature])
        let forged = try baselineSetup { $0.entities["intermediate"]?.key = .rsaOfThree }
            .forge(seed: 1, at: now)
        guard case .rsa(let numbers) = try #require(forged.members["intermediate"]).key.numbers
        else { return #expect(Bool(false)) }
        let scratch = try Scratch()
        let block =
            try signature
            .power(BigNumber([3]), modulo: BigNumber(numbers.modulus), scratch)
            .magnitude(width: 256)
        let head: [UInt8] = [0, 1, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0]
        #expect(Array(block.prefix(11)) == head)
        let hash = try Digest.sha256.hash(certificate.der[certificate.tbs])
        #expect(block.firstRange(of: hash)?.lowerBound == 11 + 19)
        #expect(block.suffix(100).allSatisfy { $0 == 0xa5 })
    }

    @Test(arguments: [KeyAlgorithm.p256, .p384, .p521])
    func `an ECDSA signature with s replaced by the group order minus s verifies`(
        _ key: KeyAlgorithm
    ) throws {
        let (plain, _) = try leaf(nil, under: key)
        let (other, _) = try leaf("other-signature-number", under: key)
        #expect(plain.der[plain.signature] != other.der[other.signature])
        #expect(try fits("other-signature-number", key, .ecdsa(.sha256)))
    }

    @Test(arguments: [KeyAlgorithm.p256, .p384])
    func `a signature number without its leading zero byte is negative`(_ key: KeyAlgorithm) throws
    {
        let (certificate, _) = try leaf("unpadded-signature-number", under: key)
        let numbers = try #require(SignatureNumbers(Array(certificate.der[certificate.signature])))
        #expect(try #require(numbers.second.first) >= 0x80)
    }

    @Test
    func `a signature number plus the group order does not verify, for EdDSA and ECDSA`() throws {
        #expect(try fits(nil, .ed25519, .eddsa))
        #expect(try !fits("order-added-to-signature", .ed25519, .eddsa))
        #expect(try !fits("order-added-to-signature", .p384, .ecdsa(.sha256)))
    }

    @Test func `rejects a block mutation under an EC key`() {
        #expect(throws: ForgeError.noEffect(entity: "leaf", "digest-without-null")) {
            _ = try leaf("digest-without-null", under: .p256)
        }
    }

    @Test func `flips only one bit of one byte`() throws {
        let plain = try baselineSetup { _ in }.forge(seed: 1, at: now)
        let flipped = try baselineSetup { $0.entities["leaf"]?.flippedByte = 70_000 }
            .forge(seed: 1, at: now)
        let (one, other) = (
            try #require(plain.members["leaf"]).certificate,
            try #require(flipped.members["leaf"]).certificate
        )
        #expect(zip(one, other).map { $0 ^ $1 }.filter { $0 != 0 } == [1])
        #expect(one[70_000 % one.count] != other[70_000 % one.count])
    }

    /// CVE-2020-0601: the signature is valid on the curve in the certificate, and on no other.
    @Test func `a key with a forged generator has the same point as the genuine key`() throws {
        let forged = try baselineSetup {
            $0.entities["forged"] = Entity(role: .rootCA, issuer: .itself)
            $0.entities["forged"]?.keyOf = "root"
            $0.entities["forged"]?.hasOwnGenerator = true
            $0.entities["leaf"]?.issuer = .entity("forged")
        }.forge(seed: 1, at: now)
        let (root, forgery) = (try forged.decoded("root"), try forged.decoded("forged"))
        let leaf = try forged.decoded("leaf")
        #expect(root.der[root.publicKey.bits] == forgery.der[forgery.publicKey.bits])
        func verifies(_ issuer: Certificate) throws -> Bool {
            try PublicKey(spki: issuer.der[issuer.spki]).verifies(
                leaf.der[leaf.signature],
                over: leaf.der[leaf.tbs],
                by: .ecdsa(.sha256)
            )
        }
        #expect(try verifies(forgery))
        #expect(try !verifies(root))
    }
}
