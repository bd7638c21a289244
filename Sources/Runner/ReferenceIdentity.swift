import PKIX
import Trust

extension ReferenceIdentity {
    /// As `connect` writes it: an address without brackets.
    package var host: String {
        switch self {
        case .dns(let name): name
        case .ip(let octets): AddressText.of(octets)
        }
    }

    /// RFC 6066 §3: no addresses, no trailing dot.
    var serverName: String? {
        guard case .dns(let name) = self else { return nil }
        return name.hasSuffix(".") ? String(name.dropLast()) : name
    }
}
