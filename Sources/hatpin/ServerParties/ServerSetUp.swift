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
    /// - Parameters:
    ///   - definition: the server's definition.
    ///   - part: the part of the definition that only servers have.
    ///   - site: the folders and network of this run's programs.
    ///   - now: the time for which certificates are made.
    /// - Returns: the server as a party.
    /// - Throws: an `environment` failure if the server rejects the control, or accepts a client
    ///   without a certificate.
    static func ready(
        _ definition: ClientDefinition,
        _ part: ServerPart,
        on site: ProgramSite,
        now: Instant
    ) throws(Failure) -> ServerParty {
        let name = Shown.escaped(definition.name)
        do throws(HarnessError) {
            // The server's own certificate has another root than the clients' certificates.
            let own = try Challenge(.standard, seed: ownSeed, now: now).presentation.credential
            let pool = ServerPool(definition, on: site, showing: own)
            let version = site.version(of: definition)
            let party = ServerParty(definition, part, version, in: pool)
            var setup = Setup.standard.turned(to: .server)
            setup.conduct.user = Setup.usualUser
            let control = try Challenge(setup, seed: 1, now: now)
            let network = Network(loopback: try loopback(), deadline: definition.deadline)
            let answer = try party.decide(control, on: network)
            if let undelivered = answer.undelivered { throw .client(undelivered) }
            if case .reject(let rejection) = answer.decision.verdict {
                throw .client("it rejected (\(rejection))")
            }
            let bare = try party.answerWithoutCertificate(control)
            guard case .accepted = bare.end else { return party }
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
        throw Failure(
            .environment,
            "\(name) accepts a client without a certificate, so it requires none",
            help: "configure it to require a certificate of the CAs in {ca}"
        )
    }

    /// A seed that differs from the default seed of all other certificates.
    private static let ownSeed: UInt64 = 0x6f77_6e00

    private static func loopback() throws(HarnessError) -> Loopback {
        do {
            return try Loopback()
        } catch {
            throw .wire(error)
        }
    }
}
