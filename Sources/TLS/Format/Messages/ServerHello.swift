/// A ServerHello, or a HelloRetryRequest if `random` is `retryRandom` (RFC 8446 §4.1.3, §4.1.4).
package struct ServerHello: Hashable, Sendable {
    package var legacyVersion: UInt16 = 0x0303
    package var random: [UInt8]
    package var sessionID: [UInt8]
    package var suite: UInt16
    package var compression: UInt8 = 0
    /// The extensions; nil omits even the length of the list.
    ///
    /// Servers without extensions send no length.
    package var extensions: [Extension]?

    package init(
        random: [UInt8],
        sessionID: [UInt8],
        suite: UInt16,
        extensions: [Extension]?
    ) {
        self.random = random
        self.sessionID = sessionID
        self.suite = suite
        self.extensions = extensions
    }

    /// The random of a HelloRetryRequest: the SHA-256 of the text "HelloRetryRequest" (RFC 8446
    /// §4.1.3).
    package static let retryRandom: [UInt8] = [
        0xcf, 0x21, 0xad, 0x74, 0xe5, 0x9a, 0x61, 0x11, 0xbe, 0x1d, 0x8c, 0x02, 0x1e, 0x65, 0xb8,
        0x91, 0xc2, 0xa2, 0x11, 0x16, 0x7a, 0xbb, 0x8c, 0x5e, 0x07, 0x9e, 0x09, 0xe2, 0xc8, 0xa8,
        0x33, 0x9c,
    ]

    package var encoded: [UInt8] {
        var bytes = [UInt8](legacyVersion)
        bytes += random
        bytes.putVector(sessionID, lengthBytes: 1)
        bytes.put(Int(suite), bytes: 2)
        bytes.append(compression)
        if let extensions { bytes += extensions.encoded }
        return bytes
    }
}
