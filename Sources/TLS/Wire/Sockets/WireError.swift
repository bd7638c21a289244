import Crypto

#if canImport(Musl)
    import Musl
#else
    import Glibc
#endif

/// Something of the harness's own that failed; never a refusal by a peer.
package enum WireError: Error, Hashable, Sendable, CustomStringConvertible {
    /// A system call, such as `bind`, and its errno.
    case system(call: String, errno: CInt)
    /// TLS could not be set up, or a certificate cannot be loaded for sending.
    case openSSL(OpenSSLError)
    /// The proxy could not make its look-alike.
    case mint(String)

    package var description: String {
        switch self {
        case .system(let call, let errno): "\(call): \(String(cString: strerror(errno)))"
        case .openSSL(let error): error.description
        case .mint(let problem): "the proxy cannot mint a certificate: \(problem)"
        }
    }
}
