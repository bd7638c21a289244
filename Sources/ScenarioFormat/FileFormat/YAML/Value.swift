/// A node of a file: raw text, a list or a mapping, with its place in the file.
///
/// Values have no types: `no` is the text "no".
package struct Value: Sendable {
    package enum Content: Sendable {
        /// `~` or `null`, unquoted.
        case null
        /// A key without a value.
        case missing
        case text(String)
        case list([Value])
        /// The entries in the order of the file, without repeated keys.
        case mapping([Entry])
    }

    package struct Entry: Sendable {
        package let key: String
        /// The place of the key.
        package let place: Place
        package var value: Value

        package init(key: String, place: Place, value: Value) {
            self.key = key
            self.place = place
            self.value = value
        }
    }

    package var content: Content
    package let place: Place

    package init(content: Content, place: Place) {
        self.content = content
        self.place = place
    }

    package var text: String? {
        if case .text(let text) = content { text } else { nil }
    }

    package var list: [Value]? {
        if case .list(let list) = content { list } else { nil }
    }

    /// The elements of a list; for another node, the node as the only element, or none if it is
    /// null.
    package var elements: [Value] { list ?? (isNull ? [] : [self]) }

    package var entries: [Entry] {
        if case .mapping(let entries) = content { entries } else { [] }
    }

    package var isMapping: Bool {
        if case .mapping = content { true } else { false }
    }

    package var isNull: Bool {
        if case .null = content { true } else { false }
    }

    /// Returns the entry of a mapping; nil for other nodes.
    package func entry(_ key: String) -> Entry? {
        // The search uses indices, so that it copies no skipped entry.
        guard case .mapping(let entries) = content,
            let index = entries.indices.first(where: { entries[$0].key == key })
        else { return nil }
        return entries[index]
    }

    /// The value for `key` in a mapping, also if it is null.
    package subscript(_ key: String) -> Value? { entry(key)?.value }

    /// The value at a path of keys.
    package subscript(_ path: [String]) -> Value? {
        path.reduce(Optional(self)) { value, key in value?[key] }
    }
}

extension Value {
    /// Returns this layer with another layer over it: mappings are merged by key, scalars and lists
    /// are replaced, null removes a key.
    package func overlaid(by upper: Value) -> Value {
        composed(with: upper).strippedOfNull()
    }

    /// Returns one overlay with the effect of this overlay and then another.
    ///
    /// Nulls stay, to remove keys of lower layers.
    package func composed(with upper: Value) -> Value {
        guard case .mapping(var merged) = content, case .mapping(let entries) = upper.content else {
            return upper
        }
        // `entries` has no repeated keys, so only the keys of this layer need to be searched.
        let own = merged.indices
        for entry in entries {
            if let index = own.first(where: { merged[$0].key == entry.key }) {
                let value = merged[index].value.composed(with: entry.value)
                merged[index] = Entry(key: entry.key, place: entry.place, value: value)
            } else {
                merged.append(entry)
            }
        }
        return Value(content: .mapping(merged), place: upper.place)
    }

    /// Returns the value with another value at a path; creates mappings if necessary.
    package func setting(_ value: Value, at path: ArraySlice<String>) -> Value {
        guard let key = path.first else { return value }
        var entries = self.entries
        let rest = path.dropFirst()
        if let index = entries.firstIndex(where: { $0.key == key }) {
            entries[index].value = entries[index].value.setting(value, at: rest)
        } else {
            let empty = Value(content: .mapping([]), place: value.place)
            let below = empty.setting(value, at: rest)
            entries.append(Entry(key: key, place: value.place, value: below))
        }
        return Value(content: .mapping(entries), place: place)
    }

    /// Returns only the entries whose keys satisfy `isKept`.
    package func keeping(_ isKept: (String) -> Bool) -> Value {
        Value(content: .mapping(entries.filter { isKept($0.key) }), place: place)
    }

    /// Whether the value of a key is null, at any depth.
    private var hasNull: Bool {
        guard case .mapping(let entries) = content else { return false }
        return entries.contains { $0.value.isNull || $0.value.hasNull }
    }

    /// Returns the value without nulls.
    ///
    /// A null removes a key of a lower layer; without such a layer it has no effect.
    private func strippedOfNull() -> Value {
        guard case .mapping(let entries) = content, hasNull else { return self }
        let kept = entries.filter { !$0.value.isNull }.map {
            Entry(key: $0.key, place: $0.place, value: $0.value.strippedOfNull())
        }
        return Value(content: .mapping(kept), place: place)
    }
}

extension Diagnostics {
    /// Adds a fault of a value and underlines the whole text of the value.
    package mutating func report(_ fault: Fault, _ value: Value) {
        report(fault, value.place, value.text)
    }
}
