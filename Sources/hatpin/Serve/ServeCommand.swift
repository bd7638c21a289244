import ArgumentParser
import Basics
import Reports
import Runner
import ScenarioFormat
import X509

/// `hatpin serve`: serves cases to clients that connect by themselves.
struct ServeCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "serve",
        abstract: "Serve the test cases to a phone, a browser or another remote client.",
        discussion: """
            The command prints the address of a page. Open it in the browser to test: the page runs all \
            cases, and shows the results of every client. Ctrl-C or --for ends the command.

            The client must trust root.pem, and resolve the printed host names to this machine. Each case \
            has its own host name and certificate on one port. A case that depends on its host name has \
            its own port instead.

            A client that sends a request has accepted the server. One that sends an alert, or closes the \
            connection without a request, has rejected it. A rejection counts once the client has \
            accepted the same setup without the defect.

            \(Exit.pointer)
            """
    )

    enum Ability: String, CaseIterable, ExpressibleByArgument { case pins }

    @OptionGroup(title: "Selection") var selection: SelectionOptions

    @Flag(help: "Only cases that failed, or were not visited, in the last run.") var failed = false

    @Option(
        help: ArgumentHelp(
            "An address of this machine to listen on (default: 127.0.0.1, ::1). Repeatable.",
            valueName: "address"
        )
    )
    var listen: [String] = []

    @Option(help: "The port for cases with their own host names; 0 is any free port.") var port:
        UInt16 =
            8443

    @Option(help: "The port for the page; 0 is any free port.") var pagePort: UInt16 = 8480

    @Flag(help: "Serve each case on its own port, under the host name that it states.") var ports =
        false

    @Option(help: "What else clients can do: pins, if you configure the pins of each case in them.")
    var can: [Ability] = []

    @OptionGroup var strictness: StrictnessOptions

    @Flag(help: "Also serve cases with other roots; clients must trust all of them.")
    var otherRoots = false

    @Option(
        name: .customLong("for"),
        help: ArgumentHelp("Stop after this time, such as 10m.", valueName: "time")
    )
    var time: TimeSpan?

    @Option(help: "The seed for keys (default: a secret one, kept in the state folder).")
    var seed: UInt64?

    @Option(
        help: ArgumentHelp(
            "The time that relative dates start from, as RFC 3339 (default: now).",
            valueName: "instant"
        )
    )
    var now: String?

    @Option(
        help: ArgumentHelp(
            "The folder for run files, roots and the seed (default: as for hatpin run).",
            valueName: "folder"
        )
    )
    var state: String?

    @Option(help: "The format of standard output.") var format = FormatOf<VisitRecord>.usual

    @Option(
        help: ArgumentHelp(
            "Also write a report for each client, such as junit=out.xml. The second client's is "
                + "out-2.xml. Repeatable.",
            valueName: "format=file"
        )
    )
    var report: [ReportFile<RunRecord>] = []

    @OptionGroup var colour: ColourOptions

    func validate() throws {
        guard listen.allSatisfy({ IPAddress.bytes($0) != nil }) else {
            throw ValidationError("--listen needs an address such as 192.0.2.7 or ::1")
        }
        guard now.map({ Instant(rfc3339: $0) != nil }) ?? true else {
            throw ValidationError("--now must be a time such as 2026-11-21T09:30:00Z")
        }
        guard state != "" else { throw ValidationError("--state needs a folder") }
        try requireOwnFiles(report.map(\.path))
    }

    func run() async throws {
        let started = Environment.now
        let state = StateFolder(named: state)
        let library = try await selected.library()
        try library.requireScenarios(colour.color)
        let loopback = try VisitService.loopback()
        let cases = try cases(in: library, state)
        let plan = await VisitPlan(cases, options: try options(state, started), on: loopback)
        if !selection.allowEmpty { try plan.requireCases() }
        try Resources.raiseDescriptors(to: VisitService.descriptors(for: plan))
        let service = try VisitService(
            plan,
            at: plan.options.addresses,
            port: port,
            pagePort: pagePort,
            on: loopback
        )
        let session = ServeSession(
            service,
            state: state,
            root: library.root,
            options: selected.stated(for: library) + strictness.stated,
            started: started,
            hasSecretSeed: seed == nil,
            reporter: format.writer(service.shown, colour.reportOptions()),
            reports: report
        )
        let isAsExpected = try session.serve(until: time.map { .now + .seconds($0.seconds) })
        let exit = library.exit(after: isAsExpected ? .success : .wrongVerdict)
        if exit != .success { throw ExitStatus(exit) }
    }

    /// The selection among the built-in scenarios and those of the working directory.
    private var selected: SelectionRequest { selection.request(addsBuiltin: true) }

    /// Returns the selected cases that do not name a party.
    private func cases(in library: Library, _ state: StateFolder) throws(Failure) -> [Scenario] {
        let chosen = try selected.chosen(from: library)
        let cases = try strictness.asked(chosen.map(\.scenario).filter { $0.party == nil }) {
            $0.class == .strict
        }
        guard failed else { return cases }
        let last = try EarlierRun(at: state.lastRun, in: state, for: "--failed")
        let rerun = Rerun(last.history, of: last.plan)
        return cases.filter { rerun.contains("\($0.id)@\(PlanRecord.remoteClient)") }
    }

    private func options(
        _ state: StateFolder,
        _ started: Instant
    ) throws(Failure) -> VisitPlan.Options {
        let seed = if let seed { seed } else { try SecretSeed.read(in: state.secrets()) }
        var options = VisitPlan.Options(
            seed: seed,
            now: now.flatMap(Instant.init(rfc3339:)) ?? started
        )
        options.usesPorts = ports
        options.canPin = can.contains(.pins)
        options.takesOtherRoots = otherRoots
        options.addresses = VisitPlan.addresses(named: listen)
        return options
    }
}
