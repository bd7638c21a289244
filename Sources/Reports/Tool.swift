/// The program, as run files and reports name it.
package enum Tool {
    package static let version = "0.1.0"
    /// Name and version.
    package static let name = "hatpin " + version
}
