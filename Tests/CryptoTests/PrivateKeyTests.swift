import TestSupport
import Testing

@testable import Crypto

@Suite struct PrivateKeyTests {
    @Test(arguments: SignatureVector.all)
    func `ECDSA uses the nonce of RFC 6979`(_ vector: SignatureVector) throws {
        let key = try PrivateKey(vector.algorithm, scalar: hexBytes(vector.scalar))
        let message = Array(vector.message.utf8)
        let signature = try key.sign(message, by: .ecdsa(vector.digest))
        #expect(signature == sequence(hexBytes(vector.r), hexBytes(vector.s)))
    }

    /// RFC 8032 §7.1 test 1 and §7.4 "blank".
    @Test func `Edwards keys sign as in RFC 8032`() throws {
        let small = try PrivateKey(
            .ed25519,
            seed: hexBytes("9d61b19deffd5a60ba844af492ec2cc44449c5697b326919703bac031cae7f60")
        )
        #expect(
            try small.sign([], by: .eddsa)
                == hexBytes(
                    "e5564300c360ac729086e2cc806e828a84877f1eb8e5d974d873e065224901555fb8821590a3"
                        + "3bacc61e39701cf9b46bd25bf5f0595bbe24655141438e7a100b"
                )
        )
        let large = try PrivateKey(
            .ed448,
            seed: hexBytes(
                "6c82a562cb808d10d632be89c8513ebf6c929f34ddfa8c9f63c9960ef6e348a3528c8a3fcc2f"
                    + "044e39a3fc5b94492f8f032e7549a20098f95b"
            )
        )
        #expect(
            try large.sign([], by: .eddsa)
                == hexBytes(
                    "533a37f6bbe457251f023c0d88f976ae2dfb504a843e34d2074fd823d41a591f2b233f034f62"
                        + "8281f2fd7a22ddd47d7828c59bd0a21bfd3980ff0d2028d4b18a9df63e006c5d1c2d345b"
                        + "925d8dc00b4104852db99ac5c7cdda8530a113a0f4dbb61149f05a7363268c71d95808ff"
                        + "2e652600"
                )
        )
    }

    struct Case: CustomTestStringConvertible, Sendable {
        let name: String
        let key: @Sendable () throws -> PrivateKey
        let scheme: SignatureScheme

        var testDescription: String { name }
    }

    static let sound: [Case] = [
        Case(name: "P-256 over SHA-1", key: p256, scheme: .ecdsa(.sha1)),
        Case(name: "P-256 over SHA3-512", key: p256, scheme: .ecdsa(.sha3_512)),
        Case(name: "P-521 over a shorter hash", key: p521, scheme: .ecdsa(.sha256)),
        Case(name: "Ed25519", key: ed25519, scheme: .eddsa),
        Case(name: "RSA over MD5", key: rsa, scheme: .rsaPKCS1(.md5)),
        Case(name: "RSA over RIPEMD-160", key: rsa, scheme: .rsaPKCS1(.ripemd160)),
        Case(name: "RSA over SHA3-256", key: rsa, scheme: .rsaPKCS1(.sha3_256)),
        Case(
            name: "PSS over SHA-256",
            key: rsa,
            scheme: .rsaPSS(.sha256, mgf1: .sha256, saltLength: 32)
        ),
        Case(
            name: "PSS with another mask digest",
            key: rsa,
            scheme: .rsaPSS(.sha384, mgf1: .sha1, saltLength: 20)
        ),
        Case(
            name: "PSS without a salt",
            key: rsa,
            scheme: .rsaPSS(.sha512, mgf1: .sha512, saltLength: 0)
        ),
        Case(
            name: "PSS in the last byte that fits",
            key: rsa,
            scheme: .rsaPSS(.sha512, mgf1: .sha512, saltLength: 62)
        ),
    ]

    @Test(arguments: sound)
    func `OpenSSL verifies the signatures`(_ test: Case) throws {
        let key = try test.key()
        let message = Array("a message".utf8)
        let signature = try key.sign(message, by: test.scheme)
        let verifier = try PublicKey(spki: key.spki)
        #expect(verifier.verifies(signature, over: message, by: test.scheme))
        #expect(!verifier.verifies(signature, over: message + [0], by: test.scheme))
        #expect(try test.key().sign(message, by: test.scheme) == signature)
        #expect(try key.sign(message + [0], by: test.scheme) != signature)
    }

    static let impossible: [Case] = [
        Case(name: "RSA by an elliptic key", key: p256, scheme: .rsaPKCS1(.sha256)),
        Case(name: "ECDSA by an Edwards key", key: ed25519, scheme: .ecdsa(.sha256)),
        Case(name: "EdDSA by an RSA key", key: rsa, scheme: .eddsa),
        Case(
            name: "PSS one byte longer than the key",
            key: rsa,
            scheme: .rsaPSS(.sha512, mgf1: .sha512, saltLength: 63)
        ),
        Case(
            name: "PSS with a negative salt",
            key: rsa,
            scheme: .rsaPSS(.sha256, mgf1: .sha256, saltLength: -1)
        ),
    ]

    @Test(arguments: impossible)
    func `rejects schemes that do not fit the key`(_ test: Case) throws {
        let key = try test.key()
        #expect(throws: OpenSSLError.self) { try key.sign([1], by: test.scheme) }
    }

    @Test func `rejects scalars outside the group`() throws {
        let order = "ffffffff00000000ffffffffffffffffbce6faada7179e84f3b9cac2fc632551"
        #expect(throws: OpenSSLError.self) { try PrivateKey(.p256, scalar: hexBytes(order)) }
        #expect(throws: OpenSSLError.self) { try PrivateKey(.p256, scalar: [0]) }
        #expect(throws: OpenSSLError.self) { try PrivateKey(.ed25519, scalar: [1]) }
        #expect(throws: OpenSSLError.self) { try PrivateKey(.ed25519, seed: [1]) }
        let last = String(order.dropLast()) + "0"
        #expect(try PrivateKey(.p256, scalar: hexBytes(last)).algorithm == .p256)
        #expect(try PrivateKey(.p256, scalar: [1]).algorithm == .p256)
    }

    @Test(arguments: [p256, p521, ed25519, rsa])
    func `an impostor key shows one key and signs with another key`(
        _ make: @Sendable () throws -> PrivateKey
    ) throws {
        let shown = try make()
        let key = try other(than: shown)
        let impostor = try key.impostor(showing: shown)
        #expect(impostor.spki == shown.spki)
        let scheme: SignatureScheme =
            switch shown.algorithm.family {
            case .ec: .ecdsa(.sha256)
            case .edwards: .eddsa
            case .rsa: .rsaPKCS1(.sha256)
            case .dsa: .dsa(.sha256)
            }
        let signature = try impostor.sign([1, 2], by: scheme)
        #expect(!(try PublicKey(spki: shown.spki).verifies(signature, over: [1, 2], by: scheme)))
    }

    @Test func `rejects an impostor key of another algorithm than the key it shows`() throws {
        let key = try p256()
        #expect(throws: OpenSSLError.self) { try key.impostor(showing: ed25519()) }
        #expect(throws: OpenSSLError.self) { try key.impostor(showing: p521()) }
    }
}

