// Doctor checks whether this machine has what Hatpin needs, and says how to install what is
// missing. It changes nothing and tests no client.

/// Something that Hatpin uses on this machine, and whether it is available.
package struct Condition: Hashable, Sendable {
    package enum State: String, CaseIterable, Hashable, Sendable {
        case fine
        /// The condition is not met; some commands need it.
        case lacking
        /// The condition is not met; every command needs it.
        case failing
    }

    /// The name of the check, as the command line takes it.
    package let name: String
    package let state: State
    /// The result of the check, in a sentence.
    package let about: String
    /// The action to take, or nil if nothing is missing.
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
