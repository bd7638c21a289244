import COpenSSL

/// An integer of any size, not negative, for the little arithmetic that keys need.
struct BigNumber: ~Copyable {
    let pointer: OpaquePointer

    /// Zero.
    init() throws(OpenSSLError) {
        pointer = try owned("BN_new") { BN_new() }
    }

    /// From big-endian octets.
    init(_ magnitude: some Collection<UInt8>) throws(OpenSSLError) {
        let octets = Array(magnitude)
        pointer = try owned("BN_bin2bn") { BN_bin2bn(octets, CInt(clamping: octets.count), nil) }
    }

    /// One of OpenSSL's making, which this frees.
    init(owning pointer: OpaquePointer) {
        self.pointer = pointer
    }

    deinit { BN_clear_free(pointer) }

    /// Big-endian octets, at least `width` of them.
    func magnitude(width: Int = 0) throws(OpenSSLError) -> [UInt8] {
        let length = (Int(BN_num_bits(pointer)) + 7) / 8
        var octets = [UInt8](repeating: 0, count: max(width, length))
        let number = pointer
        try checked("BN_bn2binpad") {
            // Zero octets are no failure; the function returns how many it wrote.
            octets.isEmpty ? 1 : BN_bn2binpad(number, &octets, CInt(clamping: octets.count))
        }
        return octets
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

    /// This number less one.
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

    /// The number that times this one is 1 modulo `modulus`; an error where there is none.
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

/// The scratch numbers that OpenSSL's arithmetic asks for.
struct Scratch: ~Copyable {
    let pointer: OpaquePointer

    init() throws(OpenSSLError) {
        pointer = try owned("BN_CTX_new") { BN_CTX_new() }
    }

    deinit { BN_CTX_free(pointer) }
}
