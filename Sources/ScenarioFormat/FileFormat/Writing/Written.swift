/// A node to write to a file; the counterpart of `Value`, which is a node read from a file.
package indirect enum Written: Hashable, Sendable {
    package struct Entry: Hashable, Sendable {
        package let key: String
        package let value: Written

        package init(key: String, value: Written) {
            self.key = key
            self.value = value
        }
    }

    /// A null, which removes the key of a lower layer.
    case nothing
    /// A word, flag or number of the format, written without quotes.
    case word(String)
    /// Any text, quoted if necessary.
    case text(String)
    case list([Written])
    case mapping([Entry])
}

extension Written {
    /// Creates a mapping of the keys that have a value.
    package static func fields(_ fields: KeyValuePairs<String, Written?>) -> Written {
        .mapping(fields.compactMap { key, value in value.map { Entry(key: key, value: $0) } })
    }

    package static func flag(_ flag: Bool) -> Written { .word(flag ? "true" : "false") }

    package static func number(_ number: Int) -> Written { .word(String(number)) }

    package static func words(_ words: [String]) -> Written { .list(words.map(Written.word)) }

    package static func texts(_ texts: [String]) -> Written { .list(texts.map(Written.text)) }

    /// The only element of a list with one element; otherwise the node itself.
    package var orOne: Written {
        if case .list(let elements) = self, elements.count == 1 { elements[0] } else { self }
    }

    /// The value itself; nil for an empty list or mapping.
    package var unlessEmpty: Written? {
        switch self {
        case .list(let elements): elements.isEmpty ? nil : self
        case .mapping(let entries): entries.isEmpty ? nil : self
        case .nothing, .word, .text: self
        }
    }

    /// A word or text; nil for other nodes.
    package var scalar: String? {
        switch self {
        case .word(let text), .text(let text): text
        case .nothing, .list, .mapping: nil
        }
    }

    package var entries: [Entry] {
        if case .mapping(let entries) = self { entries } else { [] }
    }

    /// The value for `key` in a mapping.
    package subscript(_ key: String) -> Written? { entries.first { $0.key == key }?.value }
}

extension Written {
    /// Returns the overlay that turns `lower` into this value; nil if they are equal.
    ///
    /// This function is the inverse of `Value.overlaid(by:)`. Mappings are compared key by key, and
    /// a key that only `lower` has becomes null. Any other value that differs replaces the lower
    /// value.
    package func overlay(on lower: Written?) -> Written? {
        guard case .mapping(let own) = self, let lower, case .mapping(let others) = lower else {
            return self == lower ? nil : self
        }
        let changed = own.compactMap { entry in
            entry.value.overlay(on: lower[entry.key]).map { Entry(key: entry.key, value: $0) }
        }
        let taken = others.filter { self[$0.key] == nil }
            .map { Entry(key: $0.key, value: .nothing) }
        return Written.mapping(changed + taken).unlessEmpty
    }

    /// Returns the value with the keys of each mapping in the order of its shape.
    package func ordered(by shape: Shape) -> Written {
        switch (self, shape.alternative(for: .mapping)) {
        case (.mapping(let entries), .mapping(let mapping)):
            .mapping(
                mapping.fields.flatMap { field in
                    entries.filter { $0.key == field.key }.map {
                        Entry(key: $0.key, value: $0.value.ordered(by: field.shape))
                    }
                }
            )
        case (.mapping(let entries), .table(_, _, let below)):
            .mapping(entries.map { Entry(key: $0.key, value: $0.value.ordered(by: below)) })
        default: self
        }
    }
}
