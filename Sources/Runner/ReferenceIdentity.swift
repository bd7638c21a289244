import X509

extension ReferenceIdentity {
    /// The host as a URL has it, an IPv6 address in brackets (RFC 3986 §3.2.2).
    package var authority: String { host.contains(":") ? "[\(host)]" : host }

    /// RFC 6066 §3: no addresses, no trailing dot.
    var serverName: String? {
        guard case .dns(let name) = self else { return nil }
        return name.hasSuffix(".") ? String(name.dropLast()) : name
    }
}
