import Crypto

/// A client's offer to resume sessions (RFC 8446 §4.2.11).
package struct PreSharedKeyOffer: Hashable, Sendable {
    /// The tickets, in the client's order; their ages are ignored.
    package let identities: [[UInt8]]
    package let binders: [[UInt8]]
    /// The hello without its binders; the binders authenticate these bytes.
    package let truncatedHello: [UInt8]

    /// Reads the offer; nil if the extension is absent, not the last extension, or malformed.
    package init?(_ hello: ClientHello) {
        guard let last = hello.extensions.last, last.type == Extension.preSharedKey else {
            return nil
        }
        var data = ByteReader(last.data)
        var (identities, binders): ([[UInt8]], [[UInt8]]) = ([], [])
        guard var list = data.nested(2) else { return nil }
        while !list.isAtEnd {
            guard let identity = list.vector(2), list.number(4) != nil else { return nil }
            identities.append(identity)
        }
        let length = data.rest.count
        guard var proofs = data.nested(2), data.isAtEnd else { return nil }
        while !proofs.isAtEnd {
            guard let binder = proofs.vector(1) else { return nil }
            binders.append(binder)
        }
        guard identities.count == binders.count, !identities.isEmpty else { return nil }
        (self.identities, self.binders) = (identities, binders)
        truncatedHello = hello.bytes.dropLast(length)
    }

    /// Whether this key made the binder at this index (RFC 8446 §4.2.11.2).
    ///
    /// After a HelloRetryRequest, a binder also covers the messages before the second hello.
    package func proves(
        _ key: [UInt8],
        at place: Int,
        _ digest: Digest,
        after transcript: [UInt8] = []
    ) -> Bool {
        guard let hash = try? digest.hash(transcript + truncatedHello),
            let binder = try? Derivation.binder(of: key, digest, over: hash)
        else { return false }
        return binder == binders[place]
    }
}
