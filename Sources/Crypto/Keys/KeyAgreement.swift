import COpenSSL

/// One end's key of a Diffie-Hellman exchange on a curve or in a finite field (RFC 8446 §7.4).
///
/// A key is shared and immutable: OpenSSL counts references to its keys atomically and only reads
/// them.
package final class KeyAgreement: @unchecked Sendable {  // immutable after init; see above
    package enum Group: Hashable, Sendable {
        case x25519, x448
        /// An elliptic curve, given by its key algorithm.
        case curve(KeyAlgorithm)
        case numbers(CurveNumbers)
        case field(FiniteField)

        /// The length of a private key, in bytes; nil if it is not fixed.
        var privateLength: Int? {
            switch self {
            case .x25519: 32
            case .x448: 56
            case .curve(let algorithm): (algorithm.bits + 7) / 8
            case .numbers(let numbers): numbers.order.count
            case .field: nil
            }
        }
    }

    private enum Key {
        case montgomery(OpaquePointer, name: StaticString)
        case elliptic(EllipticKey)
        case power(FiniteField, exponent: [UInt8])
    }

    private let key: Key
    /// The bytes sent to the peer.
    ///
    /// The bytes are a Montgomery coordinate, an uncompressed point, or a number as long as the
    /// prime.
    package let share: [UInt8]
    /// The finite field; nil on a curve.
    package let field: FiniteField?

    /// Makes the key from these private bytes.
    ///
    /// If the bytes are not a number below the order of a curve's group, the highest byte is
    /// cleared and the lowest bit is set. So any bytes make a key.
    ///
    /// - Parameters:
    ///   - group: the group of the key.
    ///   - bytes: at least as many bytes as a private key of the curve has; further bytes are
    ///     ignored. In a finite field the bytes are the exponent; 66 bytes are more than RFC 7919
    ///     §5.2 requires.
    /// - Throws: `OpenSSLError` for too few bytes, and for an algorithm without a curve.
    package init(_ group: Group, private bytes: [UInt8]) throws(OpenSSLError) {
        let length = group.privateLength ?? bytes.count
        var bytes = Array(bytes.prefix(length))
        guard bytes.count == length, !bytes.isEmpty else {
            throw OpenSSLError(function: "KeyAgreement", queue: ["too few private bytes"])
        }
        switch group {
        case .field(let field):
            key = .power(field, exponent: bytes)
            share = try field.power(field.generator, bytes)
            self.field = field
            return
        case .x25519: key = .montgomery(try Self.montgomery("X25519", bytes), name: "X25519")
        case .x448: key = .montgomery(try Self.montgomery("X448", bytes), name: "X448")
        case .curve(let algorithm):
            key = try Self.elliptic(&bytes) { (scalar) throws(OpenSSLError) in
                try EllipticKey(algorithm, scalar: scalar)
            }
        case .numbers(let numbers):
            key = try Self.elliptic(&bytes) { (scalar) throws(OpenSSLError) in
                try EllipticKey(numbers, scalar: scalar)
            }
        }
        field = nil
        switch key {
        case .power: share = []
        case .elliptic(let elliptic): share = elliptic.point
        case .montgomery(let pointer, _):
            var raw = [UInt8](repeating: 0, count: 56)
            var length = raw.count
            do throws(OpenSSLError) {
                try checked("EVP_PKEY_get_raw_public_key") {
                    EVP_PKEY_get_raw_public_key(pointer, &raw, &length)
                }
            } catch {
                EVP_PKEY_free(pointer)
                throw error
            }
            share = Array(raw.prefix(length))
        }
    }

    deinit {
        if case .montgomery(let pointer, _) = key { EVP_PKEY_free(pointer) }
    }

    /// Returns the secret shared with the owner of `share`.
    ///
    /// In a finite field, `share` may be any number, and the secret is as long as the prime.
    ///
    /// - Throws: `OpenSSLError` for bytes that are not a point on the curve, and if the secret
    ///   would be all zeros (RFC 7748 §6).
    package func secret(with share: [UInt8]) throws(OpenSSLError) -> [UInt8] {
        switch key {
        case .elliptic(let elliptic): return try elliptic.agree(with: share)
        case .power(let field, let exponent): return try field.power(share, exponent)
        case .montgomery(let pointer, let name):
            let peer = try owned("EVP_PKEY_new_raw_public_key_ex") {
                withText(name) {
                    EVP_PKEY_new_raw_public_key_ex(nil, $0, nil, share, share.count)
                }
            }
            defer { EVP_PKEY_free(peer) }
            let context = try owned("EVP_PKEY_CTX_new_from_pkey") {
                EVP_PKEY_CTX_new_from_pkey(nil, pointer, nil)
            }
            defer { EVP_PKEY_CTX_free(context) }
            var secret = [UInt8](repeating: 0, count: 56)
            var length = secret.count
            try checked("EVP_PKEY_derive_init") { EVP_PKEY_derive_init(context) }
            try checked("EVP_PKEY_derive_set_peer") { EVP_PKEY_derive_set_peer(context, peer) }
            try checked("EVP_PKEY_derive") { EVP_PKEY_derive(context, &secret, &length) }
            return Array(secret.prefix(length))
        }
    }

    private static func elliptic(
        _ bytes: inout [UInt8],
        _ make: ([UInt8]) throws(OpenSSLError) -> EllipticKey
    ) throws(OpenSSLError) -> Key {
        if let exact = try? make(bytes) { return .elliptic(exact) }
        bytes[0] = 0
        bytes[bytes.count - 1] |= 1
        return .elliptic(try make(bytes))
    }

    private static func montgomery(
        _ name: StaticString,
        _ bytes: [UInt8]
    ) throws(OpenSSLError) -> OpaquePointer {
        try owned("EVP_PKEY_new_raw_private_key_ex") {
            withText(name) {
                EVP_PKEY_new_raw_private_key_ex(nil, $0, nil, bytes, bytes.count)
            }
        }
    }
}

/// Passes a text to a C function without a copy.
private func withText<Result>(
    _ text: StaticString,
    _ body: (UnsafePointer<CChar>) -> Result
) -> Result {
    body(UnsafeRawPointer(text.utf8Start).assumingMemoryBound(to: CChar.self))
}
