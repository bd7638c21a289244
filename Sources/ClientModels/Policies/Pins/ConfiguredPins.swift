import X509

extension [Pin] {
    /// The SHA-256 hashes of the pinned keys, in the order of the pins.
    package var spkiSHA256: [[UInt8]] { compactMap { $0.spkiHash() } }
}

extension ReferenceIdentity {
    /// The host as configurations name it.
    package var configuredHost: String { host.configuredHost }
}

extension String {
    /// A host in lower case, without the trailing dot.
    package var configuredHost: String { (hasSuffix(".") ? String(dropLast()) : self).lowercased() }

    /// The domains above a host, the nearest first: `b.c` and `c` for `a.b.c`; empty for text
    /// longer than any host name (RFC 1035 §2.3.4).
    package var parentDomains: [String] {
        guard utf8.count <= 255 else { return [] }
        return indices.filter { self[$0] == "." }.map { String(self[index(after: $0)...]) }
    }
}
