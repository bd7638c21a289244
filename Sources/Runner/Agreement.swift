import ClientModels
import Crypto
import PathValidation
import TLS

// Predicts what client and server negotiate, without a handshake.

extension ConfiguredModel {
    /// Returns what the model's client offers in a setup that states `versions` for the client.
    ///
    /// Without stated versions, the client of a model that judges connections offers TLS 1.0 to
    /// 1.3, and the model refuses a version that the modelled software would not have offered. The
    /// client of any other model offers TLS 1.2 and 1.3.
    func offer(of versions: ClosedRange<TLSVersion>?) -> TLSOffer {
        let oldest: TLSVersion = capabilities.contains(.connection) ? .v1_0 : .v1_2
        var offer = TLSOffer(versions: versions ?? oldest ... .v1_3)
        offer.requestsSCTs = capabilities.contains(.scts)
        return offer
    }
}

extension Presentation {
    /// Returns what a client negotiates with the server, or with the proxy if there is one.
    ///
    /// - Parameters:
    ///   - offer: what the client offers.
    ///   - key: the key with which the peer proves its identity.
    /// - Returns: the negotiated values; nil if client and server have no version or cipher suite
    ///   in common.
    func facts(for offer: TLSOffer, key: KeyAlgorithm) -> ConnectionFacts? {
        let theirs = proxy == nil ? self.offer : proxyOffer
        guard let agreement = offer.agreement(with: theirs, provedBy: key.family) else {
            return nil
        }
        return ConnectionFacts(
            version: agreement.version,
            cipherSuite: agreement.suite,
            requestsClientCertificate: proxy == nil && clientAuthentication != nil
        )
    }
}
