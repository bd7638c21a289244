import ScenarioFormat

/// An option of a file of defaults.
package struct StatedOption: Sendable {
    /// As on a command line, with its place: `--allow=high (hatpin.yaml:2:3)`.
    package let line: String
    /// The file that states it, and where.
    package let file: String
    package let mark: Mark

    /// Each parameter is the property of its name.
    package init(_ line: String, in file: String, at mark: Mark) {
        (self.line, self.file, self.mark) = (line, file, mark)
    }

    /// For people.
    package var words: String { "in force: " + line }
}
