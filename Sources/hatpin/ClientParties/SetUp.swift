import Basics
import ClientModels
import Crypto
import PathValidation
import Process
import Runner
import ScenarioFormat
import TLS
import X509

/// A program that has shown that it can be judged here: it accepts the control setup.
///
/// A refusal of a program that accepts nothing proves nothing, and thousands of them are no report.
package struct SetUp {
    /// The program, ready to be judged.
    package let party: ClientParty
    /// What the program had loaded while its connection stood; nothing for one with a definition,
    /// which says what it is.
    package let loaded: [LoadedFiles]

    /// Puts the control setup before the program, by one way after another by which its name can
    /// reach loopback, until it accepts.
    ///
    /// - Parameters:
    ///   - client: the program.
    ///   - routes: the ways that are tried, the best first.
    ///   - site: where programs of this run live.
    ///   - workers: how many of its drivers answer at once, where its definition has one.
    ///   - now: the instant that certificates are made at.
    /// - Throws: environment, where it accepts by none, with the likely cause.
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
            let sighting = client.file == nil ? Sighting() : nil
            var party = try ClientParty(client, by: route, on: site, workers: workers)
            party.sighting = sighting
            guard let cause = try Self.objection(of: party, now) else {
                party.version = site.version(of: client)
                party.sighting = nil
                self.party = party
                loaded = sighting?.files ?? []
                return
            }
            objections.append(Objection(route, cause))
        }
        throw Self.failure(of: client, objections)
    }

    /// Nil where the program accepts the control setup.
    private static func objection(
        of party: ClientParty,
        _ now: Instant
    ) throws(Failure) -> Objection.Cause? {
        do throws(HarnessError) {
            let challenge = try Challenge(.standard, seed: 1, now: now)
            let network = Network(loopback: try loopback(), deadline: party.client.deadline)
            let answer = try party.decide(challenge, on: network)
            guard case .reject(let rejection) = answer.decision.verdict else { return nil }
            return .refused(rejection, answer.observed)
        } catch {
            switch error {
            case .forge, .wire, .files: throw Failure(.environment, "the control setup: \(error)")
            case .timeout, .crash, .closed, .client, .undialled: return .failed(error)
            }
        }
    }

    private static func loopback() throws(HarnessError) -> Loopback {
        do {
            return try Loopback()
        } catch {
            throw .wire(error)
        }
    }

    private static func failure(
        of client: ClientDefinition,
        _ objections: [Objection]
    ) -> Failure {
        // A way that came to a connection says more than one that did not.
        let telling = objections.max { $0.rank < $1.rank }
        let others = objections.filter {
            $0.route != telling?.route && $0.reason != telling?.reason
        }
        let ways = others.map { "; \($0.text)" }.joined()
        return Failure(
            .environment,
            Shown.escaped(
                "\(client.name) does not accept the control setup, so that nothing it refuses would "
                    + "count: \(telling?.text ?? "no way of names is left")\(ways)"
            ),
            help: telling.map { Shown.escaped($0.help) }
        )
    }
}

/// The reason why a program does not accept the control setup by one way of names.
private struct Objection {
    enum Cause {
        case unavailable(Unavailable)
        case refused(Rejection, Observation?)
        case failed(HarnessError)
    }

    let route: NameRoute
    private let cause: Cause

    init(_ route: NameRoute, _ cause: Cause) {
        (self.route, self.cause) = (route, cause)
    }

    /// The nearer it came to an acceptance, the higher.
    var rank: Int {
        switch cause {
        case .unavailable: 0
        case .failed: 1
        case .refused: 2
        }
    }

    var text: String { "names by \(route.rawValue): \(reason)" }

    var reason: String {
        switch cause {
        case .unavailable(let unavailable): unavailable.description
        case .failed(let error): error.description
        case .refused(let rejection, let observed):
            "it refused (\(rejection))"
                + (observed?.alert.map { ", with the alert \($0.name)" } ?? "")
        }
    }

    var help: String {
        switch cause {
        case .unavailable(let unavailable): unavailable.help
        case .failed(.client), .failed(.undialled):
            "run its command by hand; --names states how names reach it"
        case .failed(.timeout): "run its command by hand, and give it more time by --timeout"
        case .failed: "run its command by hand"
        case .refused(_, let observed): observed?.alert.map(Self.advice) ?? Self.anchorAdvice
        }
    }

    private static let anchorAdvice =
        "see that it takes the trust anchor: {ca} stands for a PEM file, {ca-der} for DER, and without "
        + "them it is in the system's bundle"

    private static func advice(on alert: TLSAlert) -> String {
        switch alert.name {
        case "unknown-ca", "certificate-unknown", "bad-certificate": anchorAdvice
        case "protocol-version", "handshake-failure", "insufficient-security":
            "it has no TLS version or cipher suite of TLS 1.2 and 1.3"
        default: "run its command by hand"
        }
    }
}
