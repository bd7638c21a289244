import COpenSSL

/// The public half of a key on a NIST curve, ready to verify.
///
/// OpenSSL 3.0 takes twice as long to read a SubjectPublicKeyInfo as to verify a P-256 signature,
/// because each new key sets up its curve and asks every decoder there is. An `EC_KEY` over a group
/// that is set up once takes a fortieth of that, and verifies by the same code.
///
/// Shared and immutable: an `EC_KEY` and its group are only read when verifying.
final class EllipticPublicKey: @unchecked Sendable {  // immutable after init; see above
    private let pointer: OpaquePointer
    /// OpenSSL's name of the curve.
    let curveName: StaticString
    /// The size of the field, in bits.
    let bits: Int

    /// A point on the curve in either of the forms of RFC 5480 §2.2, uncompressed or compressed.
    ///
    /// - Throws: `OpenSSLError` for an algorithm without a curve, for another form, coordinates that
    ///   are not below the field's prime, and a point that is not on the curve or at infinity.
    init(_ algorithm: KeyAlgorithm, point: some Collection<UInt8>) throws(OpenSSLError) {
        guard let curve = algorithm.curve, let group = Self.groups[algorithm],
            // Infinity is 00, and 06 and 07 are X9.62's hybrid form.
            let form = point.first, (2...4).contains(form)
        else { throw OpenSSLError(function: "EC_KEY_oct2key", queue: ["no point of a curve"]) }
        let key = try owned("EC_KEY_new") { EC_KEY_new() }
        do throws(OpenSSLError) {
            try checked("EC_KEY_set_group") { EC_KEY_set_group(key, group) }
            try checked("EC_KEY_oct2key") {
                withOctets(point) { EC_KEY_oct2key(key, $0.baseAddress, $0.count, nil) }
            }
        } catch {
            EC_KEY_free(key)
            throw error
        }
        (pointer, curveName, bits) = (key, curve.name, algorithm.bits)
    }

    deinit { EC_KEY_free(pointer) }

    /// Whether `signature`, a DER `ECDSA-Sig-Value`, was made over `message` by this key.
    func verifies(
        _ signature: some Collection<UInt8>,
        over message: some Collection<UInt8>,
        by digest: Digest
    ) -> Bool {
        guard let hash = try? digest.hash(message) else { return false }
        // Encodes what it decoded once more, so that nothing but DER passes.
        return withOctets(signature) { octets in
            ECDSA_verify(
                0,
                hash,
                CInt(clamping: hash.count),
                octets.baseAddress,
                CInt(clamping: octets.count),
                pointer
            ) == 1
        }
    }

    /// Never freed: they live as long as the process.
    private nonisolated(unsafe) static let groups: [KeyAlgorithm: OpaquePointer] =  // immutable
        Dictionary(
            uniqueKeysWithValues: KeyAlgorithm.allCases.compactMap { algorithm in
                algorithm.curve
                    .flatMap { EC_GROUP_new_by_curve_name($0.identifier) }
                    .map { (algorithm, $0) }
            }
        )
}

/// Lends octets to a C function, without a copy where they lie in one piece.
func withOctets<Result>(
    _ octets: some Collection<UInt8>,
    _ body: (UnsafeBufferPointer<UInt8>) -> Result
) -> Result {
    octets.withContiguousStorageIfAvailable(body) ?? Array(octets).withUnsafeBufferPointer(body)
}
