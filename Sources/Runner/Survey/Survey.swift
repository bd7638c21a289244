import Basics
import ClientModels
import PathValidation
import ScenarioFormat
import TLS
import X509

/// Runs setups against parties without an expectation, and against a correct client for comparison.
///
/// The correct client is `reference`, the default party of every scenario.
package struct Survey: Sendable {
    /// The reply of a party to a setup.
    package enum Reply: Sendable {
        case decided(Decision)
        /// The party cannot express the setup, or the setup cannot be served.
        case notApplicable(String)
        /// There is no verdict.
        case failed(HarnessError)

        /// Returns the reply of a program that connected to no server, and so judged no
        /// certificate.
        ///
        /// With a host name, the setup is not applicable, because a program may refuse to look the
        /// name up. With an IP address it is a failure, because the program did not reach its
        /// server.
        static func undialled(_ words: String, in setup: Setup) -> Reply {
            if case .ip = setup.connect { return .failed(.undialled(words)) }
            return .notApplicable(words)
        }

        package var verdict: Verdict? {
            if case .decided(let decision) = self { decision.verdict } else { nil }
        }
    }

    /// A setup that parties are tested with, and the decision of a correct client.
    package struct Site: Sendable {
        /// The first case with this setup.
        package let scenario: Scenario
        /// The scenario's setup, with added pins for parties that compare pins.
        package let setup: Setup
        /// The part of the chain that is pinned if the scenario states no pins.
        let part: PinnedPart?
        /// The rule on names by which the correct client decided, if the scenario states one for
        /// programs of a protocol.
        let names: NameRule?
        let challenge: Challenge
        package let truth: Verdict
        /// Whether the right verdict depends on how a pinned certificate is compared: by its key
        /// (accept) or byte by byte (refuse).
        package let dependsOnPinForm: Bool
    }

    /// A site and the parties' replies.
    package struct SiteReplies: Sendable {
        package let site: Site
        /// The replies in the order of the parties.
        package let replies: [Reply]
    }

    /// A setup without a verdict, because it could not be forged, served or judged.
    package struct Obstruction: Error {
        package let scenario: Scenario
        package let error: HarnessError
    }

    /// The sites in the order of the scenarios, and the setups that failed.
    package struct Sites: Sendable {
        package let sites: [Site]
        /// The setups on which a correct client gave no verdict.
        package let obstructions: [Obstruction]
        /// The number of setups that an interrupted survey did not reach.
        var untried = 0
    }

    private let bench: Bench
    /// The bench for judging without handshakes.
    private let chainOnlyBench: Bench
    /// The workers that run setups in parallel.
    let pool: WorkerPool
    /// The correct relying parties.
    private let references: [Judge: Party]
    /// The correct relying parties that also refuse certificates of unknown revocation status.
    private let demanding: [RelyingEnd: Party]

    /// The properties in which correct relying parties differ.
    private struct Judge: Hashable {
        let end: RelyingEnd
        let names: NameRule
    }

    /// Prepares the servers.
    ///
    /// - Throws: if TLS cannot be set up.
    package init(options: Run.Options) throws(HarnessError) {
        pool = WorkerPool(workers: options.jobs)
        do throws(WireError) {
            bench = try Bench(options)
            var chainOnly = options
            chainOnly.isChainOnly = true
            chainOnlyBench = try Bench(chainOnly)
        } catch {
            throw .wire(error)
        }
        do {
            var references: [Judge: Party] = [:]
            var demanding: [RelyingEnd: Party] = [:]
            for end in RelyingEnd.allCases {
                let profile = ["profile": end == .client ? "reference" : "client"]
                let status = profile.merging(["revocation": "hard-fail"]) { $1 }
                demanding[end] = Party(try PolicyModel.resolve("reference", settings: status))
                for rule in NameRule.allCases {
                    let settings = profile.merging(["names": rule.rawValue]) { $1 }
                    references[Judge(end: end, names: rule)] = Party(
                        try PolicyModel.resolve("reference", settings: settings)
                    )
                }
            }
            (self.references, self.demanding) = (references, demanding)
        } catch {
            throw .client(error.description)
        }
    }

    /// Forges each distinct setup of `scenarios` and runs a correct client on it.
    ///
    /// - Parameters:
    ///   - scenarios: the scenarios; their parties are ignored except for the rule on names, and
    ///     their expectations unless no model can decide the setup.
    ///   - part: the part to pin in setups without pins.
    ///   - isForProgram: whether the survey is for a program; if so, the correct client compares
    ///     names by the rule that the scenario's party states in its setting `names`.
    ///   - end: whether the parties are clients or servers.
    ///   - ids: the setups to include, each by the id of its first case; nil for all.
    ///   - shouldStop: called before each setup; true stops the survey.
    ///   - advance: called after each setup.
    /// - Returns: the sites, and the setups that failed.
    func sites(
        in scenarios: [Scenario],
        pinning part: PinnedPart?,
        isForProgram: Bool = false,
        for end: RelyingEnd,
        among ids: Set<String>? = nil,
        shouldStop: @escaping @Sendable () -> Bool = { false },
        advance: @escaping @Sendable () -> Void = {}
    ) async -> Sites {
        var seen: [NameRule?: Set<Setup>] = [:]
        @Sendable func names(_ scenario: Scenario) -> NameRule? {
            isForProgram ? scenario.statedNames : nil
        }
        // The id of a setup is the id of its first case in the whole suite, also in a shard.
        let distinct = scenarios.filter { end == .client || !$0.isOnlyForClients }
            .filter { seen[names($0), default: []].insert($0.setup).inserted }
            .filter { ids?.contains($0.id) ?? true }
        let reached = await pool.map(distinct, shouldStop: shouldStop) { scenario in
            defer { advance() }
            return site(of: scenario, pinning: part, by: names(scenario), for: end)
        }
        let results = reached.compactMap(\.self)
        return Sites(
            sites: results.compactMap { if case .success(let site)? = $0 { site } else { nil } },
            obstructions: results.compactMap {
                if case .failure(let obstruction)? = $0 { obstruction } else { nil }
            },
            untried: reached.count - results.count
        )
    }

    /// Runs each distinct setup of `scenarios` against each party.
    ///
    /// - Parameters:
    ///   - scenarios: the scenarios; their parties are ignored, and their expectations unless no
    ///     model can decide the setup.
    ///   - parties: at least one party; either all are clients, or all are servers.
    ///   - shouldStop: called before each setup; true stops the survey.
    /// - Returns: the replies at each setup with a verdict of a correct client, and the setups that
    ///   failed.
    package func replies(
        in scenarios: [Scenario],
        of parties: [Party],
        shouldStop: @escaping @Sendable () -> Bool = { false }
    ) async -> (replies: [SiteReplies], obstructions: [Obstruction]) {
        // No pins are added for programs: many cannot compare pins, and would be left out of each
        // setup.
        let models = parties.compactMap(\.model)
        let part = models.count == parties.count ? PinnedPart(for: models) : nil
        let end = parties.first?.end ?? .client
        let setups = await sites(in: scenarios, pinning: part, for: end, shouldStop: shouldStop)
        let replies = await pool.map(setups.sites, shouldStop: shouldStop) { site in
            SiteReplies(site: site, replies: parties.map { reply(of: $0, at: site) })
        }
        .compactMap(\.self)
        return (replies, setups.obstructions)
    }

    /// Returns the reply of one party to one setup.
    package func reply(of party: Party, in setup: Setup) -> Reply {
        reply(of: party, in: setup, on: bench) { () throws(HarnessError) in
            try bench.challenge(setup)
        }
    }

    /// Returns the reply of one party at one site.
    ///
    /// A program must accept an attack twice before it is reported.
    func reply(of party: Party, at site: Site) -> Reply {
        let first = answer(of: party, at: site)
        guard party.isProgram, case .reject = site.truth, case .accept? = first.verdict,
            case .reject? = answer(of: party, at: site).verdict
        else { return first }
        return .failed(.client("\(party.name) accepted once and refused the second time"))
    }

    private func answer(of party: Party, at site: Site) -> Reply {
        reply(of: party, in: site.setup, on: bench, by: site.names) { () throws(HarnessError) in
            site.challenge
        }
    }

    /// Returns the reply of a party at a site, without a handshake if the setup needs none.
    func trial(of party: Party, at site: Site) -> Reply {
        trial(of: party, in: site.setup) { () throws(HarnessError) in site.challenge }
    }

    /// Returns the reply over a handshake; without one if `isOverHandshake` is false and the setup
    /// needs none.
    func reply(of party: Party, at site: Site, isOverHandshake: Bool) -> Reply {
        if isOverHandshake { return reply(of: party, at: site) }
        let isChainOnly = bench.isChainOnly
        if let obstacle = party.obstacle(in: site.setup, isFixed: true, isChainOnly: isChainOnly) {
            return .notApplicable(obstacle)
        }
        return trial(of: party, at: site)
    }

    /// Returns the reply in the setup without its pins, which do not change what the server
    /// presents.
    func trial(of party: Party, withoutPinsAt site: Site) -> Reply {
        var setup = site.setup
        setup.pins = nil
        return trial(of: party, in: setup) { () throws(HarnessError) in
            site.challenge.withoutPins
        }
    }

    /// Whether a correct client that requires the revocation status of each certificate refuses the
    /// site.
    ///
    /// A client that has CRLs may require the status, such as OpenSSL with `CRL_CHECK_ALL`.
    func dependsOnStatus(_ site: Site) -> Bool {
        guard site.truth.isAccept, !site.setup.crls.isEmpty,
            let demanding = demanding[site.setup.end],
            case .reject = trial(of: demanding, at: site).verdict
        else { return false }
        return true
    }

    /// Returns the reply to a setup that belongs to no site, without a handshake if the setup needs
    /// none.
    func trial(of party: Party, in setup: Setup) -> Reply {
        let made = Result { () throws(HarnessError) in try bench.challenge(setup) }
        return trial(of: party, in: setup) { () throws(HarnessError) in try made.get() }
    }

    private func trial(
        of party: Party,
        in setup: Setup,
        _ challenge: () throws(HarnessError) -> Challenge
    ) -> Reply {
        let withoutHandshake = reply(of: party, in: setup, on: chainOnlyBench, challenge)
        guard case .notApplicable = withoutHandshake else { return withoutHandshake }
        return reply(of: party, in: setup, on: bench, challenge)
    }

    private func reply(
        of party: Party,
        in setup: Setup,
        on bench: Bench,
        by names: NameRule? = nil,
        _ challenge: () throws(HarnessError) -> Challenge
    ) -> Reply {
        let isChainOnly = bench.isChainOnly
        if let obstacle = party.obstacle(in: setup, isFixed: true, isChainOnly: isChainOnly) {
            return .notApplicable(obstacle)
        }
        do {
            let answer = try bench.answer(of: party, facing: challenge())
            if let undelivered = answer.undelivered { return .notApplicable(undelivered) }
            if names == nil, let permission = answer.permission {
                return .notApplicable(permission)
            }
            return .decided(answer.decision)
        } catch .undialled(let words) {
            return .undialled(words, in: setup)
        } catch .undelivered(let reason) {
            return .notApplicable(reason)
        } catch {
            return .failed(error)
        }
    }

    private func site(
        of scenario: Scenario,
        pinning part: PinnedPart?,
        by names: NameRule?,
        for end: RelyingEnd
    ) -> Result<Site, Obstruction>? {
        let setup = part.map { pinned(scenario, on: $0) } ?? scenario.setup.turned(to: end)
        let challenge: Challenge
        do {
            challenge = try bench.challenge(setup)
        } catch {
            return .failure(Obstruction(scenario: scenario, error: error))
        }
        switch truth(of: scenario, in: setup, by: names, challenge) {
        case .notApplicable: return nil
        case .failed(let error):
            return .failure(Obstruction(scenario: scenario, error: error))
        case .decided(let decision):
            let site = Site(
                scenario: scenario,
                setup: setup,
                part: part,
                names: names,
                challenge: challenge,
                truth: decision.verdict,
                dependsOnPinForm: dependsOnPinForm(setup, decision.verdict)
            )
            return .success(site)
        }
    }

    /// Returns the decision of a correct client.
    private func truth(
        of scenario: Scenario,
        in setup: Setup,
        by names: NameRule?,
        _ challenge: Challenge
    ) -> Reply {
        let rule = names ?? .rfc9525
        // Models remember nothing between steps, and have no users and hosts, so the scenario
        // states the decision.
        guard setup.earlier.isEmpty, !setup.isOfServers else { return scenario.statedTruth }
        guard setup.startTLS != nil else {
            let reply = reply(ofCorrectPartyIn: setup, by: rule) { () throws(HarnessError) in
                challenge
            }
            // If a server stops responding, Hatpin's client gives no verdict, so the scenario
            // states the decision.
            if case .failed = reply, !scenario.stated.alternatives.isEmpty {
                return scenario.statedTruth
            }
            return reply
        }
        // Models only speak HTTPS. Their decision applies if the upgrade to TLS was sound.
        guard challenge.presentation.speaks?.fault == nil else {
            return .decided(Decision(.reject(.cleartext)))
        }
        var atOnce = setup
        atOnce.startTLS = nil
        atOnce.dataChannel = []
        let decided = reply(ofCorrectPartyIn: atOnce, by: rule)
        guard !setup.dataChannel.isEmpty, case .accept? = decided.verdict else { return decided }
        atOnce.serve = setup.dataChannel
        return reply(ofCorrectPartyIn: atOnce, by: rule)
    }

    /// Returns the decision of a correct relying party in a setup.
    private func reply(
        ofCorrectPartyIn setup: Setup,
        by names: NameRule = .rfc9525
    ) -> Reply {
        reply(ofCorrectPartyIn: setup, by: names) { () throws(HarnessError) in
            try bench.challenge(setup)
        }
    }

    private func reply(
        ofCorrectPartyIn setup: Setup,
        by names: NameRule,
        _ challenge: () throws(HarnessError) -> Challenge
    ) -> Reply {
        guard let judge = references[Judge(end: setup.end, names: names)] else {
            return .notApplicable("no correct party decides by this rule")
        }
        return trial(of: judge, in: setup, challenge)
    }

    private func pinned(_ scenario: Scenario, on part: PinnedPart) -> Setup {
        let setup = scenario.setup
        // A server with handshake faults is the genuine server, with its own certificates.
        guard setup.pins == nil, part != .authority, setup.handshake.isEmpty,
            case .reject(let rejection)? = reply(ofCorrectPartyIn: setup).verdict
        else { return setup.pinned(on: part, isImposture: false) }
        let exposure = Exposure(rejection, gaining: scenario.gain, on: .other)
        return setup.pinned(on: part, isImposture: exposure.isImposture)
    }

    private func dependsOnPinForm(_ setup: Setup, _ truth: Verdict) -> Bool {
        guard truth == .reject(.pinMismatch), let pins = setup.pins else { return false }
        var keyed = setup
        keyed.pins = pins.map { pin in
            if case .entity(let pin) = pin { .spki(pin.entity) } else { pin }
        }
        guard keyed != setup, case .accept? = reply(ofCorrectPartyIn: keyed).verdict else {
            return false
        }
        return true
    }
}

extension Scenario {
    /// The rule on names that the scenario's party states; nil if the party states no rule.
    var statedNames: NameRule? { party?.settings["names"].flatMap(NameRule.init) }

    /// The scenario's expectation of a correct client.
    fileprivate var stated: Expectation {
        secure ?? rule(for: PartyReference(name: "reference")).expectation
    }

    /// Whether a client may refuse what a correct client accepts, such as a flood of messages.
    var allowsRefusal: Bool { stated.alternatives.contains(.refusal) }

    /// The scenario's verdict of a correct client.
    fileprivate var statedTruth: Survey.Reply {
        switch stated.verdict {
        case .accept: return .decided(Decision(.accept(.observed)))
        case .reject(let codes): return .decided(Decision(.reject(.reported(codes, words: ""))))
        }
    }
}
