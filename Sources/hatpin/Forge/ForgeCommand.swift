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
            The command writes the certificates, keys, CRLs and OCSP responses of one case, for use with \
            other tools. The folder must be new or empty. hatpin run uses the same bytes with the same \
            --seed and --now.
            """
    )

    @OptionGroup(title: "Selection") var selection: SelectionOptions

    @Option(help: ArgumentHelp("The new folder for the files of one case.", valueName: "folder"))
    var out: String

    @Option(help: "The seed for keys and serial numbers.") var seed: UInt64 = 1

    @Option(
        help: ArgumentHelp(
            "The time that relative dates start from, as RFC 3339 (default: now).",
            valueName: "instant"
        )
    )
    var now: String?

    @OptionGroup var colour: ColourOptions

    func validate() throws {
        guard now.map({ Instant(rfc3339: $0) != nil }) ?? true else {
            throw ValidationError("--now must be a time such as 2026-11-21T09:30:00Z")
        }
    }

    func run() async throws {
        let library = try await selection.request.library()
        try library.requireScenarios(colour.color)
        let scenarios = try selection.request.chosen(from: library).map(\.scenario)
        if let scenario = try Self.only(of: scenarios) {
            let instant = now.flatMap(Instant.init(rfc3339:)) ?? Environment.now
            let files = try ForgedFiles(scenario, seed: seed, now: instant)
            try StandardStream.output.write(files.write(into: out).text)
        }
        try library.endAsSound()
    }

    /// Returns the selected case, or nil if no case is selected; refuses several selected cases.
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
