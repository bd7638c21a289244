import PKIX
import Reports
import Runner
import Surroundings

/// The run that the shards of a plan make together, once it is proved that all are there.
package struct MergedRun: Sendable {
    /// That of the whole plan.
    package let plan: PlanRecord
    /// In the order of the plan.
    package let judgements: [JudgementRecord]
    /// The longest of the shards', since they run side by side, in microseconds.
    package let elapsed: Int

    /// Joins shards.
    ///
    /// - Throws: environment, with the names of the files: for a run that is no shard, shards of
    ///   different plans or versions, and one that is missing, repeated or not whole.
    package init(_ runs: [EarlierRun]) throws(Failure) {
        var parts: [Part] = []
        for run in runs { parts.append(try Part(run)) }
        guard let first = parts.first else { throw Failure(.usage, "merge takes run files") }
        for part in parts.dropFirst() { try first.requireSamePlan(as: part) }
        try Self.requireEachOnce(parts)
        try Self.requireOneTime(parts)
        for part in parts { try part.requireWhole() }
        let ids = try Self.ids(of: parts)
        plan = Self.plan(of: parts, ids: ids)
        judgements = parts.flatMap(\.run.history.judgements).sorted { $0.index < $1.index }
        elapsed = parts.compactMap(\.run.history.summary?.elapsed).max() ?? 0
    }

    /// The seconds between the starts of shards that judge by the clock, at most: a shard of yesterday
    /// is one that was left over.
    private static let longest: Int64 = 86_400

    private static func requireEachOnce(_ parts: [Part]) throws(Failure) {
        let numbered = Dictionary(grouping: parts, by: \.shard.number)
        if let (number, same) = numbered.sorted(by: { $0.key < $1.key })
            .first(where: { $0.value.count > 1 })
        {
            let files = same.map(\.file).joined(separator: " and in ")
            throw Failure(
                .environment,
                "shard \(number)/\(same[0].shard.count) is in \(files)",
                help: "name each shard's file once, and those of one run only"
            )
        }
        let count = parts[0].shard.count
        let missing = (1...count).filter { numbered[$0] == nil }
        guard missing.isEmpty else {
            let numbers =
                missing.prefix(20).map(String.init).joined(separator: ", ")
                + (missing.count > 20 ? ", …" : "")
            let there = parts.map { "\($0.file) (\($0.shard.number)/\(count))" }
            throw Failure(
                .environment,
                "shard\(missing.count == 1 ? "" : "s") \(numbers) of \(count) "
                    + "\(missing.count == 1 ? "is" : "are") missing; there "
                    + "\(there.count == 1 ? "is" : "are") \(there.joined(separator: ", "))",
                help: "a job that never ran leaves no file: run the missing shards"
            )
        }
    }

    /// Shards judge at one instant: the stated one, or each by the clock on one day.
    private static func requireOneTime(_ parts: [Part]) throws(Failure) {
        let sorted = parts.sorted { $0.plan.now < $1.plan.now }
        guard let first = sorted.first, let last = sorted.last, first.plan.now != last.plan.now
        else { return }
        let times = [first, last].map { "\($0.file) at \($0.plan.now)" }.joined(separator: ", ")
        guard parts.allSatisfy(\.isByClock) else {
            throw Failure(
                .environment,
                "the shards judge at different instants: \(times)",
                help: "give every shard the same --now"
            )
        }
        guard last.plan.now.seconds - first.plan.now.seconds <= longest else {
            throw Failure(
                .environment,
                "the shards began more than a day apart: \(times)",
                help: "one is of an earlier run; run it again, or give every shard the same --now"
            )
        }
    }

    /// Each pair of the plan in its place.
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

/// A run file that is a shard's.
private struct Part: Sendable {
    let run: EarlierRun
    let shard: RunShard

    init(_ run: EarlierRun) throws(Failure) {
        self.run = run
        guard let shard = run.plan.shard else {
            throw Failure(
                .environment,
                "\(Shown.escaped(run.path)) is a whole run and no shard of one",
                help:
                    "hatpin run --shard i/n leaves shards; hatpin show writes reports of a whole run"
            )
        }
        self.shard = shard
    }

    var plan: PlanRecord { run.plan }

    /// The path, for messages.
    var file: String { Shown.escaped(run.path) }

    /// Whether the instant was not stated.
    var isByClock: Bool { plan.now == plan.started }

    /// How often each pair is judged; 1 for a shard without pairs.
    var repetitions: Int {
        let count = shard.places.count
        return count == 0 ? 1 : max(1, plan.pairs / count)
    }

    /// - Throws: environment, where `other` is a shard of something else.
    func requireSamePlan(as other: Part) throws(Failure) {
        let differences = [
            ("version", plan.tool, other.plan.tool),
            ("seed", String(plan.seed), String(other.plan.seed)),
            ("way to judge", way, other.way),
            ("number of shards", String(shard.count), String(other.shard.count)),
            ("plan", String(shard.plan.prefix(12)), String(other.shard.plan.prefix(12))),
            ("number of pairs", String(shard.pairs), String(other.shard.pairs)),
        ]
        guard let (word, mine, others) = differences.first(where: { $0.1 != $0.2 }) else { return }
        throw Failure(
            .environment,
            "\(file) and \(other.file) are shards of different runs; the \(word) is "
                + "\(Shown.escaped(mine)) in the one, \(Shown.escaped(others)) in the other",
            help: "run all shards of one checkout with the same arguments but --shard"
        )
    }

    private var way: String { plan.isChainOnly ? "--chain-only" : "over handshakes" }

    /// - Throws: environment, where a pair of the shard has no line.
    func requireWhole() throws(Failure) {
        let (repetitions, places) = (repetitions, Set(shard.places))
        let judged = run.history.judgements.map(\.index)
        let known = Set(judged.filter { $0 >= 0 && places.contains($0 / repetitions) })
        let missing = plan.pairs - known.count
        guard missing != 0 || judged.count != known.count || plan.ids?.count != places.count
        else { return }
        throw Failure(
            .environment,
            "\(file) is not whole: " + Prose.count(max(0, missing), "pair") + " of "
                + "\(plan.pairs) \(missing == 1 ? "has" : "have") no verdict",
            help: "run shard \(shard.number)/\(shard.count) again, or go on with it: "
                + "hatpin run --resume --from \(Shown.escaped(Prose.shellQuoted(run.path)))"
        )
    }
}
