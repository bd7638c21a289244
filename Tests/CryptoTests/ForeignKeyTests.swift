import Testing

@testable import Crypto

/// Random keys, keys from files, and keys of which only the public key is known.
struct ForeignKeyTests {
    /// Longer RSA keys are left out, because they take seconds to generate.
    static let algorithms: [KeyAlgorithm] = [
        .p256, .p384, .p521, .ed25519, .ed448, .rsa1024, .rsa2048,
    ]

    @Test(arguments: algorithms)
    func `random keys differ, and each key is read back from its encoding`(
        _ algorithm: KeyAlgorithm
    ) throws {
        let key = try PrivateKey.random(algorithm)
        #expect(key.algorithm == algorithm)
        #expect(try PrivateKey.random(algorithm).spki != key.spki)
        let read = try PrivateKey(der: key.privateKeyInfo())
        #expect(read.spki == key.spki)
        #expect(read.algorithm == algorithm)
        let scheme = algorithm.family.scheme
        let signature = try read.sign([1, 2, 3], by: scheme)
        #expect(try PublicKey(spki: key.spki).verifies(signature, over: [1, 2, 3], by: scheme))
    }

    @Test(arguments: algorithms)
    func `an impostor key shows one key and signs with another key`(
        _ algorithm: KeyAlgorithm
    ) throws {
        let shown = try PrivateKey.random(algorithm).spki
        let impostor = try PrivateKey.impostor(showing: shown)
        #expect(impostor.spki == shown)
        let scheme = algorithm.family.scheme
        let signature = try impostor.sign([1, 2, 3], by: scheme)
        #expect(!(try PublicKey(spki: shown).verifies(signature, over: [1, 2, 3], by: scheme)))
    }

    @Test(arguments: [[], [0x30, 0], Array("-----BEGIN PRIVATE KEY-----".utf8)] as [[UInt8]])
    func `rejects bytes that are not a key`(_ bytes: [UInt8]) {
        #expect(throws: OpenSSLError.self) { try PrivateKey(der: bytes) }
        #expect(throws: OpenSSLError.self) { try PrivateKey.impostor(showing: bytes) }
    }
}

extension KeyAlgorithm.Family {
    fileprivate var scheme: SignatureScheme {
        switch self {
        case .ec: .ecdsa(.sha256)
        case .edwards: .eddsa
        case .rsa: .rsaPKCS1(.sha256)
        case .dsa: .dsa(.sha256)
        }
    }
}