@Sendable private func p256() throws -> PrivateKey { try PrivateKey(.p256, scalar: [7]) }

@Sendable private func p521() throws -> PrivateKey { try PrivateKey(.p521, scalar: [7, 7]) }

@Sendable private func ed25519() throws -> PrivateKey {
    try PrivateKey(.ed25519, seed: [UInt8](repeating: 7, count: 32))
}

/// Returns an RSA key from two of the project's 512-bit primes.
@Sendable private func rsa() throws -> PrivateKey {
    try PrivateKey(.rsa1024, primes: (hexBytes(firstPrime), hexBytes(secondPrime)))
}

private func other(than key: PrivateKey) throws -> PrivateKey {
    switch key.algorithm {
    case .p256, .p384, .p521: try PrivateKey(key.algorithm, scalar: [9, 9])
    case .ed25519: try PrivateKey(.ed25519, seed: [UInt8](repeating: 9, count: 32))
    case .ed448: try PrivateKey(.ed448, seed: [UInt8](repeating: 9, count: 57))
    default: try PrivateKey(.rsa1024, primes: (hexBytes(firstPrime), hexBytes(thirdPrime)))
    }
}

private let firstPrime =
    "c4c035557af8dd59c11e4a42deed19118b2d4ff3e43dd0cecb1c2f392109a009"
    + "2d334717b0d70a0fabd362fa8dadd6cdb9c1364becaab8b5b6d4ce722cea0325"
private let secondPrime =
    "d6421c1079e97daf7a569a82142c21e08c6f5648aa59d4edff099d012f19ade3"
    + "5635af265d4a1ddc25937da13097a87d54f0ae00741c013d0b633f258e7a1341"
private let thirdPrime =
    "f1d74f85a042f732d381342fabcfd67018cda7db6d9bc15c7be77947f6f08417"
    + "3f6d75c14437acdd01d5d618cd6d5bbae0dc4357befac86b7fa5c881f11cf745"

/// Returns the DER of a SEQUENCE of two positive INTEGERs.
private func sequence(_ r: [UInt8], _ s: [UInt8]) -> [UInt8] {
    let body = [r, s].flatMap { number -> [UInt8] in
        var content = Array(number.drop { $0 == 0 })
        if content[0] >= 0x80 { content.insert(0, at: 0) }
        return [0x02, UInt8(content.count)] + content
    }
    let length = body.count < 0x80 ? [UInt8(body.count)] : [0x81, UInt8(body.count)]
    return [0x30] + length + body
}
