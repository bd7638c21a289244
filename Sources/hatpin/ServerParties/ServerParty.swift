import ClientModels
import Crypto
import PathValidation
import Runner
import ScenarioFormat
import TLS
import X509

// ServerParties tests servers that judge clients' certificates: it starts each server with the
// files of a case, presents the case's certificates as a client, and derives the verdict from the
// answer of the server's application.

/// A server as a relying party.
package struct ServerParty: RelyingParty {
    package let definition: ClientDefinition
    private let pool: ServerPool
    private let part: ServerPart
    /// The server's version, on which its known differences depend; nil if it is unknown.
    private let version: String?

    /// - Parameters:
    ///   - definition: the server's definition.
    ///   - part: the part of the definition that only servers have.
    ///   - version: the server's version; nil if it is unknown.
    ///   - pool: the running servers.
    init(
        _ definition: ClientDefinition,
        _ part: ServerPart,
        _ version: String?,
        in pool: ServerPool
    ) {
        (self.definition, self.part, self.pool) = (definition, part, pool)
        self.version = version
    }

    package var end: RelyingEnd { .server }

    package func decide(
        _ challenge: Challenge,
        on network: Network
    ) throws(HarnessError) -> Answer {
        try pool.withServer(for: challenge) { server throws(HarnessError) in
            var sessions: [ClientSession] = []
            for step in challenge.earlier {
                sessions += try ask(server, step, as: step.client, resuming: sessions).sessions
            }
            return try answer(of: server, to: challenge, on: network, resuming: sessions)
        }
    }

    /// Whether the server of a challenge accepts another client than the challenge's; nil is a
    /// client without a certificate.
    func accepts(
        _ client: ClientCredential?,
        in challenge: Challenge
    ) throws(HarnessError) -> Bool {
        try pool.withServer(for: challenge) { server throws(HarnessError) in
            switch try ask(server, challenge, as: client).end {
            case .accepted: return true
            case .timedOut: throw .timeout(definition.deadline / .seconds(1))
            case .refused, .failed, .closed: return false
            }
        }
    }

    private func answer(
        of server: RunningServer,
        to challenge: Challenge,
        on network: Network,
        resuming sessions: [ClientSession]
    ) throws(HarnessError) -> Answer {
        let (before, start) = (server.written, ContinuousClock.now)
        var seen: [UInt8] = []
        defer { network.log?.note(server.end(after: before, since: start, answering: seen)) }
        let result = try ask(server, challenge, as: challenge.client, resuming: sessions)
        seen = result.answer
        if let fault = server.fault { throw fault }
        let rejection = try rejection(result, challenge, server, after: before)
        let decision = Decision(rejection.map(Verdict.reject) ?? .accept(.observed))
        var answer = Answer(decision: decision, observed: nil)
        answer.undelivered = challenge.undelivered(to: result)
        return answer
    }

    private func ask(
        _ server: RunningServer,
        _ challenge: Challenge,
        as client: ClientCredential?,
        resuming sessions: [ClientSession] = []
    ) throws(HarnessError) -> ProbeResult {
        let setup = challenge.setup
        let conduct = setup.conduct
        var question = ProbeQuestion(
            host: ServerPool.name(of: conduct.requested) ?? "",
            serverName: ServerPool.name(of: conduct.indicated),
            user: setup.claimedUser,
            token: server.token()
        )
        question.wantsToken = definition.witness == .token
        question.headers = conduct.headers
        var probe = ServerProbe(question, in: part.probe)
        // Steps before the last may state versions that the client does not offer.
        let lowest = max(setup.versions.lowerBound, .v1_2)
        probe.versions = lowest...max(lowest, setup.versions.upperBound)
        probe.credential = conduct.sendsCertificate ? client : nil
        probe.violations = conduct.violations.compactMap(ClientViolation.named)
        if conduct.resumes { probe.sessions = sessions }
        do {
            return try probe.ask(port: server.port, until: .now + definition.deadline)
        } catch {
            if let fault = server.fault { throw fault }
            throw .wire(error)
        }
    }

    /// Returns why the server refused; nil if it accepted the client as the certificate's user.
    private func rejection(
        _ result: ProbeResult,
        _ challenge: Challenge,
        _ server: RunningServer,
        after before: Int
    ) throws(HarnessError) -> Rejection? {
        let answer = String(decoding: part.probe.content(result.answer), as: UTF8.self)
        switch result.end {
        case .accepted:
            // If the case states no user, it only tests whether the server accepts the client.
            guard let user = challenge.setup.conduct.user, let pattern = part.identity else {
                return nil
            }
            let identity = pattern.firstMatch(in: answer)
            guard identity != user else { return nil }
            let words = identity.map { "the server took the client for \($0)" }
            return .reported([.nameMismatch], words: words ?? "the server's answer names no user")
        case .timedOut: throw .timeout(definition.deadline / .seconds(1))
        case .failed(let failure)
        where result.alert == nil && challenge.setup.conduct.violations.isEmpty:
            throw .client("Hatpin's client rejected the server: \(failure)")
        case .refused, .failed, .closed:
            // A crash closes the connection a moment before the program is known to have ended.
            let stated = stated(in: answer) ?? server.look(after: before, for: stated)
            if let fault = server.fault { throw fault }
            return stated
                ?? .reported(result.alert?.reasonsAboutCertificate ?? [], words: result.words)
        }
    }

    /// Returns the reason that an output of the server states; nil if the output states no reason.
    private func stated(in output: String) -> Rejection? {
        guard !output.isEmpty,
            let pattern = definition.allReasons.first(where: { $0.fits(exit: nil, output: output) })
        else { return nil }
        let line = pattern.line(of: output) ?? ""
        return .reported(pattern.reasons, words: String(line.prefix(200)))
    }

    package func difference(in scenario: Scenario) -> KnownVerdictDifference? {
        definition.difference(in: scenario, version)
    }

    package func lack(of requirement: Requirement) -> String? {
        let name = definition.name
        return switch requirement {
        case .clock: "\(name) uses the real time"
        case .crls:
            definition.abilities.contains(.crls) ? nil : "\(name) does not read CRLs"
        case .violations: "the case is about protocol violations of a server"
        case .users:
            part.identity != nil || part.probe.asksForUser
                || definition.placeholders.contains(.user)
                ? nil : "\(name) does not show as which user it accepts a client"
        case .headers:
            part.probe == .http ? nil : "\(name) is not asked by HTTP, which has headers"
        case .virtualHosts:
            definition.abilities.contains(.virtualHosts)
                ? nil : "the definition of \(name) has only one host"
        case .startTLS, .dialogue, .implicitTLS, .dataChannel, .redirects, .wholeAnswers,
            .offeredProtocols, .http2, .chosenHTTP2, .typedHost, .offeredVersions,
            .indicatedName, .serverNames, .serverFaults, .timeout, .clientCertificate,
            .requiredClientCertificate, .laterStaples, .upgradedSteps, .memory,
            .addressesByHost:
            "the case is only for clients"
        case .documents: "documents are served to clients only"
        case .associations, .recordsOutsideMail, .mailPolicy: "only clients ask DNS for servers"
        case .changingClient: "its configuration differs from step to step"
        case .pins, .pinsByHost, .emptyPins, .keyPins, .certificatePins, .authorityPins, .hashPins:
            "only clients compare pins"
        case .serverKey, .serversOwn, .conduct, .address, .steps, .otherAddress, .agreement,
            .unpinned:
            nil
        }
    }
}

