import ClientModels
import Crypto
import PathValidation
import ScenarioFormat
import TLS

// Predicts the result of the negotiation between client and server, without a handshake.

extension ConfiguredModel {
    /// The offer of the model's client in this setup.
    ///
    /// Unless the setup states its versions, a model that judges connections is shown whatever a server
    /// chooses, and refuses what the original would not have offered.
    func offer(in setup: Setup) -> TLSOffer {
        let oldest: TLSVersion = capabilities.contains(.connection) ? .v1_0 : .v1_2
        var offer = TLSOffer(versions: setup.offeredVersions ?? oldest ... .v1_3)
        offer.requestsSCTs = capabilities.contains(.scts)
        return offer
    }
}

extension Presentation {
    /// The connection that a client will have negotiated with the server, or with the proxy if there
    /// is one.
    ///
    /// - Parameters:
    ///   - offer: the client's.
    ///   - key: the one that proves the peer.
    /// - Returns: nil where they have nothing in common.
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
