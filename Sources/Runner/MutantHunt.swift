import Basics
import ClientModels
import PathValidation
import ScenarioFormat
import TLS

/// Runs a suite against policies that each lack one check.
///
/// A mutant is a policy without one check. A mutant that survives shows a gap in the suite.
///
/// A pair kills the mutant if it passes with the check and fails without it. Pairs are judged
/// without handshakes first. Handshakes are only made for the mutants that survive, and only for
/// pairs that show more in a handshake.
package struct MutantHunt: Sendable {
    /// The result for one mutant.
    package struct Result: Hashable, Sendable {
        package let mutant: Mutant
        /// The pair that killed the mutant; nil if the mutant survived.
        package let killer: Killer?
    }

    /// The pair that killed a mutant.
    package struct Killer: Hashable, Sendable {
        /// The id of the pair, `CASE@PARTY`.
        package let pair: String
        /// The pair's outcome without the check.
        package let outcome: Outcome.Kind
        package let isOverHandshake: Bool
    }

    /// The result of a hunt.
    package struct Report: Hashable, Sendable {
        /// The results of the mutants, in order.
        package let results: [Result]
        /// The ids of pairs that fail although every check is made, and so cannot kill a mutant.
        package let unfit: [String]
    }

    /// The number of steps that `perform` counts: one for each pair and one for each mutant.
    ///
    /// These steps need no handshakes. They take most of the time of the hunt.
    package var steps: Int { pairs.count + mutants.count }

    private let mutants: [Mutant]
    private let pairs: [Pair]
    private let options: Run.Options
    private let chains, handshakes: Bench

    /// Prepares a hunt.
    ///
    /// - Parameters:
    ///   - mutants: the mutants, in the order of the report.
    ///   - pairs: the pairs that a run of the suite would judge.
    ///   - options: the options of the run; `isChainOnly` excludes handshakes.
    /// - Throws: if TLS cannot be set up.
    package init(
        _ mutants: [Mutant],
        pairs: [Pair],
        options: Run.Options
    ) throws(WireError) {
        self.mutants = mutants
        self.pairs = pairs
        self.options = options
        var options = options
        options.isChainOnly = true
        chains = try Bench(options, isForMany: true)
        options.isChainOnly = false
        handshakes = try Bench(options, isForMany: true)
    }

    /// Hunts every mutant.
    ///
    /// - Parameters:
    ///   - shouldStop: called before each pair and each mutant; true stops the hunt.
    ///   - advance: called once for each of `steps`, from several threads, with the id of the pair
    ///     or the name of the mutant that is done.
    /// - Returns: the report; nil if the hunt was stopped, because untested mutants are not
    ///   survivors.
    package func perform(
        shouldStop: @escaping @Sendable () -> Bool,
        advance: @escaping @Sendable (String) -> Void
    ) async -> Report? {
        let pool = WorkerPool(workers: options.jobs)
        let hunt = Hunt(pool: pool, shouldStop: shouldStop, advance: advance)
        let judged = await hunt.baseline(of: pairs, on: chains)
        var killers = await hunt.killers(of: mutants, among: judged.fit, on: chains)
        var unfit = judged.unfit
        let survivors = mutants.indices.filter { killers[$0] == nil }
        if !survivors.isEmpty, !options.isChainOnly {
            let hunt = Hunt(pool: pool, shouldStop: shouldStop, advance: { _ in })
            let telling = pairs.filter(\.showsMoreOverHandshakes)
            let shown = await hunt.baseline(of: telling, on: handshakes)
            unfit += shown.unfit
            let found = await hunt.killers(
                of: survivors.map { mutants[$0] },
                among: shown.fit,
                on: handshakes
            )
            for (place, killer) in zip(survivors, found) { killers[place] = killer }
        }
        guard !shouldStop() else { return nil }
        return Report(
            results: mutants.enumerated().map { Result(mutant: $1, killer: killers[$0]) },
            unfit: Set(unfit).sorted()
        )
    }
}

/// One pass over the suite: either without or with handshakes.
private struct Hunt {
    let pool: WorkerPool
    let shouldStop: @Sendable () -> Bool
    let advance: @Sendable (String) -> Void

    /// Judges pairs with every check in place.
    ///
    /// - Returns: the pairs that pass, rejections first because checks exist to reject; and the ids
    ///   of the pairs that fail.
    func baseline(of pairs: [Pair], on bench: Bench) async -> (fit: [Pair], unfit: [String]) {
        let kinds = await pool.map(pairs, shouldStop: shouldStop) { pair in
            defer { advance(pair.id(repetition: 0)) }
            return bench.outcome(of: pair).kind
        }
        let fit = pairs.indices.filter { kinds[$0] == .pass || kinds[$0] == .known }
        let rejecting = fit.filter { pairs[$0].expectsRejection }
        let accepting = fit.filter { !pairs[$0].expectsRejection }
        let unfit = pairs.indices.filter { kinds[$0]?.isFailure == true }
        return (
            (rejecting + accepting).map { pairs[$0] },
            unfit.map { pairs[$0].id(repetition: 0) }
        )
    }

    /// Returns the killers of mutants, in order; nil for mutants that survive.
    func killers(
        of mutants: [Mutant],
        among pairs: [Pair],
        on bench: Bench
    ) async -> [MutantHunt.Killer?] {
        let killers = await pool.map(mutants, shouldStop: shouldStop) { mutant in
            defer { advance(mutant.name) }
            return killer(of: mutant, among: pairs, on: bench)
        }
        return killers.map { $0 ?? nil }
    }

    private func killer(
        of mutant: Mutant,
        among pairs: [Pair],
        on bench: Bench
    ) -> MutantHunt.Killer? {
        let bench = bench.making(mutant.checks)
        let concerned = pairs.filter { $0.party.model.map(mutant.concerns) ?? false }
        // The folder of the check's layer is the most likely place of a scenario that kills the
        // mutant.
        let folders = mutant.layer.names.map { $0 + "/" }
        let near = concerned.filter { pair in folders.contains(where: pair.scenario.id.hasPrefix) }
        let far = concerned.filter { pair in !folders.contains(where: pair.scenario.id.hasPrefix) }
        for pair in near + far {
            guard !shouldStop() else { return nil }
            let outcome = bench.outcome(of: pair).kind
            guard outcome != .pass, outcome != .known else { continue }
            return MutantHunt.Killer(
                pair: pair.id(repetition: 0),
                outcome: outcome,
                isOverHandshake: !bench.isChainOnly
            )
        }
        return nil
    }
}

extension Pair {
    fileprivate var expectsRejection: Bool {
        guard case .reject = expectation.verdict else { return false }
        return true
    }

    /// Whether a handshake shows more than the chain alone.
    fileprivate var showsMoreOverHandshakes: Bool {
        guard obstacle(isChainOnly: false) == nil else { return false }
        return obstacle(isChainOnly: true) != nil || expectation.alert != nil
            || expectation.connections != nil
    }
}
