import Basics
import Runner
import ScenarioFormat
import TLS

/// A list of clients that says whether each is installed: a line for each client, a block for each
/// client, or a JSON array with one object a line.
package struct ClientList {
    private let entries: [(client: ClientDefinition, state: ClientState)]

    private let end: RelyingEnd

    package init(_ entries: [(ClientDefinition, ClientState)], at end: RelyingEnd = .client) {
        self.end = end
        self.entries = entries.map { (client: $0, state: $1) }
    }

    /// Whether all clients are installed.
    package var isComplete: Bool { entries.allSatisfy { $0.state.isInstalled } }

    // MARK: Text

    /// Returns the commands to run next, then a line for each client, installed clients first.
    ///
    /// A line has the name, the version and the abilities, or the reason why the client cannot
    /// start.
    package func lines(hasColour: Bool, width: Int) -> String {
        let names = entries.map(\.client.name.unicodeScalars.count).max() ?? 0
        let versions = entries.map { $0.state.words.unicodeScalars.count }.max() ?? 0
        let installed = entries.filter(\.state.isInstalled)
        var text = TerminalText(hasColour: hasColour)
        text.value("\(installed.count) of \(Prose.count(entries.count, end.rawValue)) installed; ")
        switch end {
        case .client:
            text.literal(
                "hatpin audit client/NAME tests a client, hatpin clients NAME shows how to install it"
            )
        case .server:
            text.literal(
                "hatpin audit server/NAME tests a server, hatpin clients --servers NAME shows more"
            )
        }
        text.newLine()
        text.newLine()
        for (client, state) in installed + entries.filter({ !$0.state.isInstalled }) {
            write(client, state, names: names, to: &text)
            text.pad(to: names + min(24, versions) + 4)
            let rest = state.reason ?? client.sortedAbilities.joined(separator: " ")
            text.value(rest.shortened(to: width - text.column), .faint)
            text.newLine()
        }
        return text.text
    }

    /// Returns all details of each client; for a client that is not installed, also the reason and
    /// the installation commands.
    package func text(hasColour: Bool) -> String {
        let names = entries.map(\.client.name.unicodeScalars.count).max() ?? 0
        var text = TerminalText(hasColour: hasColour)
        for (client, state) in entries {
            write(client, state, names: names, to: &text)
            text.newLine()
            for (name, value) in client.facts { Self.write(name, value, to: &text) }
            if let reason = state.reason {
                Self.write("missing", reason, to: &text)
                for line in client.installLines { Self.write("install", line, to: &text) }
            }
        }
        return text.text
    }

    /// Writes the name and the version.
    private func write(
        _ client: ClientDefinition,
        _ state: ClientState,
        names: Int,
        to text: inout TerminalText
    ) {
        text.value(client.name, .strong)
        text.pad(to: names + 2)
        text.value(state.words, state.isInstalled ? .plain : .odd)
    }

    private static func write(_ name: String, _ value: String, to text: inout TerminalText) {
        text.literal("  ")
        text.value(name, .faint)
        text.pad(to: 12)
        text.value(value)
        text.newLine()
    }

    // MARK: JSON

    /// The JSON array.
    package var json: String {
        JSONWriter.array(of: entries) { entry, json in
            let (client, state) = entry
            json.member("name", client.name)
            json.member("about", client.about)
            json.member("library", client.library)
            json.member("installed", state.isInstalled)
            json.member("version", state.version)
            json.member("missing", state.reason)
            json.member("speaks", client.speaks?.application.name)
            json.member("tls", client.speaks?.transport.rawValue)
            json.member("can", client.sortedAbilities)
            json.member("command", client.command.written)
            json.key("install")
            json.object { install in
                install.member("apt", client.install.apt)
                install.member("pip", client.install.pip)
                install.member("builds", client.buildLines)
            }
            json.member("file", client.file)
            json.member("folder", client.folder)
            json.member("built", client.built)
        }
    }
}

extension ClientState {
    fileprivate var isInstalled: Bool { reason == nil }

    fileprivate var version: String? {
        if case .installed(let version) = self { version } else { nil }
    }

    fileprivate var reason: String? {
        if case .missing(let reason) = self { reason } else { nil }
    }

    fileprivate var words: String {
        switch self {
        case .installed(let version): version ?? "unknown version"
        case .missing: "not installed"
        }
    }
}

extension ClientDefinition {
    fileprivate var sortedAbilities: [String] {
        let abilities = abilities
        return ClientAbility.allCases.filter(abilities.contains).map(\.rawValue)
    }

    /// The facts of the definition, for people.
    fileprivate var facts: [(name: String, value: String)] {
        [
            ("about", Prose.firstSentence(of: about)), ("library", library ?? ""),
            ("speaks", speaks.map(\.description) ?? ""),
            ("can", sortedAbilities.joined(separator: ", ")), ("command", command.written),
            ("file", file ?? ""),
        ].filter { !$0.1.isEmpty }
    }

    /// The shell commands that install the client.
    fileprivate var installLines: [String] {
        let folder = built ?? ""
        // PyPI packages overwrite each other's modules, so each client gets its own environment.
        let environment = [["python3", "-m", "venv", folder], [folder + "/bin/pip", "install"]]
        let commands =
            (install.apt.isEmpty ? [] : [["apt-get", "install"] + install.apt])
            + (install.pip.isEmpty ? [] : [environment[0], environment[1] + install.pip])
            + (install.builds.isEmpty ? [] : [["mkdir", "-p", folder]])
        return commands.map(Self.line) + buildLines
    }

    private static func line(_ words: [String]) -> String {
        words.map(Prose.shellQuoted).joined(separator: " ")
    }

    /// The shell commands that build the client's driver.
    fileprivate var buildLines: [String] {
        let values = folders
        return install.builds.compactMap { command in
            let words = try? command.words(filling: values)
            return words.map(Self.line)
        }
    }
}
