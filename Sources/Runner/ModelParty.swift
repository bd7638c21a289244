import ClientModels
import Crypto
import PathValidation
import ScenarioFormat
import TLS
import X509

/// A model that decides for a real TLS client on a real socket.
///
/// The model decides in the client's certificate callback, on the Certificate message as received.
struct ModelParty: RelyingParty {
    let policy: any TrustPolicy
    /// The model that the policy belongs to.
    let model: ConfiguredModel

    /// The reason why a model with this client does not meet a requirement; nil if it meets it.
    static func lack(of requirement: Requirement) -> String? {
        switch requirement {
        case .startTLS: "models only speak HTTPS"
        case .clientCertificate: "models have no client certificate"
        case .typedHost: "models only take the reference identity as the host"
        case .redirects: "models do not follow redirects"
        case .wholeAnswers: "models do not check responses"
        case .chosenHTTP2: "models only speak HTTP/1.1"
        case .memory: "models remember nothing between steps"
        case .documents: "models do not fetch documents"
        case .timeout: "models have no timeout of their own"
        case .laterStaples: "libssl staples only for the first certificate"
        case .conduct, .users, .headers, .virtualHosts: "models have no users and no virtual hosts"
        case .clock, .serverKey, .violations, .serversOwn, .dialogue, .implicitTLS, .dataChannel,
            .address,
            .steps,
            .upgradedSteps, .changingClient, .pinsByHost, .addressesByHost, .offeredProtocols,
            .http2, .offeredVersions,
            .indicatedName, .serverNames, .serverFaults, .otherAddress, .requiredClientCertificate,
            .agreement, .crls:
            nil
        // `Party` compares requirements on names and pins with the model's capabilities.
        case .associations, .recordsOutsideMail, .mailPolicy: nil
        case .unpinned, .pins, .emptyPins, .keyPins, .certificatePins, .authorityPins, .hashPins:
            nil
        }
    }

    func decide(
        _ challenge: Challenge,
        on network: Network
    ) throws(HarnessError) -> Answer {
        var decision: Decision?
        var connection: ConnectionFacts?
        let identity = challenge.setup.connect
        var client = Client(
            host: identity.host,
            serverName: challenge.setup.indicatedName ?? identity.serverName,
            offer: model.offer(of: challenge.setup.offeredVersions)
        ) { shown in
            connection = shown.connection
            let judged = policy.evaluate(challenge.presented(shown), for: identity)
            decision = judged
            return judged.verdict.answer
        }
        client.protocols = challenge.setup.offeredProtocols
        let end: ClientEnd
        let seen: Observation
        do {
            (end, seen) = try network.loopback.exchange(
                challenge.presentation,
                with: client,
                deadline: network.deadline
            )
        } catch {
            throw .wire(error)
        }
        if decision == nil, !network.loopback.canLoad(challenge.presentation),
            ChainOnlyParty.canJudge(challenge.setup.requirements, as: model)
        {
            // libssl's client does not report certificates that it cannot decode.
            return try ChainOnlyParty(policy: policy, model: model).decide(challenge, on: network)
        }
        if let missed = seen.missedOccasion {
            var answer = Answer(
                decision: decision ?? Decision(.reject(.brokenHandshake)),
                observed: seen
            )
            answer.undelivered = missed
            return answer
        }
        switch (decision?.verdict, seen.requested) {
        case (.accept, true), (.reject, false):
            if let decision { return Answer(decision: decision, observed: seen) }
        // The server's observation decides: a request that arrived is an acceptance, whatever the
        // policy decided.
        case (_, true): return Answer(decision: Decision(.accept(.observed)), observed: seen)
        case (_, false): break
        }
        let rejection = try refusal(end, of: challenge.setup, connection, network.deadline)
        let refused = Decision(.reject(rejection), disposition: decision?.disposition)
        return Answer(decision: refused, observed: seen)
    }

    /// Returns the reason why a connection failed although no certificate rule refused it.
    private func refusal(
        _ end: ClientEnd,
        of setup: Setup,
        _ connection: ConnectionFacts?,
        _ deadline: Duration
    ) throws(HarnessError) -> Rejection {
        switch end {
        case .failed(let failure):
            switch failure.cause {
            case .handshakeSignature: return .handshakeSignature
            case .version, .alert(70): return .protocolVersion
            case .alert(116): return .clientCertificateRequired
            // RFC 5246 §7.4.6: before TLS 1.3, a missing client certificate had no alert of its
            // own.
            case .alert(40) where connection?.requestsClientCertificate == true:
                return .clientCertificateRequired
            case .alert(40) where connection == nil && setup.suites != nil: return .cipherPolicy
            case .notTLS where setup.serverFaults.contains(ServerFault.greetingInPlaintext):
                return .cleartext
            case .alert, .notTLS, .other:
                // A libssl server never sends a libssl client anything that breaks a handshake.
                guard setup.servingEngine == .hatpin else {
                    throw .client(failure.description)
                }
                return .brokenHandshake
            case .refused: throw .client(failure.description)
            }
        case .timedOut: throw .timeout(deadline.seconds)
        case .closed: throw .closed
        case .proxyRefused(let line): throw .client("the proxy answered: \(line)")
        case .wrongAnswer, .answered:
            throw .client("a response arrived, but no server was contacted")
        }
    }
}

extension Verdict {
    /// The answer that the TLS client gives to libssl.
    fileprivate var answer: CertificateAnswer {
        switch self {
        case .accept: .proceed
        case .reject(let rejection): .refuse(rejection.code.alert)
        }
    }
}

extension Rejection.Code {
    /// The alert for this rejection (RFC 8446 §6.2).
    fileprivate var alert: CertificateAlert {
        switch self {
        case .expired, .notYetValid: .certificateExpired
        case .revoked: .certificateRevoked
        case .unknownIssuer, .selfSigned, .distrusted, .issuerNotCA: .unknownCA
        case .keyUsage, .extendedKeyUsage, .unsupportedAlgorithm: .unsupportedCertificate
        case .policyGuard, .pinsMissing, .pinExpired, .pinMismatch, .associationMismatch,
            .nameLookup, .mailHostMismatch:
            .certificateUnknown
        case .nameMismatch, .ipMismatch, .mailboxMismatch, .noIdentity, .badNameSyntax,
            .badValidity, .pathLength, .chainTooLong, .nameChaining, .nameNotPermitted,
            .nameExcluded, .badNameConstraint, .policy, .badSignature,
            .signatureAlgorithmMismatch, .weakSignature, .weakKey, .badKey, .malformed,
            .badExtension, .duplicateExtension, .unhandledCriticalExtension, .nonconforming,
            .revocationUnknown, .revocationStale, .revocationNotYetValid, .revocationInvalid,
            .certificateTransparency,
            .protocolVersion, .cipherPolicy, .noALPN, .handshakeSignature, .brokenHandshake,
            .cleartext,
            .missingCertificate,
            .clientCertificateRequired, .resumedWithoutCheck, .proxyTLS, .budgetExceeded, .unknown:
            .badCertificate
        }
    }
}
