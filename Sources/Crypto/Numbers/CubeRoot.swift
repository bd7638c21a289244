import COpenSSL

/// Cube roots of numbers in big-endian bytes.
package enum CubeRoot {
    /// Returns the greatest number whose cube is not above `number`, in as many bytes as `number`
    /// has.
    package static func floor(of number: [UInt8]) throws(OpenSSLError) -> [UInt8] {
        let limit = try BigNumber(number)
        let scratch = try Scratch()
        let root = try BigNumber()
        let bits = (Int(BN_num_bits(limit.pointer)) + 2) / 3
        // Try each bit of the root from the highest down; keep the bit if the cube is not too
        // large.
        for bit in stride(from: bits, through: 0, by: -1) {
            let (pointer, place) = (root.pointer, CInt(clamping: bit))
            try checked("BN_set_bit") { BN_set_bit(pointer, place) }
            let cube = try root.times(root, scratch).times(root, scratch)
            guard BN_cmp(cube.pointer, limit.pointer) > 0 else { continue }
            try checked("BN_clear_bit") { BN_clear_bit(pointer, place) }
        }
        return try root.magnitude(width: number.count)
    }
}
