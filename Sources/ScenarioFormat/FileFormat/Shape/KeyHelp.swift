/// The meaning of a key, for `explain`.
package struct KeyHelp: Hashable, Sendable {
    /// Keys joined by dots, such as `leaf.valid`.
    package let path: String
    package let about: String
    /// False for what the format has and this version cannot do.
    package let isBuilt: Bool
    /// The kinds of nodes that it takes, such as "text or a list".
    package let takes: String
    /// The words that it takes, each with what it means where it has been said; none for free text.
    package let words: [String: String]
    /// Values as they are written in a file.
    package let examples: [String]
    /// The keys below it.
    package let keys: [String]
}

extension Shape {
    /// The meaning of the key at a path such as `leaf.valid`; nil where none is there.
    ///
    /// The empty path is the document itself.
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
    /// The paths of keys that have a name of their own, such as `leaf.valid`, the shortest first.
    ///
    /// Three keys deep: below that stand `leaf.ocsp.extensions` and the like, whose own keys are
    /// named where they are.
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

    /// Those of the text, or of a list's elements.
    fileprivate var words: [String: String] {
        switch self {
        case .word(let vocabulary):
            Dictionary(vocabulary.words.map { ($0.name, $0.about) }) { first, _ in first }
        case .text(let syntax): Dictionary(syntax.words.map { ($0, "") }) { first, _ in first }
        case .list(let element, _, _): element.words
        case .choice(let text, _, _): text?.words ?? [:]
        case .mapping, .table: [:]
        }
    }
}
