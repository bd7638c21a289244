import OpenSSL
/// An entity that cannot be made.
package enum ForgeError: Error, Hashable, Sendable {
    case openSSL(entity: String, OpenSSLError)
}
