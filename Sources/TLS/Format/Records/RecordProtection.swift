import Crypto

/// The keys of one direction of a connection, and the protection of its records.
package final class RecordProtection {
    /// The layout of a protected record.
    package enum Framing: Hashable {
        /// TLS 1.3 (RFC 8446 §5.2).
        case newest
        /// A part of the nonce precedes the ciphertext (RFC 5288 §3, RFC 6655 §3).
        case explicitNonce
        /// The record does not contain the nonce (RFC 7905 §2).
        case implicitNonce
        /// A CBC suite: the MAC covers the plaintext (RFC 5246 §6.2.3.2) or the ciphertext (RFC
        /// 7366).
        case cbc(macsCiphertext: Bool)
        /// A stream cipher and a MAC (RFC 5246 §6.2.3.1).
        case stream
    }

    private let framing: Framing
    private let cipher: RecordCipher
    private let vector: [UInt8]
    private let mac: MAC?
    private var sequence: UInt64 = 0
    private let minorVersion: UInt8
    /// The last block of the previous record, for chaining in TLS 1.0 and SSL 3.0; nil for other
    /// versions and for suites without CBC.
    private var lastBlock: [UInt8]?

    package init(
        _ algorithm: RecordCipher.Algorithm,
        _ framing: Framing,
        key: [UInt8],
        vector: [UInt8],
        mac: MAC? = nil,
        seals: Bool,
        version: TLSVersion = .v1_3
    ) throws(OpenSSLError) {
        minorVersion = version.minorOfRecords
        if case .cbc = framing, version <= .v1_0 { lastBlock = vector }
        self.framing = framing
        cipher = try RecordCipher(algorithm, key: key, seals: seals)
        self.vector = vector
        self.mac = mac
    }

    /// Whether the real type of a record is inside it.
    package var hidesType: Bool { framing == .newest }

    /// The number of bytes of a record's content, type and padding; nil before TLS 1.3.
    package func paddedLength(of fragment: [UInt8]) -> Int? {
        hidesType ? fragment.count - cipher.algorithm.tagLength : nil
    }

    /// Returns the record's fragment and the type for its header.
    ///
    /// `padding` applies only to TLS 1.3, `blocks` only to CBC suites.
    package func seal(
        _ content: [UInt8],
        type: UInt8,
        padding: Int = 0,
        blocks: RecordShape.Blocks? = nil
    ) throws(OpenSSLError) -> (type: UInt8, fragment: [UInt8]) {
        defer { sequence &+= 1 }
        switch framing {
        case .newest:
            let count = content.count + 1 + padding + cipher.algorithm.tagLength
            let header = [23, 3, 3] + [UInt8](UInt16(truncatingIfNeeded: count))
            let sealed = try cipher.seal(
                content + [type] + [UInt8](repeating: 0, count: padding),
                nonce: combinedNonce,
                authenticating: header
            )
            return (23, sealed)
        case .explicitNonce:
            let explicit = bytes(sequence)
            let sealed = try cipher.seal(
                content,
                nonce: vector + explicit,
                authenticating: header(type, content.count)
            )
            return (type, explicit + sealed)
        case .implicitNonce:
            let sealed = try cipher.seal(
                content,
                nonce: combinedNonce,
                authenticating: header(type, content.count)
            )
            return (type, sealed)
        case .cbc(let macsCiphertext):
            return (type, try sealBlocks(content, type, blocks, macsCiphertext: macsCiphertext))
        case .stream:
            let code = try code(of: header(type, content.count) + content)
            return (type, try cipher.stream(content + code))
        }
    }

    /// The part that is wrong in a record with a MAC: the MAC or the padding.
    package enum BlockFault: Hashable, Sendable {
        case code, padding
    }

    /// Returns the content of a record and its real type; nil if the record is not authentic.
    ///
    /// The type is 0 if the record contains only padding. `tolerating` decides whether to ignore a
    /// fault.
    package func open(
        _ fragment: [UInt8],
        type: UInt8,
        tolerating: (BlockFault) -> Bool = { _ in false }
    ) throws(OpenSSLError) -> (type: UInt8, content: [UInt8])? {
        let opened = try openNext(fragment, type, tolerating)
        // RFC 8446 §4.2.10: the client protects skipped early data with other keys, so the sequence
        // number does not count it.
        if opened != nil { sequence &+= 1 }
        return opened
    }

    private func openNext(
        _ fragment: [UInt8],
        _ type: UInt8,
        _ tolerating: (BlockFault) -> Bool
    ) throws(OpenSSLError) -> (type: UInt8, content: [UInt8])? {
        let tag = cipher.algorithm.tagLength
        switch framing {
        case .newest:
            let header = [type, 3, 3] + [UInt8](UInt16(truncatingIfNeeded: fragment.count))
            guard
                var content = try cipher.open(
                    fragment,
                    nonce: combinedNonce,
                    authenticating: header
                )
            else { return nil }
            // RFC 8446 §5.4: a record with only padding is authentic but has no type. Callers
            // reject type 0.
            guard let last = content.lastIndex(where: { $0 != 0 }) else { return (0, []) }
            let inner = content[last]
            content.removeSubrange(last...)
            return (inner, content)
        case .explicitNonce:
            guard fragment.count >= 8 + tag else { return nil }
            return try cipher.open(
                Array(fragment[8...]),
                nonce: vector + fragment[..<8],
                authenticating: header(type, fragment.count - 8 - tag)
            ).map { (type, $0) }
        case .implicitNonce:
            guard fragment.count >= tag else { return nil }
            return try cipher.open(
                fragment,
                nonce: combinedNonce,
                authenticating: header(type, fragment.count - tag)
            ).map { (type, $0) }
        case .cbc(let macsCiphertext):
            return try openBlocks(fragment, type, tolerating, macsCiphertext: macsCiphertext)
                .map { (type, $0) }
        case .stream:
            return try opened(cipher.stream(fragment), type, tolerating).map { (type, $0) }
        }
    }

    /// The IV with the sequence number XORed into its last bytes (RFC 8446 §5.3).
    private var combinedNonce: [UInt8] {
        var nonce = vector
        for (index, byte) in zip(nonce.indices.suffix(8), bytes(sequence)) {
            nonce[index] ^= byte
        }
        return nonce
    }

    /// Returns the additional authenticated data of TLS 1.2 (RFC 5246 §6.2.3.3).
    ///
    /// SSL 3.0 omits the version (RFC 6101 §5.2.3.1).
    private func header(_ type: UInt8, _ count: Int) -> [UInt8] {
        bytes(sequence) + (isOldest ? [type] : [type, 3, minorVersion])
            + [UInt8](UInt16(truncatingIfNeeded: count))
    }

    private var isOldest: Bool { minorVersion == 0 }

    private func bytes(_ number: UInt64) -> [UInt8] {
        withUnsafeBytes(of: number.bigEndian, Array.init)
    }
}

