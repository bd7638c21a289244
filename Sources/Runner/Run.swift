import Dispatch
import Forge
import OpenSSL
import PKIX
import Scenarios
import Synchronization
import Trust
import Wire

/// Scenarios put before relying parties, on as many threads as there are jobs.
package struct Run: Sendable {
    /// How a run is made.
    package struct Options: Sendable {
        package var seed: UInt64 = 1
        /// The instant that relative times are relative to.
        package var now: Instant
        /// Pairs at once; at least 1.
        package var jobs: Int = 1
        /// How often each pair is judged; at least 1.
        package var repetitions: Int = 1
        package var isChainOnly: Bool = false
        /// Stop taking up pairs after the first that is not as expected.
        package var failsFast: Bool = false
        /// How long a party may take for one verdict.
        package var deadline: Duration = .seconds(5)

        package init(now: Instant) {
            self.now = now
        }
    }

    package let plan: RunPlan
    private let pairs: [Pair]
    private let options: Options
    private let bench: Bench

    /// Pairs `cases` with parties.
    ///
    /// - Parameters:
    ///   - cases: in the order they are to be reported.
    ///   - parties: those selected; nil for `reference` where a case fixes none. A case that fixes
    ///     its party runs against that one, where a party of its name is among those selected.
    ///   - options: how the run is made.
    /// - Throws: `PolicyModelError` for a party or setting that does not exist, `WireError` where
    ///   TLS cannot be set up.
    package init(_ cases: [Scenario], parties: [PartyReference]?, options: Options) throws {
        let pairs = cases.flatMap { scenario in
            scenario.parties(among: parties).map { (scenario, $0) }
        }
        try self.init(pairs, options: options)
    }

    /// Puts these cases before these parties.
    ///
    /// - Parameters:
    ///   - pairs: in the order they are to be reported.
    ///   - options: how the run is made.
    /// - Throws: `PolicyModelError` for a party or setting that does not exist, `WireError` where
    ///   TLS cannot be set up.
    package init(_ pairs: [(Scenario, PartyReference)], options: Options) throws {
        self.options = options
        bench = try Bench(options)
        let pairs = try pairs.map { scenario, reference in
            Pair(
                scenario: scenario,
                party: try Contender(reference),
                isFixed: scenario.party != nil
            )
        }
        self.pairs = pairs
        plan = try RunPlan(
            seed: options.seed,
            now: options.now,
            scenarios: Set(pairs.map(\.scenario.group)).count,
            cases: Set(pairs.map(\.scenario.id)).count,
            pairs: pairs.count * options.repetitions,
            parties: Set(pairs.map(\.party.name)).sorted(),
            hash: Digest.sha256.hash(pairs.flatMap(\.fingerprint)).hex,
            isChainOnly: options.isChainOnly
        )
    }

    /// Judges every pair and tells `receive`, one event at a time.
    ///
    /// - Parameters:
    ///   - shouldStop: asked before each pair; true takes up no more.
    ///   - receive: called on the threads of the run, never by two at once.
    package func perform(
        shouldStop: @escaping @Sendable () -> Bool,
        receive: @escaping @Sendable (RunEvent) -> Void
    ) {
        let start = ContinuousClock.now
        receive(.started(plan))
        let progress = Mutex(Progress())
        let queue = DispatchQueue(label: "hatpin.run", attributes: .concurrent)
        let group = DispatchGroup()
        for _ in 0..<max(1, options.jobs) {
            queue.async(group: group) {
                while let index = next(progress, shouldStop) {
                    let pair = pairs[index / options.repetitions]
                    let id = pair.id(repetition: index % options.repetitions)
                    progress.withLock { _ in receive(.began(id: id)) }
                    let judgement = bench.judge(pair, id: id, index: index)
                    progress.withLock {
                        $0.judged += 1
                        $0.mustStop =
                            $0.mustStop || (options.failsFast && !judgement.outcome.isExpected)
                        receive(.judged(judgement))
                    }
                }
            }
        }
        group.wait()
        let judged = progress.withLock { $0.judged }
        receive(
            .finished(
                RunSummary(
                    elapsed: (ContinuousClock.now - start).microseconds,
                    judged: judged,
                    wasStopped: judged < plan.pairs
                )
            )
        )
    }

    private struct Progress {
        var taken = 0
        var judged = 0
        var mustStop = false
    }

    private func next(_ progress: borrowing Mutex<Progress>, _ shouldStop: () -> Bool) -> Int? {
        guard !shouldStop() else { return nil }
        return progress.withLock {
            guard !$0.mustStop, $0.taken < plan.pairs else { return nil }
            $0.taken += 1
            return $0.taken - 1
        }
    }
}

/// A case and the party it is put before.
struct Pair: Sendable {
    let scenario: Scenario
    let party: Contender
    /// Whether the case itself fixes the party.
    let isFixed: Bool

    func id(repetition: Int) -> String {
        let id = "\(scenario.id)@\(party.name)"
        return repetition == 0 ? id : "\(id)#\(repetition + 1)"
    }

    /// Why the pair cannot be judged; nil where it can.
    func obstacle(isChainOnly: Bool) -> String? {
        if isChainOnly, let obstacle = ChainOnlyParty.obstacle(in: scenario.world) {
            return obstacle
        }
        guard let pins = scenario.world.pins else {
            return isFixed || party.capabilities.contains(.unpinned)
                ? nil : "\(party.name) demands a pin, and there is none"
        }
        if !isFixed, !party.capabilities.contains(.pins) {
            return "\(party.name) compares no pins"
        }
        let hasHash = pins.contains { if case .sha256 = $0 { true } else { false } }
        if hasHash, !party.capabilities.contains(.hashPins), party.capabilities.contains(.pins) {
            return "\(party.name) pins certificates, not hashes"
        }
        return nil
    }

    /// What the plan's hash is made over.
    var fingerprint: [UInt8] {
        Array("\(id(repetition: 0)) \(scenario.definition)\n".utf8)
    }
}

/// A party by its name, ready to decide.
struct Contender: Sendable {
    let reference: PartyReference
    /// With the settings that are not the model's defaults.
    let name: String
    let capabilities: Set<PolicyModel.Capability>
    let policy: any TrustPolicy

    init(_ reference: PartyReference) throws(PolicyModelError) {
        let resolved = try PolicyModel.resolve(reference.name, settings: reference.settings)
        self.reference = reference
        name = resolved.name
        capabilities = resolved.capabilities
        policy = resolved.policy
    }
}

extension Scenario {
    /// The parties that this case is put before, where these are selected; nil for `reference`, or
    /// the one that the case fixes.
    package func parties(among selected: [PartyReference]?) -> [PartyReference] {
        guard let party else { return selected ?? [PartyReference(name: "reference")] }
        guard let selected else { return [party] }
        return selected.contains { $0.name == party.name } ? [party] : []
    }
}

extension Duration {
    var microseconds: Int64 {
        components.seconds * 1_000_000 + components.attoseconds / 1_000_000_000_000
    }
}
