/// Hatpin's name and version, as run files and reports show them.
package enum Tool {
    package static let version = "0.1.0"
    /// The name and the version.
    package static let name = "hatpin " + version
}
