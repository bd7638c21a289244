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
    private let isForPrograms: Bool
    private let hasColour: Bool
    private let reports: [Report]
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
    ///   - isForPrograms: whether standard output gets JSON lines.
    ///   - hasColour: whether standard output has colours.
    ///   - reports: further reports, each with its file.
    package init(
        _ service: VisitService,
        state: StateFolder,
        root: String,
        options: [String],
        started: Instant,
        hasSecretSeed: Bool,
        isForPrograms: Bool,
        hasColour: Bool,
        reports: [Report] = []
    ) {
        self.reports = reports
        self.service = service
        self.state = state
        self.root = root
        self.options = options
        self.started = started
        self.hasSecretSeed = hasSecretSeed
        self.isForPrograms = isForPrograms
        self.hasColour = hasColour
    }

    /// A report on each remote client's run, and the file for it.
    package struct Report: Sendable {
        private let format: ReportFormat
        private let path: String

        package init(format: ReportFormat, path: String) {
            (self.format, self.path) = (format, path)
        }

        /// Checks that the report's file can be written, before anything is served.
        fileprivate func begin() throws(Failure) { try OutputFile.prepare(path) }

        /// Writes the report on a remote client's run.
        ///
        /// A report is about one run, so later remote clients get their own files: `results-2.xml`
        /// next to `results.xml`.
        fileprivate func write(_ records: [RunRecord], ofRemoteClient number: Int) throws(Failure) {
            var reporter = format.reporter(ReportOptions(hasColour: false, width: 100))
            let text = records.map { reporter.receive($0) }.joined()
            let isOne = number == 1 || OutputFile.isStandardOutput(path)
            try OutputFile.write(text, to: isOne ? path : path.numbered(number))
        }
    }

    private var text: ServeText { ServeText(service.shown, hasColour: hasColour) }
    private var lines: ServeLines { ServeLines(service.shown) }

    /// Serves until the time is over or the user stops the service, which is the usual end.
    ///
    /// - Parameter end: the time at which serving ends, or nil.
    /// - Returns: whether every verdict is as expected.
    /// - Throws: nothing selected, if no case was visited; environment, for a failure of this
    ///   machine.
    package func serve(until end: ContinuousClock.Instant?) throws(Failure) -> Bool {
        Interruption.watch()
        try open()
        var failure: Failure?
        try service.serve(until: end) {
            Interruption.isAsked || failure != nil
        } receive: { [text, lines, isForPrograms] event in
            do throws(Failure) {
                try StandardStream.write(event, text, lines, isForPrograms)
            } catch {
                failure = error
            }
        }
        if let failure { throw failure }
        return try close()
    }

    private func open() throws(Failure) {
        for report in reports { try report.begin() }
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
        try StandardStream.output.write(
            isForPrograms ? lines.opening(opening) : text.opening(opening)
        )
    }

    // MARK: Ending

    private func close() throws(Failure) -> Bool {
        let ledger = service.ledger
        var results: [Bool] = []
        for remoteClient in ledger.remoteClients {
            let judgements = ledger.judgements(of: remoteClient)
            guard !judgements.isEmpty else { continue }
            results.append(
                try close(judgements, of: remoteClient, ledger, number: results.count + 1)
            )
        }
        guard results.isEmpty else { return results.allSatisfy(\.self) }
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
        let plan = ledger.planRecord(
            tool: Tool.name,
            root: root,
            options: options,
            started: started,
            hasSecretSeed: hasSecretSeed
        )
        let elapsed = Int((ContinuousClock.now - start).microseconds)
        let summary = ledger.summary(of: judgements, elapsed: elapsed)
        var file = try state.createRunFile(of: plan)
        do throws(RunFileError) {
            try file.append(.plan(plan))
            for judgement in judgements { try file.append(.judgement(judgement)) }
            try file.finish(summary)
        } catch {
            throw Failure(.environment, "the run file is incomplete: \(Shown.escaped("\(error)"))")
        }
        try state.setLast(file.path)
        state.prune(keeping: StateFolder.usuallyKept)
        let records = [.plan(plan)] + judgements.map(RunRecord.judgement) + [.summary(summary)]
        for report in reports { try report.write(records, ofRemoteClient: number) }
        try show(records, summary, of: remoteClient, runFile: file.path)
        return summary.tally.failures == 0
    }

    private func show(
        _ records: [RunRecord],
        _ summary: SummaryRecord,
        of remoteClient: RemoteClient,
        runFile: String
    ) throws(Failure) {
        guard !isForPrograms else {
            return try StandardStream.output.write(
                ServeLines.summary(of: remoteClient.address, summary, runFile: runFile)
            )
        }
        try StandardStream.output.write(
            text.ending(
                of: remoteClient.address,
                records,
                runFile: runFile,
                width: StandardStream.output.reportWidth
            )
        )
    }
}

extension String {
    /// Returns the path with a number inserted before the file extension.
    fileprivate func numbered(_ number: Int) -> String {
        let start = lastIndex(of: "/").map { index(after: $0) } ?? startIndex
        let end = self[start...].dropFirst().lastIndex(of: ".") ?? endIndex
        return self[..<end] + "-\(number)" + self[end...]
    }
}

extension StandardStream {
    /// Writes a service's event: verdicts to standard output, hints to standard error.
    fileprivate static func write(
        _ event: VisitService.Event,
        _ text: ServeText,
        _ lines: ServeLines,
        _ isForPrograms: Bool
    ) throws(Failure) {
        switch event {
        case .decided(let visit):
            try output.write(isForPrograms ? lines.line(visit) : text.line(visit))
        case .strayed(let stray):
            if isForPrograms { return try output.write(ServeLines.line(stray)) }
            if let hint = ServeText.hint(stray) { try error.write("hatpin: \(hint)\n") }
        }
    }
}
