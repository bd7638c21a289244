import Crypto

/// The messages that both ends hash (RFC 8446 §4.4.1).
///
/// The transcript stores the messages, so that a violation can sign or hash fewer messages than
/// were sent.
package struct Transcript {
    private struct Entry {
        let type: UInt8
        let sender: Side
        var bytes: [UInt8]
    }

    private var entries: [Entry] = []
    private var running: RunningDigest?
    private var version = TLSVersion.v1_3

    /// Makes an empty transcript.
    package init() {}

    /// Sets the digest, which the ServerHello determines, and hashes the messages so far.
    ///
    /// Before TLS 1.2 the hash combines MD5 and SHA-1 (RFC 4346 §7.4.9).
    package mutating func begin(
        _ digest: Digest,
        in version: TLSVersion = .v1_3
    ) throws(OpenSSLError) {
        self.version = version
        guard running == nil else { return }
        let digest = try RunningDigest(digest)
        for entry in entries { try digest.update(entry.bytes) }
        running = digest
    }

    /// Appends a message with its header.
    package mutating func append(
        _ message: [UInt8],
        type: UInt8,
        from sender: Side
    ) throws(OpenSSLError) {
        entries.append(Entry(type: type, sender: sender, bytes: message))
        try running?.update(message)
    }

    /// Replaces all messages so far by a message_hash, as a HelloRetryRequest requires.
    package mutating func fold(_ digest: Digest) throws(OpenSSLError) {
        let hash = try digest.hash(entries.flatMap(\.bytes))
        var bytes: [UInt8] = [254]
        bytes.putVector(hash, lengthBytes: 3)
        entries = [Entry(type: 254, sender: .client, bytes: bytes)]
        running = nil
        try begin(digest)
    }

    /// Returns the hash of all messages, except those of the omitted types.
    ///
    /// With a sender, only that end's messages are omitted: both ends send messages of some types.
    ///
    /// In SSL 3.0 the result is the messages themselves, because SSL 3.0 hashes the master secret
    /// after the messages.
    package func hash(
        without omitted: [UInt8] = [],
        of sender: Side? = nil
    ) throws(OpenSSLError) -> [UInt8] {
        guard let digest = running?.digest else { return [] }
        let covered = { bytes(without: omitted, of: sender) }
        if version == .ssl3 { return covered() }
        if version < .v1_2 { return try Digest.md5AndSHA1(of: covered()) }
        guard omitted.isEmpty else { return try digest.hash(covered()) }
        return try running?.value() ?? []
    }

    /// Returns all messages, except those of the omitted types from the sender, or from both ends.
    package func bytes(without omitted: [UInt8] = [], of sender: Side? = nil) -> [UInt8] {
        entries.filter { entry in
            !omitted.contains(entry.type) || (sender != nil && entry.sender != sender)
        }
        .flatMap(\.bytes)
    }
}

extension Digest {
    /// Returns the digest that TLS 1.1 and 1.0 sign (RFC 4346 §4.7).
    package static func md5AndSHA1(of bytes: [UInt8]) throws(OpenSSLError) -> [UInt8] {
        try md5.hash(bytes) + sha1.hash(bytes)
    }
}
