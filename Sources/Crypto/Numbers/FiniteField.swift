import COpenSSL

/// A Diffie-Hellman group: the prime and a generator, in big-endian bytes (RFC 7919 §1).
///
/// Computations accept any two numbers; the caller checks whether the numbers are suitable for a
/// key exchange.
package struct FiniteField: Hashable, Sendable {
    package let prime: [UInt8]
    package let generator: [UInt8]

    package init(prime: [UInt8], generator: [UInt8] = [2]) {
        (self.prime, self.generator) = (prime, generator)
    }

    /// Makes the group of RFC 7919 §A with a prime of 2048, 3072, 4096, 6144 or 8192 bits.
    ///
    /// - Throws: `OpenSSLError` for other lengths.
    package static func ffdhe(_ bits: Int) throws(OpenSSLError) -> FiniteField {
        guard let field = named[bits] else {
            throw OpenSSLError(function: "DH_new_by_nid", queue: ["no group of \(bits) bits"])
        }
        return try field.get()
    }

    /// Returns the second group of RFC 2409 §6.2, of 1024 bits.
    package static func oakley2() throws(OpenSSLError) -> FiniteField {
        let number = try owned("BN_get_rfc2409_prime_1024") { BN_get_rfc2409_prime_1024(nil) }
        return FiniteField(prime: try BigNumber(owning: number).magnitude())
    }

    private static let named: [Int: Result<FiniteField, OpenSSLError>] = [
        2048: named(NID_ffdhe2048), 3072: named(NID_ffdhe3072), 4096: named(NID_ffdhe4096),
        6144: named(NID_ffdhe6144), 8192: named(NID_ffdhe8192),
    ]

    private static func named(_ identifier: CInt) -> Result<FiniteField, OpenSSLError> {
        Result { () throws(OpenSSLError) in
            let parameters = try owned("DH_new_by_nid") { DH_new_by_nid(identifier) }
            defer { DH_free(parameters) }
            // The parameters own this number.
            let borrowed = try owned("DH_get0_p") { DH_get0_p(parameters) }
            let copy = try owned("BN_dup") { BN_dup(borrowed) }
            return FiniteField(prime: try BigNumber(owning: copy).magnitude())
        }
    }

    /// The length of the prime, in bits.
    package var bits: Int {
        let significant = prime.drop { $0 == 0 }
        guard let first = significant.first else { return 0 }
        return significant.count * 8 - first.leadingZeroBitCount
    }

    /// Whether 1 < number < prime - 1 (RFC 7919 §5.1, RFC 8446 §4.2.8.1).
    package func contains(_ number: [UInt8]) -> Bool {
        guard let limit = try? BigNumber(prime).predecessor(), let value = try? BigNumber(number)
        else { return false }
        return BN_cmp(value.pointer, BN_value_one()) > 0
            && BN_cmp(value.pointer, limit.pointer) < 0
    }

    /// Returns the power modulo the prime, in as many bytes as the prime has.
    ///
    /// - Throws: `OpenSSLError` for a prime of zero.
    package func power(_ base: [UInt8], _ exponent: [UInt8]) throws(OpenSSLError) -> [UInt8] {
        let number = try BigNumber(base)
        let power = try BigNumber(exponent)
        let modulus = try BigNumber(prime)
        let result = try BigNumber()
        let scratch = try Scratch()
        let (output, context) = (result.pointer, scratch.pointer)
        let (a, p, m) = (number.pointer, power.pointer, modulus.pointer)
        try checked("BN_mod_exp") { BN_mod_exp(output, a, p, m, context) }
        return try result.magnitude(width: prime.count)
    }
}
