import OpenSSL
import Policies
import Scenarios
import Trust
import Wire

// What client and server will agree on, told before any handshake.

extension ConfiguredModel {
    /// What the model's client offers.
    ///
    /// A model that judges connections is shown whatever a server chooses, and refuses what the
    /// original would not have offered.
    var offer: TLSOffer {
        let oldest: TLSVersion = capabilities.contains(.connection) ? .v1_0 : .v1_2
        return TLSOffer(versions: oldest ... .v1_3)
    }
}

extension Presentation {
    /// What a client will have agreed on with the server, or with the proxy where there is one.
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
