import ArgumentParser
import Basics
import Reports
import Runner
import ScenarioFormat
import X509

/// `hatpin forge`: writes the certificates of cases to files.
struct ForgeCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "forge",
        abstract: "Write the certificates of a case to files.",
        discussion: """
            With --out, the command writes the certificates, keys, CRLs and OCSP responses of one case, \
            for use with other tools. The folder must be new or empty. hatpin run uses the same bytes with \
            the same --seed and --now.

            With --corpus, it writes seeds for fuzz targets from all selected cases: a folder for each \
            target, and each input once, named by its SHA-256. Existing inputs are kept.
            """
    )

    @OptionGroup(title: "Selection") var selection: SelectionOptions

    @Option(help: ArgumentHelp("The new folder for the files of one case.", valueName: "folder"))
    var out: String?

    @Option(help: ArgumentHelp("The folder for the seeds of fuzz targets.", valueName: "folder"))
    var corpus: String?

    @Option(help: "The seed for keys and serial numbers.") var seed: UInt64 = 1

    @Option(
        help: ArgumentHelp(
            "The time that relative dates start from, as RFC 3339 (default: now; with --corpus "
                + "\(ForgedSeeds.now)).",
            valueName: "instant"
        )
    )
    var now: String?

    @OptionGroup var colour: ColourOptions

    func validate() throws {
        guard (out == nil) != (corpus == nil) else {
            throw ValidationError("use either --out or --corpus")
        }
        guard now.map({ Instant(rfc3339: $0) != nil }) ?? true else {
            throw ValidationError("--now must be a time such as 2026-11-21T09:30:00Z")
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

    /// Returns the only selected case, or nil if no case is selected and that is allowed.
    private static func only(of scenarios: [Scenario]) throws(Failure) -> Scenario? {
        let ids = Set(scenarios.map(\.id)).sorted()
        guard ids.count <= 1 else {
            let shown = ids.prefix(3).map(Shown.escaped).joined(separator: ", ")
            throw Failure(
                .usage,
                "--out needs one case, and \(ids.count) are selected",
                help: "name one of them: \(shown)\(ids.count > 3 ? ", …" : "")"
            )
        }
        return scenarios.first
    }
}
