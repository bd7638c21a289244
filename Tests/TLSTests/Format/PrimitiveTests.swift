import Crypto
import Testing
import X509

@testable import TLS

/// Published vectors of the primitives.
struct PrimitiveTests {
    private func bytes(_ text: String) -> [UInt8] { [UInt8](hex: text) ?? [] }

    /// RFC 8448 §3.
    @Test func `X25519 agrees with RFC 8448`() throws {
        let number = bytes("b1580eeadf6dd589b8ef4f2d5652578cc810e9980191ec8d058308cea216a21e")
        let key = try KeyAgreement(.x25519, private: number)
        let peer = bytes("99381de560e4bd43d23d8e435a7dbafeb3c06e51c13cae4d5413691e529aaf2c")
        #expect(
            try key.secret(with: peer)
                == bytes("8bd4054fb55b9d63fdfbacf9f04b9f0d35e6d63f537563efd46272900f89492d")
        )
    }

    /// Computed with Python's hashlib, because no vectors were published.
    @Test func `derives keys, signs and makes Finished with MD5 and SHA-1 in SSL 3.0`() throws {
        let master = [UInt8](0..<48)
        let ones = [UInt8](repeating: 0x11, count: 32)
        let twos = [UInt8](repeating: 0x22, count: 32)
        #expect(
            try SSL3.derived(from: master, seed: ones + twos, count: 48)
                == bytes(
                    "e3cdc731e4c550f4dd3d673e3341b13373ccd4f19a02a585"
                        + "59bda110416bd50589601ec712f3749b0432ebb5dfc92f7d"
                )
        )
        #expect(
            try SSL3.derived(from: master, seed: twos + ones, count: 72).suffix(8)
                == bytes("fac6d38674d3b2ca")[...]
        )
        let messages = Array("messages".utf8)
        #expect(
            try SSL3.finished(ofClient: true, after: messages, master: master)
                == bytes(
                    "80721afdae01605853a7d20edd214886ea4da80465a35cf2ad4a34ca3a835a6873b5cb34"
                )
        )
        #expect(
            try SSL3.finished(ofClient: false, after: messages, master: master)
                == bytes(
                    "a3efbfff4c054112dc8407797e0072546f0d82e28dccad09847399761b315811ac5e280a"
                )
        )
        for (digest, code) in [
            (Digest.md5, "e8ad7f531194f6981d7ff8e88b59fade"),
            (.sha1, "d8ae359736f90aed5615f3176bbc433010c4cbe1"),
        ] {
            let mac = try MAC(digest, key: [UInt8](0..<UInt8(digest.length)), in: .ssl3)
            #expect(try mac.code(of: Array("record".utf8)) == bytes(code))
        }
    }

    private struct Agreement: Sendable {
        let curve: KeyAlgorithm
        let ones, twos, secret: String
    }

    /// RFC 7027 §A.
    private static let brainpool: [Agreement] = [
        Agreement(
            curve: .brainpool256,
            ones: "81db1ee100150ff2ea338d708271be38300cb54241d79950f77b063039804f1d",
            twos: "55e40bc41e37e3e2ad25c3c6654511ffa8474a91a0032087593852d3e7d76bd3",
            secret: "89afc39d41d3b327814b80940b042590f96556ec91e6ae7939bce31f3a18bf2b"
        ),
        Agreement(
            curve: .brainpool384,
            ones: "1e20f5e048a5886f1f157c74e91bde2b98c8b52d58e5003d57053fc4b0bd65d6"
                + "f15eb5d1ee1610df870795143627d042",
            twos: "032640bc6003c59260f7250c3db58ce647f98e1260acce4acda3dd869f74e01f"
                + "8ba5e0324309db6a9831497abac96670",
            secret: "0bd9d3a7ea0b3d519d09d8e48d0785fb744a6b355e6304bc51c229fbbce239bb"
                + "adf6403715c35d4fb2a5444f575d4f42"
        ),
        Agreement(
            curve: .brainpool512,
            ones: "16302ff0dbbb5a8d733dab7141c1b45acbc8715939677f6a56850a38bd87bd59"
                + "b09e80279609ff333eb9d4c061231fb26f92eeb04982a5f1d1764cad57665422",
            twos: "230e18e1bcc88a362fa54e4ea3902009292f7f8033624fd471b5d8ace49d12cf"
                + "abbc19963dab8e2f1eba00bffb29e4d72d13f2224562f405cb80503666b25429",
            secret: "a7927098655f1f9976fa50a9d566865dc530331846381c87256baf3226244b76"
                + "d36403c024d7bbf0aa0803eaff405d3d24f11a9b5c0bef679fe1454b21c4cd1f"
        ),
    ]

    @Test(arguments: brainpool)
    private func `brainpool's curves agree with RFC 7027`(example: Agreement) throws {
        let ones = try KeyAgreement(.curve(example.curve), private: bytes(example.ones))
        let twos = try KeyAgreement(.curve(example.curve), private: bytes(example.twos))
        #expect(try ones.secret(with: twos.share) == bytes(example.secret))
        #expect(try twos.secret(with: ones.share) == bytes(example.secret))
    }

    /// Two agreements have the same private key: one on the curve with explicit parameters, one on
    /// the named curve.
    @Test func `a curve with explicit parameters equals the named curve`() throws {
        let number = [UInt8](repeating: 0x11, count: 32)
        let named = try KeyAgreement(.curve(.p256), private: number)
        let numbered = try KeyAgreement(.numbers(.ofP256()), private: number)
        #expect(numbered.share == named.share)
        let peer = try KeyAgreement(.curve(.p256), private: number.map { ~$0 })
        #expect(try numbered.secret(with: peer.share) == named.secret(with: peer.share))
        let parameters = try CurveNumbers.ofP256().parameters(share: numbered.share)
        // RFC 4492 §5.4: explicit_prime, and 32 bytes of the prime of FIPS 186.
        #expect(parameters.prefix(2) == [1, 32] && parameters[2..<6] == [0xff, 0xff, 0xff, 0xff])
        #expect(parameters.suffix(66) == ([65] + named.share)[...])
        let short = try KeyAgreement(.numbers(.of112Bits()), private: number)
        // SEC 2 version 1, §2.2.1.
        #expect(try CurveNumbers.of112Bits().prime == bytes("db7c2abf62e35e668076bead208b"))
        #expect(short.share.count == 29)
    }

    @Test func `a key without a curve cannot agree on a secret`() {
        let bytes = [UInt8](repeating: 1, count: 512)
        #expect(throws: OpenSSLError.self) { try KeyAgreement(.curve(.rsa2048), private: bytes) }
    }

    @Test(arguments: NamedGroup.allCases)
    func `both ends of a key agreement compute the same secret`(group: NamedGroup) throws {
        let ones = try group.key(private: [UInt8](repeating: 0x11, count: 66))
        let twos = try group.key(private: [UInt8](repeating: 0x22, count: 66))
        #expect(try ones.secret(with: twos.share) == twos.secret(with: ones.share))
        guard !group.isField else { return }
        #expect(throws: OpenSSLError.self) { try ones.secret(with: [4, 1, 2, 3]) }
        #expect(throws: OpenSSLError.self) { try group.key(private: [1]) }
    }

    @Test func `a cube root is rounded down`() throws {
        for (number, root) in [
            ([0, 0], [0, 0]), ([27], [3]), ([0, 63], [0, 3]), ([1, 0], [0, 6]),
        ]
            as [([UInt8], [UInt8])]
        {
            #expect(try CubeRoot.floor(of: number) == root)
        }
    }

    /// RFC 7919 §A: 2^b - 2^(b-64) + … - 1; the digits of e follow the leading one bits.
    @Test(arguments: [2048, 3072, 4096, 6144, 8192])
    func `the finite fields agree with RFC 7919`(bits: Int) throws {
        let field = try FiniteField.ffdhe(bits)
        #expect(field.bits == bits && field.generator == [2])
        let ones = [UInt8](repeating: 0xff, count: 8)
        #expect(field.prime.prefix(8) == ones[...] && field.prime.suffix(8) == ones[...])
        #expect(field.prime[8..<16] == bytes("adf85458a2bb4a9a")[...])
        // By Fermat's theorem, 3 to the power of `less` is `one`; both numbers are invalid in an
        // exchange.
        let less = Array(field.prime.dropLast()) + [0xfe]
        let one = [UInt8](repeating: 0, count: field.prime.count - 1) + [1]
        if bits == 2048 { #expect(try field.power([3], less) == one) }
        #expect(!field.contains(one) && !field.contains(less) && !field.contains([]))
        #expect(!field.contains(field.prime) && field.contains([2]))
        #expect(throws: OpenSSLError.self) { try FiniteField.ffdhe(bits + 1) }
        #expect(throws: OpenSSLError.self) { try FiniteField(prime: [0]).power([2], [2]) }
    }

    @Test(arguments: RecordCipher.Algorithm.allCases.filter { $0.tagLength > 0 })
    func `rejects a changed record`(algorithm: RecordCipher.Algorithm) throws {
        let key = [UInt8](repeating: 7, count: algorithm.keyLength)
        let nonce = [UInt8](repeating: 9, count: 12)
        let sealing = try RecordCipher(algorithm, key: key, seals: true)
        let opening = try RecordCipher(algorithm, key: key, seals: false)
        var sealed = try sealing.seal([1, 2, 3], nonce: nonce, authenticating: [4])
        #expect(try opening.open(sealed, nonce: nonce, authenticating: [4]) == [1, 2, 3])
        #expect(try opening.open(sealed, nonce: nonce, authenticating: [5]) == nil)
        sealed[0] ^= 1
        #expect(try opening.open(sealed, nonce: nonce, authenticating: [4]) == nil)
    }

    /// RFC 6229 §2, with the 128-bit key.
    @Test func `RC4 agrees with RFC 6229`() throws {
        let cipher = try RecordCipher(.rc4, key: (1...16).map { UInt8($0) }, seals: true)
        let zeros = [UInt8](repeating: 0, count: 16)
        // The stream continues from call to call.
        #expect(try cipher.stream(zeros) == bytes("9ac7cc9a609d1ef7b2932899cde41b97"))
        #expect(try cipher.stream(zeros) == bytes("5248c4959014126a6e8a84f11d1a9e1c"))
    }

    /// RFC 3713 §A, RFC 4269 §B.1, FIPS 81 §B.
    @Test(
        arguments: [
            (
                .camellia128CBC, "0123456789abcdeffedcba9876543210",
                "0123456789abcdeffedcba9876543210", "67673138549669730857065648eabe43"
            ),
            (
                .camellia256CBC,
                "0123456789abcdeffedcba987654321000112233445566778899aabbccddeeff",
                "0123456789abcdeffedcba9876543210", "9acc237dff16d76c20ef7c919e3a7509"
            ),
            (
                .seed, "00000000000000000000000000000000", "000102030405060708090a0b0c0d0e0f",
                "5ebac6e0054e166819aff1cc6d346cdb"
            ),
            (.des, "0123456789abcdef", "4e6f772069732074", "3fa40e8a984d4815"),
            (
                .tripleDES, "0123456789abcdef0123456789abcdef0123456789abcdef",
                "4e6f772069732074", "3fa40e8a984d4815"
            ),
        ] as [(RecordCipher.Algorithm, String, String, String)]
    )
    func `block ciphers agree with the published vectors`(
        algorithm: RecordCipher.Algorithm,
        key: String,
        plain: String,
        expected: String
    ) throws {
        let vector = [UInt8](repeating: 0, count: algorithm.blockLength)
        let sealing = try RecordCipher(algorithm, key: bytes(key), seals: true)
        #expect(try sealing.chain(bytes(plain), from: vector) == bytes(expected))
        let opening = try RecordCipher(algorithm, key: bytes(key), seals: false)
        #expect(try opening.chain(bytes(expected), from: vector) == bytes(plain))
        #expect(throws: OpenSSLError.self) { try opening.chain([1], from: vector) }
    }

    /// RFC 5869 §A.1.
    @Test func `HKDF agrees with RFC 5869`() throws {
        let derivation = try Derivation(.sha256)
        let secret = try derivation.extract(
            [UInt8](repeating: 0x0b, count: 22),
            salt: bytes("000102030405060708090a0b0c")
        )
        #expect(
            secret == bytes("077709362c2e32df0ddc3f0dc47bba6390b6c73bb50f9c3122ec844ad7c2b3e5")
        )
        let output = try derivation.expand(secret, info: bytes("f0f1f2f3f4f5f6f7f8f9"), count: 42)
        let expected =
            "3cb25f25faacd57a90434f64d0362f2a2d2d0a90cf1a5a4c5db02d56ecc4c5bf34007208d5b887185865"
        #expect(output == bytes(expected))
    }

    /// RFC 8439 §2.8.2.
    @Test func `ChaCha20-Poly1305 agrees with RFC 8439`() throws {
        let cipher = try RecordCipher(
            .chaCha20Poly1305,
            key: (0x80...0x9f).map { UInt8($0) },
            seals: true
        )
        let text =
            "Ladies and Gentlemen of the class of '99: If I could offer you only one tip for "
            + "the future, sunscreen would be it."
        let sealed = try cipher.seal(
            Array(text.utf8),
            nonce: bytes("070000004041424344454647"),
            authenticating: bytes("50515253c0c1c2c3c4c5c6c7")
        )
        #expect(sealed.prefix(16) == bytes("d31a8d34648e60db7b86afbc53ef7ec2")[...])
        #expect(sealed.suffix(16) == bytes("1ae10b594f09e26a7e902ecbd0600691")[...])
    }

    /// NIST SP 800-38C, example 3.
    @Test func `CCM agrees with NIST`() throws {
        let cipher = try RecordCipher(
            .aes128CCM8,
            key: (0x40...0x4f).map { UInt8($0) },
            seals: true
        )
        let sealed = try cipher.seal(
            (0x20...0x37).map { UInt8($0) },
            nonce: bytes("101112131415161718191a1b"),
            authenticating: (0x00...0x13).map { UInt8($0) }
        )
        let expected = "e3b201a9f5b71a7a9b1ceaeccd97e70b6176aad9a4428aa5484392fbc1b09951"
        #expect(sealed == bytes(expected))
    }

    /// The vector for SHA-256 that the IETF's TLS list has had since 2009.
    @Test func `the PRF of TLS 1.2 agrees with the published vector`() throws {
        let output = try Derivation(.sha256).pseudorandom(
            bytes("9bbe436ba940f017b17652849a71db35"),
            label: "test label",
            seed: bytes("a0ba9f936cda311827a6f796ffd5198c"),
            count: 100
        )
        let expected =
            "e3f229ba727be17b8d122620557cd453c2aab21d07c3d495329b52d4e61edb5a6b301791e90d35c9"
            + "c9a46b4e14baf9af0fa022f7077def17abfd3797c0564bab4fbc91666e9def9b97fce34f796789ba"
            + "a48082d122ee42c5a72e5a5110fff70187347b66"
        #expect(output == bytes(expected))
    }
}
