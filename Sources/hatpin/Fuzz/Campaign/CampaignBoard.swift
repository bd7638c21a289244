import Basics
import Campaigns
import Reports
import Synchronization

/// Distributes cases to workers, and collects how often each result occurred.
///
/// Batches finish in any order. The results so far consist of the batches before the first
/// unfinished batch, so a resumed run counts each case exactly once.
final class CampaignBoard: Sendable {
    private struct State {
        /// The first case that no worker has taken.
        var next: UInt64
        /// The first case of each unfinished or lost batch.
        var out: Set<UInt64> = []
        /// The results of batches after the first unfinished batch, by the first case of each
        /// batch.
        var ahead: [UInt64: Ledger] = [:]
        var ledger = Ledger()
        var error: (any Error)?
        var lastSave = ContinuousClock.now
    }

    /// The results so far, and the first case that they do not include.
    struct Standing: Sendable {
        let ledger: Ledger
        let next: UInt64
    }

    /// The number of cases in a batch: large enough to keep a peer busy, and small enough to stop
    /// soon.
    static let batch = 256
    /// The number of cases in a batch for programs, for which each case takes tens of milliseconds.
    static let batchOfPrograms = 8
    /// The time between saves; a SIGKILL loses the results since the last save.
    private static let pause: Duration = .seconds(120)

    private let range: CaseRange
    private let shard: Shard
    private let batch: Int
    private let console: FuzzConsole
    private let state: Mutex<State>
    private let start = ContinuousClock.now

    init(
        of range: CaseRange,
        _ shard: Shard,
        batch: Int = CampaignBoard.batch,
        console: FuzzConsole
    ) {
        (self.range, self.shard, self.batch, self.console) = (range, shard, batch, console)
        state = Mutex(State(next: range.lowerBound))
    }

    /// Returns the next cases, or nil if no case is left, a worker failed, or the user interrupted.
    func take() -> [UInt64]? {
        state.withLock { state in
            guard !Interruption.isAsked, !Task.isCancelled, state.error == nil else { return nil }
            var batch: [UInt64] = []
            while batch.count < self.batch {
                guard let index = shard.first(from: state.next), index <= range.upperBound else {
                    state.next = range.upperBound + 1
                    break
                }
                batch.append(index)
                state.next = index + 1
            }
            if let first = batch.first { state.out.insert(first) }
            return batch.isEmpty ? nil : batch
        }
    }

    /// Adds the result of a batch.
    func add(_ ledger: Ledger, of batch: [UInt64]) {
        guard let first = batch.first else { return }
        let whole = state.withLock { state in
            state.out.remove(first)
            state.ahead[first] = ledger
            let end = state.out.min() ?? .max
            for (begin, counted) in state.ahead where begin < end {
                state.ledger.add(counted)
                state.ahead[begin] = nil
            }
            return Self.whole(state)
        }
        console.show(status(whole))
    }

    /// Records the first failure of a worker; the other workers finish their batches.
    func fail(_ error: any Error) {
        state.withLock { state in state.error = state.error ?? error }
    }

    /// The first failure of a worker, or nil if no worker failed.
    var error: (any Error)? { state.withLock { $0.error } }

    /// The results of all cases before the first unfinished case; at the end, the first unfinished
    /// case is after the range.
    var standing: Standing {
        state.withLock { Standing(ledger: $0.ledger, next: $0.out.min() ?? $0.next) }
    }

    /// The results so far, if it is time to save them; otherwise nil.
    var due: Standing? {
        let isDue = state.withLock { state in
            let now = ContinuousClock.now
            guard now - state.lastSave >= Self.pause else { return false }
            state.lastSave = now
            return true
        }
        return isDue ? standing : nil
    }

    /// Returns the results of all finished batches.
    func finish() -> Ledger {
        let whole = state.withLock { Self.whole($0) }
        console.say(status(whole))
        return whole
    }

    private static func whole(_ state: State) -> Ledger {
        var whole = state.ledger
        for counted in state.ahead.values { whole.add(counted) }
        return whole
    }

    private func status(_ ledger: Ledger) -> String {
        CampaignText.status(
            ledger,
            of: shard.count(in: range),
            after: ContinuousClock.now - start
        )
    }
}
