import Basics
import ClientModels
import Crypto
import Reports
import Runner
import ScenarioFormat
import TLS
import X509

/// A case as it is served to remote clients.
package struct ServedCase: Sendable {
    package let scenario: Scenario
    /// The expected decision of a remote client.
    package let expected: Expectation
    /// The position of the case's setup among the served setups.
    package let setup: Int
    /// The position of the control among the served setups; nil for a case without a control.
    ///
    /// A remote client must accept the control before a rejection of the case counts.
    package let control: Int?
}

/// The cases that a service serves, and their setups.
package struct VisitPlan: Sendable {
    package struct Options: Sendable {
        /// The seed of keys and serial numbers.
        package var seed: UInt64
        /// The time that relative times start from.
        package var now: Instant
        /// The number of setups that are forged at once.
        package var jobs = WorkerPool.cores
        /// Whether each setup has its own port, and keeps its own name.
        package var usesPorts = false
        /// Whether remote clients are configured with the pins of each case.
        package var canPin = false
        /// Whether remote clients trust the roots of all cases, not only the most common roots.
        package var takesOtherRoots = false
        /// The addresses to listen on, each of 4 or 16 bytes.
        package var addresses: [[UInt8]] = []

        package init(seed: UInt64, now: Instant) {
            (self.seed, self.now) = (seed, now)
        }
    }

    /// The scenarios that cannot be served, and the reasons.
    package typealias Exclusion = (scenario: Scenario, reason: VisitObstacle)

    package let cases: [ServedCase]
    /// The setups of the cases, followed by the setups of the controls.
    ///
    /// Each setup occurs once.
    package let setups: [ServedSetup]
    package let excluded: [Exclusion]
    /// The trust anchors of all cases, each once, the most used first.
    package let anchors: [[UInt8]]
    package let options: Options

    /// The party that represents remote clients; rules of `expect` may name it.
    package static let party = PartyReference(name: PlanRecord.remoteClient)

    /// Forges the setups of scenarios, and of their controls.
    ///
    /// - Parameters:
    ///   - scenarios: scenarios that do not name a party.
    ///   - options: how the scenarios are served.
    ///   - loopback: the TLS settings.
    package init(_ scenarios: [Scenario], options: Options, on loopback: Loopback) async {
        var drafts: [Draft] = []
        var stated: [Setup] = []
        var controls: [Setup: Int] = [:]
        var excluded: [Exclusion] = []
        for scenario in scenarios {
            if let reason = scenario.setup.obstacle(by: options.lack) {
                excluded.append((scenario, reason))
            } else {
                drafts.append(Draft(scenario: scenario, setup: stated.count))
                stated.append(scenario.setup)
            }
        }
        for index in drafts.indices {
            guard let control = drafts[index].scenario.control else { continue }
            drafts[index].control = controls[control, default: stated.count]
            if controls.updateValue(drafts[index].control ?? 0, forKey: control) == nil {
                stated.append(control)
            }
        }
        let forged = await Self.forged(stated, options, loopback)
        let chosen = Self.chosen(drafts, among: forged, options, &excluded)
        (cases, setups) = Self.numbered(chosen, among: forged)
        anchors = Self.anchors(of: setups)
        self.excluded = excluded.sorted { $0.scenario.id < $1.scenario.id }
        self.options = options
    }

    private struct Draft {
        let scenario: Scenario
        let setup: Int
        var control: Int?

        var setups: [Int] { [setup] + (control.map { [$0] } ?? []) }
    }

    private typealias Forged = Result<ServedSetup, VisitObstacle>

    private static func forged(
        _ setups: [Setup],
        _ options: Options,
        _ loopback: Loopback
    ) async -> [Forged] {
        let forging = SetupForging(seed: options.seed, now: options.now, loopback: loopback)
        let numbered = Array(setups.enumerated())
        return await WorkerPool(workers: options.jobs).map(numbered) { number, setup in
            Forged { () throws(VisitObstacle) in
                let renaming = options.usesPorts ? nil : Renaming(number)
                return try ServedSetup(setup, renaming: renaming, by: forging)
            }
        }
        .compactMap(\.self)
    }

    /// Returns the cases whose setups were forged and that a remote client with the most common set
    /// of anchors can decide; with `takesOtherRoots`, also cases with other anchors.
    private static func chosen(
        _ drafts: [Draft],
        among forged: [Forged],
        _ options: Options,
        _ excluded: inout [Exclusion]
    ) -> [Draft] {
        var sound: [Draft] = []
        for draft in drafts {
            let obstacle = draft.setups.lazy.compactMap { forged[$0].obstacle }.first
            if let obstacle {
                excluded.append((draft.scenario, obstacle))
            } else {
                sound.append(draft)
            }
        }
        // Returns the sets of anchors of a case and of its control. If the sets differ, no remote
        // client can decide both.
        func anchors(_ draft: Draft) -> Set<Set<[UInt8]>> {
            Set(draft.setups.map { Set(forged[$0].anchors) })
        }
        let sets = sound.map(anchors)
        let counts = Dictionary(sets.map { ($0, 1) }, uniquingKeysWith: +)
        // If sets are equally frequent, the first set is chosen, so that the choice does not depend
        // on hashing.
        let possible = counts.filter { $0.key.count == 1 && $0.key != [[]] }
        let most = possible.values.max()
        let usual = sets.first { possible[$0] == most && most != nil }
        return zip(sound, sets).compactMap { draft, own in
            if own == usual { return draft }
            if own.contains([]) {
                excluded.append((draft.scenario, .noRoot))
            } else if options.takesOtherRoots {
                return draft
            } else {
                excluded.append((draft.scenario, .otherRoots))
            }
            return nil
        }
    }

    /// Keeps only the setups that cases need, in order.
    private static func numbered(
        _ drafts: [Draft],
        among forged: [Forged]
    ) -> ([ServedCase], [ServedSetup]) {
        let needed = Set(drafts.flatMap(\.setups)).sorted()
        let setups = needed.compactMap { try? forged[$0].get() }
        let places = Dictionary(uniqueKeysWithValues: zip(needed, needed.indices))
        let cases = drafts.map { draft in
            ServedCase(
                scenario: draft.scenario,
                expected: draft.scenario.rule(for: party).expectation,
                setup: places[draft.setup, default: 0],
                control: draft.control.flatMap { places[$0] }
            )
        }
        return (cases, setups)
    }

    private static func anchors(of setups: [ServedSetup]) -> [[UInt8]] {
        let counts = Dictionary(setups.flatMap(\.anchors).map { ($0, 1) }, uniquingKeysWith: +)
        return counts.sorted { left, right in
            left.value == right.value
                ? left.key.lexicographicallyPrecedes(right.key) : left.value > right.value
        }
        .map(\.key)
    }
}

