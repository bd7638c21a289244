import COpenSSL

/// An elliptic-curve key that signs with the nonce of RFC 6979.
///
/// OpenSSL 3.0 lets its caller choose the nonce only with the older `EC_KEY`. A key is shared and
/// immutable: signing only reads the `EC_KEY` and its group.
final class EllipticKey: @unchecked Sendable {  // immutable after init; see above
    private let pointer: OpaquePointer
    private let group: OpaquePointer
    private let order: OpaquePointer
    let curveName: StaticString
    /// The uncompressed public point (SEC 1 §2.3.3).
    let point: [UInt8]
    /// The private scalar, big-endian, as wide as the order.
    let scalar: [UInt8]
    /// The order of the group, in bits.
    let orderBits: Int

    /// Makes a key from a curve's private scalar, 1 to the order - 1, in big-endian bytes.
    convenience init(_ algorithm: KeyAlgorithm, scalar: [UInt8]) throws(OpenSSLError) {
        let curve = try algorithm.requiredCurve
        let key = try owned("EC_KEY_new_by_curve_name") {
            EC_KEY_new_by_curve_name(curve.identifier)
        }
        try self.init(owning: key, scalar: scalar, curveName: curve.name)
    }

    /// Makes a key with the private scalar 1 on the algorithm's curve; this point replaces the
    /// curve's generator.
    convenience init(_ algorithm: KeyAlgorithm, generator: [UInt8]) throws(OpenSSLError) {
        let curve = try algorithm.requiredCurve
        let key = try ellipticKey(curve: curve.identifier, generator: generator)
        try self.init(owning: key, scalar: [1], curveName: curve.name)
    }

    /// Makes a key from a private scalar on a curve with explicit parameters.
    convenience init(_ numbers: CurveNumbers, scalar: [UInt8]) throws(OpenSSLError) {
        let group = try numbers.group()
        defer { EC_GROUP_free(group) }
        try self.init(owning: ellipticKey(on: group), scalar: scalar, curveName: "explicit")
    }

    /// Sets the private and the public key of an `EC_KEY`; from now on, this object owns the
    /// `EC_KEY`.
    private init(
        owning key: OpaquePointer,
        scalar: [UInt8],
        curveName: StaticString
    ) throws(OpenSSLError) {
        do throws(OpenSSLError) {
            let number = try BigNumber(scalar)
            let group = try owned("EC_KEY_get0_group") { EC_KEY_get0_group(key) }
            let order = try owned("EC_GROUP_get0_order") { EC_GROUP_get0_order(group) }
            guard BN_is_zero(number.pointer) == 0, BN_cmp(number.pointer, order) < 0 else {
                throw OpenSSLError(
                    function: "EC_KEY_set_private_key",
                    queue: ["the scalar is not from 1 to the order - 1"]
                )
            }
            (self.group, self.order) = (group, order)
            point = try Self.installHalves(number.pointer, in: key, group)
            orderBits = Int(BN_num_bits(order))
            self.scalar = try number.magnitude(width: (orderBits + 7) / 8)
        } catch {
            EC_KEY_free(key)
            throw error
        }
        pointer = key
        self.curveName = curveName
    }

    deinit { EC_KEY_free(pointer) }

    /// Sets the private scalar of `key` and its public point; returns the bytes of the point.
    private static func installHalves(
        _ scalar: OpaquePointer,
        in key: OpaquePointer,
        _ group: OpaquePointer
    ) throws(OpenSSLError) -> [UInt8] {
        try checked("EC_KEY_set_private_key") { EC_KEY_set_private_key(key, scalar) }
        let point = try owned("EC_POINT_new") { EC_POINT_new(group) }
        defer { EC_POINT_free(point) }
        try checked("EC_POINT_mul") { EC_POINT_mul(group, point, scalar, nil, nil, nil) }
        try checked("EC_KEY_set_public_key") { EC_KEY_set_public_key(key, point) }
        return try uncompressed(point, group)
    }

