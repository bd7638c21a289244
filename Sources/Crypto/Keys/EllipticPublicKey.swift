import COpenSSL
import Synchronization

/// A public key on P-256, P-384 or P-521, ready to verify.
///
/// OpenSSL 3.0 needs twice as long to read a SubjectPublicKeyInfo as to verify a P-256 signature.
/// The reason is that each new key sets up its curve and tries every decoder. Setting a point on a
/// prepared curve takes a fiftieth of the time of reading, and OpenSSL verifies with the same code.
///
/// A key is shared and immutable: verifying only reads the point.
final class EllipticPublicKey: @unchecked Sendable {  // immutable after init; see above
    private let point: OpaquePointer
    private let curve: VerifyingCurve

    /// OpenSSL's name of the curve.
    var curveName: String { curve.name }
    /// The size of the field, in bits.
    var bits: Int { curve.bits }

    /// Makes a key from a point in one of the forms of RFC 5480 §2.2, uncompressed or compressed.
    ///
    /// - Throws: `OpenSSLError` for an algorithm of another curve or without a curve, for another
    ///   form, for coordinates that are not below the field's prime, for a point that is not on the
    ///   curve, and for the point at infinity.
    init(_ algorithm: KeyAlgorithm, point bytes: some Collection<UInt8>) throws(OpenSSLError) {
        guard let curve = VerifyingCurve.of(algorithm),
            // 00 is the point at infinity; 06 and 07 are the hybrid form of X9.62.
            let form = bytes.first, (2...4).contains(form)
        else { throw OpenSSLError(function: "EC_POINT_oct2point", queue: ["not on the curve"]) }
        let point = try owned("EC_POINT_new") { EC_POINT_new(curve.group) }
        do throws(OpenSSLError) {
            try checked("EC_POINT_oct2point") {
                withBytes(bytes) {
                    EC_POINT_oct2point(curve.group, point, $0.baseAddress, $0.count, nil)
                }
            }
        } catch {
            EC_POINT_free(point)
            throw error
        }
        (self.point, self.curve) = (point, curve)
    }

    deinit { EC_POINT_free(point) }

    /// Whether this key made `signature`, a DER `ECDSA-Sig-Value`, over `message`.
    func verifies(
        _ signature: some Collection<UInt8>,
        over message: some Collection<UInt8>,
        by digest: Digest
    ) -> Bool {
        guard let hash = try? digest.hash(message) else { return false }
        return curve.withKey { key in
            guard EC_KEY_set_public_key(key, point) == 1 else { return false }
            // `ECDSA_verify` encodes the decoded value again and compares, so that it accepts only
            // DER.
            return withBytes(signature) { bytes in
                ECDSA_verify(
                    0,
                    hash,
                    CInt(clamping: hash.count),
                    bytes.baseAddress,
                    CInt(clamping: bytes.count),
                    key
                ) == 1
            }
        }
    }
}

/// The objects for verifying on one curve, set up once for the process and never freed.
///
/// These objects are shared, because the group is only read. `ECDSA_verify` needs an `EC_KEY`, and
/// making an `EC_KEY` copies the group. So each `EC_KEY` is kept and lent to one caller at a time;
/// there are as many keys as were ever in use at once.
private final class VerifyingCurve: Sendable {
    let name: String
    let bits: Int
    // This is safe without checks, because the group is only read.
    nonisolated(unsafe) let group: OpaquePointer
    private let idle = Mutex<[IdleKey]>([])

    /// An `EC_KEY` that is not in use.
    ///
    /// The type is unchecked Sendable because a key is never shared: only the caller that takes the
    /// key out of `idle` uses it, until the caller returns it.
    private struct IdleKey: @unchecked Sendable {  // one owner at a time; see above
        let pointer: OpaquePointer
    }

    private static let p256 = VerifyingCurve(.p256)
    private static let p384 = VerifyingCurve(.p384)
    private static let p521 = VerifyingCurve(.p521)

    /// Returns the objects for an algorithm; nil unless its curve is P-256, P-384 or P-521.
    static func of(_ algorithm: KeyAlgorithm) -> VerifyingCurve? {
        switch algorithm {
        case .p256: p256
        case .p384: p384
        case .p521: p521
        default: nil
        }
    }

    private init?(_ algorithm: KeyAlgorithm) {
        guard let curve = algorithm.curve,
            let group = EC_GROUP_new_by_curve_name(curve.identifier)
        else { return nil }
        (name, bits, self.group) = ("\(curve.name)", algorithm.bits, group)
    }

    /// Lends a key of the curve to `body`; returns false if no key can be made.
    ///
    /// The key still has the point of its last use.
    func withKey(_ body: (OpaquePointer) -> Bool) -> Bool {
        guard let key = idle.withLock({ $0.popLast() }) ?? newKey() else { return false }
        defer { idle.withLock { $0.append(key) } }
        return body(key.pointer)
    }

    private func newKey() -> IdleKey? {
        guard let key = EC_KEY_new() else { return nil }
        guard EC_KEY_set_group(key, group) == 1 else {
            EC_KEY_free(key)
            return nil
        }
        return IdleKey(pointer: key)
    }
}

/// Passes bytes to a C function, without a copy if they are contiguous.
func withBytes<Result>(
    _ bytes: some Collection<UInt8>,
    _ body: (UnsafeBufferPointer<UInt8>) -> Result
) -> Result {
    bytes.withContiguousStorageIfAvailable(body) ?? Array(bytes).withUnsafeBufferPointer(body)
}
