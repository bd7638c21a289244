/// The keys of one kind of file, grouped by YAML mapping, as a reference page lists them.
package struct FormatReference: Sendable {
    /// A mapping and its keys.
    package struct Section: Sendable {
        /// The noun of the mapping with its article, such as "an entity".
        package let title: String
        package let keys: [Key]
    }

    /// A key and the values that it takes.
    package struct Key: Sendable {
        package let name, about: String
        package let takes: Accepted
        package let isRequired: Bool
        /// Whether this version supports the key.
        package let isBuilt: Bool
        /// Example values as written in a file.
        package let examples: [String]
    }

    /// The values that a key takes.
    package indirect enum Accepted: Sendable {
        /// Text with a syntax, or one of these words, each with its meaning if it has one.
        case text(noun: String, words: [Word])
        /// One of these words.
        case word(noun: String, [Word])
        case list(of: Accepted, orOne: Bool)
        /// Arbitrary keys with a syntax.
        case table(key: String, value: Accepted)
        /// The keys of the section with this title.
        case section(String)
        /// A few keys without a section of their own.
        case mapping([(key: String, takes: Accepted)])
        /// The mapping of this definition, which has a separate page.
        case page(String)
        case oneOf([Accepted])
    }

    package struct Word: Hashable, Sendable {
        package let name, about: String
    }

    /// The keys of the document first, then mappings in the order in which keys refer to them.
    package let sections: [Section]

    /// - Parameters:
    ///   - shape: the shape of a document.
    ///   - pages: the definitions of mappings with separate pages.
    package init(of shape: Shape, pages: Set<String> = []) {
        var walk = Walk(pages: pages)
        _ = walk.accepted(shape)
        while walk.sections.count < walk.mappings.count {
            let mapping = walk.mappings[walk.sections.count]
            let keys = mapping.fields.map { walk.key($0) }
            walk.sections.append(Section(title: mapping.noun, keys: keys))
        }
        sections = walk.sections
    }
}

/// Finds the mappings of a shape, and describes each in a section.
private struct Walk {
    let pages: Set<String>
    var mappings: [MappingShape] = []
    var sections: [FormatReference.Section] = []

    mutating func key(_ field: Field) -> FormatReference.Key {
        FormatReference.Key(
            name: field.key,
            about: field.about,
            takes: accepted(field.shape),
            isRequired: field.isRequired,
            isBuilt: field.isBuilt,
            examples: field.examples
        )
    }

    mutating func accepted(_ shape: Shape) -> FormatReference.Accepted {
        switch shape {
        case .text(let syntax):
            return .text(
                // The syntax of any text has the name of its key as its noun. The noun would add
                // nothing here.
                noun: syntax.readings == .any ? "text" : syntax.noun,
                words: syntax.words.map { FormatReference.Word(name: $0, about: "") }
            )
        case .word(let vocabulary):
            let words = vocabulary.words.map {
                FormatReference.Word(name: $0.name, about: $0.about)
            }
            return .word(noun: vocabulary.noun, words)
        case .list(let element, let orOne, _):
            return .list(of: accepted(element), orOne: orOne)
        case .table(_, let key, let value):
            return .table(key: key.noun, value: accepted(value))
        case .mapping(let mapping):
            return accepted(mapping)
        case .anything(let noun): return .text(noun: noun, words: [])
        case .choice(let text, let list, let mapping):
            let shapes = [text, mapping, list].compactMap(\.self)
            return .oneOf(shapes.map { accepted($0) })
        }
    }

    /// Returns a reference to the mapping's section, and creates that section if necessary.
    ///
    /// If two mappings have the same noun but different keys, the second gets no section; its keys
    /// are described where it is used.
    private mutating func accepted(_ mapping: MappingShape) -> FormatReference.Accepted {
        if let page = mapping.definition, pages.contains(page) { return .page(page) }
        guard let known = mappings.first(where: { $0.noun == mapping.noun }) else {
            mappings.append(mapping)
            return .section(mapping.noun)
        }
        if known.fields.map(\.key) == mapping.fields.map(\.key) { return .section(mapping.noun) }
        return .mapping(mapping.fields.map { ($0.key, accepted($0.shape)) })
    }
}
