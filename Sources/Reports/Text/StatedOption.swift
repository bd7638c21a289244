import ScenarioFormat

/// An option that a file of default options sets.
package struct StatedOption: Sendable {
    /// The option as on a command line, with its place: `--allow=high (hatpin.yaml:2:3)`.
    package let line: String
    /// The file that sets the option, and the place in that file.
    package let file: String
    package let mark: Mark

    /// Each parameter sets the property of its name.
    package init(_ line: String, in file: String, at mark: Mark) {
        (self.line, self.file, self.mark) = (line, file, mark)
    }

    /// The sentence about the option, for people.
    package var words: String { "in force: " + line }
}
