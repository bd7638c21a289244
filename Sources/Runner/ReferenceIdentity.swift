import PKIX

extension ReferenceIdentity {
    /// RFC 6066 §3: no addresses, no trailing dot.
    var serverName: String? {
        guard case .dns(let name) = self else { return nil }
        return name.hasSuffix(".") ? String(name.dropLast()) : name
    }
}
