import X509

extension ReferenceIdentity {
    /// The host as in a URL, with an IPv6 address in brackets (RFC 3986 §3.2.2).
    package var authority: String { host.contains(":") ? "[\(host)]" : host }

    /// The host for the extension server_name, without a trailing dot; nil for an address (RFC 6066
    /// §3).
    var serverName: String? {
        guard case .dns(let name) = self else { return nil }
        return name.hasSuffix(".") ? String(name.dropLast()) : name
    }
}
