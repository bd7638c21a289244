import X509

extension AppTransportSecurity {
    /// A network with an exception, such as `198.51.100.0/24`.
    struct Network: Hashable, Sendable {
        private let address: [UInt8]
        /// The prefix length, in bits.
        let prefix: Int

        /// Reads a network as `cidr_string_to_subnet_and_mask` does: `10/8` becomes `10.0.0.0/8`,
        /// and `fe80/10` becomes `fe80::/10`.
        ///
        /// Apple's function also accepts octal and hexadecimal numbers as the length; the model
        /// rejects such numbers.
        init?(_ text: String) {
            let parts = text.split(separator: "/", omittingEmptySubsequences: false)
            guard parts.count == 2, parts[1].allSatisfy({ ("0"..."9").contains($0) }),
                let prefix = Int(parts[1]), let address = Self.bytes(String(parts[0])),
                prefix <= address.count * 8
            else { return nil }
            self.address = address
            self.prefix = prefix
        }

        /// Returns the bytes of an address; nil if the text is longer than the buffers of Apple's
        /// function, which exclude all IPv4 addresses of fourteen characters and more.
        private static func bytes(_ text: String) -> [UInt8]? {
            if text.allSatisfy({ ("0"..."9").contains($0) || $0 == "." }) {
                guard text.utf8.count <= 13 else { return nil }
                let missing = 3 - text.count { $0 == "." }
                return IPAddress.bytes(text + String(repeating: ".0", count: max(0, missing)))
            }
            let isWhole = text.contains("::") || text.count { $0 == ":" } >= 7
            guard text.utf8.count <= (isWhole ? 37 : 35) else { return nil }
            return IPAddress.bytes(isWhole ? text : text + "::")
        }

        /// Whether the network contains an address of 4 or 16 bytes.
        func contains(_ bytes: [UInt8]) -> Bool {
            guard bytes.count == address.count else { return false }
            return address.indices.allSatisfy { index in
                let mask = UInt8(truncatingIfNeeded: 0xff00 >> min(8, max(0, prefix - index * 8)))
                return bytes[index] & mask == address[index] & mask
            }
        }
    }
}
