import Basics
import Crypto
import TLS

/// A server, and the changes to its script (edits) that make a case.
struct DrawnHandshake: Hashable, Sendable {
    let setting: HandshakeSetting
    /// The names of the edits, each once: violations, and operations on messages.
    private(set) var edits: [String] = []

    /// Draws a server without edits.
    init(_ choices: inout Choices) { setting = HandshakeSetting(&choices) }

    /// Draws one to five edits: violations that the version has, and operations on sent messages.
    ///
    /// - Parameters:
    ///   - choices: the source of random decisions.
    ///   - said: the messages that the server sends without edits.
    mutating func draw(_ choices: inout Choices, among said: [HandshakeType]) {
        let said = said.compactMap(\.word)
        let count = choices.one(of: Self.counts) ?? 1
        while edits.count < count {
            if choices.chance(45) {
                add(choices.one(of: Self.words[setting.version] ?? []))
            } else if choices.chance(10) {
                // Drop two or three messages in a row.
                let start = choices.below(said.count)
                for word in said[start...].prefix(2 + choices.below(2)) { add("drop \(word)") }
            } else {
                add(Self.operation(&choices, on: said))
            }
        }
    }

    private mutating func add(_ edit: String?) {
        guard let edit, !edits.contains(edit) else { return }
        edits.append(edit)
    }

    /// The smallest numbers of edits, each drawn with a probability of one tenth.
    private static let counts = [1, 1, 1, 1, 1, 2, 2, 2, 3, 3]

    /// Violations that can occur in a first connection, before the client's request.
    ///
    /// Violations whose handshake takes as long as a thousand cases are tested only by
    /// scenarios.
    private static let words: [TLSVersion: [String]] = [TLSVersion.v1_2, .v1_3]
        .reduce(into: [:]) { words, version in
            words[version] = Violation.catalogue.filter { violation in
                violation.versions.contains(version) && !violation.needsSession
                    && !violation.renegotiates && !violation.isMassive
            }.map(\.name)
        }

    private static let insertable = HandshakeType.words.keys.sorted()

    /// Draws an operation.
    ///
    /// An insertion sends a message that is not due at a place of the script, and then continues
    /// with the script.
    private static func operation(_ choices: inout Choices, on said: [String]) -> String? {
        guard let message = choices.one(of: said), let other = choices.one(of: said) else {
            return nil
        }
        switch choices.below(8) {
        case 0: return "drop \(message)"
        case 1: return "repeat \(message)"
        case 2, 3: return message == other ? nil : "swap \(message) with \(other)"
        default: return choices.one(of: insertable).map { "insert \($0) before \(message)" }
        }
    }
}
