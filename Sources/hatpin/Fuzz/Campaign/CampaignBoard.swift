import Basics
import Campaigns
import Reports
import Synchronization

/// The cases that workers take, and the counts that they bring back.
///
/// Batches end in any order. Those before the first that is still out are the campaign so far: a run
/// that goes on after them counts no case twice and leaves none out.
final class CampaignBoard: Sendable {
    private struct State {
        /// The first case that no worker has taken.
        var next: UInt64
        /// The first cases of the batches that are out, or were lost.
        var out: Set<UInt64> = []
        /// Counts of later batches, by the first case of each.
        var ahead: [UInt64: Ledger] = [:]
        var ledger = Ledger()
        var error: (any Error)?
        var lastSave = ContinuousClock.now
    }

    /// The counts so far, and the first case that is not counted.
    struct Standing: Sendable {
        let ledger: Ledger
        let next: UInt64
    }

    /// So many that a peer works while the others do, so few that a stop is soon.
    static let batch = 256
    /// The same for programs, of which each case takes tens of milliseconds.
    static let batchOfPrograms = 8
    /// The time between saves; a SIGKILL loses at most the counts since the last.
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

    /// The next cases; nil where there are no more, something failed, or the user wants no more.
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

    /// Counts what became of a batch.
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

    /// Keeps what a worker has failed with, the first of them; the others end with their batches.
    func fail(_ error: any Error) {
        state.withLock { state in state.error = state.error ?? error }
    }

    /// The first failure of a worker; nil if there is none.
    var error: (any Error)? { state.withLock { $0.error } }

    /// Everything before the first case that is not counted; that is after the range at its end.
    var standing: Standing {
        state.withLock { Standing(ledger: $0.ledger, next: $0.out.min() ?? $0.next) }
    }

    /// The standing, where it is time to save it.
    var due: Standing? {
        let isDue = state.withLock { state in
            let now = ContinuousClock.now
            guard now - state.lastSave >= Self.pause else { return false }
            state.lastSave = now
            return true
        }
        return isDue ? standing : nil
    }

    /// All that was counted.
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
