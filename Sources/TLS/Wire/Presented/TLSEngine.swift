/// The TLS implementation of a server.
package enum TLSEngine: String, CaseIterable, Hashable, Sendable {
    case libssl
    /// Hatpin's own engine, which sends any bytes as certificates and can break every rule.
    case hatpin
}
