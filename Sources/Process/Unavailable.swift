/// The reason why this system lacks a means, and the way to it.
package struct Unavailable: Error, Hashable, Sendable, CustomStringConvertible {
    package let description: String
    /// The way out.
    package let help: String

    package init(description: String, help: String) {
        (self.description, self.help) = (description, help)
    }
}
