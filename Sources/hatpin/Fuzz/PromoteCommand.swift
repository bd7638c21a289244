import ArgumentParser
import Basics
import Reports

/// `hatpin promote`: from a finding to a regression.
struct PromoteCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "promote",
        abstract: "Make a finding of a fuzzer a scenario, or an input that tests replay.",
        discussion: """
            The minimal setup of a campaign becomes Scenarios/findings/NAME.yaml, or what --as says. \
            Bytes that break a target become Fuzz/Regressions/TARGET/NAME, which swift test (but of \
            CompareDecoders) and every run of the target replay first, with a line in the README.md \
            there; those of ValidatePath become a scenario as well. Nothing is overwritten.
            """
    )

    @Argument(help: ArgumentHelp("A folder below findings/.", valueName: "finding"))
    var finding: String

    @Option(
        name: .customLong("as"),
        help: ArgumentHelp(
            "What to call it: folder/name of a scenario, name of an input.",
            valueName: "name"
        )
    )
    var name: String?

    func run() throws {
        let promotion = Promotion(finding: try FoundFolder(finding), name: name)
        for line in try promotion.perform().flatMap(\.lines) {
            try StandardStream.output.write(line + "\n")
        }
    }
}
