import Basics
import ScenarioFormat

/// How a program would be put before a case, in words.
package struct ProgramExplanation: Sendable {
    /// Whether the program can be asked.
    package enum Answer: Sendable {
        case yes
        /// By `--strict` alone: no attacker gains from the case.
        case yesIfStrict
        /// The case is about another party.
        case isAbout(String)
        /// Something that the program or this system cannot do.
        case cannot(String)
        /// The program cannot be started.
        case notHere(String)
    }

    /// A command or a value with its placeholders filled.
    package enum Filled: Sendable {
        case words([String])
        /// The case has nothing to fill this placeholder with.
        case nothing(for: ClientPlaceholder)
    }

    /// How the case's name reaches loopback.
    package struct Name: Sendable {
        let host: String
        let route: NameRoute?
        let passedOver: [(route: NameRoute, reason: String)]

        /// - Parameters:
        ///   - host: the name or address.
        ///   - route: the first way that works here; nil if none does.
        ///   - passedOver: the ways before it, and why they do not work here.
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
    /// Commands that run before the program.
    package var preparation: [Filled] = []
    /// The program's own command.
    package var command: Filled = .words([])
    /// Variables, by their names.
    package var environment: [(name: String, value: Filled)] = []

    /// - Parameters:
    ///   - program: what reports call the program.
    ///   - answer: whether it can be asked.
    ///   - name: how the case's name reaches loopback.
    ///   - anchors: the names of the case's trust anchors.
    ///   - anchorRoute: how the program is given them.
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

    /// The lines, below the program's name.
    package func text(hasColour: Bool) -> String {
        var text = TerminalText(hasColour: hasColour)
        text.value(program, .strong)
        text.newLine()
        text.list(facts)
        return text.text
    }

    private var facts: [(StaticString, String)] {
        var facts: [(StaticString, String)] = [("can be asked", answer.text)]
        facts += preparation.map { ("before it", $0.text) }
        facts.append(("is started as", command.text))
        facts += environment.map { ("environment", "\($0.name)=\($0.value.text)") }
        facts.append(("name", name.text))
        facts.append(("anchor", anchor))
        return facts
    }

    private var anchor: String {
        let names = anchors.joined(separator: ", ")
        return switch anchorRoute {
        case .file: "\(names), by a file"
        case .bundle: "\(names), in place of the system's bundle; needs a namespace"
        }
    }
}

extension ProgramExplanation.Answer {
    fileprivate var text: String {
        switch self {
        case .yes: "yes"
        case .yesIfStrict: "yes, with --strict: no attacker gains from the case"
        case .isAbout(let party): "no: the case is about \(party) alone"
        case .cannot(let reason): "no: \(reason)"
        case .notHere(let reason): "not here: \(reason)"
        }
    }
}

extension ProgramExplanation.Filled {
    fileprivate var text: String {
        switch self {
        case .words(let words): words.joined(separator: " ")
        case .nothing(let placeholder): "the case has nothing for {\(placeholder.rawValue)}"
        }
    }
}

extension ProgramExplanation.Name {
    fileprivate var text: String {
        let way = route.map { "\($0.rawValue): \($0.about)" } ?? "no way that works here"
        let others = passedOver.map { "; not by \($0.route.rawValue): \($0.reason)" }.joined()
        return "\(host) by \(way)\(others)"
    }
}
