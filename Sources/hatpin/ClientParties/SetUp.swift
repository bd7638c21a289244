import Basics
import ClientModels
import Crypto
import PathValidation
import Process
import Runner
import ScenarioFormat
import TLS
import X509

/// A program that accepts the control setup, and so can be tested on this machine.
///
/// If a program accepts nothing, its rejections prove nothing. A report of thousands of such
/// rejections would be useless.
package struct SetUp {
    /// The program, ready to be tested.
    package let party: ClientParty
    /// The files that the program had loaded while it was connected; empty for a program whose
    /// definition is a file.
    package let loaded: [LoadedFiles]

    /// Runs the program with the control setup, with one way to redirect host names after another,
    /// until it accepts.
    ///
    /// - Parameters:
    ///   - client: the program.
    ///   - routes: the ways to try, the best first.
    ///   - site: the folders and network of this run's programs.
    ///   - workers: the number of drivers that run at once, if the client's definition has a
    ///     driver.
    ///   - now: the time for which certificates are made.
    /// - Throws: an `environment` failure if the program never accepts, with the likely cause.
    package init(
        of client: ClientDefinition,
        by routes: [NameRoute],
        on site: ProgramSite,
        workers: Int,
        now: Instant
    ) throws(Failure) {
        var objections: [Objection] = []
        for route in routes {
            if let obstacle = site.obstacle(to: route) {
                objections.append(Objection(route, .unavailable(obstacle)))
                continue
            }
            let loadedFiles = client.file == nil ? LoadedFilesWatch() : nil
            var party = try ClientParty(client, by: route, on: site, workers: workers)
            party.loadedFiles = loadedFiles
            var cause: Objection.Cause?
            for adaptation in [Adaptation?.none] + Adaptation.allCases {
                party.adaptation = adaptation
                guard let found = try Self.objection(of: party, now) else {
                    party.version = site.version(of: client)
                    party.loadedFiles = nil
                    self.party = party
                    loaded = loadedFiles?.files ?? []
                    return
                }
                cause = cause ?? found
                guard found.isAboutCertificates else { break }
            }
            if let cause { objections.append(Objection(route, cause)) }
        }
        throw Self.failure(of: client, objections)
    }

    /// The conditions under which the program accepts, in the words of reports.
    package var words: String {
        let route = "host names by \(party.route)"
        return party.adaptation.map { "\(route); only with \($0.rawValue), which every case has" }
            ?? route
    }

    /// Returns the reason why the program rejects the control setup, or nil if it accepts.
    private static func objection(
        of party: ClientParty,
        _ now: Instant
    ) throws(Failure) -> Objection.Cause? {
        let seen = ObservationLog()
        var party = party
        party.observations = seen
        do throws(HarnessError) {
            let challenge = try Challenge(.standard, seed: 1, now: now)
            let network = try Network(deadline: party.client.deadline)
            let answer = try party.decide(challenge, on: network)
            guard case .reject(let rejection) = answer.decision.verdict else { return nil }
            return .refused(rejection, seen.last)
        } catch {
            switch error {
            case .forge, .wire, .files: throw Failure(.environment, "the control setup: \(error)")
            case .timeout, .crash, .closed, .client, .undialled, .undelivered:
                return .failed(error, seen.last)
            }
        }
    }

    private static func failure(
        of client: ClientDefinition,
        _ objections: [Objection]
    ) -> Failure {
        // A way that let the program connect explains more than a way that did not.
        let telling = objections.max { $0.rank < $1.rank }
        let others = objections.filter {
            $0.route != telling?.route && $0.reason != telling?.reason
        }
        let ways = others.map { "; \($0.text)" }.joined()
        return Failure(
            .environment,
            Shown.escaped(
                "\(client.name) does not accept the control setup, so its rejections would not "
                    + "count: \(telling?.text ?? "no way to redirect host names is left")\(ways)"
            ),
            help: telling.map { Shown.escaped($0.help(for: client)) }
        )
    }
}

/// The reason why a program does not accept the control setup with one way to redirect host names.
private struct Objection {
    enum Cause {
        case unavailable(Unavailable)
        case refused(Rejection, Observation)
        case failed(HarnessError, Observation)

        /// Whether other certificates may help: the program began a handshake, and sent nothing
        /// over TLS.
        var isAboutCertificates: Bool {
            guard case .refused(_, let observed) = self else { return false }
            return observed.hello != nil && observed.bytesOverTLS == 0
        }
    }

    let route: NameRoute
    private let cause: Cause

    init(_ route: NameRoute, _ cause: Cause) {
        (self.route, self.cause) = (route, cause)
    }

    /// A number that is higher if the program came nearer to an acceptance.
    var rank: Int {
        switch cause {
        case .unavailable: 0
        case .failed: 1
        case .refused: 2
        }
    }

    var text: String { "host names by \(route.rawValue): \(reason)" }

    var reason: String {
        switch cause {
        case .unavailable(let unavailable): unavailable.description
        case .failed(let error, _): error.description
        case .refused(let rejection, let observed):
            "it rejected (\(rejection))"
                + (observed.alert.map { ", with the alert \($0.name)" } ?? "")
        }
    }

    /// Returns the advice to the user of a program with this definition.
    func help(for client: ClientDefinition) -> String {
        switch cause {
        case .unavailable(let unavailable): unavailable.help
        case .refused(_, let observed):
            Self.advice(on: observed, speaking: client.speaks) ?? observed.alert.map(Self.advice)
                ?? Self.anchorAdvice
        case .failed(let error, let observed):
            Self.advice(on: observed, speaking: client.speaks) ?? Self.advice(after: error)
        }
    }

    /// Returns the advice to the user after a dialogue that ended too early; nil if the server saw
    /// nothing unusual.
    private static func advice(
        on observed: Observation,
        speaking spoken: SpokenProtocol?
    ) -> String? {
        if observed.hasStartedTLSAtOnce, let name = spoken?.application.name {
            return "it started TLS with the connection: state { \(name): implicit } as what it "
                + "speaks"
        }
        if observed.bytesOverTLS > 0 {
            return "it sent \(Prose.count(observed.bytesOverTLS, "byte")) over TLS, none of them "
                + "the token: write {token} where it sends a name or a password, or state "
                + "witness: data (--witness data for a command)"
        }
        if observed.connections > 0, observed.hello == nil, spoken?.transport != .starttls {
            let name = spoken?.application.name ?? "smtp"
            return "it sent no ClientHello: if it speaks a protocol in which TLS starts later, "
                + "state it, such as speaks: \(name) (--speaks \(name) for a command)"
        }
        if observed.hasFinishedHandshake, observed.alert == nil, spoken == nil {
            return "it sent nothing over TLS: if its protocol is one in which the server speaks "
                + "first, state it, such as speaks: { imap: implicit } (--speaks imap:implicit)"
        }
        return nil
    }

    private static func advice(after error: HarnessError) -> String {
        switch error {
        case .client, .undialled:
            "run its command by hand; --names sets how host names are redirected"
        case .timeout: "run its command by hand, and give it more time by --timeout"
        default: "run its command by hand"
        }
    }

    private static let anchorAdvice =
        "check that it uses the trust anchor: {ca} is a PEM file, {ca-der} is DER; without "
        + "them it is in the system's bundle"

    private static func advice(on alert: TLSAlert) -> String {
        switch alert.name {
        case "unknown-ca", "certificate-unknown", "bad-certificate": anchorAdvice
        case "protocol-version", "handshake-failure", "insufficient-security":
            "it supports no TLS version or cipher suite of TLS 1.2 or 1.3"
        default: "run its command by hand"
        }
    }
}
