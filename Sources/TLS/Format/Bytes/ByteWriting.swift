extension [UInt8] {
    /// Appends the lowest octets of a number, big-endian.
    package mutating func put(_ number: Int, octets: Int) {
        for shift in stride(from: (octets - 1) * 8, through: 0, by: -8) {
            append(UInt8(truncatingIfNeeded: number >> shift))
        }
    }

    /// Appends a vector behind its length of so many octets (RFC 8446 §3.4).
    ///
    /// A length beyond them is cut to its lowest octets, which is one more way to misbehave.
    package mutating func putVector(_ bytes: [UInt8], lengthOctets: Int) {
        put(bytes.count, octets: lengthOctets)
        self += bytes
    }

    /// A number of two octets.
    package init(_ number: UInt16) {
        self = [UInt8(number >> 8), UInt8(truncatingIfNeeded: number)]
    }
}
