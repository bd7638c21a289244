// FileFormat reads, describes and checks Hatpin's own files. It keeps the line of each YAML node.
// Each kind of file declares its shape, its codes and its messages. FileFormat derives the strict
// reader, the JSON Schema, the help texts and the writer from the shape. It does not know the
// meaning of files.

/// The allowed content at a place in a file.
///
/// The strict reader, the JSON Schema and the help texts are derived from this declaration.
package indirect enum Shape: Sendable {
    /// Text with a syntax.
    case text(TextSyntax)
    /// One of a closed set of words.
    case word(Vocabulary)
    /// A list; with `orOne`, a single element may be written without brackets.
    case list(of: Shape, orOne: Bool = false, isEmptyAllowed: Bool = false)
    /// A mapping of known keys.
    case mapping(MappingShape)
    /// Arbitrary keys with a syntax, and values of one shape; `noun` names the mapping in
    /// diagnostics.
    case table(noun: String, key: TextSyntax, value: Shape)
    /// Any node; another program reads it.
    case anything(noun: String)
    /// One shape for each type of node: text, list or mapping.
    case choice(text: Shape?, list: Shape?, mapping: Shape?)

    /// Returns the shape for a type of node, such as a table for a mapping.
    package func alternative(for kind: NodeKind) -> Shape? {
        switch (self, kind) {
        case (.choice(let text, _, _), .text): text?.alternative(for: kind)
        case (.choice(_, let list, _), .list): list?.alternative(for: kind)
        case (.choice(_, _, let mapping), .mapping): mapping?.alternative(for: kind)
        case (.list, .list), (.mapping, .mapping), (.table, .mapping), (.text, .text),
            (.word, .text), (.anything, _):
            self
        case (.list(let element, orOne: true, _), _): element.alternative(for: kind)
        default: nil
        }
    }

    /// The types of node that are allowed.
    package var kinds: [NodeKind] { NodeKind.allCases.filter { alternative(for: $0) != nil } }

    /// Returns the shape at a path of keys.
    ///
    /// If a key of the path is unknown, the failure has that key and the known keys at its place.
    package func descend(_ path: ArraySlice<String>) -> Result<Shape, StrayPath> {
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

    package struct StrayPath: Error {
        package let key: String
        package let known: [String]
    }
}

/// The types of YAML nodes.
package enum NodeKind: String, CaseIterable, Sendable {
    case text, list, mapping

    package init?(_ content: Value.Content) {
        switch content {
        case .null, .missing: return nil
        case .text: self = .text
        case .list: self = .list
        case .mapping: self = .mapping
        }
    }

    /// The name with its article.
    package var description: String { rawValue == "text" ? "text" : "a " + rawValue }
}

/// A mapping of known keys.
package struct MappingShape: Sendable {
    /// The noun with its article, such as "an entity", for diagnostics.
    package let noun: String
    package let fields: [Field]
    /// The name of the mapping in the schema; nil if the schema repeats the mapping at each use.
    package let definition: String?
    /// The indices in `fields`, by key.
    private let places: [String: Int]

    package init(_ noun: String, definition: String? = nil, _ fields: [Field]) {
        self.noun = noun
        self.definition = definition
        self.fields = fields
        places = Dictionary(fields.enumerated().map { ($1.key, $0) }) { first, _ in first }
    }

    package func field(_ key: String) -> Field? { places[key].map { fields[$0] } }
}

/// A key of a mapping and its meaning.
package struct Field: Sendable {
    package let key: String
    package let about: String
    package let shape: Shape
    package let isRequired: Bool
    /// Whether this version supports the key.
    package let isBuilt: Bool
    /// Example values as written in a file.
    package let examples: [String]
    /// Whether the key was declared with a form that reads its value.
    package let isRead: Bool

    package init(
        _ key: String,
        _ about: String,
        _ shape: Shape,
        isRequired: Bool = false,
        examples: [String] = [],
        isRead: Bool = false
    ) {
        self.key = key
        self.about = about
        self.shape = shape
        self.isRequired = isRequired
        self.examples = examples
        self.isRead = isRead
        isBuilt = true
    }

    /// Creates a key that is not supported yet; the reader refuses the key.
    package init(notBuilt key: String, _ about: String) {
        self.key = key
        self.about = about
        shape = .text(.any("text"))
        isRequired = false
        isBuilt = false
        isRead = false
        examples = []
    }
}

/// A closed set of words.
package struct Vocabulary: Sendable {
    package struct Word: Sendable {
        package let name: String
        package let about: String

        package init(name: String, about: String) {
            self.name = name
            self.about = about
        }
    }

    /// The noun for one word, such as "reason".
    package let noun: String
    package let words: [Word]
    /// The names of the words.
    package let names: [String]
    /// The name of the vocabulary in the schema; nil if the schema repeats the words at each use.
    package let definition: String?
    /// The command that lists the words; nil if there is none.
    package let listing: String?
    /// Returns the word for a name from another notation, such as OpenSSL's; nil for other texts.
    package let meaning: @Sendable (String) -> String?
    /// The word that stands for several words of the vocabulary in an axis; nil for none.
    package let every: Every?

    /// A word in axes, and the words that it stands for.
    package struct Every: Sendable {
        package let word: String
        package let names: [String]

        package init(word: String, names: [String]) {
            (self.word, self.names) = (word, names)
        }
    }

    package init(
        _ noun: String,
        definition: String? = nil,
        _ words: [Word],
        listing: String? = nil,
        every: Every? = nil,
        meaning: @escaping @Sendable (String) -> String? = { _ in nil }
    ) {
        self.noun = noun
        self.definition = definition
        self.words = words
        names = words.map(\.name)
        self.listing = listing
        self.meaning = meaning
        self.every = every
    }

    package init(
        _ noun: String,
        definition: String? = nil,
        names: [String],
        listing: String? = nil,
        every: Every? = nil,
        meaning: @escaping @Sendable (String) -> String? = { _ in nil }
    ) {
        let words = names.map { Word(name: $0, about: "") }
        self.init(
            noun,
            definition: definition,
            words,
            listing: listing,
            every: every,
            meaning: meaning
        )
    }
}

/// The syntax of a text.
package struct TextSyntax: Sendable {
    /// The types that other YAML readers may give to valid texts.
    package enum Readings: Sendable {
        case text, textOrNumber, any
    }

    /// The noun with its article, such as "a validity".
    package let noun: String
    /// An ECMA 262 regular expression that all valid texts match, for editors.
    package let pattern: String?
    /// Words in addition to the pattern, for editors.
    package let words: [String]
    package let readings: Readings
    /// Returns the fault of a text; nil for a valid text.
    package let fault: @Sendable (String) -> Fault?

    package init(
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

    /// Returns the syntax of any text.
    package static func any(_ noun: String) -> TextSyntax {
        TextSyntax(noun, readings: .any) { _ in nil }
    }
}
