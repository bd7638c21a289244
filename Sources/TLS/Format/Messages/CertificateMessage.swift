/// A Certificate message (RFC 8446 §4.4.2, RFC 5246 §7.4.2); a certificate may be any bytes.
package struct CertificateMessage: Hashable, Sendable {
    package struct Entry: Hashable, Sendable {
        package var certificate: [UInt8]
        /// The extensions, only in TLS 1.3.
        package var extensions: [Extension]

        package init(_ certificate: [UInt8], extensions: [Extension] = []) {
            self.certificate = certificate
            self.extensions = extensions
        }
    }

    /// The context, only in TLS 1.3; empty except in answers to a request after the handshake.
    package var context: [UInt8]?
    package var entries: [Entry]

    package init(context: [UInt8]?, entries: [Entry]) {
        self.context = context
        self.entries = entries
    }

    /// The content of the message.
    package var encoded: [UInt8] {
        var list: [UInt8] = []
        list.reserveCapacity(entries.reduce(0) { $0 + $1.certificate.count + 8 })
        for entry in entries {
            list.putVector(entry.certificate, lengthBytes: 3)
            if context != nil { list += entry.extensions.encoded }
        }
        var bytes: [UInt8] = []
        if let context { bytes.putVector(context, lengthBytes: 1) }
        bytes.putVector(list, lengthBytes: 3)
        return bytes
    }
}

/// A CertificateStatus with OCSP (RFC 6066 §8), also the content of TLS 1.3's extension.
package enum CertificateStatus {
    package static func encoded(_ response: [UInt8]) -> [UInt8] {
        var bytes: [UInt8] = [1]
        bytes.putVector(response, lengthBytes: 3)
        return bytes
    }
}