extension Result where Success == ServedSetup, Failure == VisitObstacle {
    fileprivate var obstacle: VisitObstacle? {
        if case .failure(let obstacle) = self { obstacle } else { nil }
    }

    fileprivate var anchors: [[UInt8]] {
        if case .success(let setup) = self { setup.anchors } else { [] }
    }
}

extension VisitPlan.Options {
    /// Returns why remote clients do not meet a requirement, or nil if they do.
    fileprivate func lack(of requirement: Requirement) -> VisitObstacle? {
        switch requirement {
        case .clock: .clock
        case .pins: canPin ? nil : .pins
        case .crls: .revocationLists
        case .startTLS: .startTLS
        case .steps: .earlierSteps
        case .serverNames, .indicatedName, .typedHost: .serverNames
        case .offeredVersions: .offeredVersions
        case .redirects, .wholeAnswers: .answers
        case .documents: .documents
        case .associations, .recordsOutsideMail, .mailPolicy: .names
        case .address(let bytes): addresses.contains(bytes) ? nil : .address(bytes)
        case .conduct, .users, .headers, .virtualHosts: .serverNames
        case .serverKey, .violations, .serversOwn, .dialogue, .implicitTLS, .dataChannel,
            .upgradedSteps,
            .changingClient, .pinsByHost, .addressesByHost,
            .memory, .offeredProtocols, .http2, .chosenHTTP2, .serverFaults, .timeout,
            .otherAddress, .clientCertificate, .requiredClientCertificate, .agreement,
            .laterStaples:
            nil
        // `ServedSetup` refuses pins of certificates, because it changes the names in them.
        case .unpinned, .emptyPins, .keyPins, .certificatePins, .authorityPins, .hashPins: nil
        }
    }
}
