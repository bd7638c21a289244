extension [UInt8] {
    /// Appends the lowest bytes of a number, big-endian.
    package mutating func put(_ number: Int, bytes: Int) {
        for shift in stride(from: (bytes - 1) * 8, through: 0, by: -8) {
            append(UInt8(truncatingIfNeeded: number >> shift))
        }
    }

    /// Appends the length of a vector in this many bytes, and then the vector (RFC 8446 §3.4).
    ///
    /// A length that needs more bytes is cut to its lowest bytes; some violations need this.
    package mutating func putVector(_ bytes: [UInt8], lengthBytes: Int) {
        put(bytes.count, bytes: lengthBytes)
        self += bytes
    }

    /// Makes the two bytes of a number.
    package init(_ number: UInt16) {
        self = [UInt8(number >> 8), UInt8(truncatingIfNeeded: number)]
    }
}
