import ArgumentParser
import Basics

extension ColourChoice: ExpressibleByArgument {}

/// Colours, for commands that print text for people.
struct ColourOptions: ParsableArguments {
    @Option(help: "When to use colours.") var color: ColourChoice = .auto

    func hasColour(on stream: StandardStream) -> Bool { color.hasColour(on: stream) }
}
