import ArgumentParser
import Basics
import ClientModels
import PathValidation
import Reports
import Runner
import ScenarioFormat
import TLS

/// `hatpin mutants`: the checks that no scenario tests.
struct MutantsCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "mutants",
        abstract: "Leave out every check in turn, and list those that no scenario tests.",
        discussion: """
            A mutant is a policy without one of its checks: path validation's (path), those on \
            revocation (revocation), those of the platform below Apple's clients (platform), and a \
            model's. It is killed by a pair of case and party that is as expected with the check \
            and not without it; a surviving mutant is a gap in the suite. Cases run against the \
            parties that they fix, and against 'reference' where they fix none. Handshakes are made \
            for what survives without them, and with --chain-only for nothing.

            Exit 0 where every mutant is killed or proved to be equivalent, 1 where one survives \
            or a proof is refuted, 4 where nothing was selected.
            """
    )

    @Argument(
        help: ArgumentHelp(
            "Mutants by name or pattern, or all of a layer: path, revocation, platform or a model.",
            valueName: "mutant"
        )
    )
    var selectors: [String] = []

    @Option(
        help: ArgumentHelp(
            "Only cases that match, as hatpin run has it: tag:x, id:glob, covers:x, …",
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

    @Flag(name: .shortAndLong, help: "List what was killed, too, and by whom.") var verbose = false

    @Flag(name: .shortAndLong, help: "Only the summary.") var quiet = false

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
        let options = judging.judging.options()
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
