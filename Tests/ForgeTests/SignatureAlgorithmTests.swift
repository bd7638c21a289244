import Testing
import X509

@testable import Crypto
@testable import Forge

@Suite struct SignatureAlgorithmTests {
    struct Case: Sendable, CustomTestStringConvertible {
        let key: KeyAlgorithm
        var padding: Entity.Padding?
        var digest: Digest?
        let scheme: SignatureScheme
        /// The AlgorithmIdentifier, in hexadecimal.
        let identifier: String

        var testDescription: String {
            [key.rawValue, padding?.rawValue, digest?.rawValue].compactMap { $0 }
                .joined(separator: " ")
        }
    }

    static let table: [Case] = [
        Case(
            key: .p256,
            scheme: .ecdsa(.sha256),
            identifier: "300a 0608 2a8648ce3d040302"
        ),
        Case(
            key: .p256,
            digest: .sha1,
            scheme: .ecdsa(.sha1),
            identifier: "3009 0607 2a8648ce3d0401"
        ),
        Case(
            key: .p384,
            digest: .sha384,
            scheme: .ecdsa(.sha384),
            identifier: "300a 0608 2a8648ce3d040303"
        ),
        Case(
            key: .p521,
            digest: .sha3_512,
            scheme: .ecdsa(.sha3_512),
            identifier: "300b 0609 60864801650304030c"
        ),
        Case(key: .dsa2048, scheme: .dsa(.sha256), identifier: "300b 0609 608648016503040302"),
        Case(
            key: .brainpool384,
            digest: .sha384,
            scheme: .ecdsa(.sha384),
            identifier: "300a 0608 2a8648ce3d040303"
        ),
        Case(key: .ed25519, scheme: .eddsa, identifier: "3005 0603 2b6570"),
        Case(key: .ed448, scheme: .eddsa, identifier: "3005 0603 2b6571"),
        Case(
            key: .rsa2048,
            scheme: .rsaPKCS1(.sha256),
            identifier: "300d 0609 2a864886f70d01010b 0500"
        ),
        Case(
            key: .rsa1024,
            padding: .pkcs1,
            digest: .md5,
            scheme: .rsaPKCS1(.md5),
            identifier: "300d 0609 2a864886f70d010104 0500"
        ),
        Case(
            key: .rsa1024,
            digest: .ripemd160,
            scheme: .rsaPKCS1(.ripemd160),
            identifier: "300a 0606 2b2403030102 0500"
        ),
        Case(
            key: .rsa1024,
            digest: .sha512_256,
            scheme: .rsaPKCS1(.sha512_256),
            identifier: "300d 0609 2a864886f70d010110 0500"
        ),
        // The bytes that the CA/B Forum's Baseline Requirements §7.1.3.2.1 give.
        Case(
            key: .rsa2048,
            padding: .pss,
            scheme: .rsaPSS(.sha256, mgf1: .sha256, saltLength: 32),
            identifier: """
                3041 0609 2a864886f70d01010a 3034 a00f 300d 0609 608648016503040201 0500
                a11c 301a 0609 2a864886f70d010108 300d 0609 608648016503040201 0500 a203 0201 20
                """
        ),
        Case(
            key: .rsa1024,
            padding: .pss,
            digest: .sha1,
            scheme: .rsaPSS(.sha1, mgf1: .sha1, saltLength: 20),
            identifier: "300d 0609 2a864886f70d01010a 3000"
        ),
        Case(
            key: .rsa1024,
            padding: .pss,
            digest: .ripemd160,
            scheme: .rsaPSS(.ripemd160, mgf1: .ripemd160, saltLength: 20),
            identifier: """
                3034 0609 2a864886f70d01010a 3027 a00b 3009 0605 2b24030201 0500
                a118 3016 0609 2a864886f70d010108 3009 0605 2b24030201 0500
                """
        ),
        Case(
            key: .rsa1024,
            padding: .pss,
            digest: .sha3_256,
            scheme: .rsaPSS(.sha3_256, mgf1: .sha3_256, saltLength: 32),
            identifier: """
                303d 0609 2a864886f70d01010a 3030 a00d 300b 0609 608648016503040208
                a11a 3018 0609 2a864886f70d010108 300b 0609 608648016503040208 a203 0201 20
                """
        ),
    ]

