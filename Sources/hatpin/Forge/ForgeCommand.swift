import ArgumentParser
import Basics
import Reports
import Runner
import ScenarioFormat
import X509

/// `hatpin forge`: what cases are made of, as files.
struct ForgeCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "forge",
        abstract: "Write the certificates of a case as files, or seeds for fuzz targets.",
        discussion: """
            With --out, the certificates, keys, CRLs and OCSP responses of one case, to be tried \
            with other tools; the folder must be new or empty. They are those of hatpin run with \
            the same --seed and --now.

            With --corpus, what all selected cases are made of, as inputs of fuzz targets: a \
            folder for each target, each input once, named by its SHA-256. The same cases give \
            the same bytes. What a corpus has already stays.
            """
    )

    @OptionGroup(title: "Selection") var selection: SelectionOptions

    @Option(help: ArgumentHelp("The folder for the files of one case.", valueName: "folder"))
    var out: String?

    @Option(help: ArgumentHelp("The folder for the seeds of fuzz targets.", valueName: "folder"))
    var corpus: String?

    @Option(help: "The seed of keys and serial numbers.") var seed: UInt64 = 1

    @Option(
        help: ArgumentHelp(
            "The origin of relative times, RFC 3339 (default: now; with --corpus "
                + "\(ForgedSeeds.now)).",
            valueName: "instant"
        )
    )
    var now: String?

    @OptionGroup var colour: ColourOptions

    func validate() throws {
        guard (out == nil) != (corpus == nil) else {
            throw ValidationError("either --out or --corpus says what is to be written")
        }
        guard now.map({ Instant(rfc3339: $0) != nil }) ?? true else {
            throw ValidationError("--now is an instant such as 2026-11-21T09:30:00Z")
        }
    }

    func run() async throws {
        let library = try await selection.request.library()
        try library.requireScenarios(colour.color)
        let scenarios = try selection.request.chosen(from: library).map(\.scenario)
        let instant = now.flatMap(Instant.init(rfc3339:))
        if let corpus {
            var seeds = ForgedSeeds(seed: seed, now: instant ?? ForgedSeeds.now)
            for scenario in scenarios { try seeds.add(scenario) }
            try StandardStream.output.write(seeds.write(below: corpus).text)
        } else if let out, let scenario = try Self.only(of: scenarios) {
            let files = try ForgedFiles(scenario, seed: seed, now: instant ?? Environment.now)
            try StandardStream.output.write(files.write(into: out).text)
        }
        try library.endAsSound()
    }

    /// The case that was selected; nil where none was and that is no error.
    private static func only(of scenarios: [Scenario]) throws(Failure) -> Scenario? {
        let ids = Set(scenarios.map(\.id)).sorted()
        guard ids.count <= 1 else {
            let shown = ids.prefix(3).map(Shown.escaped).joined(separator: ", ")
            throw Failure(
                .usage,
                "--out is for one case, and \(ids.count) are selected",
                help: "name one, as hatpin list shows them: \(shown)\(ids.count > 3 ? ", …" : "")"
            )
        }
        return scenarios.first
    }
}