    /// Returns the DER `SubjectPublicKeyInfo` with the curve's parameters instead of its name.
    func spkiWithParameters() throws(OpenSSLError) -> [UInt8] {
        let key = pointer
        EC_KEY_set_asn1_flag(key, OPENSSL_EC_EXPLICIT_CURVE)
        var bytes: UnsafeMutablePointer<UInt8>?
        var length: CInt = 0
        try checked("i2d_EC_PUBKEY") {
            length = i2d_EC_PUBKEY(key, &bytes)
            return length
        }
        defer { shim_OPENSSL_free(bytes) }
        return Array(UnsafeBufferPointer(start: bytes, count: Int(length)))
    }

    /// Returns the x coordinate of the peer's point times the scalar (SEC 1 §3.3.1), as wide as the
    /// field.
    ///
    /// - Throws: `OpenSSLError` for bytes that are not a point on the curve.
    func agree(with point: [UInt8]) throws(OpenSSLError) -> [UInt8] {
        let (group, key) = (group, pointer)
        let peer = try owned("EC_POINT_new") { EC_POINT_new(group) }
        defer { EC_POINT_free(peer) }
        try checked("EC_POINT_oct2point") {
            EC_POINT_oct2point(group, peer, point, point.count, nil)
        }
        let x = try BigNumber()
        let coordinate = x.pointer
        try checked("EC_POINT_mul") {
            EC_POINT_mul(group, peer, nil, peer, EC_KEY_get0_private_key(key), nil)
        }
        try checked("EC_POINT_get_affine_coordinates") {
            EC_POINT_get_affine_coordinates(group, peer, coordinate, nil, nil)
        }
        return try x.magnitude(width: (Int(EC_GROUP_get_degree(group)) + 7) / 8)
    }

    /// Returns the DER `ECDSA-Sig-Value` for a message with the nonce of RFC 6979 §3.2.
    func sign(_ message: [UInt8], by digest: Digest) throws(OpenSSLError) -> [UInt8] {
        let hash = try digest.hash(message)
        let scratch = try Scratch()
        var generator = try NonceGenerator(
            HMAC(digest),
            scalar: scalar,
            reducedHash: reduce(hash, scratch),
            orderBits: orderBits
        )
        while true {
            let nonce = try BigNumber(generator.next())
            if let signature = try sign(hash, nonce: nonce, scratch) { return signature }
        }
    }

    /// Computes `bits2octets` of RFC 6979 §2.3.4: the hash modulo the order, as wide as the order.
    private func reduce(
        _ hash: [UInt8],
        _ scratch: borrowing Scratch
    ) throws(OpenSSLError)
        -> [UInt8]
    {
        let number = try BigNumber(leftmostBits(of: hash, orderBits))
        let (value, order, context) = (number.pointer, order, scratch.pointer)
        try checked("BN_nnmod") { BN_nnmod(value, value, order, context) }
        return try number.magnitude(width: scalar.count)
    }

    /// Returns the signature with this nonce.
    ///
    /// Returns nil if the nonce is out of range or makes r zero; then the caller takes the next
    /// nonce.
    private func sign(
        _ hash: [UInt8],
        nonce: borrowing BigNumber,
        _ scratch: borrowing Scratch
    ) throws(OpenSSLError) -> [UInt8]? {
        let (k, context) = (nonce.pointer, scratch.pointer)
        let (group, order, key) = (group, order, pointer)
        guard BN_is_zero(k) == 0, BN_cmp(k, order) < 0 else { return nil }
        let product = try owned("EC_POINT_new") { EC_POINT_new(group) }
        defer { EC_POINT_free(product) }
        let r = try BigNumber()
        let (x, inverse) = (r.pointer, k)
        try checked("EC_POINT_mul") { EC_POINT_mul(group, product, k, nil, nil, context) }
        try checked("EC_POINT_get_affine_coordinates") {
            EC_POINT_get_affine_coordinates(group, product, x, nil, context)
        }
        try checked("BN_nnmod") { BN_nnmod(x, x, order, context) }
        guard BN_is_zero(x) == 0 else { return nil }
        _ = try owned("BN_mod_inverse") { BN_mod_inverse(inverse, k, order, context) }
        let signature = try owned("ECDSA_do_sign_ex") {
            ECDSA_do_sign_ex(hash, CInt(clamping: hash.count), inverse, x, key)
        }
        defer { ECDSA_SIG_free(signature) }
        return try encoded(signature)
    }
}

