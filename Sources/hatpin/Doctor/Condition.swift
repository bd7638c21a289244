// Doctor looks at the machine that Hatpin runs on: what is there, what is missing, and how it is had.
// It changes nothing and judges no client.

/// One thing that Hatpin can use of a machine, and whether it is there.
package struct Condition: Hashable, Sendable {
    package enum State: String, CaseIterable, Hashable, Sendable {
        case fine
        /// It is missing, and only some commands need it.
        case lacking
        /// It is missing, and nothing works without it.
        case failing
    }

    /// The word that the command line takes.
    package let name: String
    package let state: State
    /// The finding, in a sentence.
    package let about: String
    /// The way out; nil where it is fine.
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
