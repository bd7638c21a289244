import ArgumentParser
import Basics
import Reports
import Runner
import ScenarioFormat
import X509

/// `hatpin serve`: puts cases before clients that come by themselves.
struct ServeCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "serve",
        abstract: "Serve cases to clients that no command can start: a phone, a browser.",
        discussion: """
            Each case has a server under a host name of its own on one port, and a certificate for \
            that name; a case whose name cannot be changed without changing its meaning has a port \
            of its own. A remote client must resolve the names to this machine and trust root.pem. The \
            servers see what it decides: a request accepts, an alert or a close before it refuses. \
            A refusal counts once the remote client has accepted the control setup.

            The page runs all cases in the browser that opens it, and shows every remote client.

            Ends by Ctrl-C or --for, with 0 if all that was visited is as expected, 1 if not, and 4 \
            if nothing was visited.

            \(Exit.help)
            """
    )

    enum Format: String, CaseIterable, ExpressibleByArgument { case human, ndjson }

    enum Ability: String, CaseIterable, ExpressibleByArgument { case pins }

    @OptionGroup(title: "Selection") var selection: SelectionOptions

    @Flag(help: "Only what failed or was not visited in the last run.") var failed = false

    @Option(
        help: ArgumentHelp(
            "An address of this machine to listen on; may be repeated (default: 127.0.0.1, ::1).",
            valueName: "address"
        )
    )
    var listen: [String] = []

    @Option(help: "The port of cases with host names of their own; 0 for any.") var port: UInt16 =
        8443

    @Option(help: "The port of the page; 0 for any.") var pagePort: UInt16 = 8480

    @Flag(help: "Serve each case on a port of its own, under its own name.") var ports = false

    @Option(help: "What remote clients can do beside: pins, if they are given those of each case.")
    var can: [Ability] = []

    @OptionGroup var strictness: StrictnessOptions

    @Flag(help: "Serve cases of other roots, too; remote clients trust them all.") var otherRoots =
        false

    @Option(
        name: .customLong("for"),
        help: ArgumentHelp("How long, such as 10m.", valueName: "time")
    )
    var time: TimeSpan?

    @Option(help: "The seed of keys (default: a secret one, kept in the state folder).")
    var seed: UInt64?

    @Option(
        help: ArgumentHelp(
            "The origin of relative times, RFC 3339 (default: now).",
            valueName: "instant"
        )
    )
    var now: String?

    @Option(
        help: ArgumentHelp(
            "Where to keep run files, roots and the seed (default: as hatpin run).",
            valueName: "folder"
        )
    )
    var state: String?

    @Option(help: "What standard output gets.") var format: Format = .human

    @Option(
        help: ArgumentHelp(
            "A further report of each remote client, such as junit=out.xml; later remote clients' have a number, "
                + "out-2.xml.",
            valueName: "format=file"
        )
    )
    var report: [ReportFile] = []

    @OptionGroup var colour: ColourOptions

    func validate() throws {
        guard listen.allSatisfy({ IPAddress.bytes($0) != nil }) else {
            throw ValidationError("--listen is an address such as 192.0.2.7 or ::1")
        }
        guard now.map({ Instant(rfc3339: $0) != nil }) ?? true else {
            throw ValidationError("--now is an instant such as 2026-11-21T09:30:00Z")
        }
        guard state != "" else { throw ValidationError("--state names a folder") }
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
            isForPrograms: format == .ndjson,
            hasColour: colour.hasColour(on: .output),
            reports: report.map { ServeSession.Report(format: $0.format, path: $0.path) }
        )
        let isAsExpected = try session.serve(until: time.map { .now + .seconds($0.seconds) })
        let exit = library.exit(after: isAsExpected ? .success : .wrongVerdict)
        if exit != .success { throw ExitStatus(exit) }
    }

    /// The selection among the built-in scenarios and those that are here.
    private var selected: SelectionRequest { selection.request(addsBuiltin: true) }

    /// The selected cases that are about no party of their own.
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