extension Challenge {
    /// Returns the reason why the case did not reach the server; nil if the case reached it.
    fileprivate func undelivered(to result: ProbeResult) -> String? {
        let conduct = setup.conduct
        if let missed = conduct.violations.first(where: result.missedViolations.contains) {
            return "\(missed) is not possible with this server"
        }
        // A server that asks for a certificate makes a new session instead.
        if conduct.resumes, conduct.violations.isEmpty, !result.hasResumed,
            result.hasAskedForCertificate
        {
            return "the server did not resume the session"
        }
        if conduct.resumes, conduct.violations.isEmpty, case .closed = result.end,
            result.alert == nil, !result.hasResumed, !result.hasAskedForCertificate
        {
            return "the server closed the connection before it answered"
        }
        guard conduct.indicated ?? .protected == .protected, !conduct.resumes else { return nil }
        guard result.hasAskedForCertificate else {
            return "the server asked for no certificate; the client saw: \(result.words)"
        }
        guard conduct.sendsCertificate, conduct.violations.isEmpty else { return nil }
        return result.hasShownCertificate
            ? nil : "the server accepts no signature with the certificate's key"
    }

    /// The presented certificates, as a client sends them.
    var client: ClientCredential {
        ClientCredential(chain: presentation.credential.chain, key: presentation.credential.key)
    }
}

extension ProbeResult {
    /// How the connection ended, for reports.
    var words: String {
        switch end {
        case .accepted: "it answered"
        case .refused(let words): words
        case .failed(let failure): alert.map { "the alert \($0.name)" } ?? failure.description
        case .closed: alert.map { "the alert \($0.name)" } ?? "it closed the connection"
        case .timedOut: "it did not answer"
        }
    }
}
