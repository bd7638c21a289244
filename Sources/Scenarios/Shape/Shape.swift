/// What may stand at a place of a scenario file: the one declaration that the strict reader, the
/// JSON Schema and the help texts come of.
indirect enum Shape: Sendable {
    /// Text of a syntax of its own.
    case text(TextSyntax)
    /// One of a closed set of words.
    case word(Vocabulary)
    /// A list; where `orOne`, a single element may stand without brackets.
    case list(of: Shape, orOne: Bool = false, isEmptyAllowed: Bool = false)
    /// Known keys.
    case mapping(MappingShape)
    /// Any key of a syntax, all with values of one shape; `noun` is what the mapping is.
    case table(noun: String, key: TextSyntax, value: Shape)
    /// By the kind of the node: text, list or mapping.
    case choice(text: Shape?, list: Shape?, mapping: Shape?)

    /// `MappingShape`s and tables for mappings, and so on: the alternative for a kind of node.
    func alternative(for kind: NodeKind) -> Shape? {
        switch (self, kind) {
        case (.choice(let text, _, _), .text): text?.alternative(for: kind)
        case (.choice(_, let list, _), .list): list?.alternative(for: kind)
        case (.choice(_, _, let mapping), .mapping): mapping?.alternative(for: kind)
        case (.list, .list), (.mapping, .mapping), (.table, .mapping), (.text, .text),
            (.word, .text):
            self
        case (.list(let element, orOne: true, _), _): element.alternative(for: kind)
        default: nil
        }
    }

    /// The kinds of node that may stand here.
    var kinds: [NodeKind] { NodeKind.allCases.filter { alternative(for: $0) != nil } }

    /// The shape at a path of keys, or the key that leads nowhere and those that would not.
    func descend(_ path: ArraySlice<String>) -> Result<Shape, StrayPath> {
        guard let key = path.first else { return .success(self) }
        switch alternative(for: .mapping) {
        case .mapping(let mapping):
            let known = mapping.fields.filter(\.isBuilt)
            guard let field = known.first(where: { $0.key == key }) else {
                return .failure(StrayPath(key: key, known: known.map(\.key)))
            }
            return field.shape.descend(path.dropFirst())
        case .table(_, let syntax, let value):
            guard syntax.fault(key) == nil else { return .failure(StrayPath(key: key, known: [])) }
            return value.descend(path.dropFirst())
        default: return .failure(StrayPath(key: key, known: []))
        }
    }

    struct StrayPath: Error {
        let key: String
        let known: [String]
    }
}

/// What YAML knows.
enum NodeKind: String, CaseIterable, Sendable {
    case text, list, mapping

    init?(_ content: Value.Content) {
        switch content {
        case .null, .missing: return nil
        case .text: self = .text
        case .list: self = .list
        case .mapping: self = .mapping
        }
    }

    /// With its article.
    var description: String { rawValue == "text" ? "text" : "a " + rawValue }
}

/// A mapping of known keys.
struct MappingShape: Sendable {
    /// What the mapping is, such as "an entity": diagnostics and the schema's definitions use it.
    let noun: String
    let fields: [Field]
    /// Named mappings stand once in the schema.
    let definition: String?

    init(_ noun: String, definition: String? = nil, _ fields: [Field]) {
        self.noun = noun
        self.definition = definition
        self.fields = fields
    }

    func field(_ key: String) -> Field? { fields.first { $0.key == key } }
}

/// A key and what it means.
struct Field: Sendable {
    let key: String
    let about: String
    let shape: Shape
    let isRequired: Bool
    /// False for what the format has and this version cannot do.
    let isBuilt: Bool
    /// Values as they are written in a file.
    let examples: [String]

    init(
        _ key: String,
        _ about: String,
        _ shape: Shape,
        isRequired: Bool = false,
        examples: [String] = []
    ) {
        self.key = key
        self.about = about
        self.shape = shape
        self.isRequired = isRequired
        self.examples = examples
        isBuilt = true
    }

    /// A key of the format that is refused.
    init(notBuilt key: String, _ about: String) {
        self.key = key
        self.about = about
        shape = .text(.any("text"))
        isRequired = false
        isBuilt = false
        examples = []
    }
}

/// A closed set of words.
struct Vocabulary: Sendable {
    struct Word: Sendable {
        let name: String
        let about: String
    }

    /// What one of the words is, such as "reason".
    let noun: String
    let words: [Word]
    /// Named vocabularies stand once in the schema.
    let definition: String?
    /// The command that lists the words, where there is one.
    let listing: String?
    /// The word that another notation's name of the same thing stands for; nil where it is none.
    let meaning: @Sendable (String) -> String?

    init(
        _ noun: String,
        definition: String? = nil,
        _ words: [Word],
        listing: String? = nil,
        meaning: @escaping @Sendable (String) -> String? = { _ in nil }
    ) {
        self.noun = noun
        self.definition = definition
        self.words = words
        self.listing = listing
        self.meaning = meaning
    }

    init(
        _ noun: String,
        definition: String? = nil,
        names: [String],
        listing: String? = nil,
        meaning: @escaping @Sendable (String) -> String? = { _ in nil }
    ) {
        let words = names.map { Word(name: $0, about: "") }
        self.init(noun, definition: definition, words, listing: listing, meaning: meaning)
    }

    var names: [String] { words.map(\.name) }
}

/// The syntax of a text.
struct TextSyntax: Sendable {
    /// What a YAML reader that types values may make of sound texts.
    enum Readings: Sendable {
        case text, textOrNumber, any
    }

    /// With its article, such as "a validity".
    let noun: String
    /// An ECMA 262 regular expression that all sound texts match, for editors.
    let pattern: String?
    /// Words besides the pattern, for editors.
    let words: [String]
    let readings: Readings
    /// What is wrong with a text; nil for a sound one.
    let fault: @Sendable (String) -> Fault?

    init(
        _ noun: String,
        pattern: String? = nil,
        words: [String] = [],
        readings: Readings = .text,
        fault: @escaping @Sendable (String) -> Fault?
    ) {
        self.noun = noun
        self.pattern = pattern
        self.words = words
        self.readings = readings
        self.fault = fault
    }

    /// A syntax whose parser says what is wrong.
    init<Parsed>(
        _ noun: String,
        pattern: String? = nil,
        words: [String] = [],
        readings: Readings = .text,
        parser: @escaping @Sendable (String) throws(Fault) -> Parsed
    ) {
        self.init(noun, pattern: pattern, words: words, readings: readings) { text in
            do throws(Fault) {
                _ = try parser(text)
                return nil
            } catch {
                return error
            }
        }
    }

    /// Text in which nothing can be wrong.
    static func any(_ noun: String) -> TextSyntax {
        TextSyntax(noun, readings: .any) { _ in nil }
    }
}
