import Basics
import Crypto
import TLS

/// A server and the edits to its script that a case begins from.
struct DrawnHandshake: Hashable, Sendable {
    let setting: HandshakeSetting
    /// Words of the catalogue and operations; each stands there once.
    private(set) var edits: [String] = []

    /// A server without edits, to which these decisions add some.
    init(_ choices: inout Choices) { setting = HandshakeSetting(&choices) }

    /// Draws one edit to three, of words that the version has and of messages that are said.
    ///
    /// - Parameters:
    ///   - choices: the decisions.
    ///   - said: the messages of the honest script.
    mutating func draw(_ choices: inout Choices, among said: [HandshakeType]) {
        let said = said.compactMap(\.word)
        let count = choices.one(of: Self.counts) ?? 1
        while edits.count < count {
            if choices.chance(45) {
                add(choices.one(of: Self.words[setting.version] ?? []))
            } else if choices.chance(10) {
                // A part of the run is skipped.
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

    /// The distribution of the number of edits, in tenths.
    private static let counts = [1, 1, 1, 1, 1, 2, 2, 2, 3, 3]

    /// Words that may have an occasion in a first connection, before the client's request; those that
    /// take as long as a thousand cases are left to the scenarios.
    private static let words: [TLSVersion: [String]] = [TLSVersion.v1_2, .v1_3]
        .reduce(into: [:]) { words, version in
            words[version] = Violation.catalogue.filter { violation in
                violation.versions.contains(version) && !violation.needsSession
                    && !violation.renegotiates && !violation.isMassive
            }.map(\.name)
        }

    private static let insertable = HandshakeType.words.keys.sorted()

    /// An insertion is a part of the legal run with a message after it that is not due there; the rest
    /// of the run follows.
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
