import TestSupport
import Testing

@testable import Crypto

/// Keys made from only a point verify the same signatures as keys read by OpenSSL.
@Suite struct EllipticPublicKeyTests {
    /// The start of a DER `SubjectPublicKeyInfo`, before the bytes of the point.
    private static let prefix = hexBytes("3059301306072a8648ce3d020106082a8648ce3d030107034200")
    private static let x = "6b17d1f2e12c4247f8bce6e563a440f277037d812deb33a0f4a13945d898c296"
    private static let y = "4fe342e2fe1a7f9b8ee7eb4a7c0f9e162bce33576b315ececbb6406837bf51f5"
    private static let one = String(repeating: "00", count: 31) + "01"
    private static let prime = "ffffffff00000001000000000000000000000000ffffffffffffffffffffffff"

    struct Point: CustomTestStringConvertible, Sendable {
        let testDescription: String
        let bytes: String
        var algorithm = KeyAlgorithm.p256
        var isSound = false
    }

    @Test(arguments: [
        Point(testDescription: "uncompressed", bytes: "04" + x + y, isSound: true),
        Point(testDescription: "compressed, y odd", bytes: "03" + x, isSound: true),
        Point(testDescription: "compressed, y even", bytes: "02" + x, isSound: true),
        Point(testDescription: "hybrid", bytes: "07" + x + y),
        Point(testDescription: "at infinity", bytes: "00"),
        Point(testDescription: "no bytes", bytes: ""),
        Point(testDescription: "one byte too few", bytes: String(("04" + x + y).dropLast(2))),
        Point(testDescription: "one byte too many", bytes: "04" + x + y + "00"),
        Point(testDescription: "not on the curve", bytes: "04" + x + x),
        Point(testDescription: "x plus the prime", bytes: "04" + prime + y),
        Point(testDescription: "no y for this x", bytes: "02" + one),
        Point(
            testDescription: "of another curve",
            bytes: "04" + x + y,
            algorithm: .p384
        ),
        Point(
            testDescription: "of an algorithm without a curve",
            bytes: "04" + x + y,
            algorithm: .rsa2048
        ),
        Point(
            testDescription: "of an Edwards curve",
            bytes: x,
            algorithm: .ed25519,
            isSound: true
        ),
        Point(testDescription: "of an Edwards curve, too short", bytes: "00", algorithm: .ed448),
    ])
    func `accepts only points on the curve`(_ point: Point) {
        let key = try? PublicKey(point.algorithm, point: hexBytes(point.bytes))
        #expect((key != nil) == point.isSound)
    }

    private static let order = "ffffffff00000000ffffffffffffffffbce6faada7179e84f3b9cac2fc632551"
    private static let message = Array("a message".utf8)
    private static let zero = String(repeating: "00", count: 32)

    struct Signature: CustomTestStringConvertible, Sendable {
        let testDescription: String
        /// Changes the two numbers of a valid signature into a DER `ECDSA-Sig-Value`.
        let change: @Sendable (_ r: [UInt8], _ s: [UInt8]) -> [UInt8]
        var isSound = false
    }

