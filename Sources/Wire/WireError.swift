import OpenSSL
/// A system call or TLS set-up of the harness's own that failed.
package enum WireError: Error, Hashable, Sendable {
    /// The call, such as `bind`, and its errno.
    case system(call: String, errno: CInt)
    case openSSL(OpenSSLError)
}
