import ArgumentParser
import Basics

/// `hatpin doctor`: what this machine lacks.
struct DoctorCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "doctor",
        abstract: "Look at what Hatpin needs of this machine; each lack with its way out.",
        discussion: """
            Exits with 3 where something fails without which nothing works. What only some commands \
            need is told and no more, unless it is named: then it must be there.
            """
    )

    @Argument(
        help: "Only these: \(Examination.names.joined(separator: ", ")).",
        completion: .list(Examination.names)
    )
    var names: [String] = []
    @OptionGroup var clients: ClientOptions
    @OptionGroup var state: StateOptions
    @OptionGroup var output: OutputOptions
    @OptionGroup var colour: ColourOptions

    func run() async throws {
        let examination = Examination(
            state: state.folder,
            clientsIn: clients.clients,
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
