import Campaigns
import Reports
import Scenarios
import Synchronization
import Trust

/// Worlds by chance before judges, on several workers, until the range is done or the user stops.
struct CampaignRun: Sendable {
    private let seed: UInt64
    private let options: CampaignOptions
    private let findings: FindingsFolder

    init(seed: UInt64, _ options: CampaignOptions, findings: FindingsFolder) {
        (self.seed, self.options, self.findings) = (seed, options, findings)
    }

    /// Judges the cases, writes the findings and the report, and says what the process ends with.
    func perform() async throws -> Exit {
        var tally = try options.tally.map { path throws(Failure) in
            try CampaignTally.read(path, seed: seed)
        }
        // Who cannot be asked is told before anything is judged.
        let judges = try await judges()
        Interruption.watch()
        let board = CampaignBoard(of: options, width: StandardStream.error.width)
        let workers = options.workers ?? Environment.processors
        try await withThrowingTaskGroup(of: Void.self) { group in
            for number in 0..<workers {
                group.addTask {
                    let mine = number == 0 ? judges : try await self.judges()
                    try await work(mine, board)
                }
            }
            try await group.waitForAll()
        }
        let counted = board.finish()
        if let path = options.tally {
            try CampaignTally.append(counted, to: path, seed: seed)
        }
        tally?.add(counted)
        let ledger = tally ?? counted
        let report = CampaignReport(seed: seed, ledger, judges: judges.map(\.name))
        try StandardStream.output.write(report.table)
        let examples = await examples(of: ledger, judges)
        try write(examples.filter { $0.key.explanation == nil }, of: ledger)
        if let path = options.report {
            try Files.write(Array(report.markdown(examples).utf8), to: path)
        }
        if let next = board.next {
            try StandardStream.error.write(
                "interrupted; go on with --range \(next)..\(options.range.upperBound)\n"
            )
            return .interrupted
        }
        return ledger.unexplained > 0 ? .wrongVerdict : .success
    }

    private func judges() async throws -> [any ChainJudge] {
        guard options.party.isEmpty else {
            return try options.party.map { text in
                let party = try PartyReference(argument: text)
                do {
                    let model = try PolicyModel.resolve(
                        party.name,
                        settings: party.settings,
                        documents: party.documents,
                        standsIn: true
                    )
                    return try PartyJudge(model)
                } catch {
                    throw Failure(.environment, "cannot serve: \(Shown.escaped("\(error)"))")
                }
            }
        }
        var judges: [any ChainJudge] = [OpenSSLJudge()]
        judges += PathProfile.catalogue.dropFirst().map { ProfileJudge($0) }
        for path in options.peer { judges.append(try await PeerProcess(path)) }
        return judges
    }

    private func work(_ judges: [any ChainJudge], _ board: CampaignBoard) async throws {
        var worker = CampaignWorker(seed: seed, judges: judges)
        while let batch = board.take() {
            board.add(try await worker.examine(batch))
        }
    }

    // MARK: The smallest worlds

    /// For each finding, and for each known difference, the smallest world that shows it.
    private func examples(
        of ledger: Ledger,
        _ judges: [any ChainJudge]
    ) async -> [Disagreement: World] {
        let worker = CampaignWorker(seed: seed, judges: judges)
        var examples: [Disagreement: World] = [:]
        for (bucket, entry) in CampaignReport.exemplary(ledger) {
            guard !Interruption.isAsked, let index = entry.first.first else { continue }
            examples[bucket] = await worker.smallestWorld(of: bucket, showing: index)
        }
        return examples
    }

    private func write(_ examples: [Disagreement: World], of ledger: Ledger) throws(Failure) {
        for (bucket, world) in examples {
            guard let index = ledger.entries[bucket]?.first.first else { continue }
            let finding = CampaignFinding(
                bucket,
                seed: seed,
                index: index,
                world: world,
                peers: options.peer,
                parties: options.party
            )
            // One that stands there is the same: its name says all of it.
            if !findings.has(finding.name) {
                try findings.write(finding.files, as: finding.name)
            }
        }
    }
}

/// What workers take their cases from and put their counts on.
final class CampaignBoard: Sendable {
    private struct State {
        var next: UInt64
        var ledger = Ledger()
        var isStopped = false
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
        let elapsed = ContinuousClock.now - start
        let milliseconds = max(
            1,
            elapsed.components.seconds * 1_000
                + elapsed.components.attoseconds / 1_000_000_000_000_000
        )
        let all = (options.range.upperBound - options.range.lowerBound + 1) / options.shard.count
        return "\(ledger.cases)/\(all) cases  \(Int64(ledger.cases) * 1_000 / milliseconds)/s  "
            + "\(Prose.count(ledger.disagreements, "disagreement"))  "
            + "\(Prose.count(ledger.entries.count, "bucket"))  "
            + "\(ledger.unexplained) unexplained"
    }
}
