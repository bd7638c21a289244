import COpenSSL

/// A non-negative integer of any size, with the arithmetic that keys need.
struct BigNumber: ~Copyable {
    let pointer: OpaquePointer

    /// Makes zero.
    init() throws(OpenSSLError) {
        pointer = try owned("BN_new") { BN_new() }
    }

    /// Makes a number from big-endian bytes.
    init(_ magnitude: some Collection<UInt8>) throws(OpenSSLError) {
        let bytes = Array(magnitude)
        pointer = try owned("BN_bin2bn") { BN_bin2bn(bytes, CInt(clamping: bytes.count), nil) }
    }

    /// Takes over a number from OpenSSL, which `deinit` frees.
    init(owning pointer: OpaquePointer) {
        self.pointer = pointer
    }

    deinit { BN_clear_free(pointer) }

    /// Whether this number is zero.
    var isZero: Bool { BN_is_zero(pointer) == 1 }

    /// Whether this number is less than another number.
    ///
    /// Comparisons are methods, because a pointer taken out of a number may outlive the number.
    func isBelow(_ other: borrowing BigNumber) -> Bool { BN_cmp(pointer, other.pointer) < 0 }

    func equals(_ other: borrowing BigNumber) -> Bool { BN_cmp(pointer, other.pointer) == 0 }

    /// Returns the remainder of the division by a divisor above zero.
    func remainder(dividedBy divisor: UInt) -> UInt { BN_mod_word(pointer, divisor) }

    var bitCount: Int { Int(BN_num_bits(pointer)) }

    /// Returns the big-endian bytes of this number, filled with leading zeros to at least `width`
    /// bytes.
    func magnitude(width: Int = 0) throws(OpenSSLError) -> [UInt8] {
        let length = (Int(BN_num_bits(pointer)) + 7) / 8
        var bytes = [UInt8](repeating: 0, count: max(width, length))
        let number = pointer
        try checked("BN_bn2binpad") {
            // The function returns the number of bytes written, and 0 would count as a failure.
            bytes.isEmpty ? 1 : BN_bn2binpad(number, &bytes, CInt(clamping: bytes.count))
        }
        return bytes
    }
}

extension BigNumber {
    func times(
        _ factor: borrowing BigNumber,
        _ scratch: borrowing Scratch
    ) throws(OpenSSLError)
        -> BigNumber
    {
        let product = try BigNumber()
        let (result, a, b, context) =
            (product.pointer, pointer, factor.pointer, scratch.pointer)
        try checked("BN_mul") { BN_mul(result, a, b, context) }
        return product
    }

    func plus(_ summand: borrowing BigNumber) throws(OpenSSLError) -> BigNumber {
        let sum = try BigNumber()
        let (result, a, b) = (sum.pointer, pointer, summand.pointer)
        try checked("BN_add") { BN_add(result, a, b) }
        return sum
    }

    /// Returns this number minus another number that is not greater.
    func minus(_ subtrahend: borrowing BigNumber) throws(OpenSSLError) -> BigNumber {
        let difference = try BigNumber()
        let (result, a, b) = (difference.pointer, pointer, subtrahend.pointer)
        try checked("BN_sub") { BN_sub(result, a, b) }
        return difference
    }

    func power(
        _ exponent: borrowing BigNumber,
        modulo modulus: borrowing BigNumber,
        _ scratch: borrowing Scratch
    ) throws(OpenSSLError) -> BigNumber {
        let power = try BigNumber()
        let (result, a, e) = (power.pointer, pointer, exponent.pointer)
        let (m, context) = (modulus.pointer, scratch.pointer)
        try checked("BN_mod_exp") { BN_mod_exp(result, a, e, m, context) }
        return power
    }

    /// Returns the quotient, rounded down.
    func quotient(
        dividedBy divisor: borrowing BigNumber,
        _ scratch: borrowing Scratch
    ) throws(OpenSSLError) -> BigNumber {
        let quotient = try BigNumber()
        let (result, a, d, context) = (quotient.pointer, pointer, divisor.pointer, scratch.pointer)
        try checked("BN_div") { BN_div(result, nil, a, d, context) }
        return quotient
    }

    /// Returns half of this number, rounded down.
    func half() throws(OpenSSLError) -> BigNumber {
        let half = try BigNumber()
        let (result, a) = (half.pointer, pointer)
        try checked("BN_rshift1") { BN_rshift1(result, a) }
        return half
    }

    /// Returns the content bytes of a DER INTEGER: big-endian, with a zero byte before a set high
    /// bit.
    func integer() throws(OpenSSLError) -> [UInt8] {
        let bytes = try magnitude()
        return (bytes.first ?? 0x80) >= 0x80 ? [0] + bytes : bytes
    }

    /// Returns this number minus one.
    func predecessor() throws(OpenSSLError) -> BigNumber {
        let difference = try BigNumber()
        let (result, a) = (difference.pointer, pointer)
        try checked("BN_sub") { BN_sub(result, a, BN_value_one()) }
        return difference
    }

    func remainder(
        dividedBy modulus: borrowing BigNumber,
        _ scratch: borrowing Scratch
    ) throws(OpenSSLError) -> BigNumber {
        let rest = try BigNumber()
        let (result, a, m, context) = (rest.pointer, pointer, modulus.pointer, scratch.pointer)
        try checked("BN_nnmod") { BN_nnmod(result, a, m, context) }
        return rest
    }

    /// Returns the inverse modulo `modulus`; throws an error if there is no inverse.
    func inverse(
        modulo modulus: borrowing BigNumber,
        _ scratch: borrowing Scratch
    ) throws(OpenSSLError) -> BigNumber {
        let inverse = try BigNumber()
        let (result, a, m, context) = (inverse.pointer, pointer, modulus.pointer, scratch.pointer)
        _ = try owned("BN_mod_inverse") { BN_mod_inverse(result, a, m, context) }
        return inverse
    }
}

/// The scratch numbers that OpenSSL's arithmetic needs.
struct Scratch: ~Copyable {
    let pointer: OpaquePointer

    init() throws(OpenSSLError) {
        pointer = try owned("BN_CTX_new") { BN_CTX_new() }
    }

    deinit { BN_CTX_free(pointer) }
}
