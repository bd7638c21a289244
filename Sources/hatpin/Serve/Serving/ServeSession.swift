import Basics
import Reports
import Runner
import TLS
import X509

/// Writes the events of a service to the streams and the run files.
package struct ServeSession {
    private let service: VisitService
    private let state: StateFolder
    private let root: String
    private let options: [String]
    private let started: Instant
    private let hasSecretSeed: Bool
    private let reporter: any VisitReporter
    private let reports: [ReportFile<RunRecord>]
    private let start = ContinuousClock.now

    /// Creates the session.
    ///
    /// - Parameters:
    ///   - service: a service that is already listening.
    ///   - state: the folder of the run files and the roots.
    ///   - root: the folder that ids are relative to.
    ///   - options: the options that select the cases, quoted for a shell.
    ///   - started: the wall-clock time of the start.
    ///   - hasSecretSeed: whether the seed must not be written into run files.
    ///   - reporter: writes standard output.
    ///   - reports: the reports in files, in addition to standard output.
    package init(
        _ service: VisitService,
        state: StateFolder,
        root: String,
        options: [String],
        started: Instant,
        hasSecretSeed: Bool,
        reporter: any VisitReporter,
        reports: [ReportFile<RunRecord>] = []
    ) {
        self.reports = reports
        self.service = service
        self.state = state
        self.root = root
        self.options = options
        self.started = started
        self.hasSecretSeed = hasSecretSeed
        self.reporter = reporter
    }

    /// Serves until the time is over or the user stops the service; usually the user stops it.
    ///
    /// - Parameter end: the time at which serving ends, or nil.
    /// - Returns: whether every verdict is as expected.
    /// - Throws: a `nothingSelected` failure if no case was visited; an `environment` failure if
    ///   this machine fails.
    package func serve(until end: ContinuousClock.Instant?) throws(Failure) -> Bool {
        Interruption.watch()
        try open()
        var failure: Failure?
        try service.serve(until: end) {
            Interruption.isAsked || failure != nil
        } receive: { [reporter] event in
            do throws(Failure) {
                try StandardStream.write(event, by: reporter)
            } catch {
                failure = error
            }
        }
        // The verdicts so far are kept even if standard output fails.
        let result = Result { () throws(Failure) in try close() }
        if let failure { throw failure }
        return try result.get()
    }

    private func open() throws(Failure) {
        for report in reports { try report.prepare() }
        let folder = state.served
        try state.make(folder, mode: 0o700)
        try Roots(service.plan).write(to: folder)
        let hosts = VisitHosts(service.plan, at: service.addresses).text
        try Files.write(Array(hosts.utf8), to: folder + "/hosts")
        let open = service.addresses.filter {
            !NetworkAddress($0, port: 0).isReachedFromHereAlone
        }
        if !open.isEmpty {
            try StandardStream.error.write(ServeText.warning(of: open.map(IPAddress.text)))
        }
        let opening = ServeOpening(
            addresses: service.addresses.map(IPAddress.text),
            sharedPort: service.sharedPort == 0 ? nil : service.sharedPort,
            folder: folder,
            page: service.pageURL
        )
        try StandardStream.output.write(reporter.opening(opening))
    }

    // MARK: Ending

    private func close() throws(Failure) -> Bool {
        let ledger = service.ledger
        var results: [Bool] = []
        var failure: Failure?
        for remoteClient in ledger.remoteClients {
            let judgements = ledger.judgements(of: remoteClient)
            guard !judgements.isEmpty else { continue }
            let number = results.count + 1
            do throws(Failure) {
                results.append(try close(judgements, of: remoteClient, ledger, number: number))
            } catch {
                failure = failure ?? error
                results.append(false)
            }
        }
        state.prune(keeping: max(StateFolder.usuallyKept, results.count))
        if let failure { throw failure }
        guard !ledger.hasIgnoredClients else {
            throw Failure(
                .environment,
                "more than \(VisitLedger.mostRemoteClients) clients connected; the others were "
                    + "not recorded"
            )
        }
        guard results.isEmpty else { return results.allSatisfy(\.self) }
        // A report of an earlier run must not stay.
        let nothing: [RunRecord] = [.plan(plan(of: ledger)), .summary(summary(of: [], ledger))]
        for report in reports { try report.write(nothing, ofRemoteClient: 1) }
        throw Failure(
            .nothingSelected,
            "no client visited a case",
            help: "clients must resolve the host names in \(Shown.escaped(state.served))/hosts"
        )
    }

    /// Closes a remote client's run file and shows the summary.
    private func close(
        _ judgements: [JudgementRecord],
        of remoteClient: RemoteClient,
        _ ledger: VisitLedger,
        number: Int
    ) throws(Failure) -> Bool {
        let (plan, summary) = (plan(of: ledger), summary(of: judgements, ledger))
        var file = try state.createRunFile(of: plan)
        do throws(RunFileError) {
            try file.append(.plan(plan))
            for judgement in judgements { try file.append(.judgement(judgement)) }
            try file.finish(summary)
        } catch {
            throw Failure(.environment, "the run file is incomplete: \(Shown.escaped("\(error)"))")
        }
        try state.setLast(file.path)
        let records = [.plan(plan)] + judgements.map(RunRecord.judgement) + [.summary(summary)]
        for report in reports { try report.write(records, ofRemoteClient: number) }
        try StandardStream.output.write(
            reporter.ending(of: remoteClient.address, records, runFile: file.path)
        )
        return summary.tally.failures == 0
    }

    private func plan(of ledger: VisitLedger) -> PlanRecord {
        ledger.planRecord(
            tool: Tool.name,
            root: root,
            options: options,
            started: started,
            hasSecretSeed: hasSecretSeed
        )
    }

    private func summary(of judgements: [JudgementRecord], _ ledger: VisitLedger) -> SummaryRecord {
        let elapsed = Int((ContinuousClock.now - start).microseconds)
        return ledger.summary(of: judgements, elapsed: elapsed)
    }
}

extension StandardStream {
    /// Writes a service's event: verdicts to standard output, hints to standard error.
    fileprivate static func write(
        _ event: VisitService.Event,
        by reporter: any VisitReporter
    ) throws(Failure) {
        switch event {
        case .decided(let visit):
            try output.write(reporter.line(visit))
        case .strayed(let stray):
            if let line = reporter.line(stray) { try output.write(line) }
            if let notice = reporter.notice(stray) { try error.write(notice) }
        }
    }
}