    @Test(arguments: table)
    func `a certificate names the algorithm with which it was signed`(_ test: Case) throws {
        let forged = try baselineSetup {
            $0.entities["intermediate"]?.key = test.key
            $0.entities["leaf"]?.digest = test.digest
            $0.entities["leaf"]?.padding = test.padding
        }.forge(seed: 1, at: now)
        let leaf = try forged.decoded("leaf")
        let identifier = [UInt8](hex: test.identifier.filter { !$0.isWhitespace })
        #expect(leaf.bytes(leaf.innerAlgorithm.encoding) == identifier)
        #expect(leaf.bytes(leaf.outerAlgorithm.encoding) == identifier)
        #expect(try forged.isSigned("leaf", by: "intermediate", test.scheme))
    }

    @Test(arguments: Digest.allCases)
    func `signs every digest with RSA`(_ digest: Digest) throws {
        for padding in Entity.Padding.allCases {
            let forged = try baselineSetup {
                $0.entities["intermediate"]?.key = .rsa2048
                $0.entities["leaf"]?.digest = digest
                $0.entities["leaf"]?.padding = padding
            }.forge(seed: 1, at: now)
            let scheme: SignatureScheme =
                switch padding {
                case .pkcs1: .rsaPKCS1(digest)
                case .pss: .rsaPSS(digest, mgf1: digest, saltLength: digest.length)
                }
            #expect(try forged.isSigned("leaf", by: "intermediate", scheme))
        }
    }

    private func rejection(_ change: (inout PKI) -> Void) -> ForgeError? {
        do {
            _ = try baselineSetup(change).forge(seed: 1, at: now)
            return nil
        } catch {
            return error
        }
    }

    @Test func `rejects digests without an identifier`() {
        let available = Digest.allCases.filter {
            ![.md5, .ripemd160, .sha512_224, .sha512_256].contains($0)
        }
        let error = rejection { $0.entities["leaf"]?.digest = .md5 }
        #expect(
            error == .noSignatureAlgorithm(entity: "leaf", .p256, nil, .md5, available: available)
        )
        #expect(
            error?.description == """
                leaf: no signature algorithm combines p256 and md5; available: sha1, sha224, sha256, \
                sha384, sha512, sha3-224, sha3-256, sha3-384, sha3-512
                """
        )
    }

    @Test func `rejects a digest with an Edwards key`() {
        let error = rejection {
            $0.entities["intermediate"]?.key = .ed25519
            $0.entities["leaf"]?.digest = .sha256
        }
        #expect(
            error == .noSignatureAlgorithm(entity: "leaf", .ed25519, nil, .sha256, available: [])
        )
    }

    @Test func `rejects padding without RSA`() {
        #expect(
            rejection { $0.entities["leaf"]?.padding = .pss } == .noPadding(entity: "leaf", .p256)
        )
    }

    @Test func `rejects PSS with a modulus that is too short`() {
        let error = rejection {
            $0.entities["intermediate"]?.key = .rsa1024
            $0.entities["leaf"]?.padding = .pss
            $0.entities["leaf"]?.digest = .sha512
        }
        #expect(error == .keyTooShort(entity: "leaf", .rsa1024, .sha512))
    }

    @Test func `ignores copied digests and paddings that the key does not support`() throws {
        let forged = try baselineSetup {
            $0.entities["rsa"] = Entity(role: .rootCA, issuer: .itself)
            $0.entities["rsa"]?.key = .rsa1024
            $0.entities["leaf"]?.issuer = .entity("rsa")
            $0.entities["leaf"]?.digest = .md5
            $0.entities["leaf"]?.padding = .pss
            $0.entities["copy"] = Entity(role: .endEntity, issuer: .entity("intermediate"))
            $0.entities["copy"]?.copy = "leaf"
        }.forge(seed: 1, at: now)
        #expect(
            try forged.isSigned("leaf", by: "rsa", .rsaPSS(.md5, mgf1: .md5, saltLength: 16))
        )
        #expect(try forged.isSigned("copy", by: "intermediate", .ecdsa(.sha256)))
    }
}
