/// A server's request for a client certificate (RFC 8446 §4.3.2, RFC 5246 §7.4.4).
package enum CertificateRequest: Hashable, Sendable {
    /// The request of TLS 1.3.
    case extensions(context: [UInt8], [Extension])
    /// The request of TLS 1.2, with the bytes of its list of CAs; an empty list allows any CA.
    case types([UInt8], schemes: [UInt16], authorities: [UInt8] = [])

    package var encoded: [UInt8] {
        var bytes: [UInt8] = []
        switch self {
        case .extensions(let context, let extensions):
            bytes.putVector(context, lengthBytes: 1)
            bytes += extensions.encoded
        case .types(let types, let schemes, let authorities):
            bytes.putVector(types, lengthBytes: 1)
            bytes.putVector(schemes.flatMap { [UInt8]($0) }, lengthBytes: 2)
            bytes.putVector(authorities, lengthBytes: 2)
        }
        return bytes
    }
}
