/// The reason why this system lacks a feature, and how to get it.
package struct Unavailable: Error, Hashable, Sendable, CustomStringConvertible {
    package let description: String
    /// What the user can do.
    package let help: String

    package init(description: String, help: String) {
        (self.description, self.help) = (description, help)
    }
}
