import Basics
import Campaigns
import ClientModels
import Forge
import PathValidation
import Reports
import ScenarioFormat
import TLS

/// Tests random setups with oracles, on several workers, until the range is done or the user
/// interrupts.
package struct CampaignRun: Sendable {
    private let settings: CampaignSettings
    private let findings: FindingsFolder
    /// The verdicts of the oracles of all workers.
    private let memory = RememberingOracle.Memory()
    /// The certificates that all workers forge, shared because defects are drawn repeatedly; at
    /// most about 128 MB.
    private let signatures = ForgeCache(capacity: 65_536)

    /// Creates a campaign that writes its findings to this folder.
    package init(_ settings: CampaignSettings, findings: FindingsFolder) {
        (self.settings, self.findings) = (settings, findings)
    }

    private var seed: UInt64 { settings.seed }

    /// Runs the cases, writes the findings and the report, and returns the outcome.
    ///
    /// If a worker fails, the results before the failure are written, too.
    ///
    /// - Throws: if an oracle does not start, the tally belongs to another campaign or is empty, or
    ///   a file cannot be written.
    package func perform() async throws -> DriverOutcome {
        try settings.pages.prepare()
        let tally = try settings.tally.map { path throws(Failure) in
            try CampaignTally(path, seed: seed, kind: settings.kind)
        }
        // An oracle that does not start ends the campaign before any case runs.
        let oracles = try await oracles()
        Interruption.watch()
        if settings.kind == .handshakes { CaseNote.watch() }
        let console = FuzzConsole(width: StandardStream.error.width)
        if settings.onlyCounted, let tally {
            guard tally.before.cases > 0 else {
                let path = Shown.escaped(settings.tally ?? "")
                throw Failure(.nothingSelected, "'\(path)' has no cases")
            }
            let ledger = try await explained(tally.before, oracles)
            guard !Interruption.isAsked else { return .interrupted }
            try await conclude(ledger, oracles, console, rate: nil)
            return ledger.hasFindings(of: seed) ? .found : .nothingFound
        }
        let board = CampaignBoard(
            of: settings.range,
            settings.shard,
            batch: settings.programs == nil ? CampaignBoard.batch : CampaignBoard.batchOfPrograms,
            console: console
        )
        let workers = settings.workers ?? WorkerPool.cores
        let start = ContinuousClock.now
        await WorkerPool(workers: workers).forEach(below: workers) { number in
            await work(number == 0 ? oracles : nil, board, tally)
        }
        var ledger = board.finish()
        let rate = CampaignText.rate(of: ledger, after: .now - start)
        let standing = board.standing
        try tally?.write(standing.ledger, next: standing.next)
        if let before = tally?.before { ledger.add(before) }
        try await conclude(ledger, oracles, console, rate: rate)
        if let error = board.error { throw error }
        guard standing.next > settings.range.upperBound else {
            let rest = CaseRange(lowerBound: standing.next, upperBound: settings.range.upperBound)
            let command = settings.command(rest, findings: findings.path)
            try StandardStream.error.write(CampaignText.interrupted(goOnWith: command))
            return .interrupted
        }
        return ledger.hasFindings(of: seed) ? .found : .nothingFound
    }

    private func oracles() async throws -> [any ChainOracle] {
        guard settings.parties.isEmpty, settings.programs == nil else {
            return try settings.parties.map(model) + (try programs())
        }
        guard settings.kind == .chains else { return [try LibsslOracle(at: settings.now)] }
        var oracles: [any ChainOracle] = [OpenSSLOracle()]
        oracles += PathProfile.catalogue.dropFirst().map { ProfileOracle($0) }
        for path in settings.peers { oracles.append(try await PeerProcess(path)) }
        return oracles.enumerated().map { RememberingOracle($1, at: $0, in: memory) }
    }

    private func model(_ text: String) throws(Failure) -> any ChainOracle {
        let party = try PartyReference(argument: text)
        do {
            let model = try PolicyModel.resolve(
                party.name,
                settings: party.settings,
                documents: party.documents,
                standsIn: true
            )
            return try PartyOracle(model)
        } catch {
            throw Failure(.environment, "cannot serve: \(Shown.escaped("\(error)"))")
        }
    }

    private func programs() throws(Failure) -> [any ChainOracle] {
        do {
            return try settings.programs?.oracles() ?? []
        } catch {
            throw Failure(.environment, "cannot serve: \(Shown.escaped(error.description))")
        }
    }

    private func worker(_ oracles: [any ChainOracle]) -> any CaseExaminer {
        switch settings.kind {
        case .chains:
            CampaignWorker(seed: seed, oracles: oracles, now: settings.now, signatures: signatures)
        case .handshakes: HandshakeWorker(seed: seed, oracles: oracles, now: settings.now)
        }
    }

    /// Returns the results of earlier runs, explained by today's known differences.
    private func explained(_ ledger: Ledger, _ oracles: [any ChainOracle]) async throws -> Ledger {
        var worker = worker(oracles)
        var today = Ledger()
        for index in Set(ledger.entries.values.compactMap(\.first.first)).sorted() {
            guard !Interruption.isAsked else { break }
            today.add(try await worker.examine([index]))
        }
        return ledger.explained(as: today)
    }

    /// Runs batches with these oracles until no batch is left; creates new oracles if given nil.
    private func work(
        _ oracles: [any ChainOracle]?,
        _ board: CampaignBoard,
        _ tally: CampaignTally?
    ) async {
        do {
            let mine = if let oracles { oracles } else { try await self.oracles() }
            var worker = worker(mine)
            while let batch = board.take() {
                board.add(try await worker.examine(batch), of: batch)
                if let tally, let due = board.due { try tally.write(due.ledger, next: due.next) }
            }
        } catch {
            board.fail(error)
        }
    }

    // MARK: Findings

    /// The largest number of findings that are minimised; any further findings mostly have the same
    /// cause.
    private static let minimised = 50

    /// Shows the table of results, and writes findings and report.
    private func conclude(
        _ ledger: Ledger,
        _ oracles: [any ChainOracle],
        _ console: FuzzConsole,
        rate: Int?
    ) async throws {
        let report = CampaignReport(
            seed: seed,
            ledger,
            oracles: oracles.map(\.name),
            kind: settings.kind
        )
        try StandardStream.output.write(report.table)
        let worker = worker(oracles)
        var examples: [Disagreement: ShownSetup] = [:]
        var failures: [Failure] = []
        var written: [DisagreementReport] = []
        let found = CampaignReport.findings(ledger)
        if found.count > Self.minimised {
            console.say(CampaignText.minimised(Self.minimised, of: found.count))
        }
        for (number, (bucket, entry)) in found.enumerated() {
            guard let index = entry.first.first else { continue }
            let shown = await example(
                of: bucket,
                index,
                worker,
                isMinimised: number < Self.minimised
            )
            examples[bucket] = shown
            let finding = finding(bucket, index, shown)
            written.append(finding)
            do throws(Failure) {
                try write(finding)
            } catch {
                failures.append(error)
            }
        }
        try settings.pages.write(CampaignPage(report, written, rate: rate).document)
        if let path = settings.report {
            for (bucket, entry) in CampaignReport.exemplary(ledger) {
                guard !Interruption.isAsked, let index = entry.first.first else { continue }
                examples[bucket] = await example(of: bucket, index, worker, isMinimised: true)
            }
            try Files.write(Array(report.markdown(examples).utf8), to: path)
        }
        if let first = failures.first {
            throw failures.count == 1
                ? first
                : first.adding("\(failures.count) of \(found.count) findings were not written")
        }
    }

    private func example(
        of bucket: Disagreement,
        _ index: UInt64,
        _ worker: any CaseExaminer,
        isMinimised: Bool
    ) async -> ShownSetup {
        var worker = worker
        guard !Interruption.isAsked else {
            return worker.found(index, because: "the run was interrupted")
        }
        guard isMinimised else {
            return worker.found(index, because: "\(Self.minimised) findings were minimised")
        }
        return await worker.smallestSetup(of: bucket, showing: index) { Interruption.isAsked }
    }

    private func finding(
        _ bucket: Disagreement,
        _ index: UInt64,
        _ shown: ShownSetup
    ) -> DisagreementReport {
        DisagreementReport(
            bucket,
            seed: seed,
            index: index,
            shown: shown,
            peers: settings.peers,
            parties: settings.parties,
            programs: settings.programs?.words,
            kind: settings.kind
        )
    }

    private func write(_ finding: DisagreementReport) throws(Failure) {
        // A finding's content determines its name, so an existing file has the same content.
        guard !findings.has(finding.name) else { return }
        do throws(Failure) {
            try findings.write(finding.files, as: finding.name)
        } catch {
            // Another shard may have written the finding at the same time.
            guard findings.has(finding.name) else { throw error }
        }
    }
}
