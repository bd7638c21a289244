import Basics
import ClientModels
import Crypto
import PathValidation
import Process
import Runner
import ScenarioFormat
import TLS
import X509

// ClientParties puts programs before challenges: it gives each its files, starts it, and tells its
// verdict by what the server saw. What a program is, Clients says; how it is started, Programs.

/// A program as a relying party.
package struct ClientParty: RelyingParty {
    package let client: ClientDefinition
    /// The way by which names reach loopback.
    package let route: NameRoute
    private let site: ProgramSite
    private let workers: ClientWorkers?
    /// Looks at the program while its connection stands; nil where nobody asks.
    var sighting: Sighting?
    /// The client's version, by which its known differences are told apart; nil if it is unknown.
    package var version: String?

    /// - Parameters:
    ///   - client: the program.
    ///   - route: the way by which names reach loopback.
    ///   - site: where programs of this run live.
    ///   - count: how many of its drivers answer at once, where its definition has one.
    /// - Throws: environment, where a driver has no home.
    package init(
        _ client: ClientDefinition,
        by route: NameRoute,
        on site: ProgramSite,
        workers count: Int = 1
    ) throws(Failure) {
        (self.client, self.route, self.site) = (client, route, site)
        // The address of the proxy is another for each case, and a worker keeps its environment.
        workers = try client.worker.flatMap { command throws(Failure) in
            route == .proxy
                ? nil : try ClientWorkers(command, count: count, of: client, by: route, on: site)
        }
    }

    package func decide(
        _ challenge: Challenge,
        on network: Network
    ) throws(HarnessError) -> Answer {
        var answer = try attempt(challenge, on: network)
        // A program that asks first and judges then is caught in some of its runs.
        for _ in 1..<max(1, client.runs) where !answer.observed.hasAccepted {
            answer = try attempt(challenge, on: network)
        }
        var decided = answer.answer
        decided.undelivered = challenge.undelivered(to: answer.observed)
        return decided
    }

    private func attempt(
        _ challenge: Challenge,
        on network: Network
    ) throws(HarnessError) -> Witnessed {
        let home = try harness { () throws(Failure) in try site.home() }
        defer { site.remove(home) }
        let attempt = try harness { () throws(Failure) in
            try Attempt(client, challenge, home, route, site, workers, sighting)
        }
        return try attempt.perform(on: network)
    }
}

/// A failure of ours with files, as one of the harness.
private func harness<Result>(
    _ body: () throws(Failure) -> Result
) throws(HarnessError) -> Result {
    do {
        return try body()
    } catch {
        throw .files(error.message)
    }
}

extension ClientParty {
    package func difference(in scenario: Scenario) -> KnownVerdictDifference? {
        let known = client.known.first { violation in
            let globs = violation.cases.map { Glob($0) }
            let isOfVersion = violation.versions.map { $0.contains(version ?? "") } ?? true
            return isOfVersion
                && globs.contains { $0.matches(scenario.id) || $0.matches(scenario.group) }
        }
        return known.map { violation in
            KnownVerdictDifference(
                party: PartyReference(name: client.name),
                verdict: violation.accept ? .accept : .reject(Rejection.Code.allCases),
                because: violation.because,
                until: violation.until
            )
        }
    }

    package func obstacle(in setup: Setup) -> String? {
        client.obstacle(in: setup, by: route, hasNetwork: site.hasNetwork)
    }
}
