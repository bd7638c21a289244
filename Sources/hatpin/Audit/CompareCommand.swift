import ArgumentParser
import Basics
import ClientModels
import Lint
import PathValidation
import Reports
import Runner
import ScenarioFormat

/// `hatpin compare`: shows where configurations or versions decide differently.
struct CompareCommand: SurveyCommand {
    static let configuration = CommandConfiguration(
        commandName: "compare",
        abstract: "Show where two configurations, or several clients, decide differently.",
        discussion: """
            Give two files, the old configuration first, to see what became weaker and what stronger for \
            each host. This fits a pull request that changes pins: the exit code is 1 if something \
            became weaker.

            Give two or more parties to see the test cases on which they disagree, and what a correct \
            client decides. The exit code is then 0. If one of them needs a pin, all get the same \
            pin.

            \(Exit.pointer)
            """
    )

    @Argument(
        help: ArgumentHelp(
            "Two configuration files, or parties such as okhttp or client/curl.",
            valueName: "config"
        )
    )
    var configurations: [String] = []

    @OptionGroup var programs: ProgramOptions

    @Flag(help: "Also show rejections for different reasons.") var reasons = false

    @OptionGroup var options: SurveyOptions

    @OptionGroup var judging: JudgingOptions

    @OptionGroup var strictness: StrictnessOptions

    @Flag(name: .shortAndLong, help: "Name every test case, not only examples.") var verbose = false

    @OptionGroup var output: OutputOptions

    @OptionGroup var colour: ColourOptions

    @OptionGroup var pages: PageOptions

    func run() async throws {
        let request = surveyRequest
        try requireEffects()
        guard !programs.command.isEmpty || !ChangeRun.isMeant(by: configurations) else {
            guard !reasons else {
                throw ValidationError("--reasons compares parties; these are files")
            }
            let selected = try await request.cases()
            let survey = try request.survey(at: Environment.now, hasPrograms: false)
            let settings = reporting
            let run = ChangeRun(settings, by: survey, in: selected.scenarios, pages: pages.report)
            let changes = try await run.perform(
                from: configurations[0],
                to: configurations[1],
                context: ReviewContext(now: request.judging.options().now)
            )
            let exit = Exit.worst([changes, selected.exit])
            if exit != .success { throw ExitStatus(exit) }
            return
        }
        try pages.report.prepare()
        let clients = try request.clients(among: configurations)
        let targets = try configurations.filter { !NamedClient.isMeant(by: $0) }
            .map { text throws(Failure) in try AuditTarget(text, asking: []) }
        let models = targets.flatMap(\.subjects).map(\.party)
        guard models.count + clients.count >= 2 else {
            throw Failure(.usage, "compare needs at least two parties")
        }
        try ProgramRun.enterNetwork(for: clients, by: programs.names, now: judging.date)
        let selected = try await request.cases(before: clients)
        let cases = selected.scenarios
        let started = Environment.now
        let run = try ProgramRun(of: clients, by: programs.names, facing: cases, now: started)
        let parties = models + run.parties
        let survey = try request.survey(at: started, hasPrograms: !clients.isEmpty)
        Interruption.watch()
        let comparison = await Comparison(
            of: parties,
            by: survey,
            in: cases,
            countsReasons: reasons,
            shouldStop: { Interruption.isAsked }
        )
        guard !Interruption.isAsked else { throw ExitStatus(.interrupted) }
        try comparison.requireSetups()
        try pages.report.write(ComparisonPage(comparison).document)
        switch output.format {
        case .human: try StandardStream.output.write(text(of: comparison))
        case .json: try StandardStream.output.write(ComparisonJSON(comparison).text)
        }
        if let failure = comparison.obstructions.failure { throw failure }
        if selected.exit != .success { throw ExitStatus(selected.exit) }
    }

    /// Refuses options that have no effect on the comparison.
    private func requireEffects() throws(Failure) {
        let written = WrittenOptions.current
        try written.refuse(
            ["--names", "--strict"],
            unless: !programs.command.isEmpty
                || configurations.contains(where: NamedClient.isMeant),
            because: "it works with programs, and no program is named"
        )
        try written.refuse(
            ["-v", "--verbose"],
            unless: output.format == .human,
            because: "JSON names every test case"
        )
    }

    private func text(of comparison: Comparison) -> String {
        ComparisonText(
            comparison,
            isWhole: verbose,
            hasColour: colour.hasColour(on: .output)
        ).text
    }
}
