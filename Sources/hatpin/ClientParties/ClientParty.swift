import Basics
import ClientModels
import Crypto
import PathValidation
import Process
import Runner
import ScenarioFormat
import Synchronization
import TLS
import X509

// ClientParties tests programs: it gives each program its files, starts it, and derives its verdict
// from what the server saw. ScenarioFormat defines programs, and Process starts them.

/// A program as a relying party.
package struct ClientParty: RelyingParty {
    package let client: ClientDefinition
    /// The way in which host names are redirected to loopback.
    package let route: NameRoute
    private let site: ProgramSite
    private let driver: (any ClientDriver)?
    /// Records what the program has loaded while it is connected, or nil if that is not needed.
    var loadedFiles: LoadedFilesWatch?
    /// Records what the servers see of the program, or nil if only verdicts are needed.
    var observations: ObservationLog?
    /// A change of all setups, without which the program rejects valid servers; nil for no change.
    var adaptation: Adaptation?
    /// Whether the user still has to start the program, or nil if Hatpin starts it for every case.
    private var handwork: Handwork?
    /// The client's version, on which its known differences depend, or nil if it is unknown.
    package var version: String?

    /// - Parameters:
    ///   - client: the program.
    ///   - route: how host names are redirected to loopback.
    ///   - site: the folders and network of this run's programs.
    ///   - count: the number of drivers that run at once, if the client's definition has a driver.
    /// - Throws: an `environment` failure if no home directory can be created for a driver.
    package init(
        _ client: ClientDefinition,
        by route: NameRoute,
        on site: ProgramSite,
        workers count: Int = 1
    ) throws(Failure) {
        (self.client, self.route, self.site) = (client, route, site)
        // A worker's environment is fixed, but the proxy's address differs for each case.
        driver = try client.worker.flatMap { command throws(Failure) in
            route == .proxy
                ? nil : try ClientWorkers(command, count: count, of: client, by: route, on: site)
        }
    }

    /// Creates a party whose client is run by a driver.
    ///
    /// - Parameters:
    ///   - client: the client.
    ///   - driver: runs the client, and dials the setup's address itself.
    ///   - site: the folders of the files that the client reads.
    init(_ client: ClientDefinition, drivenBy driver: any ClientDriver, on site: ProgramSite) {
        (self.client, self.driver, self.site) = (client, driver, site)
        route = .command
    }

    package func decide(
        _ challenge: Challenge,
        on network: Network
    ) throws(HarnessError) -> Answer {
        let challenge = try challenge.forged { setup in
            client.declareNames(in: &setup)
            adaptation?.apply(to: &setup)
        }
        var answer = try attempt(challenge, on: network)
        // A program that sends its request before it validates accepts only in some runs, so it
        // runs repeatedly.
        for _ in 1..<max(1, client.runs) where !answer.observed.hasAccepted {
            answer = try attempt(challenge, on: network)
        }
        var decided = answer.answer
        decided.undelivered = challenge.undelivered(to: answer.observed)
        decided.permission = try permission(for: decided, challenge)
        decided.adaptedSetup = challenge.setup
        return decided
    }

    /// The rule by which the client's protocol compares names.
    package var names: NameRule { client.nameRule }

    /// Returns the rule of the client or its protocol by which its decision is right, although most
    /// clients must decide otherwise; nil if there is no such rule.
    private func permission(
        for answer: Answer,
        _ challenge: Challenge
    ) throws(HarnessError) -> String? {
        let isPinned = client.pin.isAlone && challenge.servesPinnedCertificate
        guard isPinned || names != .rfc9525 else { return nil }
        let decided = answer.decision.verdict
        let usual = try verdict(on: challenge, byNames: .rfc9525)
        if isPinned, case (.accept, .reject) = (decided, usual) {
            return "\(client.name) does not validate a certificate that is pinned"
        }
        guard names != .rfc9525, let application = client.speaks?.application else { return nil }
        switch (decided, usual, try verdict(on: challenge, byNames: names)) {
        case (.accept, .reject, .accept):
            return "clients of \(application.name) may accept these names (\(names.source))"
        case (.reject, .accept, .reject):
            return "clients of \(application.name) must reject these names (\(names.source))"
        case (.accept, _, _), (.reject, _, _): return nil
        }
    }

    /// Returns the decision of a correct client that compares names by this rule.
    private func verdict(
        on challenge: Challenge,
        byNames names: NameRule
    ) throws(HarnessError) -> Verdict {
        let model: ConfiguredModel
        do {
            let settings = ["names": names.rawValue]
            model = try PolicyModel.resolve(PartyReference.reference, settings: settings)
        } catch {
            throw .client(error.description)
        }
        return try challenge.decision(of: model).verdict
    }

    private func attempt(
        _ challenge: Challenge,
        on network: Network
    ) throws(HarnessError) -> Witnessed {
        let home = try harness { () throws(Failure) in try site.home() }
        defer { site.remove(home) }
        let isByHand = handwork?.begins() == true
        let attempt = try harness { () throws(Failure) in
            let client = isByHand ? client.byHand : client
            let driver = isByHand ? nil : driver
            return try Attempt(
                client,
                challenge,
                home,
                route,
                site,
                driver,
                loadedFiles,
                isByHand: isByHand
            )
        }
        return try attempt.perform(on: network, noting: observations)
    }
}

extension ClientParty {
    /// The same program, which the user starts for the first case.
    var byHand: ClientParty {
        var party = self
        party.handwork = Handwork()
        return party
    }

    /// Whether the user still has to start the program.
    private final class Handwork: Sendable {
        private let isLeft = Mutex(true)

        /// Returns true for the first call, and false for later calls.
        func begins() -> Bool {
            isLeft.withLock { isLeft in
                defer { isLeft = false }
                return isLeft
            }
        }
    }
}

extension ClientDefinition {
    /// Returns the known difference of the program of this version; nil for none.
    func difference(in scenario: Scenario, _ version: String?) -> KnownVerdictDifference? {
        let violation = known.first { violation in
            let globs = violation.cases.map { Glob($0) }
            let isOfVersion = violation.versions.map { $0.contains(version ?? "") } ?? true
            return isOfVersion
                && globs.contains { $0.matches(scenario.id) || $0.matches(scenario.group) }
        }
        return violation.map { violation in
            KnownVerdictDifference(
                party: PartyReference(name: name),
                verdict: violation.accept ? .accept : .reject(Rejection.Code.allCases),
                because: violation.because,
                until: violation.until
            )
        }
    }

    /// The same client, with the deadline and the end rule for a program that the user starts.
    fileprivate var byHand: ClientDefinition {
        var client = self
        (client.deadline, client.ends) = (.seconds(3_600), .whenQuiet)
        return client
    }
}

extension ClientParty {
    package func difference(in scenario: Scenario) -> KnownVerdictDifference? {
        client.difference(in: scenario, version)
    }

    package func lack(of requirement: Requirement) -> String? {
        client.lack(of: requirement, by: route, hasNetwork: site.hasNetwork)
            ?? site.lack(of: requirement)
    }
}
