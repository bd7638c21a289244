import Campaigns
import Reports
import Scenarios
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
    ///
    /// - Throws: where a judge cannot be asked, or a file cannot be read or written.
    func perform() async throws -> Exit {
        var tally = try options.tally.map { path throws(Failure) in
            try CampaignTally.read(path, seed: seed)
        }
        // Who cannot be asked is told before anything is judged.
        let judges = try await judges()
        Interruption.watch()
        let board = CampaignBoard(of: options, width: StandardStream.error.width)
        try await judge(judges, board)
        let counted = board.finish()
        if let path = options.tally {
            try CampaignTally.append(counted, to: path, seed: seed)
        }
        tally?.add(counted)
        let ledger = tally ?? counted
        try await tell(of: ledger, judges)
        if let next = board.next {
            try StandardStream.error.write(
                "interrupted; go on with --range \(next)..\(options.range.upperBound)\n"
            )
            return .interrupted
        }
        return ledger.unexplained > 0 ? .wrongVerdict : .success
    }

    /// Has as many workers as there are to be go through the cases, each with judges of its own.
    private func judge(_ judges: [any ChainJudge], _ board: CampaignBoard) async throws {
        try await withThrowingTaskGroup(of: Void.self) { group in
            for number in 0..<(options.workers ?? Environment.processors) {
                group.addTask {
                    let mine = number == 0 ? judges : try await self.judges()
                    try await work(mine, board)
                }
            }
            try await group.waitForAll()
        }
    }

    /// Prints the table, and writes the findings and the report.
    private func tell(of ledger: Ledger, _ judges: [any ChainJudge]) async throws {
        let report = CampaignReport(seed: seed, ledger, judges: judges.map(\.name))
        try StandardStream.output.write(report.table)
        let examples = await examples(of: ledger, judges)
        try write(examples.filter { $0.key.explanation == nil }, of: ledger)
        if let path = options.report {
            try Files.write(Array(report.markdown(examples).utf8), to: path)
        }
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
