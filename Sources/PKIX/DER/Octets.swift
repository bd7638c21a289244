/// Octets as the key of a dictionary.
///
/// The standard library hashes an array of octets one by one, which costs a certificate's size in
/// calls; this hashes them at once.
package struct Octets: Hashable, Sendable {
    package let bytes: ArraySlice<UInt8>

    package init(_ bytes: ArraySlice<UInt8>) {
        self.bytes = bytes
    }

    package init(_ bytes: [UInt8]) {
        self.bytes = bytes[...]
    }

    package func hash(into hasher: inout Hasher) {
        bytes.withUnsafeBytes { hasher.combine(bytes: $0) }
    }
}