extension RecordProtection {
    private func sealBlocks(
        _ content: [UInt8],
        _ type: UInt8,
        _ blocks: RecordShape.Blocks?,
        macsCiphertext: Bool
    ) throws(OpenSSLError) -> [UInt8] {
        let block = cipher.algorithm.blockLength
        // Derive the IV from the key, so that each run sends the same bytes. An attacker could
        // predict the IV, which does not matter in tests.
        let drawn = Array(try code(of: Array("vector".utf8) + bytes(sequence)).prefix(block))
        let start = lastBlock ?? drawn
        let plain = try padded(content, type, blocks, macsCiphertext: macsCiphertext)
        let ciphertext = try cipher.chain(plain, from: start)
        let fragment = lastBlock == nil ? start + ciphertext : ciphertext
        if lastBlock != nil { lastBlock = ciphertext.suffix(block) }
        guard macsCiphertext else { return fragment }
        var code = try code(of: header(type, fragment.count) + fragment)
        if blocks == .wrongCode { code[code.count - 1] ^= 1 }
        return fragment + code
    }

    /// Returns the content padded to whole blocks; a MAC follows the content, unless the MAC covers
    /// the ciphertext.
    private func padded(
        _ content: [UInt8],
        _ type: UInt8,
        _ blocks: RecordShape.Blocks?,
        macsCiphertext: Bool
    ) throws(OpenSSLError) -> [UInt8] {
        let block = cipher.algorithm.blockLength
        if blocks == .bare {
            let missing = (block - content.count % block) % block
            return content + [UInt8](repeating: content.last ?? 0, count: missing)
        }
        var plain = content
        if !macsCiphertext { plain += try code(of: header(type, content.count) + content) }
        if blocks == .wrongCode, !macsCiphertext { plain[plain.count - 1] ^= 1 }
        let isLong = blocks == .longestPadding || blocks == .wrongPadding
        let padding = (isLong ? 255 : block - 1) - plain.count % block
        plain += [UInt8](repeating: UInt8(padding), count: padding + 1)
        if blocks == .wrongPadding { plain[plain.count - padding - 1] ^= 1 }
        return plain
    }

