import Basics
import ClientModels
import Crypto
import PathValidation
import ScenarioFormat
import Synchronization
import TLS
import X509

/// Scenarios put before relying parties, as many at once as there are jobs.
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
        /// Whether the process is in a network of its own, whose every address servers may listen on.
        package var isAlone: Bool = false
        /// Stop taking up pairs after the first that fails the run.
        package var failsFast: Bool = false
        /// Whether a rejection without a reason is none for the reason that is expected.
        package var wantsReasons: Bool = false
        /// The part of a plan that the pairs are; nil for a plan of their own.
        package var shard: RunShard?
        /// Indices of judgements that an earlier process of this run made.
        package var judged: Set<Int> = []
        /// How long a party may take for one verdict.
        package var deadline: Duration = .seconds(5)

        package init(now: Instant) {
            self.now = now
        }
    }

    package let plan: RunPlan
    private let pairs: [Pair]
    private let turns: [Turn]
    private let options: Options
    private let bench: Bench

    /// Puts cases before parties.
    ///
    /// - Parameters:
    ///   - pairs: in the order they are to be reported; of a shard, its own.
    ///   - options: how the run is made.
    /// - Throws: where TLS cannot be set up.
    package init(_ pairs: [Pair], options: Options) throws(WireError) {
        self.options = options
        self.pairs = pairs
        bench = try Bench(options)
        turns = Self.turns(pairs.count, options)
        plan = RunPlan(
            seed: options.seed,
            now: options.now,
            scenarios: Set(pairs.map(\.scenario.group)).count,
            cases: Set(pairs.map(\.scenario.id)).count,
            pairs: pairs.count * options.repetitions,
            parties: Set(pairs.map(\.party.name)).sorted(),
            hash: try pairs.digest(),
            isChainOnly: options.isChainOnly,
            ids: pairs.map { $0.id(repetition: 0) },
            shard: options.shard,
            indices: turns.map(\.index)
        )
    }

    /// One judgement of a pair.
    private struct Turn {
        /// The place in the order of the whole plan.
        let index: Int
        /// The place of the pair, and of the judgement among its repetitions, both from 0.
        let pair, repetition: Int
    }

    /// The judgements that are still to be made, in the order of the plan.
    private static func turns(_ pairs: Int, _ options: Options) -> [Turn] {
        let repetitions = options.repetitions
        let places = options.shard?.places ?? Array(0..<pairs)
        return zip(0..<pairs, places).flatMap { pair, place in
            (0..<repetitions).map { repetition in
                Turn(index: place * repetitions + repetition, pair: pair, repetition: repetition)
            }
        }
        .filter { !options.judged.contains($0.index) }
    }

    /// Judges every pair and tells `receive`, one event at a time.
    ///
    /// - Parameters:
    ///   - shouldStop: asked before each pair; true takes up no more.
    ///   - receive: called on the threads of the run, never by two at once.
    package func perform(
        shouldStop: @escaping @Sendable () -> Bool,
        receive: @escaping @Sendable (RunEvent) -> Void
    ) async {
        let start = ContinuousClock.now
        receive(.started(plan))
        let progress = Mutex(Progress())
        await WorkerPool(workers: options.jobs).forEach(below: turns.count) {
            shouldStop() || progress.withLock { $0.mustStop }
        } _: { number in
            let turn = turns[number]
            let pair = pairs[turn.pair]
            let id = pair.id(repetition: turn.repetition)
            progress.withLock { _ in receive(.began(id: id)) }
            let judgement = bench.judge(pair, id: id, index: turn.index)
            progress.withLock {
                $0.judged += 1
                if options.failsFast, judgement.outcome.kind.isFailure { $0.mustStop = true }
                receive(.judged(judgement))
            }
        }
        let judged = progress.withLock { $0.judged }
        receive(
            .finished(
                RunSummary(
                    elapsed: (ContinuousClock.now - start).microseconds,
                    judged: judged,
                    wasStopped: judged < turns.count
                )
            )
        )
    }

    private struct Progress {
        var judged = 0
        var mustStop = false
    }
}
