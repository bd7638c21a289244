import ClientModels
import Crypto
import Forge
import PathValidation
import ScenarioFormat
import TLS

/// A model that judges the bytes without a handshake, and what a handshake would have agreed on.
struct ChainOnlyParty: RelyingParty {
    let policy: any TrustPolicy
    /// The model that the policy is of.
    let model: ConfiguredModel

    /// Why a model cannot judge the world without a handshake; nil where it can.
    static func obstacle(to model: ConfiguredModel, in world: World) -> String? {
        if world.serverKeyOf != nil { return "server.key-of needs a handshake" }
        if !world.handshake.isEmpty { return "server.handshake needs a handshake" }
        if world.startTLS != nil { return "models speak HTTPS alone" }
        if !world.documents.isEmpty { return "models fetch nothing" }
        if world.needsMemory { return "models come to each step alone" }
        if world.typedHost != nil { return "models take no host but the reference identity" }
        if !world.named.isEmpty { return "server.sni needs a handshake" }
        if !world.behave.isEmpty { return "server.behave needs a handshake" }
        // Only the server sees whether a client obeys.
        if world.clientAuthentication == .require { return "server.client-auth needs a handshake" }
        let offer = model.offer(in: world)
        guard world.proxy == nil else {
            let proxy = TLSOffer(versions: world.proxyVersions)
            // A proxy takes every suite, so that whatever key it has proves it in one of them.
            return offer.agreement(with: proxy, provedBy: .ec) == nil
                ? "network.proxy.tls needs a handshake" : nil
        }
        let server = TLSOffer(versions: world.versions, suites: world.suites)
        let key = world.serve.first.map(world.pki.algorithm(of:))?.family ?? .ec
        guard offer.agreement(with: server, provedBy: key) == nil else { return nil }
        return world.suites == nil
            ? "server.tls needs a handshake" : "server.ciphers needs a handshake"
    }

    func decide(
        _ challenge: Challenge,
        on _: Network
    ) throws(HarnessError) -> Answer {
        let presented = try Self.presented(challenge, to: model)
        let decision = policy.evaluate(presented, for: challenge.world.connect)
        return Answer(decision: decision, observed: nil)
    }

    /// The input of a policy as it would come over the wire.
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
            for: model.offer(in: challenge.world),
            key: credential.key.algorithm
        )
        return challenge.presented(shown)
    }
}
