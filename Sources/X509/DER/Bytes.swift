/// Bytes as a dictionary key.
///
/// The standard library hashes an array byte by byte, with one call for each byte, and compares
/// arrays likewise. This type hashes all bytes at once and compares words.
package struct Bytes: Hashable, Sendable {
    package let bytes: ArraySlice<UInt8>

    package init(_ bytes: ArraySlice<UInt8>) {
        self.bytes = bytes
    }

    package init(_ bytes: [UInt8]) {
        self.bytes = bytes[...]
    }

    package static func == (one: Bytes, other: Bytes) -> Bool {
        guard one.bytes.count == other.bytes.count else { return false }
        return one.bytes.withUnsafeBytes { one in
            other.bytes.withUnsafeBytes { other in
                if one.baseAddress == other.baseAddress { return true }
                let words = one.count & ~7
                return stride(from: 0, to: words, by: 8).allSatisfy { place in
                    one.loadUnaligned(fromByteOffset: place, as: UInt64.self)
                        == other.loadUnaligned(fromByteOffset: place, as: UInt64.self)
                } && one[words...].elementsEqual(other[words...])
            }
        }
    }

    package func hash(into hasher: inout Hasher) {
        bytes.withUnsafeBytes { hasher.combine(bytes: $0) }
    }
}
