import Basics
import ScenarioFormat

/// How a program would be tested with a case, in words.
package struct ProgramExplanation: Sendable {
    /// Whether the program can be tested with the case; if not, the reason.
    package enum Answer: Sendable {
        case yes
        /// The program is tested only with `--strict`, because no attacker gains from the case.
        case yesIfStrict
        /// The case is about the party with this name, not about the program.
        case isAbout(String)
        /// The program or this system lacks something that the case needs.
        case cannot(String)
        /// The program cannot be started on this machine.
        case notHere(String)
    }

    /// A command or a value with its placeholders filled.
    package enum Filled: Sendable {
        case words([String])
        /// The case has no value for this placeholder.
        case nothing(for: ClientPlaceholder)
    }

    /// How the case's host name resolves to the loopback interface.
    package struct Name: Sendable {
        let host: String
        let route: NameRoute?
        let passedOver: [(route: NameRoute, reason: String)]

        /// - Parameters:
        ///   - host: the name or address.
        ///   - route: the first way to resolve the name that works on this machine; nil if none
        ///     works.
        ///   - passedOver: the ways that precede `route`, each with the reason why it does not
        ///     work.
        package init(
            _ host: String,
            by route: NameRoute?,
            passedOver: [(route: NameRoute, reason: String)]
        ) {
            (self.host, self.route, self.passedOver) = (host, route, passedOver)
        }
    }

    private let program: String
    private let answer: Answer
    private let name: Name
    private let anchors: [String]
    private let anchorRoute: AnchorRoute
    /// The commands that run before the program.
    package var preparation: [Filled] = []
    /// The command of the program itself.
    package var command: Filled = .words([])
    /// The environment variables of the program, with their names.
    package var environment: [(name: String, value: Filled)] = []

    /// The command that makes a daemon connect; nil for a program that connects by itself.
    package var poke: Filled?
    /// The files in the program's home, with their paths below it.
    package var files: [(path: String, content: Filled)] = []

    /// - Parameters:
    ///   - program: the name of the program in reports.
    ///   - answer: whether the program can be tested.
    ///   - name: how the case's host name resolves to the loopback interface.
    ///   - anchors: the names of the case's trust anchors.
    ///   - anchorRoute: how the program receives the trust anchors.
    package init(
        of program: String,
        _ answer: Answer,
        name: Name,
        anchors: [String],
        by anchorRoute: AnchorRoute
    ) {
        (self.program, self.answer, self.name) = (program, answer, name)
        (self.anchors, self.anchorRoute) = (anchors, anchorRoute)
    }

    /// Returns the lines below the name of the program.
    package func text(hasColour: Bool) -> String {
        var text = TerminalText(hasColour: hasColour)
        text.value(program, .strong)
        text.newLine()
        text.list(facts)
        for file in files { write(file.path, file.content, to: &text) }
        return text.text
    }

    /// Writes a file line by line, without folding, because a line of the file can have any length.
    private func write(_ path: String, _ content: Filled, to text: inout TerminalText) {
        text.list([("file", "‹home›/\(path)")])
        for line in content.text.split(separator: "\n", omittingEmptySubsequences: false).dropLast(
            content.text.hasSuffix("\n") ? 1 : 0
        ) {
            text.pad(to: 20)
            text.value(String(line))
            text.newLine()
        }
    }

    private var facts: [(StaticString, String)] {
        var facts: [(StaticString, String)] = [("can be tested", answer.text)]
        facts += preparation.map { ("runs first", $0.text) }
        facts.append(("command", command.text))
        if let poke { facts.append(("poked by", poke.text)) }
        facts += environment.map { ("environment", "\($0.name)=\($0.value.text)") }
        facts.append(("name", name.text))
        facts.append(("anchor", anchor))
        return facts
    }

    private var anchor: String {
        let names = anchors.joined(separator: ", ")
        return switch anchorRoute {
        case .file: "\(names), by a file"
        case .bundle: "\(names), instead of the system's bundle; needs a mount namespace"
        case .pins: "none: the program accepts only servers that its pins match"
        }
    }
}

extension ProgramExplanation.Answer {
    fileprivate var text: String {
        switch self {
        case .yes: "yes"
        case .yesIfStrict: "yes, with --strict: no attacker gains from the case"
        case .isAbout(let party): "no: the case is only about \(party)"
        case .cannot(let reason): "no: \(reason)"
        case .notHere(let reason): "not on this machine: \(reason)"
        }
    }
}

extension ProgramExplanation.Filled {
    fileprivate var text: String {
        switch self {
        case .words(let words): words.joined(separator: " ")
        case .nothing(let placeholder): "the case has no value for {\(placeholder.rawValue)}"
        }
    }
}

extension ProgramExplanation.Name {
    fileprivate var text: String {
        let way = route.map { "\($0.rawValue): \($0.about)" } ?? "no way that works on this machine"
        let others = passedOver.map { "; not by \($0.route.rawValue): \($0.reason)" }.joined()
        return "\(host) by \(way)\(others)"
    }
}