extension KeyAlgorithm {
    /// The order of the curve's group as the content of a DER INTEGER; nil for keys without a
    /// curve.
    package var groupOrder: [UInt8]? {
        guard let curve else { return nil }
        return try? order(of: curve.identifier)
    }
}

extension KeyAlgorithm {
    fileprivate var requiredCurve: (identifier: CInt, name: StaticString) {
        get throws(OpenSSLError) {
            guard let curve else {
                throw OpenSSLError(
                    function: "EC_KEY_new_by_curve_name",
                    queue: ["\(rawValue) has no curve"]
                )
            }
            return curve
        }
    }
}

/// Returns an `EC_KEY` without a public or private key, on this curve but with this generator.
///
/// The generator must have the order of the curve's own generator. The caller owns the `EC_KEY`.
private func ellipticKey(
    curve: CInt,
    generator: [UInt8]
) throws(OpenSSLError) -> OpaquePointer {
    let group = try owned("EC_GROUP_new_by_curve_name") { EC_GROUP_new_by_curve_name(curve) }
    defer { EC_GROUP_free(group) }
    let point = try owned("EC_POINT_new") { EC_POINT_new(group) }
    defer { EC_POINT_free(point) }
    try checked("EC_POINT_oct2point") {
        EC_POINT_oct2point(group, point, generator, generator.count, nil)
    }
    try checked("EC_GROUP_set_generator") {
        EC_GROUP_set_generator(
            group,
            point,
            EC_GROUP_get0_order(group),
            EC_GROUP_get0_cofactor(group)
        )
    }
    // Remove the curve's name, because it implies the old generator.
    EC_GROUP_set_curve_name(group, 0)
    return try ellipticKey(on: group)
}

/// Returns an `EC_KEY` without a private or public key, which the caller owns.
private func ellipticKey(on group: OpaquePointer) throws(OpenSSLError) -> OpaquePointer {
    let key = try owned("EC_KEY_new") { EC_KEY_new() }
    do throws(OpenSSLError) {
        try checked("EC_KEY_set_group") { EC_KEY_set_group(key, group) }
    } catch {
        EC_KEY_free(key)
        throw error
    }
    return key
}

private func order(of curve: CInt) throws(OpenSSLError) -> [UInt8] {
    let group = try owned("EC_GROUP_new_by_curve_name") { EC_GROUP_new_by_curve_name(curve) }
    defer { EC_GROUP_free(group) }
    let order = try owned("EC_GROUP_get0_order") { EC_GROUP_get0_order(group) }
    return try copy(of: order).integer()
}

/// Copies a number that another object owns.
func copy(of number: OpaquePointer) throws(OpenSSLError) -> BigNumber {
    BigNumber(owning: try owned("BN_dup") { BN_dup(number) })
}

/// Returns the DER of a signature's two numbers.
private func encoded(_ signature: OpaquePointer) throws(OpenSSLError) -> [UInt8] {
    var bytes = [UInt8](repeating: 0, count: 160)
    var length: CInt = 0
    try checked("i2d_ECDSA_SIG") {
        bytes.withUnsafeMutableBufferPointer { buffer in
            var start = buffer.baseAddress
            // The longest signature, for P-521, has 139 bytes.
            length = i2d_ECDSA_SIG(signature, &start)
            return length
        }
    }
    return Array(bytes.prefix(Int(length)))
}

/// Computes `bits2int` of RFC 6979 §2.3.2: the leftmost `count` bits of `bytes`, as a big-endian
/// number.
func leftmostBits(of bytes: [UInt8], _ count: Int) -> [UInt8] {
    guard bytes.count * 8 > count else { return bytes }
    var kept = Array(bytes.prefix((count + 7) / 8))
    let excess = UInt8(kept.count * 8 - count)
    guard excess > 0 else { return kept }
    var carry: UInt8 = 0
    for index in kept.indices {
        let byte = kept[index]
        kept[index] = carry << (8 - excess) | byte >> excess
        carry = byte & ((1 << excess) - 1)
    }
    return kept
}
