/// A NewSessionTicket (RFC 8446 §4.6.1, RFC 5077 §3.3).
package struct SessionTicket: Hashable, Sendable {
    /// The lifetime, in seconds.
    package var lifetime: UInt32
    /// The fields that only TLS 1.3 has; nil in TLS 1.2.
    package var newest: Newest?
    package var ticket: [UInt8]

    package struct Newest: Hashable, Sendable {
        package var ageAdd: UInt32
        package var nonce: [UInt8]
        package var extensions: [Extension]

        package init(ageAdd: UInt32, nonce: [UInt8], extensions: [Extension] = []) {
            self.ageAdd = ageAdd
            self.nonce = nonce
            self.extensions = extensions
        }
    }

    package init(lifetime: UInt32, newest: Newest?, ticket: [UInt8]) {
        self.lifetime = lifetime
        self.newest = newest
        self.ticket = ticket
    }

    package var encoded: [UInt8] {
        var bytes: [UInt8] = []
        bytes.put(Int(lifetime), bytes: 4)
        if let newest {
            bytes.put(Int(newest.ageAdd), bytes: 4)
            bytes.putVector(newest.nonce, lengthBytes: 1)
        }
        bytes.putVector(ticket, lengthBytes: 2)
        if let newest { bytes += newest.extensions.encoded }
        return bytes
    }
}
