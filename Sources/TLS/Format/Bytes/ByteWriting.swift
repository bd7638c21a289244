extension [UInt8] {
    /// Appends a number as this many bytes, big-endian; drops its higher bytes.
    package mutating func put(_ number: Int, bytes: Int) {
        for shift in stride(from: (bytes - 1) * 8, through: 0, by: -8) {
            append(UInt8(truncatingIfNeeded: number >> shift))
        }
    }

    /// Appends a vector: a length field of this many bytes, and then the bytes (RFC 8446 §3.4).
    ///
    /// A length that needs more bytes is cut to its lowest bytes; some violations need this.
    package mutating func putVector(_ bytes: [UInt8], lengthBytes: Int) {
        put(bytes.count, bytes: lengthBytes)
        self += bytes
    }

    /// Makes the two bytes of a number, big-endian.
    package init(_ number: UInt16) {
        self = [UInt8(number >> 8), UInt8(truncatingIfNeeded: number)]
    }
}
