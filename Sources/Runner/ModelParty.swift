import OpenSSL
import PKIX
import Scenarios
import Trust
import Wire

/// A model that speaks through a real TLS client on a real socket, and decides in its certificate
/// callback on the Certificate message as it came.
struct ModelParty: RelyingParty {
    let policy: any TrustPolicy
    let loopback: Loopback
    let deadline: Duration

    func decide(_ challenge: Challenge) throws(HarnessError) -> Answer {
        var decision: Decision?
        let identity = challenge.world.connect
        let client = Client(host: identity.host, serverName: identity.serverName) { chain in
            let judged = policy.evaluate(challenge.presented(chain), for: identity)
            decision = judged
            return judged.verdict.answer
        }
        let end: ClientEnd
        let seen: Observation
        do {
            (end, seen) = try loopback.exchange(
                challenge.presentation,
                with: client,
                deadline: deadline
            )
        } catch {
            throw .wire(error)
        }
        let observed = Observed(
            connections: seen.connections,
            alert: seen.alert?.name,
            requested: seen.requested
        )
        return Answer(decision: try verdict(decision, end, seen), observed: observed)
    }

    /// The server is the witness: a request that arrived is an accept, whatever the policy said.
    private func verdict(
        _ decision: Decision?,
        _ end: ClientEnd,
        _ seen: Observation
    ) throws(HarnessError) -> Decision {
        switch (decision?.verdict, seen.requested) {
        case (.accept, true), (.reject, false):
            if let decision { return decision }
        case (_, true): return Decision(.accept(.observed))
        case (_, false): break
        }
        return Decision(.reject(try refusal(end)), disposition: decision?.disposition)
    }

    /// Why a connection failed that no certificate rule refused.
    private func refusal(_ end: ClientEnd) throws(HarnessError) -> Rejection {
        switch end {
        case .failed(let failure):
            switch failure.cause {
            case .handshakeSignature: return .handshakeSignature
            case .version, .alert(70): return .protocolVersion
            case .refused, .alert, .notTLS, .other: throw .client(failure.description)
            }
        case .timedOut: throw .timeout(deadline.seconds)
        case .closed: throw .closed
        case .proxyRefused(let line): throw .client("the proxy answered: \(line)")
        case .wrongAnswer, .answered: throw .client("an answer came, but no server was asked")
        }
    }
}

/// A model that judges the bytes without a handshake.
struct ChainOnlyParty: RelyingParty {
    let policy: any TrustPolicy

    /// Why the world cannot be judged without a handshake; nil where it can.
    static func obstacle(in world: World) -> String? {
        if world.serverKeyOf != nil { return "server.key-of needs a handshake" }
        if !world.behave.isEmpty { return "server.behave needs a handshake" }
        if world.versions.upperBound < .v1_2 { return "server.tls needs a handshake" }
        return nil
    }

    func decide(_ challenge: Challenge) throws(HarnessError) -> Answer {
        let presentation = challenge.presentation
        let credential: Credential
        switch presentation.proxy {
        case nil: credential = presentation.credential
        case .serve(let served): credential = served
        case .mint(let mint):
            do {
                credential = try mint(presentation.credential.chain[0])
            } catch {
                throw .wire(.mint("\(error)"))
            }
        }
        let presented = challenge.presented(credential.chain)
        let decision = policy.evaluate(presented, for: challenge.world.connect)
        return Answer(decision: decision, observed: nil)
    }
}

extension Verdict {
    /// What the TLS client tells libssl.
    fileprivate var answer: CertificateAnswer {
        switch self {
        case .accept: .proceed
        case .reject(let rejection): .refuse(rejection.code.alert)
        }
    }
}

extension Rejection.Code {
    /// The alert that fits (RFC 8446 §6.2).
    fileprivate var alert: CertificateAlert {
        switch self {
        case .expired, .notYetValid: .certificateExpired
        case .revoked: .certificateRevoked
        case .unknownIssuer, .selfSigned, .distrusted, .issuerNotCA: .unknownCA
        case .keyUsage, .extendedKeyUsage, .unsupportedAlgorithm: .unsupportedCertificate
        case .policyGuard, .pinsMissing, .pinExpired, .pinMismatch: .certificateUnknown
        default: .badCertificate
        }
    }
}

extension ReferenceIdentity {
    /// As it stands in a URL, without the brackets of IPv6.
    package var host: String {
        switch self {
        case .dns(let name): name
        case .ip(let octets): AddressText.of(octets)
        }
    }

    /// RFC 6066 §3: no addresses, no trailing dot.
    var serverName: String? {
        guard case .dns(let name) = self else { return nil }
        return name.hasSuffix(".") ? String(name.dropLast()) : name
    }
}

extension Duration {
    var seconds: Double {
        Double(components.seconds) + Double(components.attoseconds) / 1e18
    }
}
