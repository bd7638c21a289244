import Basics
import ClientModels
import PathValidation
import Runner
import ScenarioFormat
import TLS
import X509

extension ServerParty {
    /// Starts a server with the control setup, and makes sure that it accepts the control's client
    /// certificate and requires one.
    ///
    /// If the server can be reloaded, also makes sure that it then trusts the new CA alone.
    ///
    /// - Parameters:
    ///   - definition: the server's definition.
    ///   - part: the part of the definition that only servers have.
    ///   - site: the folders and network of this run's programs.
    ///   - now: the time for which certificates are made.
    /// - Returns: the server as a party.
    /// - Throws: an `environment` failure if the server rejects the control, accepts a client
    ///   without a certificate, or a reload has no effect.
    static func ready(
        _ definition: ClientDefinition,
        _ part: ServerPart,
        on site: ProgramSite,
        now: Instant
    ) throws(Failure) -> ServerParty {
        let name = Shown.escaped(definition.name)
        let lack: (problem: String, help: String)
        do throws(HarnessError) {
            // The server's own certificate has another root than the clients' certificates.
            let own = try Challenge(.standard, seed: ownSeed, now: now).presentation.credential
            let pool = ServerPool(definition, on: site, showing: own)
            let party = ServerParty(definition, part, site.version(of: definition), in: pool)
            var setup = Setup.standard.turned(to: .server)
            setup.conduct.user = Setup.usualUser
            let control = try Challenge(setup, seed: 1, now: now)
            if try party.accepts(nil, in: control) {
                lack = (
                    "accepts a client without a certificate, so it requires none",
                    "configure it to require a certificate of the CAs in {ca}"
                )
            } else {
                try party.requireAcceptance(of: control, "it")
                guard part.reload != nil else { return party }
                let other = try Challenge(setup, seed: 2, now: now)
                try party.requireAcceptance(of: other, "after its reload, it")
                guard try party.accepts(control.client, in: other) else { return party }
                lack = (
                    "still accepts clients of the CAs from before its reload",
                    "the command of reload must not end before new connections use the new {ca}; "
                        + "without reload, each set of CAs gets a server of its own"
                )
            }
        } catch {
            throw Failure(
                .environment,
                "\(name) does not accept the control setup, so its rejections would not count: "
                    + Shown.escaped(error.description),
                help: "run it by hand; {ca} is the file of the CAs that issue clients' "
                    + "certificates, and {cert} and {key} are the server's own; if its answers "
                    + "do not repeat the path of the request, state witness: data"
            )
        }
        throw Failure(.environment, "\(name) \(lack.problem)", help: lack.help)
    }

    /// Makes sure that the server accepts the client of a challenge.
    ///
    /// - Parameters:
    ///   - challenge: the challenge with the client.
    ///   - words: the words for the server in an error.
    /// - Throws: a `client` error if the server rejects it, or is not asked for its certificate.
    private func requireAcceptance(
        of challenge: Challenge,
        _ words: String
    ) throws(HarnessError) {
        let network = try Network(deadline: definition.deadline)
        let answer = try decide(challenge, on: network)
        if let undelivered = answer.undelivered { throw .client(undelivered) }
        if case .reject(let rejection) = answer.decision.verdict {
            throw .client("\(words) rejected (\(rejection))")
        }
    }

    /// A seed that differs from the default seed of all other certificates.
    private static let ownSeed: UInt64 = 0x6f77_6e00
}
