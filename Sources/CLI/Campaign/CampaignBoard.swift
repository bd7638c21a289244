import Campaigns
import Reports
import Runner
import Synchronization

/// What workers take their cases from and put their counts on.
final class CampaignBoard: Sendable {
    private struct State {
        var next: UInt64
        var ledger = Ledger()
    }

    /// So many that a peer works while the others do, so few that a stop is soon.
    private static let batch = 256

    private let options: CampaignOptions
    private let console: FuzzConsole
    private let state: Mutex<State>
    private let start = ContinuousClock.now

    init(of options: CampaignOptions, width: Int?) {
        self.options = options
        console = FuzzConsole(width: width)
        state = Mutex(State(next: options.range.lowerBound))
    }

    /// The first case that was not taken; nil where all were.
    var next: UInt64? {
        state.withLock { $0.next > options.range.upperBound ? nil : $0.next }
    }

    /// The next cases; nil where there are no more, or the user wants no more.
    func take() -> [UInt64]? {
        state.withLock { state in
            guard !Interruption.isAsked else { return nil }
            var batch: [UInt64] = []
            while batch.count < Self.batch, state.next <= options.range.upperBound {
                if options.shard.has(state.next) { batch.append(state.next) }
                state.next += 1
            }
            return batch.isEmpty ? nil : batch
        }
    }

    /// Counts what became of a batch.
    func add(_ ledger: Ledger) {
        let whole = state.withLock { state in
            state.ledger.add(ledger)
            return state.ledger
        }
        console.show(status(whole))
    }

    /// All that was counted.
    func finish() -> Ledger {
        let whole = state.withLock { $0.ledger }
        console.say(status(whole))
        return whole
    }

    private func status(_ ledger: Ledger) -> String {
        let elapsed = max(1, Int((ContinuousClock.now - start).microseconds))
        let all = (options.range.upperBound - options.range.lowerBound + 1) / options.shard.count
        return "\(ledger.cases)/\(all) cases  \(ledger.cases * 1_000_000 / elapsed)/s  "
            + "\(Prose.count(ledger.disagreements, "disagreement"))  "
            + "\(Prose.count(ledger.entries.count, "bucket"))  "
            + "\(ledger.unexplained) unexplained"
    }
}
