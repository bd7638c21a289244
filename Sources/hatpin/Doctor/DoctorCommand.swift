import ArgumentParser
import Basics

/// `hatpin doctor`: checks this machine for what Hatpin needs.
struct DoctorCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "doctor",
        abstract: "Check this machine for what Hatpin needs.",
        discussion: """
            Each missing thing is shown with the command that installs it. The exit code is 3 if \
            something is missing that every command needs. Things that only some commands need do not \
            change the exit code, unless you name them.
            """
    )

    @Argument(
        help: "Check only these: \(Examination.names.joined(separator: ", ")).",
        completion: .list(Examination.names)
    )
    var names: [String] = []
    @Option(help: .clients) var clients: [String] = []
    @OptionGroup var state: StateOptions
    @OptionGroup var output: OutputOptions
    @OptionGroup var colour: ColourOptions

    func run() async throws {
        let examination = Examination(
            state: state.folder,
            clientsIn: clients,
            search: Environment.variable("PATH") ?? "/usr/bin:/bin"
        )
        let report = ConditionText(try await examination.conditions(named: names))
        let text =
            output.format == .json
            ? report.json : report.text(hasColour: colour.hasColour(on: .output))
        try StandardStream.output.write(text)
        guard names.isEmpty ? report.isFit : report.isComplete else {
            throw ExitStatus(.environment)
        }
    }
}
