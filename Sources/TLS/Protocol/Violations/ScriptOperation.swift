import Crypto

/// A change to a script that scenario files can describe in words, with the names of messages.
///
/// If the script does not send the message, the operation is not possible on that connection.
package enum ScriptOperation: Hashable, Sendable {
    case drop(HandshakeType)
    case `repeat`(HandshakeType)
    case swap(HandshakeType, with: HandshakeType)
    case insert(HandshakeType, before: HandshakeType)

    /// The operation in words, such as `insert hello-request before finished`; nil if a message has
    /// no word.
    package var name: String? {
        switch self {
        case .drop(let type): type.word.map { "drop \($0)" }
        case .repeat(let type): type.word.map { "repeat \($0)" }
        case .swap(let type, let other):
            if let word = type.word, let other = other.word {
                "swap \(word) with \(other)"
            } else {
                nil
            }
        case .insert(let type, let other):
            if let word = type.word, let other = other.word {
                "insert \(word) before \(other)"
            } else {
                nil
            }
        }
    }

    /// What an attacker gains from a client that continues.
    ///
    /// If Finished comes before another message, the client completes the handshake without that
    /// message.
    fileprivate var gain: Gain {
        switch self {
        case .drop(let type): type.gainWithout
        case .insert(.finished, _), .swap(.finished, _), .swap(_, .finished): .authentication
        case .repeat, .insert, .swap: .nothing
        }
    }

    /// Reads an operation in words; nil for other text.
    package init?(name: String) {
        let words = name.split(separator: " ").map(String.init)
        let types = words.map { HandshakeType.words[$0] }
        switch (words.first, words.count) {
        case ("drop", 2): if let type = types[1] { self = .drop(type) } else { return nil }
        case ("repeat", 2): if let type = types[1] { self = .repeat(type) } else { return nil }
        case ("swap", 4) where words[2] == "with":
            guard let type = types[1], let other = types[3] else { return nil }
            self = .swap(type, with: other)
        case ("insert", 4) where words[2] == "before":
            guard let type = types[1], let other = types[3] else { return nil }
            self = .insert(type, before: other)
        default: return nil
        }
    }
}

extension Violation {
    /// Finds a violation of the catalogue, or reads an operation in words; nil for other text.
    package static func named(_ name: String) -> Violation? {
        catalogue.first { $0.name == name }
            ?? ScriptOperation(name: name).map { Violation($0, named: name) }
    }

    private init(_ operation: ScriptOperation, named name: String) {
        self.init(
            name,
            about: "The server changes its messages: \(name).",
            gain: operation.gain,
            rule: "RFC 8446 §4, RFC 5246 §7.3",
            versions: [.v1_2, .v1_3],
            alert: 10,
            attacks: ["HS-064"]
        ) { (script, facts) throws(NoOccasion) in
            switch operation {
            case .drop(let type): try script.leaveOut(type)
            case .repeat(let type): try script.sayTwice(type)
            case .swap(let type, let other): try script.swap(type, other)
            case .insert(let type, let other): try script.insert(type, before: other, facts)
            }
        }
    }
}
