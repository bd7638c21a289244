import TLS

/// The elements of `server.handshake`: words of the catalogue, and operations on messages.
enum HandshakeForm {
    /// By the name of the violation that it means.
    static let step = Form<String>.choice(
        text: .word(.violations, name: { known.contains($0) ? $0 : nil }) {
            known.contains($0) ? $0 : nil
        },
        mapping: operation
    )

    private static let known = Set(Vocabulary.violations.names)

    /// The keys of an operation, of which one of the first four stands.
    private struct Stated: Sendable {
        var drop, `repeat`, swap, insert: String?
        var with, before: String?

        init() {}

        /// The operation of a name; without keys for a word of the catalogue.
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

        /// Its name, or what is missing or too much.
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
                case (_?, false): throw .exclusive(verb, key, help: "'\(key)' is of \(owner)")
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
            member("drop", "the message that is left out", \.drop, ["certificate-verify"]),
            member("repeat", "the message that is said twice", \.repeat, ["finished"]),
            member("swap", "a message that changes places with another", \.swap, ["certificate"]),
            member("with", "the other one", \.with, ["certificate-verify"]),
            member(
                "insert",
                "a message that is said where it is not due: the server's own of that type, or "
                    + "one without meaning",
                \.insert,
                ["hello-request"]
            ),
            member("before", "the message that it comes before", \.before, ["finished"]),
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
    /// Types of handshake messages; in a matrix `every-message` stands for those that honest servers say.
    fileprivate static let messages = Vocabulary(
        "message",
        definition: "message",
        names: HandshakeType.words.keys.sorted(),
        every: Every(word: "every-message", names: HandshakeType.honest.compactMap(\.word))
    )
}
