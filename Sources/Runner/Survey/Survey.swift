import Basics
import ClientModels
import PathValidation
import ScenarioFormat
import TLS
import X509

/// Puts worlds before parties without an expectation, and before a correct client for comparison.
///
/// The correct client is `reference`, which every scenario without a party is held to.
package struct Survey: Sendable {
    /// The reply of a party to a world.
    package enum Reply: Sendable {
        case decided(Decision)
        /// The party cannot express the world, or the world cannot be served.
        case notApplicable(String)
        /// There is no verdict.
        case failed(HarnessError)

        /// The reply of a program that dialled no server, and so has judged no certificate.
        ///
        /// It may find a name unfit to ask for. An address never is: its server was not reached.
        static func undialled(_ words: String, in world: World) -> Reply {
            if case .ip = world.connect { return .failed(.undialled(words)) }
            return .notApplicable(words)
        }

        package var verdict: Verdict? {
            if case .decided(let decision) = self { decision.verdict } else { nil }
        }
    }

    /// A world that parties are put before, and what a correct client decides in it.
    package struct Site: Sendable {
        /// The first case that has the world.
        package let scenario: Scenario
        /// The scenario's, with pins for parties that compare some.
        package let world: World
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

    /// A world without a verdict, because it could not be forged, served or judged.
    package struct Obstruction: Error {
        package let scenario: Scenario
        package let error: HarnessError
    }

    /// The sites in the order of the scenarios, and the worlds that are none.
    package struct Sites: Sendable {
        package let sites: [Site]
        /// Worlds that a correct client gave no verdict on.
        package let obstructions: [Obstruction]
    }

    private let bench: Bench
    /// The same without handshakes.
    private let chainOnlyBench: Bench
    /// Puts several worlds before parties at once.
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

    /// Makes each distinct world of `scenarios`, and puts it before a correct client.
    ///
    /// - Parameters:
    ///   - scenarios: their own parties and expectations do not count.
    ///   - part: what is pinned in worlds that state no pins.
    ///   - ids: the first cases of the worlds that are made; nil for all.
    ///   - shouldStop: asked before each world; true takes up no more.
    ///   - advance: called behind each world.
    /// - Returns: the sites, and the worlds that could not be made.
    func sites(
        in scenarios: [Scenario],
        pinning part: PinnedPart?,
        among ids: Set<String>? = nil,
        shouldStop: @escaping @Sendable () -> Bool = { false },
        advance: @escaping @Sendable () -> Void = {}
    ) async -> Sites {
        var seen: Set<World> = []
        // A world is its first case's, in a shard as in the whole.
        let distinct = scenarios.filter { seen.insert($0.world).inserted }
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

    /// Puts each distinct world of `scenarios` before each party.
    ///
    /// - Parameters:
    ///   - scenarios: their own parties and expectations do not count.
    ///   - parties: at least one.
    ///   - shouldStop: asked before each world; true takes up no more.
    /// - Returns: a finding for each world that a correct client has a verdict on, and the others.
    package func findings(
        in scenarios: [Scenario],
        of parties: [Party],
        shouldStop: @escaping @Sendable () -> Bool = { false }
    ) async -> (findings: [Finding], obstructions: [Obstruction]) {
        // A program is not told to pin: many cannot, and would be left out of every world.
        let models = parties.compactMap(\.model)
        let part = models.count == parties.count ? PinnedPart(for: models) : nil
        let worlds = await sites(in: scenarios, pinning: part, shouldStop: shouldStop)
        let findings = await pool.map(worlds.sites, shouldStop: shouldStop) { site in
            Finding(site: site, replies: parties.map { reply(of: $0, at: site) })
        }
        .compactMap(\.self)
        return (findings, worlds.obstructions)
    }

    /// The reply of one party to one world.
    package func reply(of party: Party, in world: World) -> Reply {
        reply(of: party, in: world, on: bench) { () throws(HarnessError) in
            try bench.challenge(world)
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
        reply(of: party, in: site.world, on: bench) { () throws(HarnessError) in site.challenge }
    }

    /// The same, without a handshake where the world needs none.
    func trial(of party: Party, at site: Site) -> Reply {
        trial(of: party, in: site.world) { () throws(HarnessError) in site.challenge }
    }

    /// The reply over a handshake, or where the world needs none to the same without one.
    func reply(of party: Party, at site: Site, isOverHandshake: Bool) -> Reply {
        if isOverHandshake { return reply(of: party, at: site) }
        let isChainOnly = bench.isChainOnly
        if let obstacle = party.obstacle(in: site.world, isFixed: true, isChainOnly: isChainOnly) {
            return .notApplicable(obstacle)
        }
        return trial(of: party, at: site)
    }

    /// The same in the world without its pins, which no server shows.
    func trial(of party: Party, withoutPinsAt site: Site) -> Reply {
        var world = site.world
        world.pins = nil
        return trial(of: party, in: world) { () throws(HarnessError) in
            site.challenge.withoutPins
        }
    }

    /// Whether a correct client refuses the site once it wants to know of each certificate whether it was
    /// revoked; one that is given CRLs may want that, such as OpenSSL under `CRL_CHECK_ALL`.
    func dependsOnStatus(_ site: Site) -> Bool {
        guard site.truth.isAccept, !site.world.crls.isEmpty,
            case .reject = trial(of: demanding, at: site).verdict
        else { return false }
        return true
    }

    /// The reply to a world that is no site, without a handshake where it needs none.
    func trial(of party: Party, in world: World) -> Reply {
        let made = Result { () throws(HarnessError) in try bench.challenge(world) }
        return trial(of: party, in: world) { () throws(HarnessError) in try made.get() }
    }

    private func trial(
        of party: Party,
        in world: World,
        _ challenge: () throws(HarnessError) -> Challenge
    ) -> Reply {
        let withoutHandshake = reply(of: party, in: world, on: chainOnlyBench, challenge)
        guard case .notApplicable = withoutHandshake else { return withoutHandshake }
        return reply(of: party, in: world, on: bench, challenge)
    }

    private func reply(
        of party: Party,
        in world: World,
        on bench: Bench,
        _ challenge: () throws(HarnessError) -> Challenge
    ) -> Reply {
        let isChainOnly = bench.isChainOnly
        if let obstacle = party.obstacle(in: world, isFixed: true, isChainOnly: isChainOnly) {
            return .notApplicable(obstacle)
        }
        do {
            let answer = try bench.answer(of: party, facing: challenge())
            if let undelivered = answer.undelivered { return .notApplicable(undelivered) }
            return .decided(answer.decision)
        } catch .undialled(let words) {
            return .undialled(words, in: world)
        } catch {
            return .failed(error)
        }
    }

    private func site(
        of scenario: Scenario,
        pinning part: PinnedPart?
    ) -> Result<Site, Obstruction>? {
        let world = part.map { pinned(scenario, on: $0) } ?? scenario.world
        let challenge: Challenge
        do {
            challenge = try bench.challenge(world)
        } catch {
            return .failure(Obstruction(scenario: scenario, error: error))
        }
        switch truth(of: scenario, in: world, challenge) {
        case .notApplicable: return nil
        case .failed(let error):
            return .failure(Obstruction(scenario: scenario, error: error))
        case .decided(let decision):
            let site = Site(
                scenario: scenario,
                world: world,
                part: part,
                challenge: challenge,
                truth: decision.verdict,
                dependsOnPinForm: dependsOnPinForm(world, decision.verdict)
            )
            return .success(site)
        }
    }

    /// The decision of a correct client.
    private func truth(of scenario: Scenario, in world: World, _ challenge: Challenge) -> Reply {
        // Models keep nothing of an earlier step, so that none of them knows.
        guard world.earlier.isEmpty else { return scenario.statedTruth }
        guard world.startTLS != nil else {
            let reply = trial(of: reference, in: world) { () throws(HarnessError) in challenge }
            // Where a server stops, our client is left without a verdict; the scenario has it.
            if case .failed = reply, !scenario.stated.alternatives.isEmpty {
                return scenario.statedTruth
            }
            return reply
        }
        // Models speak HTTPS alone: what they decide behind the way to TLS holds where that is sound.
        guard challenge.presentation.upgrade?.fault == nil else {
            return .decided(Decision(.reject(.cleartext)))
        }
        var atOnce = world
        atOnce.startTLS = nil
        atOnce.dataChannel = []
        let decided = trial(of: reference, in: atOnce)
        guard !world.dataChannel.isEmpty, case .accept? = decided.verdict else { return decided }
        atOnce.serve = world.dataChannel
        return trial(of: reference, in: atOnce)
    }

    private func pinned(_ scenario: Scenario, on part: PinnedPart) -> World {
        let world = scenario.world
        // A fault in the handshake is the genuine server's, with its own certificates.
        guard world.pins == nil, part != .authority, world.handshake.isEmpty,
            case .reject(let rejection) = trial(of: reference, in: world).verdict
        else { return world.pinned(on: part, isImposture: false) }
        let exposure = Exposure(rejection, gaining: scenario.gain, on: .other)
        return world.pinned(on: part, isImposture: exposure.isImposture)
    }

    private func dependsOnPinForm(_ world: World, _ truth: Verdict) -> Bool {
        guard truth == .reject(.pinMismatch), let pins = world.pins else { return false }
        var keyed = world
        keyed.pins = pins.map { pin in
            if case .entity(let pin) = pin { .spki(pin.entity) } else { pin }
        }
        guard keyed != world, case .accept = trial(of: reference, in: keyed).verdict else {
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
