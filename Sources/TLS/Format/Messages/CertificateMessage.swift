/// A Certificate message (RFC 8446 §4.4.2, RFC 5246 §7.4.2); its certificates may be arbitrary
/// bytes.
package struct CertificateMessage: Hashable, Sendable {
    package struct Entry: Hashable, Sendable {
        package var certificate: [UInt8]
        /// The extensions of the certificate; only TLS 1.3 sends them.
        package var extensions: [Extension]

        package init(_ certificate: [UInt8], extensions: [Extension] = []) {
            self.certificate = certificate
            self.extensions = extensions
        }
    }

    /// The certificate_request_context; nil before TLS 1.3.
    ///
    /// It is empty unless the message answers a request after the handshake.
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

/// A CertificateStatus with an OCSP response (RFC 6066 §8).
///
/// In TLS 1.3, the same bytes are the content of an extension.
package enum CertificateStatus {
    package static func encoded(_ response: [UInt8]) -> [UInt8] {
        var bytes: [UInt8] = [1]
        bytes.putVector(response, lengthBytes: 3)
        return bytes
    }
}
