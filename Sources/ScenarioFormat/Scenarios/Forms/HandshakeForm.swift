import TLS

/// The elements of `server.handshake`: names of violations, and operations on messages.
enum HandshakeForm {
    /// The form of an element: the name of a violation, or an operation on messages.
    static let step = Form<String>.choice(
        text: .word(.violations, name: { known.contains($0) ? $0 : nil }) {
            known.contains($0) ? $0 : nil
        },
        mapping: operation
    )

    private static let known = Set(Vocabulary.violations.names)

    /// The keys of an operation, which has exactly one of `drop`, `repeat`, `swap` and `insert`.
    private struct Stated: Sendable {
        var drop, `repeat`, swap, insert: String?
        var with, before: String?

        init() {}

        /// Creates the keys of an operation from its name; the name of a violation gives no keys.
        init(_ name: String) {
            let words = name.split(separator: " ").map(String.init)
            guard ScriptOperation(name: name) != nil else { return }
            switch words[0] {
            case "drop": drop = words[1]
            case "repeat": `repeat` = words[1]
            case "swap": (swap, with) = (words[1], words[3])
            default: (insert, before) = (words[1], words[3])
            }
        }

        /// Returns the name, or throws a fault for missing or superfluous keys.
        func name() throws(Fault) -> String {
            let verbs = [("drop", drop), ("repeat", `repeat`), ("swap", swap), ("insert", insert)]
            let stated = verbs.filter { $0.1 != nil }
            guard stated.count == 1, let (verb, message) = stated.first, let message else {
                throw .exactlyOne(of: verbs.map(\.0), in: "an operation")
            }
            for (key, value, owner) in [("with", with, "swap"), ("before", before, "insert")] {
                switch (value, verb == owner) {
                case (let value?, true): return "\(verb) \(message) \(key) \(value)"
                case (nil, true): throw .missingKey(key, in: "the operation \(owner)")
                case (_?, false): throw .exclusive(verb, key, help: "'\(key)' belongs to \(owner)")
                case (nil, false): continue
                }
            }
            return "\(verb) \(message)"
        }
    }

    private static let operation = Form<Stated>.mapping(
        "an operation",
        definition: "operation",
        from: Stated(),
        [
            member("drop", "the message to omit", \.drop, ["certificate-verify"]),
            member("repeat", "the message to send twice", \.repeat, ["finished"]),
            member("swap", "a message to swap with another", \.swap, ["certificate"]),
            member("with", "the other message of the swap", \.with, ["certificate-verify"]),
            member(
                "insert",
                "a message to insert where it is unexpected: the server's own message of that type, or "
                    + "one without meaning",
                \.insert,
                ["hello-request"]
            ),
            member("before", "the message before which it is inserted", \.before, ["finished"]),
        ]
    ).checked(back: Stated.init) { (stated) throws(Fault) in try stated.name() }

    private static func member(
        _ key: String,
        _ about: String,
        _ property: Property<Stated, String?>,
        _ examples: [String]
    ) -> Member<Stated> {
        Member(key, about, .word(.messages), at: property, examples: examples)
    }
}

extension Vocabulary {
    /// The types of handshake messages.
    ///
    /// In a matrix, `every-message` means all messages that servers send in a correct handshake.
    fileprivate static let messages = Vocabulary(
        "message",
        definition: "message",
        names: HandshakeType.words.keys.sorted(),
        every: Every(word: "every-message", names: HandshakeType.honest.compactMap(\.word))
    )
}
