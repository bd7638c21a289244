/// The description of a key, for `explain`.
package struct KeyHelp: Hashable, Sendable {
    /// The keys joined by dots, such as `leaf.valid`.
    package let path: String
    package let about: String
    /// Whether this version supports the key.
    package let isBuilt: Bool
    /// The types of nodes that the key takes, such as "text or a list".
    package let takes: String
    /// The words that the key takes, each with its meaning or an empty text; empty for free text.
    package let words: [String: String]
    /// Example values as written in a file.
    package let examples: [String]
    /// The keys of the mapping that is the value; empty for other values.
    package let keys: [String]
}

extension Shape {
    /// Returns the description of the key at a path such as `leaf.valid`; nil if there is none.
    ///
    /// The empty path means the document itself.
    package func help(for path: String) -> KeyHelp? {
        var shape = self
        var field: Field?
        for key in path.split(separator: ".").map(String.init) {
            switch shape.alternative(for: .mapping) {
            case .mapping(let mapping):
                guard let found = mapping.field(key) else { return nil }
                (shape, field) = (found.shape, found)
            case .table(_, let syntax, let below):
                guard syntax.fault(key) == nil else { return nil }
                (shape, field) = (below, nil)
            default: return nil
            }
        }
        return KeyHelp(
            path: path,
            about: field?.about ?? shape.noun,
            isBuilt: field?.isBuilt ?? true,
            takes: shape.kinds.map(\.description).joined(separator: " or "),
            words: shape.words,
            examples: field?.examples ?? [],
            keys: shape.keys
        )
    }
}

extension Shape {
    /// The paths of named keys, such as `leaf.valid`, shortest first.
    ///
    /// The paths are at most three keys deep. Deeper keys such as those of `leaf.ocsp.extensions`
    /// are described with their mapping.
    package var keyPaths: [String] {
        var (paths, level): ([String], [(path: String, shape: Shape)]) = ([], [("", self)])
        for _ in 0..<3 {
            level = level.flatMap { path, shape -> [(path: String, shape: Shape)] in
                guard case .mapping(let mapping) = shape.alternative(for: .mapping) else {
                    return []
                }
                return mapping.fields.filter(\.isBuilt).map { field in
                    (path.isEmpty ? field.key : "\(path).\(field.key)", field.shape)
                }
            }
            paths += level.map(\.path)
        }
        return paths
    }
}

extension Shape {
    fileprivate var noun: String {
        switch alternative(for: .mapping) {
        case .mapping(let mapping): mapping.noun
        case .table(let noun, _, _): noun
        default: ""
        }
    }

    fileprivate var keys: [String] {
        guard case .mapping(let mapping) = alternative(for: .mapping) else { return [] }
        return mapping.fields.filter(\.isBuilt).map(\.key)
    }

    /// The words of a text, or of the elements of a list.
    fileprivate var words: [String: String] {
        switch self {
        case .word(let vocabulary):
            Dictionary(vocabulary.words.map { ($0.name, $0.about) }) { first, _ in first }
        case .text(let syntax): Dictionary(syntax.words.map { ($0, "") }) { first, _ in first }
        case .list(let element, _, _): element.words
        case .choice(let text, _, _): text?.words ?? [:]
        case .mapping, .table, .anything: [:]
        }
    }
}
