extension [UInt8] {
    /// Appends the lowest bytes of a number, big-endian.
    package mutating func put(_ number: Int, bytes: Int) {
        for shift in stride(from: (bytes - 1) * 8, through: 0, by: -8) {
            append(UInt8(truncatingIfNeeded: number >> shift))
        }
    }

    /// Appends a vector after its length of so many bytes (RFC 8446 §3.4).
    ///
    /// A length beyond them is cut to its lowest bytes, which is one more way to misbehave.
    package mutating func putVector(_ bytes: [UInt8], lengthBytes: Int) {
        put(bytes.count, bytes: lengthBytes)
        self += bytes
    }

    /// A number of two bytes.
    package init(_ number: UInt16) {
        self = [UInt8(number >> 8), UInt8(truncatingIfNeeded: number)]
    }
}
