import ArgumentParser
import ScenarioFormat

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
        ),
        completion: .parties
    )
    var party: [String] = []

    @OptionGroup(title: "Programs") var programs: ProgramOptions

    @OptionGroup var strictness: StrictnessOptions

    @Flag(help: "A program's rejection without a reason is none for the reason expected.")
    var strictReasons = false

    @OptionGroup(title: "Parts of a run") var part: RunPartOptions

    @OptionGroup var judging: JudgingOptions

    @Option(help: "How often each pair is judged.") var `repeat` = 1

    @Flag(help: "Start nothing more after the first failure.") var failFast = false

    @Option(help: "Of which cases to keep the evidence: never, failed or all.")
    var keep: Keeping = .failed

    @OptionGroup var reports: RunReportOptions

    func validate() throws {
        try reports.requireRuns()
        try judging.requireTimeOfSuite()
        guard (1...1_000_000).contains(`repeat`) else {
            throw ValidationError("--repeat is from 1 to 1000000")
        }
        let isStated =
            !selection.isWhole || !party.allSatisfy(PartyReference.isFile)
            || !judging.stated.isEmpty || `repeat` != 1 || strictness.strict || strictReasons
        guard !part.resume || !isStated else {
            throw ValidationError(
                "--resume has the cases, parties, seed, date and strictness of the run that it goes on "
                    + "with; --party names those again that are files"
            )
        }
    }

    func run() async throws {
        let folders = programs.definitions.clients
        var request = RunRequest(
            selection.request(clientsIn: folders),
            programs.asked(reports.colour),
            judging.judging
        )
        (request.parties, request.part) = (party, part.part)
        (request.isStrict, request.wantsReasons) = (strictness.strict, strictReasons)
        (request.repetitions, request.failsFast) = (`repeat`, failFast)
        let earlier = try reports.earlier()
        let exit = try await request.perform(in: reports.folder, reports.colour.color) {
            reports.settings(
                keep: keep,
                allowsEmpty: selection.allowEmpty,
                root: $0.root,
                started: $1,
                earlier: earlier,
                origins: $0.origins
            )
        }
        if exit != .success { throw ExitStatus(exit) }
    }
}
