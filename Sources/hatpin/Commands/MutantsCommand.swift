import ArgumentParser
import Basics
import ClientModels
import PathValidation
import Reports
import Runner
import ScenarioFormat
import TLS

/// `hatpin mutants`: finds the checks that no scenario tests.
struct MutantsCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "mutants",
        abstract: "Find the checks that no scenario tests, by leaving out each check in turn.",
        discussion: """
            A mutant is a policy without one of its checks. The check belongs to path validation (path), \
            to revocation (revocation), to Apple's platform (platform) or to a model. A case kills the \
            mutant if its verdict is as expected with the check, and not without it. A mutant that survives \
            is a gap in the suite.

            A case runs against the party that it names, or against 'reference'. Handshakes are made only \
            for mutants that survive without them, and never with --chain-only.

            \(Exit.pointer)
            """
    )

    @Argument(
        help: ArgumentHelp(
            "Mutants by name or pattern, or a layer: path, revocation, platform or a model.",
            valueName: "mutant"
        )
    )
    var selectors: [String] = []

    @Option(
        help: ArgumentHelp(
            "Only cases that match, as for hatpin run: tag:x, id:glob, covers:x, …",
            valueName: "expression"
        )
    )
    var filter: String?

    @Option(help: .scenariosAlone)
    var scenarios: String?

    @Flag(help: .builtinAlone) var builtin = false

    @OptionGroup var judging: JudgingOptions

    @OptionGroup var output: OutputOptions

    @OptionGroup var pages: PageOptions

    @Flag(name: .shortAndLong, help: "Also list killed mutants, with the cases that killed them.")
    var verbose = false

    @Flag(name: .shortAndLong, help: "Print only the summary.") var quiet = false

    @OptionGroup var colour: ColourOptions

    func validate() throws { try judging.requireTimeOfSuite() }

    func run() async throws {
        let mutants = try MutantSelection(selectors).chosen(among: Mutant.catalogue)
        let request = SelectionRequest(
            filter: filter,
            scenarios: scenarios,
            wantsBuiltin: builtin,
            addsBuiltin: true
        )
        let library = try await request.library()
        try library.requireScenarios(colour.color)
        let pairs = try request.chosen(from: library)
        try pages.report.prepare()
        let report = try await hunted(mutants, pairs)
        try pages.report.write(MutantPage(report).document)
        switch output.format {
        case .human: try StandardStream.output.write(report.text(options))
        case .json: try StandardStream.output.write(report.json)
        }
        let exit = library.exit(after: report.isWhole ? .success : .wrongVerdict)
        if exit != .success { throw ExitStatus(exit) }
    }

    private var options: ReportOptions {
        ReportOptions(
            verbosity: quiet ? .quiet : verbose ? .verbose : .normal,
            hasColour: colour.hasColour(on: .output),
            width: StandardStream.output.reportWidth
        )
    }

    private func hunted(_ mutants: [Mutant], _ pairs: [Pair]) async throws -> MutantReport {
        let start = ContinuousClock.now
        let options = judging.options()
        let hunt: MutantHunt
        do {
            hunt = try MutantHunt(mutants, pairs: pairs, options: options)
        } catch {
            throw Failure(.environment, "cannot serve: \(Shown.escaped(error.description))")
        }
        let error = StandardStream.error
        let kind: Progress.Kind =
            error.width.map { .bar(width: $0, hasColour: colour.hasColour(on: error)) }
            ?? .heartbeat
        let watch = MutantWatch(quiet ? .none : kind, steps: hunt.steps)
        guard let report = await watch.follow(hunt) else { throw ExitStatus(.interrupted) }
        return MutantReport(
            report,
            pairs: pairs.count,
            seed: options.seed,
            now: options.now,
            elapsed: (ContinuousClock.now - start).microseconds
        )
    }
}
