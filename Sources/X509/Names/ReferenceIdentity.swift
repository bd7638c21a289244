/// The server that the relying party wants to reach (RFC 9525 §1.8).
package enum ReferenceIdentity: Hashable, Sendable {
    /// A DNS name as the user wrote it, in A-labels; a final dot is kept.
    case dns(String)
    /// An IP address: 4 bytes of IPv4 or 16 of IPv6.
    case ip([UInt8])

    /// The identity as in a URL, but without the brackets of IPv6.
    package var host: String {
        switch self {
        case .dns(let name): name
        case .ip(let bytes): IPAddress.text(bytes)
        }
    }
}
