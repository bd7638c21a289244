/// Compares a document with its shape and reports every difference.
package struct ShapeReader {
    private var found = Diagnostics()

    package var diagnostics: [Diagnostic] { found.all }

    package init() {}

    /// Checks a value.
    ///
    /// - Parameters:
    ///   - value: the value in the file.
    ///   - shape: the allowed shape.
    ///   - path: the keys from the document's root, for messages.
    ///   - examples: examples of allowed values, as written in a file.
    package mutating func check(
        _ value: Value,
        against shape: Shape,
        at path: [String],
        examples: [String] = []
    ) {
        guard found.all.count < Diagnostic.maximumPerDocument else { return }
        guard let kind = NodeKind(value.content) else {
            // Null is checked where the key is known; a missing value is always wrong.
            let fault = value.isNull ? Fault.nullElement : .noValue(path.last ?? "document")
            found.report(fault, value)
            return
        }
        guard let alternative = shape.alternative(for: kind) else {
            let example = examples.first ?? shape.example
            found.report(.wrongKind(path, expected: shape.kinds, found: kind, example), value)
            return
        }
        switch alternative {
        case .text(let syntax):
            if let text = value.text, let fault = syntax.fault(text) { found.report(fault, value) }
        case .word(let vocabulary):
            guard let text = value.text, !vocabulary.names.contains(text) else { return }
            let mapping = shape.kinds.contains(.mapping) ? examples.first { $0.first == "{" } : nil
            found.report(.unknownWord(text, vocabulary, path: path, mapping), value)
        case .list(let element, _, let isEmptyAllowed):
            if value.elements.isEmpty, !isEmptyAllowed {
                let isChoice = if case .choice = shape { true } else { false }
                found.report(.emptyList(path, isChoice ? examples.first : nil), value)
            }
            for below in value.elements {
                check(below, against: element, at: path, examples: examples)
            }
        case .mapping(let mapping):
            check(value, against: mapping, at: path)
        case .table(_, let syntax, let below):
            for entry in value.entries {
                if let fault = syntax.fault(entry.key) {
                    found.report(fault, entry.place, entry.key)
                }
                checkBelow(entry, against: below, at: path)
            }
        case .anything: break
        case .choice: break  // never reached: `alternative(for:)` returns one of its shapes
        }
    }

    private mutating func check(_ value: Value, against shape: MappingShape, at path: [String]) {
        for entry in value.entries {
            guard let field = shape.field(entry.key) else {
                let known = shape.fields.filter(\.isBuilt).map(\.key)
                found.report(
                    .unknownKey(entry.key, in: shape.noun, known: known),
                    entry.place,
                    entry.key
                )
                continue
            }
            guard field.isBuilt else {
                found.report(.notBuilt(entry.key, field.about), entry.place, entry.key)
                continue
            }
            checkBelow(entry, against: field.shape, of: field, at: path)
        }
        for field in shape.fields where field.isRequired && value.entry(field.key) == nil {
            found.report(.missingKey(field.key, in: shape.noun), value)
        }
    }

    private mutating func checkBelow(
        _ entry: Value.Entry,
        against shape: Shape,
        of field: Field? = nil,
        at path: [String]
    ) {
        if case .missing = entry.value.content {
            found.report(.noValue(entry.key), entry.place, entry.key)
        } else if !entry.value.isNull || field?.isRequired == true {
            let examples = field?.examples ?? []
            check(entry.value, against: shape, at: path + [entry.key], examples: examples)
        }
    }
}

extension Shape {
    /// An example of a value, as written in a file; nil if no key has an example.
    fileprivate var example: String? {
        switch self {
        case .text, .anything: nil
        case .word(let vocabulary): vocabulary.names.first
        case .list(let element, let orOne, _): element.example.map { orOne ? $0 : "[\($0)]" }
        case .mapping(let mapping): mapping.example
        case .table(_, _, let value): value.example.map { "{ name: \($0) }" }
        case .choice(let text, let list, let mapping):
            text?.example ?? mapping?.example ?? list?.example
        }
    }
}

extension MappingShape {
    /// An example of the mapping: its required keys, or otherwise its first key with an example.
    ///
    /// Nil if a required key has no example, because the reader refuses a file without that key.
    fileprivate var example: String? {
        let required = fields.filter(\.isRequired)
        guard required.allSatisfy({ $0.example != nil }) else { return nil }
        let shown = required.isEmpty ? fields.filter { $0.example != nil }.prefix(1) : required[...]
        let entries = shown.compactMap { field in field.example.map { "\(field.key): \($0)" } }
        return entries.isEmpty ? nil : "{ \(entries.joined(separator: ", ")) }"
    }
}

extension Field {
    fileprivate var example: String? { examples.first ?? shape.example }
}
