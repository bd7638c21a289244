import ArgumentParser
import CaseSelection
import ClientParties
import PKIX
import Reports
import Runner
import Scenarios
import Sessions
import Surroundings
import Wire

/// `hatpin run`: lets relying parties judge the selected cases.
struct RunCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "run",
        abstract: "Let relying parties judge the selected cases.",
        discussion: """
            Without --party a case runs against the party that it fixes, and against 'reference' \
            where it fixes none.

            \(Exit.help)
            """
    )

    @OptionGroup(title: "Selection") var selection: SelectionOptions

    @Option(
        help: ArgumentHelp(
            "A relying party, such as afnetworking:mode=public-key; may be repeated.",
            valueName: "name[:setting=value,…]"
        )
    )
    var party: [String] = []

    @OptionGroup(title: "Programs") var programs: ProgramOptions

    @OptionGroup var strictness: StrictnessOptions

    @Flag(help: "A program's rejection without a reason is none for the reason expected.")
    var strictReasons = false

    @Flag(help: "Only what failed or has no verdict in the last run.") var failed = false

    @Option(help: ArgumentHelp("The run file that --failed reads.", valueName: "file"))
    var from: String?

    @OptionGroup var judging: JudgingOptions

    @Option(help: "How often each pair is judged.") var `repeat` = 1

    @Option(help: "How long a party may take for a case, in seconds.") var timeout = 5.0

    @Flag(help: "Start nothing more after the first failure.") var failFast = false

    @Option(help: "Of which cases to keep the evidence: never, failed or all.")
    var keep: Keeping = .failed

    @Option(
        help: ArgumentHelp(
            "Where to keep run files and evidence (default: $HATPIN_STATE, \(StateFolder.usual), or "
                + "a folder below $XDG_STATE_HOME where that cannot be written).",
            valueName: "folder"
        )
    )
    var state: String?

    @Option(help: ArgumentHelp("How many runs are kept there.", valueName: "number"))
    var keepRuns = StateFolder.usuallyKept

    @Option(help: "What standard output gets.") var format: ReportFormat = .human

    @Option(
        help: ArgumentHelp("A further report, such as html=out.html.", valueName: "format=file")
    )
    var report: [ReportFile] = []

    @Flag(name: .shortAndLong, help: "List what passed, too.") var verbose = false

    @Flag(name: .shortAndLong, help: "Only the summary.") var quiet = false

    @OptionGroup var colour: ColourOptions

    func validate() throws {
        guard (1...1_000_000).contains(`repeat`) else {
            throw ValidationError("--repeat is from 1 to 1000000")
        }
        guard keepRuns > 0 else { throw ValidationError("--keep-runs is at least 1") }
        guard state != "" else { throw ValidationError("--state names a folder") }
        guard timeout > 0, timeout <= 3_600 else {
            throw ValidationError("--timeout is more than 0 and at most 3600 seconds")
        }
        guard !(verbose && quiet) else { throw ValidationError("-v and -q exclude each other") }
        guard from == nil || failed else { throw ValidationError("--from goes with --failed") }
    }

    func run() async throws {
        let started = Environment.now
        let state = StateFolder(named: state)
        let before = failed ? try lastRun(in: state) : nil
        let failedParties = before?.parties ?? []
        let asked = try programs.requested(among: party, colour)
        // Named by pairs alone, and not asked for.
        let named = (selection.request.partyNames + failedParties).filter { !party.contains($0) }
        let clients = asked + (try programs.named(Set(named).sorted(), colour))
        try ProgramRun.enterNetwork(for: clients, by: programs.names, now: judging.now)
        let parties = try party.filter { !NamedClient.isMeant(by: $0) }
            .map { text throws(Failure) in try PartyReference(argument: text) }
        let request = selection.request(clientsIn: programs.definitions.clients)
        let library = try await request.quietLibrary()
        try library.requireSound(colour)
        // Pairs that failed are repeated with the parties that they failed with.
        let failedWith = failedParties.compactMap {
            try? PartyReference(written: $0).readingDocuments()
        }
        let choices = try library.choices(
            parties: party.isEmpty && programs.command.isEmpty ? nil : parties,
            named: request.namedParties + failedWith.filter { $0.program == nil },
            programs: asked.map { .standIn($0.name) },
            namedPrograms: clients.dropFirst(asked.count).map { .standIn($0.name) }
        )
        let rerun = before.map { Rerun($0.history, of: $0.plan) }
        let chosen = try request.quietlyChosen(among: choices, rerun: rerun)
        let startable = judging.isOfPrograms ? chosen.pairs : []
        let fixed = try programs.fixed(by: startable, besides: clients, colour)
        // Executes this command again: nothing may be on a stream before.
        try ProgramRun.enterNetwork(for: fixed, by: programs.names, now: judging.now)
        try request.tell(of: library)
        try chosen.tell()
        if request.isOfSuite {
            try library.idleSelectors(of: (clients + fixed).compactMap(\.definition)).show(colour)
        }
        if let rerun, let before {
            let summary = rerun.summary(among: choices.map(\.candidate.pair), in: before.path)
            try StandardStream.error.write("hatpin: --failed: \(summary)\n")
        }
        let askable = try strictness.asked(chosen.pairs) { pair in
            pair.party.isProgram && pair.scenario.party == nil && pair.scenario.class == .strict
        }
        let programRun = try ProgramRun(
            of: clients + fixed,
            by: programs.names,
            facing: askable.map(\.scenario),
            now: started
        )
        let idle = judging.now == nil ? [] : askable.idlePrograms
        let pairs = askable.map { $0.with(programRun.parties + idle) }
        let run = try planned(pairs, at: started, hasPrograms: !programRun.parties.isEmpty)
        let conduct = Conduct(Session(settings(for: library, state, started)))
        let exit = try await conduct.perform(run)
        if exit != .success { throw ExitStatus(exit) }
    }

    private func planned(
        _ pairs: [Pair],
        at started: Instant,
        hasPrograms: Bool
    ) throws(Failure) -> Run {
        var options = judging.options(at: started, hasPrograms: hasPrograms)
        options.wantsReasons = strictReasons
        options.repetitions = `repeat`
        options.failsFast = failFast
        options.deadline = .milliseconds(Int64(timeout * 1_000))
        do {
            return try Run(pairs, options: options)
        } catch {
            throw Failure(.environment, "cannot serve: \(Shown.escaped(error.description))")
        }
    }

    /// Reads the run file of the last run, or the one that `--from` names.
    private func lastRun(in state: StateFolder) throws(Failure) -> EarlierRun {
        let last = try EarlierRun(at: from ?? state.lastRun, in: state, for: "--failed")
        guard !last.plan.isVisit else {
            throw Failure(
                .usage,
                "--failed: \(Shown.escaped(last.path)) is the run of a visitor",
                help: "hatpin serve --failed serves those cases again"
            )
        }
        return last
    }

    private func settings(
        for library: Library,
        _ state: StateFolder,
        _ started: Instant
    ) -> SessionSettings {
        let error = StandardStream.error
        var progress = Progress.Kind.heartbeat
        if let width = error.width, !quiet {
            progress = .bar(width: width, hasColour: colour.hasColour(on: error))
        }
        return SessionSettings(
            format: format,
            options: ReportOptions(
                verbosity: quiet ? .quiet : verbose ? .verbose : .normal,
                hasColour: colour.hasColour(on: .output),
                width: StandardStream.output.reportWidth
            ),
            reports: report,
            progress: quiet ? .none : progress,
            state: state,
            keep: keep,
            keptRuns: keepRuns,
            allowsEmpty: selection.allowEmpty,
            root: library.root,
            origins: library.origins,
            started: started
        )
    }
}
