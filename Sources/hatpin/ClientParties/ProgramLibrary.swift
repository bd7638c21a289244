import Basics
import Process
import Runner
import ScenarioFormat

/// The TLS library of a program, as a party with the library's default settings.
package struct ProgramLibrary: Sendable {
    package let party: Party
    /// The library's name for people, such as `OpenSSL`.
    package let title: String

    package init(_ party: Party, title: String) {
        (self.party, self.title) = (party, title)
    }
}

/// The client that a program is compared with.
package struct ChosenLibrary: Sendable {
    package let client: NamedClient
    /// The library's name for people.
    package let title: String
    /// Whether the user names this client, so that it must be installed.
    package let isStated: Bool

    /// Creates a choice with these properties.
    package init(_ client: NamedClient, title: String, isStated: Bool) {
        (self.client, self.title, self.isStated) = (client, title, isStated)
    }

    /// The reason why the client cannot be started; nil if it can be started, or if another error
    /// will report the reason.
    package var absence: String? {
        guard !isStated, case .missing(let reason) = ProgramRun.probe.state(of: client.client)
        else { return nil }
        return reason
    }

    /// Returns the note for standard error that the library could not be tested, with the reason.
    package func note(because reason: String) -> String {
        let text =
            "faults of \(title) itself count as the program's, "
            + "because \(client.name) cannot run: \(reason)"
        return "hatpin: \(Shown.escaped(text))\n  help: hatpin clients "
            + Shown.escaped(client.client.name)
            + " shows how to install it; --like names another client\n"
    }
}
