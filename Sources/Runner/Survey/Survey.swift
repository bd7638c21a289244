import Basics
import ClientModels
import PathValidation
import ScenarioFormat
import TLS
import X509

/// Puts setups before parties without an expectation, and before a correct client for comparison.
///
/// The correct client is `reference`, which every scenario without a party is held to.
package struct Survey: Sendable {
    /// The reply of a party to a setup.
    package enum Reply: Sendable {
        case decided(Decision)
        /// The party cannot express the setup, or the setup cannot be served.
        case notApplicable(String)
        /// There is no verdict.
        case failed(HarnessError)

        /// The reply of a program that dialled no server, and so has judged no certificate.
        ///
        /// It may find a name unfit to ask for. An address never is: its server was not reached.
        static func undialled(_ words: String, in setup: Setup) -> Reply {
            if case .ip = setup.connect { return .failed(.undialled(words)) }
            return .notApplicable(words)
        }

        package var verdict: Verdict? {
            if case .decided(let decision) = self { decision.verdict } else { nil }
        }
    }

    /// A setup that parties are put before, and what a correct client decides in it.
    package struct Site: Sendable {
        /// The first case that has the setup.
        package let scenario: Scenario
        /// The scenario's, with pins for parties that compare some.
        package let setup: Setup
        /// The part that was pinned for the parties if the scenario states no pins.
        let part: PinnedPart?
        let challenge: Challenge
        package let truth: Verdict
        /// Whether a correct client accepts it that takes pinned certificates for their keys, and
        /// refuses it where it takes them as they are: both are in the right.
        package let dependsOnPinForm: Bool
    }

    /// A site, and what parties do there.
    package struct Finding: Sendable {
        package let site: Site
        /// In the order of the parties.
        package let replies: [Reply]
    }

    /// A setup without a verdict, because it could not be forged, served or judged.
    package struct Obstruction: Error {
        package let scenario: Scenario
        package let error: HarnessError
    }

    /// The sites in the order of the scenarios, and the setups that are none.
    package struct Sites: Sendable {
        package let sites: [Site]
        /// Setups that a correct client gave no verdict on.
        package let obstructions: [Obstruction]
    }

    private let bench: Bench
    /// The same without handshakes.
    private let chainOnlyBench: Bench
    /// Puts several setups before parties at once.
    let pool: WorkerPool
    private let reference: Party
    /// The same where it refuses a certificate of unknown status.
    private let demanding: Party

    /// Prepares the servers.
    ///
    /// - Throws: where TLS cannot be set up.
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
            reference = Party(try PolicyModel.resolve("reference"))
            demanding = Party(
                try PolicyModel.resolve("reference", settings: ["revocation": "hard-fail"])
            )
        } catch {
            throw .client(error.description)
        }
    }

    /// Makes each distinct setup of `scenarios`, and puts it before a correct client.
    ///
    /// - Parameters:
    ///   - scenarios: their own parties and expectations do not count.
    ///   - part: what is pinned in setups that state no pins.
    ///   - ids: the first cases of the setups that are made; nil for all.
    ///   - shouldStop: asked before each setup; true takes up no more.
    ///   - advance: called after each setup.
    /// - Returns: the sites, and the setups that could not be made.
    func sites(
        in scenarios: [Scenario],
        pinning part: PinnedPart?,
        among ids: Set<String>? = nil,
        shouldStop: @escaping @Sendable () -> Bool = { false },
        advance: @escaping @Sendable () -> Void = {}
    ) async -> Sites {
        var seen: Set<Setup> = []
        // A setup is its first case's, in a shard as in the whole.
        let distinct = scenarios.filter { seen.insert($0.setup).inserted }
            .filter { ids?.contains($0.id) ?? true }
        let results = await pool.map(distinct, shouldStop: shouldStop) { scenario in
            defer { advance() }
            return site(of: scenario, pinning: part)
        }
        .compactMap(\.self)
        return Sites(
            sites: results.compactMap { if case .success(let site)? = $0 { site } else { nil } },
            obstructions: results.compactMap {
                if case .failure(let obstruction)? = $0 { obstruction } else { nil }
            }
        )
    }

    /// Puts each distinct setup of `scenarios` before each party.
    ///
    /// - Parameters:
    ///   - scenarios: their own parties and expectations do not count.
    ///   - parties: at least one.
    ///   - shouldStop: asked before each setup; true takes up no more.
    /// - Returns: a finding for each setup that a correct client has a verdict on, and the others.
    package func findings(
        in scenarios: [Scenario],
        of parties: [Party],
        shouldStop: @escaping @Sendable () -> Bool = { false }
    ) async -> (findings: [Finding], obstructions: [Obstruction]) {
        // A program is not told to pin: many cannot, and would be left out of every setup.
        let models = parties.compactMap(\.model)
        let part = models.count == parties.count ? PinnedPart(for: models) : nil
        let setups = await sites(in: scenarios, pinning: part, shouldStop: shouldStop)
        let findings = await pool.map(setups.sites, shouldStop: shouldStop) { site in
            Finding(site: site, replies: parties.map { reply(of: $0, at: site) })
        }
        .compactMap(\.self)
        return (findings, setups.obstructions)
    }

    /// The reply of one party to one setup.
    package func reply(of party: Party, in setup: Setup) -> Reply {
        reply(of: party, in: setup, on: bench) { () throws(HarnessError) in
            try bench.challenge(setup)
        }
    }

    /// The reply of one party at one site; a program's weakness counts where it shows itself twice.
    func reply(of party: Party, at site: Site) -> Reply {
        let first = answer(of: party, at: site)
        guard party.isProgram, case .reject = site.truth, case .accept? = first.verdict,
            case .reject? = answer(of: party, at: site).verdict
        else { return first }
        return .failed(.client("\(party.name) accepted, and refused when it was asked again"))
    }

    private func answer(of party: Party, at site: Site) -> Reply {
        reply(of: party, in: site.setup, on: bench) { () throws(HarnessError) in site.challenge }
    }

    /// The same, without a handshake where the setup needs none.
    func trial(of party: Party, at site: Site) -> Reply {
        trial(of: party, in: site.setup) { () throws(HarnessError) in site.challenge }
    }

    /// The reply over a handshake, or where the setup needs none to the same without one.
    func reply(of party: Party, at site: Site, isOverHandshake: Bool) -> Reply {
        if isOverHandshake { return reply(of: party, at: site) }
        let isChainOnly = bench.isChainOnly
        if let obstacle = party.obstacle(in: site.setup, isFixed: true, isChainOnly: isChainOnly) {
            return .notApplicable(obstacle)
        }
        return trial(of: party, at: site)
    }

    /// The same in the setup without its pins, which no server shows.
    func trial(of party: Party, withoutPinsAt site: Site) -> Reply {
        var setup = site.setup
        setup.pins = nil
        return trial(of: party, in: setup) { () throws(HarnessError) in
            site.challenge.withoutPins
        }
    }

    /// Whether a correct client refuses the site once it wants to know of each certificate whether it was
    /// revoked; one that is given CRLs may want that, such as OpenSSL under `CRL_CHECK_ALL`.
    func dependsOnStatus(_ site: Site) -> Bool {
        guard site.truth.isAccept, !site.setup.crls.isEmpty,
            case .reject = trial(of: demanding, at: site).verdict
        else { return false }
        return true
    }

    /// The reply to a setup that is no site, without a handshake where it needs none.
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
        _ challenge: () throws(HarnessError) -> Challenge
    ) -> Reply {
        let isChainOnly = bench.isChainOnly
        if let obstacle = party.obstacle(in: setup, isFixed: true, isChainOnly: isChainOnly) {
            return .notApplicable(obstacle)
        }
        do {
            let answer = try bench.answer(of: party, facing: challenge())
            if let undelivered = answer.undelivered { return .notApplicable(undelivered) }
            return .decided(answer.decision)
        } catch .undialled(let words) {
            return .undialled(words, in: setup)
        } catch {
            return .failed(error)
        }
    }

    private func site(
        of scenario: Scenario,
        pinning part: PinnedPart?
    ) -> Result<Site, Obstruction>? {
        let setup = part.map { pinned(scenario, on: $0) } ?? scenario.setup
        let challenge: Challenge
        do {
            challenge = try bench.challenge(setup)
        } catch {
            return .failure(Obstruction(scenario: scenario, error: error))
        }
        switch truth(of: scenario, in: setup, challenge) {
        case .notApplicable: return nil
        case .failed(let error):
            return .failure(Obstruction(scenario: scenario, error: error))
        case .decided(let decision):
            let site = Site(
                scenario: scenario,
                setup: setup,
                part: part,
                challenge: challenge,
                truth: decision.verdict,
                dependsOnPinForm: dependsOnPinForm(setup, decision.verdict)
            )
            return .success(site)
        }
    }

    /// The decision of a correct client.
    private func truth(of scenario: Scenario, in setup: Setup, _ challenge: Challenge) -> Reply {
        // Models keep nothing of an earlier step, so that none of them knows.
        guard setup.earlier.isEmpty else { return scenario.statedTruth }
        guard setup.startTLS != nil else {
            let reply = trial(of: reference, in: setup) { () throws(HarnessError) in challenge }
            // Where a server stops, our client is left without a verdict; the scenario has it.
            if case .failed = reply, !scenario.stated.alternatives.isEmpty {
                return scenario.statedTruth
            }
            return reply
        }
        // Models speak HTTPS alone: what they decide after the way to TLS holds where that is sound.
        guard challenge.presentation.upgrade?.fault == nil else {
            return .decided(Decision(.reject(.cleartext)))
        }
        var atOnce = setup
        atOnce.startTLS = nil
        atOnce.dataChannel = []
        let decided = trial(of: reference, in: atOnce)
        guard !setup.dataChannel.isEmpty, case .accept? = decided.verdict else { return decided }
        atOnce.serve = setup.dataChannel
        return trial(of: reference, in: atOnce)
    }

    private func pinned(_ scenario: Scenario, on part: PinnedPart) -> Setup {
        let setup = scenario.setup
        // A fault in the handshake is the genuine server's, with its own certificates.
        guard setup.pins == nil, part != .authority, setup.handshake.isEmpty,
            case .reject(let rejection) = trial(of: reference, in: setup).verdict
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
        guard keyed != setup, case .accept = trial(of: reference, in: keyed).verdict else {
            return false
        }
        return true
    }
}

extension Scenario {
    /// Its expectation of a correct client.
    fileprivate var stated: Expectation {
        secure ?? rule(for: PartyReference(name: "reference")).expectation
    }

    /// Whether a client may refuse what a correct one accepts, such as a flood.
    var allowsRefusal: Bool { stated.alternatives.contains(.refusal) }

    /// Its answer about a correct client.
    fileprivate var statedTruth: Survey.Reply {
        switch stated.verdict {
        case .accept: return .decided(Decision(.accept(.observed)))
        case .reject(let codes): return .decided(Decision(.reject(.reported(codes, words: ""))))
        }
    }
}
