import Basics
import ClientModels
import Crypto
import PathValidation
import ScenarioFormat
import Synchronization
import TLS
import X509

/// A run, which judges pairs of a case and a relying party with several workers.
package struct Run: Sendable {
    /// The options of a run.
    package struct Options: Sendable {
        package var seed: UInt64 = 1
        /// The time that relative times count from.
        package var now: Instant
        /// The number of pairs to judge at once; at least 1.
        package var jobs: Int = 1
        /// The number of times that each pair is judged; at least 1.
        package var repetitions: Int = 1
        package var isChainOnly: Bool = false
        /// Whether the process has a network namespace of its own, so that servers may listen on
        /// any address.
        package var isAlone: Bool = false
        /// Whether the run stops after the first pair that fails.
        package var failsFast: Bool = false
        /// Whether a rejection must have a reason to match an expected reason.
        package var wantsReasons: Bool = false
        /// Whether a client must accept the control of a case that did not reach it.
        package var controlsUndelivered: Bool = false
        /// The shard of the plan that the pairs belong to; nil for a whole plan.
        package var shard: RunShard?
        /// The indices of judgements that an earlier process of this run has already made.
        package var judged: Set<Int> = []
        /// The time limit of a party for one verdict.
        package var deadline: Duration = .seconds(5)

        package init(now: Instant) {
            self.now = now
        }
    }

    package let plan: RunPlan
    private let pairs: [Pair]
    private let attempts: [Attempt]
    private let options: Options
    private let bench: Bench

    /// Plans a run.
    ///
    /// - Parameters:
    ///   - pairs: the pairs in the order of the report; for a shard, only the pairs of the shard.
    ///   - options: the options of the run.
    /// - Throws: if TLS cannot be set up.
    package init(_ pairs: [Pair], options: Options) throws(WireError) {
        self.options = options
        self.pairs = pairs
        bench = try Bench(options)
        attempts = Self.attempts(pairs.count, options)
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
            indices: attempts.map(\.index)
        )
    }

    /// One judgement of a pair.
    private struct Attempt {
        /// The position in the order of the whole plan, from 0.
        let index: Int
        /// The index of the pair and the index of the repetition, both from 0.
        let pair, repetition: Int
    }

    /// Returns the judgements that are still to be made, in the order of the plan.
    private static func attempts(_ pairs: Int, _ options: Options) -> [Attempt] {
        let repetitions = options.repetitions
        let places = options.shard?.places ?? Array(0..<pairs)
        return zip(0..<pairs, places).flatMap { pair, place in
            (0..<repetitions).map { repetition in
                Attempt(index: place * repetitions + repetition, pair: pair, repetition: repetition)
            }
        }
        .filter { !options.judged.contains($0.index) }
    }

    /// Judges each pair and passes events to `receive`, one at a time.
    ///
    /// - Parameters:
    ///   - shouldStop: called before each pair; true stops the run.
    ///   - receive: called from the threads of the run, never from two at once.
    package func perform(
        shouldStop: @escaping @Sendable () -> Bool,
        receive: @escaping @Sendable (RunEvent) -> Void
    ) async {
        let start = ContinuousClock.now
        receive(.started(plan))
        let progress = Mutex(Progress())
        await WorkerPool(workers: options.jobs).forEach(below: attempts.count) {
            shouldStop() || progress.withLock { $0.mustStop }
        } _: { number in
            let attempt = attempts[number]
            let pair = pairs[attempt.pair]
            let id = pair.id(repetition: attempt.repetition)
            progress.withLock { _ in receive(.began(id: id)) }
            let judgement = bench.judge(pair, id: id, index: attempt.index)
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
                    wasStopped: judged < attempts.count
                )
            )
        )
    }

    private struct Progress {
        var judged = 0
        var mustStop = false
    }
}
