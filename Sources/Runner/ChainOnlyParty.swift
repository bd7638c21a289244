import ClientModels
import Crypto
import Forge
import PathValidation
import ScenarioFormat
import TLS

/// A model that judges the certificates without a handshake, given what a handshake would
/// negotiate.
struct ChainOnlyParty: RelyingParty {
    let policy: any TrustPolicy
    /// The model that the policy belongs to.
    let model: ConfiguredModel

    /// The reason why a model cannot judge the setup without a handshake; nil if it can.
    static func obstacle(to model: ConfiguredModel, in setup: Setup) -> String? {
        if setup.serverKeyOf != nil { return "server.key-of needs a handshake" }
        if !setup.handshake.isEmpty { return "server.handshake needs a handshake" }
        if setup.startTLS != nil { return "models only speak HTTPS" }
        if !setup.documents.isEmpty { return "models do not fetch documents" }
        if setup.needsMemory { return "models remember nothing between steps" }
        if setup.typedHost != nil { return "models only take the reference identity as the host" }
        if !setup.named.isEmpty { return "server.sni needs a handshake" }
        if !setup.serverFaults.isEmpty { return "server.fault needs a handshake" }
        // Only the server sees whether a client sends its certificate.
        if setup.clientAuthentication == .require { return "server.client-auth needs a handshake" }
        let offer = model.offer(in: setup)
        guard setup.proxy == nil else {
            let proxy = TLSOffer(versions: setup.proxyVersions)
            // A proxy accepts every suite, so any key can authenticate it in one of them.
            return offer.agreement(with: proxy, provedBy: .ec) == nil
                ? "network.proxy.tls needs a handshake" : nil
        }
        let server = TLSOffer(versions: setup.versions, suites: setup.suites)
        let key = setup.serve.first.map(setup.pki.algorithm(of:))?.family ?? .ec
        guard offer.agreement(with: server, provedBy: key) == nil else { return nil }
        return setup.suites == nil
            ? "server.tls needs a handshake" : "server.ciphers needs a handshake"
    }

    func decide(
        _ challenge: Challenge,
        on _: Network
    ) throws(HarnessError) -> Answer {
        let presented = try Self.presented(challenge, to: model)
        let decision = policy.evaluate(presented, for: challenge.setup.connect)
        return Answer(decision: decision, observed: nil)
    }

    /// The input of a policy, as it would arrive over the wire.
    static func presented(
        _ challenge: Challenge,
        to model: ConfiguredModel
    ) throws(HarnessError) -> Presented {
        let credential: Credential
        do {
            credential = try challenge.received()
        } catch {
            throw .wire(error)
        }
        var shown = credential.shown
        shown.connection = challenge.presentation.facts(
            for: model.offer(in: challenge.setup),
            key: credential.key.algorithm
        )
        return challenge.presented(shown)
    }
}
