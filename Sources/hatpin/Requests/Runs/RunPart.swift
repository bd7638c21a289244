import Basics
import Reports
import Runner
import ScenarioFormat

/// The requested part of a run.
package enum RunPart: Sendable {
    case whole
    /// The cases that failed or have no verdict in a run file; a nil path means the last run.
    case failed(from: String?)
    /// The cases that have no line in a run file; the run adds their lines to the file. A nil path
    /// means the last run.
    case resumed(from: String?)
    /// A shard.
    ///
    /// Cases are divided by the durations in the run `balance`, or by a hash of their ids if
    /// `balance` is nil.
    case shard(Shard, balance: String?)
}

/// A part of a run, with the contents of the run files that it needs.
struct LoadedPart: Sendable {
    private let part: RunPart
    /// The run whose failures are repeated.
    private(set) var before: EarlierRun?
    /// The run that continues.
    private(set) var resumed: EarlierRun?
    /// The remaining pairs of the run that continues.
    private(set) var left: Resumption?
    private var durations: PairDurations?

    /// Reads the run files of a part.
    ///
    /// - Throws: an `environment` failure if a file cannot be read; a `usage` or `nothingSelected`
    ///   failure if no pair in it can be run again.
    init(_ part: RunPart, in state: StateFolder, allowsEmpty: Bool) throws(Failure) {
        self.part = part
        switch part {
        case .whole: break
        case .failed(let file):
            before = try Self.lastRun(file, in: state)
        case .resumed(let file):
            let run = try EarlierRun(at: file ?? state.lastRun, in: state, for: "--resume").resolved
            resumed = run
            left = try Resumption(
                run.history,
                of: run.plan,
                at: run.path,
                allowsEmpty: allowsEmpty
            )
        case .shard(_, let balance):
            guard let balance else { break }
            let run = try EarlierRun(named: balance, in: state, for: "--balance")
            durations = PairDurations(run.history.judgements)
        }
    }

    private static func lastRun(
        _ file: String?,
        in state: StateFolder
    ) throws(Failure) -> EarlierRun {
        let last = try EarlierRun(at: file ?? state.lastRun, in: state, for: "--failed")
        guard !last.plan.isVisit else {
            throw Failure(
                .usage,
                "--failed: \(Shown.escaped(last.path)) is the run of a remote client",
                help: "to serve its cases again, use: hatpin serve --failed"
            )
        }
        return last
    }

    /// The parties of the earlier run, without a command after `--`.
    var parties: [String] { before?.parties ?? left?.parties ?? [] }

    /// The pairs of the earlier run that can be selected, or nil if all pairs can be selected.
    var rerun: Rerun? { left?.rerun ?? before.map { Rerun($0.history, of: $0.plan) } }

    /// Requires that the command line names each file that is a party of a repeated pair.
    ///
    /// The run file may come from another person, so a file that only the run file names must not be
    /// started or opened.
    ///
    /// - Parameters:
    ///   - named: the parties of the command line.
    ///   - known: the parties of the selectable pairs; a scenario may name a file as its party.
    /// - Throws: a `usage` failure with the options to add.
    func requireNamed(_ named: [String], besides known: [String]) throws(Failure) {
        // Unless the run is resumed, parties on the command line replace all other parties.
        guard let rerun, named.isEmpty || left != nil else { return }
        let known = Set(known + named)
        let ids = (before?.plan ?? left?.plan)?.ids
        let missing = parties.filter { party in
            guard PartyReference.isFile(party), !known.contains(party) else { return false }
            return ids?.contains { $0.hasSuffix("@" + party) && rerun.contains($0) } ?? true
        }
        guard let first = missing.first else { return }
        let again = left == nil ? parties : missing
        let words = again.map { "--party " + Prose.shellQuoted($0) }.joined(separator: " ")
        throw Failure(
            .usage,
            "\(left == nil ? "--failed" : "--resume"): the party \(Shown.escaped(first)) is a file; a run "
                + "file alone cannot cause a file to be started or read",
            help: "name \(again.count == 1 ? "it" : "them") again: " + Shown.escaped(words)
        )
    }

    /// Reports on standard error which of these pairs are run again.
    func tell(among pairs: [String]) throws(Failure) {
        if let before {
            let summary = Rerun(before.history, of: before.plan).summary(
                among: pairs,
                in: before.path
            )
            try StandardStream.error.write("hatpin: --failed: \(summary)\n")
        } else if let left {
            try StandardStream.error.write("hatpin: --resume: \(left.summary)\n")
        }
    }

    /// Returns the positions of the shard's pairs among all pairs, or nil if the run is not a
    /// shard.
    func places(among pairs: [Pair]) -> [Int]? {
        guard case .shard(let shard, _) = part else { return nil }
        let ids = pairs.map(\.id)
        let divided =
            durations.map { ShardedPairs(ids, into: shard.count, balancedBy: $0) }
            ?? ShardedPairs(ids, into: shard.count)
        return divided.places(of: shard)
    }

    /// Returns the shard that the run executes, or nil if the run is not a shard.
    func shard(
        at places: [Int]?,
        of all: [Pair],
        repetitions: Int
    ) throws -> RunShard? {
        guard case .shard(let shard, _) = part, let places else { return left?.plan.shard }
        return try RunShard(
            number: Int(clamping: shard.number),
            count: Int(clamping: shard.count),
            places: places,
            of: all,
            repetitions: repetitions
        )
    }
}