    @Test(arguments: [
        Signature(testDescription: "sound", change: { pair($0, $1) }, isSound: true),
        Signature(
            testDescription: "the other s for the same r",
            change: { pair($0, difference(hexBytes(order), $1)) },
            isSound: true
        ),
        Signature(testDescription: "the numbers swapped", change: { pair($1, $0) }),
        Signature(testDescription: "r of zero", change: { pair(hexBytes(zero), $1) }),
        Signature(testDescription: "s of zero", change: { r, _ in pair(r, hexBytes(zero)) }),
        Signature(
            testDescription: "both of zero",
            change: { _, _ in hexBytes("3006020100020100") }
        ),
        Signature(testDescription: "r equal to the order", change: { pair(hexBytes(order), $1) }),
        Signature(
            testDescription: "s equal to the order",
            change: { r, _ in pair(r, hexBytes(order)) }
        ),
        Signature(
            testDescription: "r plus the order",
            change: { pair(sum($0, hexBytes(order)), $1) }
        ),
        Signature(
            testDescription: "s plus the order",
            change: { pair($0, sum($1, hexBytes(order))) }
        ),
        Signature(
            testDescription: "r negative",
            change: { _, s in sequence(hexBytes("0201ff") + integer(s)) }
        ),
        Signature(
            testDescription: "r with an extra zero byte",
            change: { r, s in
                let padded = [0] + integer(r).dropFirst(2)
                return sequence([0x02, UInt8(padded.count)] + padded + integer(s))
            }
        ),
        Signature(
            testDescription: "a length of two bytes in place of one",
            change: { r, s in
                let content = integer(r) + integer(s)
                return [0x30, 0x81, UInt8(content.count)] + content
            }
        ),
        Signature(
            testDescription: "an indefinite length",
            change: { [0x30, 0x80] + integer($0) + integer($1) + [0, 0] }
        ),
        Signature(testDescription: "a trailing byte", change: { pair($0, $1) + [0] }),
        Signature(
            testDescription: "a third number",
            change: { sequence(integer($0) + integer($1) + integer($1)) }
        ),
        Signature(testDescription: "truncated", change: { pair($0, $1).dropLast() }),
        Signature(testDescription: "the numbers without DER", change: { $0 + $1 }),
        Signature(testDescription: "no bytes", change: { _, _ in [] }),
    ])
    func verifiesAsOpenSSLDoes(_ signature: Signature) throws {
        let key = try PrivateKey(.p256, scalar: [1])
        let sound = try key.sign(Self.message, by: .ecdsa(.sha256))
        let (r, s) = numbers(sound)
        let bytes = signature.change(r, s)
        let point = point(of: key)
        let quick = try PublicKey(.p256, point: point)
        let slow = try PublicKey(spki: Self.prefix + point)
        let scheme = SignatureScheme.ecdsa(.sha256)
        #expect(quick.verifies(bytes, over: Self.message, by: scheme) == signature.isSound)
        #expect(slow.verifies(bytes, over: Self.message, by: scheme) == signature.isSound)
    }

    @Test(
        arguments: [KeyAlgorithm.p256, .p384, .p521],
        [Digest.sha224, .sha256, .sha384, .sha512]
    )
    func `signs and verifies with every digest on every curve`(
        _ algorithm: KeyAlgorithm,
        _ digest: Digest
    ) throws {
        let key = try PrivateKey(algorithm, scalar: [7])
        let signature = try key.sign(Self.message, by: .ecdsa(digest))
        let width = (algorithm.bits + 7) / 8
        let verifier = try PublicKey(algorithm, point: key.spki.suffix(2 * width + 1))
        #expect(verifier.kind == (try PublicKey(spki: key.spki).kind))
        #expect(verifier.verifies(signature, over: Self.message, by: .ecdsa(digest)))
        #expect(!verifier.verifies(signature, over: Self.message + [0], by: .ecdsa(digest)))
        #expect(!verifier.verifies(signature, over: Self.message, by: .ecdsa(.sha3_256)))
        #expect(!verifier.verifies(signature, over: Self.message, by: .rsaPKCS1(digest)))
    }

    /// Returns the uncompressed point of a P-256 key.
    private func point(of key: PrivateKey) -> [UInt8] { Array(key.spki.suffix(65)) }
}

/// Returns the DER INTEGER of a positive number in big-endian bytes.
private func integer(_ magnitude: [UInt8]) -> [UInt8] {
    var content = Array(magnitude.drop { $0 == 0 })
    if (content.first ?? 0x80) >= 0x80 { content = [0] + content }
    return [0x02, UInt8(content.count)] + content
}

private func sequence(_ content: [UInt8]) -> [UInt8] { [0x30, UInt8(content.count)] + content }

private func pair(_ r: [UInt8], _ s: [UInt8]) -> [UInt8] { sequence(integer(r) + integer(s)) }

/// Returns the numbers r and s of an `ECDSA-Sig-Value`, each in 32 bytes.
private func numbers(_ signature: [UInt8]) -> (r: [UInt8], s: [UInt8]) {
    func wide(_ bytes: ArraySlice<UInt8>) -> [UInt8] {
        [UInt8](repeating: 0, count: 32) + bytes
    }
    let first = 4..<4 + Int(signature[3])
    return (
        wide(signature[first]).suffix(32), wide(signature[(first.upperBound + 2)...]).suffix(32)
    )
}

private func sum(_ left: [UInt8], _ right: [UInt8]) -> [UInt8] {
    var carry = 0
    var bytes: [UInt8] = []
    for (left, right) in zip(left, right).reversed() {
        carry += Int(left) + Int(right)
        bytes.append(UInt8(carry & 0xff))
        carry >>= 8
    }
    return [UInt8(carry)] + bytes.reversed()
}

private func difference(_ left: [UInt8], _ right: [UInt8]) -> [UInt8] {
    // The two's complement: invert the bits and add one.
    Array(
        sum(left, sum(right.map { ~$0 }, [UInt8](repeating: 0, count: 31) + [1]).suffix(32)).suffix(
            32
        )
    )
}
