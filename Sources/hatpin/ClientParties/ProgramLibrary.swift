import Basics
import Process
import Runner
import ScenarioFormat

/// The TLS library of a program, as a party that shows what the library does with its defaults.
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
    /// Whether a user or a definition names the client for this program, so that it must be there.
    package let isStated: Bool

    /// Each parameter is the property of its name.
    package init(_ client: NamedClient, title: String, isStated: Bool) {
        (self.client, self.title, self.isStated) = (client, title, isStated)
    }

    /// Why the client cannot be started; nil where it can, or where another error will say so.
    package var absence: String? {
        guard !isStated, case .missing(let reason) = ProgramRun.probe.state(of: client.client)
        else { return nil }
        return reason
    }

    /// A line for standard error.
    package func note(because reason: String) -> String {
        let text =
            "faults of \(title) itself count as the program's: \(client.name) cannot be asked: \(reason)"
        return "hatpin: \(Shown.escaped(text))\n  help: script/clients "
            + Shown.escaped(client.client.name) + " installs it; --like names another client\n"
    }
}
