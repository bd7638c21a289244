import ArgumentParser
import Basics
import Reports

/// `hatpin promote`: turns a finding into a regression test.
struct PromoteCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "promote",
        abstract: "Turn a finding of hatpin fuzz into a scenario or a regression test.",
        discussion: """
            A finding of a campaign becomes Scenarios/findings/NAME.yaml, or what --as names. An input of \
            a target becomes Fuzz/Regressions/TARGET/NAME, with a line in the README.md there. swift test \
            and every run of the target replay it first; for CompareDecoders, only runs do. An input of \
            ValidatePath also becomes a scenario. Nothing is overwritten.
            """
    )

    @Argument(help: ArgumentHelp("A folder in findings/.", valueName: "finding"))
    var finding: String

    @Option(
        name: .customLong("as"),
        help: ArgumentHelp(
            "The new name: folder/name for a scenario, or the name of an input.",
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
