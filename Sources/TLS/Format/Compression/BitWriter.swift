/// Writes bits as DEFLATE and brotli pack them: the lowest bit of a byte first.
struct BitWriter {
    private(set) var bytes: [UInt8] = []
    /// The number of used bits in the last byte; 0 if it is full.
    private var used = 0

    /// Writes a number, lowest bit first.
    mutating func put(_ number: Int, count: Int) {
        for place in 0..<count {
            if used == 0 { bytes.append(0) }
            if number >> place & 1 == 1 { bytes[bytes.count - 1] |= 1 << used }
            used = (used + 1) % 8
        }
    }

    /// Writes a Huffman code, highest bit first (RFC 1951 §3.1.1).
    mutating func put(code: Int, count: Int) {
        for place in (0..<count).reversed() { put(code >> place & 1, count: 1) }
    }

    /// Fills the last byte with zero bits and writes bytes.
    mutating func append(_ whole: some Collection<UInt8>) {
        used = 0
        bytes += whole
    }
}

/// The checksum of a zlib stream (RFC 1950 §8.2).
package struct Adler32 {
    private static let modulus = 65_521
    private var (sum, sums) = (1, 0)

    package init() {}

    package var value: Int { sums << 16 | sum }

    package mutating func append(_ bytes: some Sequence<UInt8>) {
        for byte in bytes {
            sum = (sum + Int(byte)) % Self.modulus
            sums = (sums + sum) % Self.modulus
        }
    }

    /// Adds this many zero bytes, which change only the second of the checksum's two sums.
    package mutating func append(zeros count: Int) {
        sums = (sums + sum * (count % Self.modulus)) % Self.modulus
    }
}

extension [UInt8] {
    /// Appends the lowest bytes of a number in little-endian order.
    mutating func putLittle(_ number: Int, bytes: Int) {
        for shift in 0..<bytes { append(UInt8(truncatingIfNeeded: number >> (8 * shift))) }
    }
}
