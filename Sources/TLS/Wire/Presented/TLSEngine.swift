/// The implementation of TLS that a server speaks through.
package enum TLSEngine: String, CaseIterable, Hashable, Sendable {
    case libssl
    /// `TLSProtocol`, which sends any bytes as certificates and can break every rule.
    case hatpin
}
