import Crypto
import Forge
import Testing
import X509

@testable import PathValidation
@testable import TestSupport

// Keys and signatures under profiles.
extension ProfileTests {
    static let algorithms: [Case] = [
        .accept("RSA of 2048 bits") { $0.leaf.key = .rsa2048 },
        .differ(
            "RSA of 2052 bits",
            webpki: .weakKey("RSA of 2052 bits, not a multiple of 8", depth: 0)
        ) {
            $0.leaf.raw = [
                .set(path: spki, encoding: rsa([0x0f] + [UInt8](repeating: 0xff, count: 256))),
                .resign,
            ]
        },
        .accept("RSA with the exponent 3") { $0.leaf.key = .rsaOfThree },
        .accept("RSA with an exponent of 257 bits") { $0.leaf.key = .rsaOfManyBits },
        .reject("RSA with the exponent 1", .badKey(depth: 0)) { $0.leaf.key = .rsaOfOne },
        .differ(
            "RSA with primes of ROCA",
            webpki: .weakKey("RSA with weak primes (ROCA)", depth: 0)
        ) { $0.leaf.key = .rsaOfROCA },
        .differ(
            "RSA with primes close together",
            webpki: .weakKey("RSA with primes too close together", depth: 0)
        ) { $0.leaf.key = .rsaOfNeighbours },
        // BR §6.1.1.3 covers the keys of subscribers.
        .accept("a CA's RSA with primes close together") {
            $0.intermediate.key = .rsaOfNeighbours
        },
        .reject("a short curve", .weakKey("on prime192v1, 192 bits", depth: 1)) {
            $0.intermediate.key = .p192
        },
        .reject("an Edwards key of small order", .badKey(depth: 0)) {
            $0.leaf.key = .ed25519
            $0.leaf.raw = [
                .set(
                    path: spki + ".subjectPublicKey",
                    encoding: [0x03, 0x21, 0x00, 0x01] + [UInt8](repeating: 0, count: 31)
                ),
                .resign,
            ]
        },
        .reject("a point of order 2 on K-283", .badKey(depth: 0)) {
            $0.leaf.raw = [.set(path: spki, encoding: k283(of: small)), .resign]
        },
        .differ(
            "K-283",
            webpki: .nonconforming(.algorithmEncoding(.ecPublicKey), depth: 0)
        ) { $0.leaf.raw = [.set(path: spki, encoding: k283(of: valid)), .resign] },
        .reject("RSA without parameters", .badKey(depth: 0)) {
            $0.leaf.key = .rsa2048
            $0.leaf.raw = [.drop(path: spki + ".algorithm.parameters"), .resign]
        },
        .differ(
            "Ed25519",
            webpki: .nonconforming(.algorithmEncoding(.ed25519), depth: 0)
        ) { $0.leaf.key = .ed25519 },
        .accept("P-384 that signs SHA-384") {
            $0.intermediate.key = .p384
            $0.leaf.digest = .sha384
        },
        .differ(
            "P-384 that signs SHA-256",
            webpki: .nonconforming(.digestOfCurve(.ecdsaWithSHA256), depth: 0)
        ) { $0.intermediate.key = .p384 },
        .accept("RSA-PSS with SHA-256") {
            $0.intermediate.key = .rsa2048
            $0.leaf.padding = .pss
        },
        .differ(
            "RSA with SHA-224",
            webpki: .nonconforming(.algorithmEncoding(.sha224WithRSA), depth: 0)
        ) {
            $0.intermediate.key = .rsa2048
            $0.leaf.digest = .sha224
        },
    ]

    private static let spki = "tbsCertificate.subjectPublicKeyInfo"

    /// Coordinates on K-283 of the point of order 2, and of a point of the group's order.
    private static let small = String(repeating: "00", count: 71) + "01"
    private static let valid = """
        0538500efb082c0a3a2a0a321797e5b2cd36e236146bd89addd701532794f231c7573f60\
        02a5c785b13269897884ef22450c3b170f895d0ef0f6cbb81f2c433c7899f0ba38431851
        """

    /// Returns the SubjectPublicKeyInfo of a point on K-283.
    private static func k283(of coordinates: String) -> [UInt8] {
        hexBytes("305e301006072a8648ce3d020106052b81040010034a0004" + coordinates)
    }

    /// Returns the SubjectPublicKeyInfo of RSA with this modulus.
    static func rsa(_ modulus: [UInt8]) -> [UInt8] {
        let key = DERWriter.bytes { writer in
            writer.constructed(.sequence) { writer in
                writer.unsignedInteger(modulus)
                writer.unsignedInteger([1, 0, 1])
            }
        }
        return DERWriter.bytes { writer in
            writer.constructed(.sequence) { writer in
                writer.constructed(.sequence) { writer in
                    writer.objectIdentifier(.rsaEncryption)
                    writer.raw([0x05, 0x00])
                }
                writer.bitString(key)
            }
        }
    }
}
