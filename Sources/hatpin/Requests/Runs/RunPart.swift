import Basics
import Reports
import Runner
import ScenarioFormat

/// The part of a run that is asked for.
package enum RunPart: Sendable {
    case whole
    /// The pairs that failed or have no verdict in a run file; nil for the last one.
    case failed(from: String?)
    /// The pairs without a line in a run file, which goes on; nil for the last one.
    case resumed(from: String?)
    /// A shard, with the run by whose durations pairs are divided; nil for a hash of their ids.
    case shard(Shard, balance: String?)
}

/// A part of a run, with the run files that it needs read.
struct LoadedPart: Sendable {
    private let part: RunPart
    /// The run whose failures are repeated.
    private(set) var before: EarlierRun?
    /// The run that goes on.
    private(set) var resumed: EarlierRun?
    /// Its pairs that are left.
    private(set) var left: Resumption?
    private var durations: PairDurations?

    /// Reads the run files.
    ///
    /// - Throws: environment, where one cannot be read; usage and nothing selected, where it is not one
    ///   of which something can be run again.
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
                help: "hatpin serve --failed serves those cases again"
            )
        }
        return last
    }

    /// The parties of the earlier run, but for a command that stood after `--`.
    var parties: [String] { before?.parties ?? left?.parties ?? [] }

    /// The pairs of the earlier run that may be chosen; nil for all.
    var rerun: Rerun? { left?.rerun ?? before.map { Rerun($0.history, of: $0.plan) } }

    /// Requires that the command line names each file that is a party of pairs to run again: the run
    /// file, which may be anyone's, has nothing started and opens nothing.
    ///
    /// - Parameters:
    ///   - named: the parties of the command line.
    ///   - known: the parties that pairs have besides: scenarios fix some that are files.
    /// - Throws: usage, with the words to add.
    func requireNamed(_ named: [String], besides known: [String]) throws(Failure) {
        // Without `--resume` the parties of the command line take the place of all.
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
            "\(left == nil ? "--failed" : "--resume"): the party \(Shown.escaped(first)) is a file, and "
                + "a run file names none that is started or read",
            help: "name \(again.count == 1 ? "it" : "them") again: " + Shown.escaped(words)
        )
    }

    /// Says on standard error what is repeated, of all these pairs.
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

    /// The places of the shard's pairs among all; nil for all of them.
    func places(among pairs: [Pair]) -> [Int]? {
        guard case .shard(let shard, _) = part else { return nil }
        let ids = pairs.map(\.id)
        let divided =
            durations.map { ShardedPairs(ids, into: shard.count, balancedBy: $0) }
            ?? ShardedPairs(ids, into: shard.count)
        return divided.places(of: shard)
    }

    /// The shard of all these pairs that the run is; nil if it is no shard.
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
