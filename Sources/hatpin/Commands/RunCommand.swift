import ArgumentParser
import ScenarioFormat

/// `hatpin run`: runs the selected cases.
struct RunCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "run",
        abstract: "Run the selected test cases.",
        discussion: """
            Each case sets up a server with its certificates, and lets a client connect. The case says \
            whether that client must accept or reject the server.

            The clients are those of --party and the command after --. Without them, a case runs against \
            the party that it names, or against 'reference', Hatpin's own correct client.

            \(Exit.pointer)
            """
    )

    @OptionGroup(title: "Selection") var selection: SelectionOptions

    @Option(
        help: ArgumentHelp(
            "A client to test, such as client/curl or afnetworking:mode=public-key. Repeatable.",
            valueName: "name[:setting=value,…]"
        ),
        completion: .parties
    )
    var party: [String] = []

    @OptionGroup(title: "Programs") var programs: ProgramOptions

    @OptionGroup var strictness: StrictnessOptions

    @Flag(help: "Fail a program that rejects without stating the expected reason.")
    var strictReasons = false

    @OptionGroup(title: "Parts of a run") var part: RunPartOptions

    @OptionGroup var judging: JudgingOptions

    @Option(help: "How often each case runs against each party.") var `repeat` = 1

    @Flag(help: "Stop after the first failure.") var failFast = false

    @Flag(
        help: ArgumentHelp(
            "Serve one case, print the command that starts its program, and wait until you have run "
                + "it."
        )
    )
    var byHand = false

    @Option(help: "The cases for which evidence is kept.")
    var keep: Keeping = .failed

    @OptionGroup var reports: RunReportOptions

    @OptionGroup var colour: ColourOptions

    func validate() throws {
        try reports.requireRuns()
        try judging.requireTimeOfSuite()
        guard (1...1_000_000).contains(`repeat`) else {
            throw ValidationError("--repeat must be from 1 to 1000000")
        }
        let isStated =
            !selection.isWhole || !party.allSatisfy(PartyReference.isFile)
            || !judging.stated.isEmpty || `repeat` != 1 || strictness.strict || strictReasons
        guard !part.resume || !isStated else {
            throw ValidationError(
                "--resume takes the cases, parties, seed, date and strictness from the run that it "
                    + "continues; add --party only for parties that are files"
            )
        }
    }

    func run() async throws {
        let request = RunRequest(
            parties: party,
            programs: programs,
            selection: selection.request(clientsIn: programs.clients),
            judging: judging,
            part: part.part,
            strictness: strictness,
            wantsReasons: strictReasons,
            repetitions: `repeat`,
            failsFast: failFast,
            isByHand: byHand
        )
        let earlier = try reports.earlier()
        let exit = try await request.perform(in: reports.folder, colour.color) {
            reports.settings(
                keep: keep,
                allowsEmpty: selection.allowEmpty,
                root: $0.root,
                started: $1,
                earlier: earlier,
                colour: colour,
                origins: $0.origins
            )
        }
        if exit != .success { throw ExitStatus(exit) }
    }
}
