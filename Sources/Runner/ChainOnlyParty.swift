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

    /// Whether a model can judge a setup with these requirements without a handshake.
    static func canJudge(_ requirements: [Requirement], as model: ConfiguredModel) -> Bool {
        requirements.allSatisfy { lack(of: $0, by: model) == nil }
    }

    /// The reason why a model does not meet a requirement without a handshake; nil if it meets it.
    static func lack(of requirement: Requirement, by model: ConfiguredModel) -> String? {
        switch requirement {
        case .serverKey: "server.key-of needs a handshake"
        case .violations: "server.handshake needs a handshake"
        case .startTLS: "models only speak HTTPS"
        case .documents: "models do not fetch documents"
        case .memory: "models remember nothing between steps"
        case .typedHost: "models only take the reference identity as the host"
        case .serverNames: "server.sni needs a handshake"
        case .serverFaults: "server.fault needs a handshake"
        // Only the server sees whether a client sends its certificate.
        case .requiredClientCertificate: "server.client-auth needs a handshake"
        case .agreement(let agreement):
            model.offer(of: agreement.versions)
                .agreement(with: agreement.peer, provedBy: agreement.key) == nil
                ? "\(agreement.stated) needs a handshake" : nil
        case .conduct, .users, .headers, .virtualHosts: "client certificates need a handshake"
        case .serversOwn, .clock, .dialogue, .implicitTLS, .dataChannel, .address, .steps,
            .upgradedSteps,
            .changingClient, .pinsByHost, .addressesByHost,
            .redirects, .wholeAnswers, .offeredProtocols, .http2, .chosenHTTP2, .offeredVersions,
            .indicatedName, .timeout, .otherAddress, .clientCertificate, .laterStaples, .crls:
            nil
        // `Party` compares requirements on names and pins with the model's capabilities.
        case .associations, .recordsOutsideMail, .mailPolicy: nil
        case .unpinned, .pins, .emptyPins, .keyPins, .certificatePins, .authorityPins, .hashPins:
            nil
        }
    }

    func decide(
        _ challenge: Challenge,
        on _: Network
    ) throws(HarnessError) -> Answer {
        let presented = try Self.presented(challenge, to: model)
        let decision = policy.evaluate(presented, for: challenge.setup.connect)
        return Answer(decision: decision, observed: nil)
    }

    /// Returns the input of a policy, as it would arrive over the wire.
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
            for: model.offer(of: challenge.setup.offeredVersions),
            key: credential.key.algorithm
        )
        return challenge.presented(shown)
    }
}

extension Challenge {
    /// Returns what a model decides about the certificates, without a connection.
    ///
    /// - Throws: if the proxy cannot forge its certificate.
    package func decision(of model: ConfiguredModel) throws(HarnessError) -> Decision {
        let presented = try ChainOnlyParty.presented(self, to: model)
        return model.policy.evaluate(presented, for: setup.connect)
    }
}
