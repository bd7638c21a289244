import ArgumentParser
import Basics
import Reports

extension ColourChoice: ExpressibleByArgument {}

/// Colours, for commands that print text for people.
struct ColourOptions: ParsableArguments {
    @Option(help: "When to use colours.") var color: ColourChoice = .auto

    func hasColour(on stream: StandardStream) -> Bool { color.hasColour(on: stream) }

    /// Returns the options of a report on standard output.
    func reportOptions(_ verbosity: ReportOptions.Verbosity = .normal) -> ReportOptions {
        ReportOptions(
            verbosity: verbosity,
            hasColour: hasColour(on: .output),
            width: StandardStream.output.reportWidth
        )
    }
}
