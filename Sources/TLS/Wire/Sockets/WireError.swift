import Crypto

#if canImport(Musl)
    import Musl
#else
    import Glibc
#endif

/// A failure of the harness, never a rejection by a peer.
package enum WireError: Error, Hashable, Sendable, CustomStringConvertible {
    /// A system call, such as `bind`, failed with this errno.
    case system(call: String, errno: CInt)
    /// TLS could not be set up, or a certificate could not be loaded for sending.
    case openSSL(OpenSSLError)
    /// The proxy could not make its forged certificate.
    case mint(String)

    package var description: String {
        switch self {
        case .system(let call, let errno): "\(call): \(String(cString: strerror(errno)))"
        case .openSSL(let error): error.description
        case .mint(let problem): "the proxy cannot mint a certificate: \(problem)"
        }
    }
}