    private func openBlocks(
        _ fragment: [UInt8],
        _ type: UInt8,
        _ tolerating: (BlockFault) -> Bool,
        macsCiphertext: Bool
    ) throws(OpenSSLError) -> [UInt8]? {
        let length = mac?.length ?? 0
        var fragment = fragment
        if macsCiphertext {
            guard fragment.count >= length else { return nil }
            let stated = Array(fragment.suffix(length))
            fragment.removeLast(length)
            let isRight = try code(of: header(type, fragment.count) + fragment) == stated
            guard isRight || tolerating(.code) else { return nil }
        }
        let block = cipher.algorithm.blockLength
        let explicit = lastBlock == nil ? block : 0
        guard fragment.count >= explicit + block, fragment.count % block == 0 else { return nil }
        let start = lastBlock ?? Array(fragment[..<block])
        var plain = try cipher.chain(Array(fragment[explicit...]), from: start)
        if lastBlock != nil { lastBlock = fragment.suffix(block) }
        guard let padding = plain.last, plain.count > Int(padding) else { return nil }
        // RFC 6101 §5.2.3.2: SSL 3.0 pads with any bytes.
        let isEven = isOldest || plain.suffix(Int(padding) + 1).allSatisfy { $0 == padding }
        guard isEven || tolerating(.padding) else { return nil }
        plain.removeLast(Int(padding) + 1)
        return macsCiphertext ? plain : try opened(plain, type, tolerating)
    }

    /// Returns the content before its MAC; nil if the MAC is wrong.
    private func opened(
        _ plain: [UInt8],
        _ type: UInt8,
        _ tolerating: (BlockFault) -> Bool
    ) throws(OpenSSLError) -> [UInt8]? {
        var plain = plain
        let length = mac?.length ?? 0
        guard plain.count >= length else { return nil }
        let stated = Array(plain.suffix(length))
        plain.removeLast(length)
        let isRight = try code(of: header(type, plain.count) + plain) == stated
        return isRight || tolerating(.code) ? plain : nil
    }

    private func code(of bytes: [UInt8]) throws(OpenSSLError) -> [UInt8] {
        try mac?.code(of: bytes) ?? []
    }
}

/// Computes HMAC with one key, or SSL 3.0's older MAC.
package final class MAC {
    private var hmac: HMAC
    /// The key of SSL 3.0's MAC; nil for HMAC.
    private let oldestKey: [UInt8]?
    /// The length of the MAC, in bytes.
    package let length: Int

    package init(
        _ digest: Digest,
        key: [UInt8],
        in version: TLSVersion = .v1_2
    ) throws(OpenSSLError) {
        oldestKey = version == .ssl3 ? key : nil
        hmac = try HMAC(digest)
        try hmac.take(key: key)
        length = digest.length
    }

    package func code(of bytes: [UInt8]) throws(OpenSSLError) -> [UInt8] {
        if let oldestKey { return try SSL3.code(of: bytes, key: oldestKey, hmac.digest) }
        return try hmac.code(of: bytes)
    }
}
