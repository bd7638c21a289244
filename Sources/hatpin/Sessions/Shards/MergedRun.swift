import Basics
import Reports
import Runner
import X509

/// The run that the shards of a plan form together, once every shard is known to be present.
package struct MergedRun: Sendable {
    /// The plan of the whole run.
    package let plan: PlanRecord
    /// The judgements, in the order of the plan.
    package let judgements: [JudgementRecord]
    /// The longest duration of a shard, since shards run in parallel, in microseconds.
    package let elapsed: Int

    /// Joins shards.
    ///
    /// - Throws: an `environment` failure with the names of the files: for a run that is not a
    ///   shard, for shards of different plans or versions, and for a missing, repeated or
    ///   incomplete shard.
    package init(_ runs: [EarlierRun]) throws(Failure) {
        var parts: [Part] = []
        for run in runs { parts.append(try Part(run)) }
        guard !parts.isEmpty else { throw Failure(.usage, "merge needs run files") }
        try parts.requireWhole()
        for part in parts { try part.requireWhole() }
        let ids = try Self.ids(of: parts)
        plan = Self.plan(of: parts, ids: ids)
        judgements = parts.flatMap(\.run.history.judgements).sorted { $0.index < $1.index }
        elapsed = parts.compactMap(\.run.history.summary?.elapsed).max() ?? 0
    }

    /// Returns the ids of all pairs, each at its position in the plan.
    private static func ids(of parts: [Part]) throws(Failure) -> [String] {
        var owners: [Int: Part] = [:]
        var ids: [Int: String] = [:]
        for part in parts {
            for (place, id) in zip(part.shard.places, part.plan.ids ?? []) {
                if let other = owners.updateValue(part, forKey: place) {
                    throw Failure(
                        .environment,
                        "\(Shown.escaped(id)) is in \(other.file) and in \(part.file)",
                        help: "give every shard the same --balance file, or none"
                    )
                }
                ids[place] = id
            }
        }
        let repetitions = parts.first { !$0.shard.places.isEmpty }?.repetitions ?? 1
        let whole = parts[0].shard.pairs / max(1, repetitions)
        guard ids.count == whole else {
            let files = parts.map(\.file).joined(separator: ", ")
            throw Failure(
                .environment,
                "\(Prose.count(whole - ids.count, "pair")) of the plan \(whole - ids.count == 1 ? "is" : "are") "
                    + "in none of \(files)",
                help: "give every shard the same --balance file, or none"
            )
        }
        return ids.sorted { $0.key < $1.key }.map(\.value)
    }

    private static func plan(of parts: [Part], ids: [String]) -> PlanRecord {
        let first = parts.min { $0.plan.started < $1.plan.started } ?? parts[0]
        var plan = first.plan
        let shard = first.shard
        plan.parties = Set(parts.flatMap(\.plan.parties)).sorted()
        (plan.scenarios, plan.cases, plan.pairs) = (shard.scenarios, shard.cases, shard.pairs)
        plan.hash = shard.plan
        plan.ids = ids
        plan.shard = nil
        return plan
    }
}

/// The run file of a shard.
private struct Part: Sendable, ShardFile {
    let run: EarlierRun
    let shard: RunShard

    init(_ run: EarlierRun) throws(Failure) {
        self.run = run
        guard let shard = run.plan.shard else {
            throw Failure(
                .environment,
                "\(Shown.escaped(run.path)) is a whole run, not a shard",
                help:
                    "hatpin run --shard i/n makes shards; hatpin show reports on a whole run"
            )
        }
        self.shard = shard
    }

    var plan: PlanRecord { run.plan }

    var file: String { Shown.escaped(run.path) }
    var number: Int { shard.number }
    var count: Int { shard.count }
    var now: Instant { plan.now }
    var started: Instant { plan.started }

    var identity: [(word: String, value: String)] {
        [
            ("version", plan.tool),
            ("seed", String(plan.seed)),
            ("kind of test", plan.isChainOnly ? "--chain-only" : "over handshakes"),
            ("number of shards", String(shard.count)),
            ("plan", String(shard.plan.prefix(12))),
            ("number of pairs", String(shard.pairs)),
        ]
    }

    /// The number of repetitions of each pair; 1 for a shard without pairs.
    var repetitions: Int {
        let count = shard.places.count
        return count == 0 ? 1 : max(1, plan.pairs / count)
    }

    /// Requires a line for each pair.
    ///
    /// - Throws: an `environment` failure if a pair of the shard has no line.
    func requireWhole() throws(Failure) {
        let (repetitions, places) = (repetitions, Set(shard.places))
        let judged = run.history.judgements.map(\.index)
        let known = Set(judged.filter { $0 >= 0 && places.contains($0 / repetitions) })
        let missing = plan.pairs - known.count
        guard missing != 0 || judged.count != known.count || plan.ids?.count != places.count
        else { return }
        throw Failure(
            .environment,
            missing > 0
                ? "\(file) is incomplete: " + Prose.count(missing, "pair") + " of "
                    + "\(plan.pairs) \(missing == 1 ? "has" : "have") no verdict"
                : "\(file) is damaged: it has verdicts of other pairs, or two verdicts of a pair",
            help: "run shard \(shard.number)/\(shard.count) again, or continue it: "
                + "hatpin run --resume --from \(Shown.escaped(Prose.shellQuoted(run.path)))"
        )
    }
}
