import ArgumentParser
import PKIX
import Reports
import Runner
import Scenarios
import Trust
import Wire

/// `hatpin mutants`: which checks the scenarios notice the loss of.
struct MutantsCommand: AsyncParsableCommand {
    enum Format: String, CaseIterable, ExpressibleByArgument {
        case human, json
    }

    static let configuration = CommandConfiguration(
        commandName: "mutants",
        abstract: "Leave out every check in turn, and show whose loss no scenario notices.",
        discussion: """
            A mutant is a policy without one of its checks: path validation's (path), those on \
            revocation (revocation), those of the platform below Apple's clients (platform), and a \
            model's. It is killed by a pair of case and party that is as expected with the check \
            and not without it; what survives is a hole in the suite. Cases run against the \
            parties that they fix, and against 'reference' where they fix none.

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

    @Option(help: ArgumentHelp("The folder that ids are relative to.", valueName: "folder"))
    var scenarios: String?

    @Option(name: .shortAndLong, help: "How many pairs are judged at once (default: all cores).")
    var jobs: Int?

    @Option(help: "What keys and serial numbers follow from.") var seed: UInt64 = 1

    @Option(help: ArgumentHelp("The verify date, RFC 3339 (default: now).", valueName: "instant"))
    var now: String?

    @Flag(help: "Make no handshakes, not even for what survives without.") var chainOnly = false

    @Option(help: "human, or json for one object.") var format: Format = .human

    @Flag(name: .shortAndLong, help: "List what was killed, too, and by whom.") var verbose = false

    @Flag(name: .shortAndLong, help: "Only the summary.") var quiet = false

    @OptionGroup var colour: ColourOptions

    func validate() throws {
        guard jobs.map({ (1...1_024).contains($0) }) ?? true else {
            throw ValidationError("--jobs is from 1 to 1024")
        }
        guard !(verbose && quiet) else { throw ValidationError("-v and -q exclude each other") }
        guard now.map({ Instant(rfc3339: $0) != nil }) ?? true else {
            throw ValidationError("--now is an instant such as 2026-11-21T09:30:00Z")
        }
    }

    func run() async throws {
        let mutants = try MutantSelection(selectors).chosen(among: Mutant.catalogue)
        let request = SelectionRequest(filter: filter, scenarios: scenarios)
        let library = try await Library.load(request.places)
        try library.requireSound(colour)
        let pairs = try request.chosen(among: library.choices(parties: nil))
        let report = try await hunted(mutants, pairs)
        switch format {
        case .human: try StandardStream.output.write(report.text(options))
        case .json: try StandardStream.output.write(report.json)
        }
        if !report.isWhole { throw ExitStatus(.wrongVerdict) }
    }

    private var options: ReportOptions {
        ReportOptions(
            verbosity: quiet ? .quiet : verbose ? .verbose : .normal,
            hasColour: colour.hasColour(on: .output),
            width: min(100, max(60, StandardStream.output.width ?? 88))
        )
    }

    private func hunted(_ mutants: [Mutant], _ pairs: [Pair]) async throws -> MutantReport {
        let start = ContinuousClock.now
        var options = Run.Options(now: now.flatMap(Instant.init(rfc3339:)) ?? Environment.now)
        options.seed = seed
        options.jobs = jobs ?? Environment.processors
        options.isChainOnly = chainOnly
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
