// Doctor checks this machine: what Hatpin needs, what is missing, and how to install it. It changes
// nothing and tests no client.

/// Something that Hatpin uses on this machine, and whether it is available.
package struct Condition: Hashable, Sendable {
    package enum State: String, CaseIterable, Hashable, Sendable {
        case fine
        /// It is missing; some commands need it.
        case lacking
        /// It is missing; every command needs it.
        case failing
    }

    /// The name that the command line takes.
    package let name: String
    package let state: State
    /// What was found, in a sentence.
    package let about: String
    /// What to do, or nil if nothing is missing.
    package let help: String?

    static func fine(_ name: String, _ about: String) -> Condition {
        Condition(name: name, state: .fine, about: about, help: nil)
    }

    static func lacking(_ name: String, _ about: String, help: String) -> Condition {
        Condition(name: name, state: .lacking, about: about, help: help)
    }

    static func failing(_ name: String, _ about: String, help: String) -> Condition {
        Condition(name: name, state: .failing, about: about, help: help)
    }
}
