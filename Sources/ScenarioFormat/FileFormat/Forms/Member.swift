/// A property of a value that a key in a file sets.
package typealias Property<Root, Content> = any WritableKeyPath<Root, Content> & Sendable

/// A key of a mapping, and the property that its value sets.
///
/// ```swift
/// Member(
///     "extensions",
///     "extensions to add",
///     addedExtensions,
///     sets: extensions,
///     examples: ["[{ oid: 1.2.3.4, critical: true, value: 0500 }]"]
/// )
/// ```
package struct Member<Root: Sendable>: Sendable {
    package let field: Field
    private let setter: @Sendable (Value, inout Root, inout Diagnostics) -> Void
    private let writer: @Sendable (Root) throws(Unwritable) -> Written?
    private let copier: @Sendable (inout Root, Root) throws(Unwritable) -> Void

    /// Creates a key.
    ///
    /// The reader stores the key's value in the root with `set`; the writer takes the value from
    /// the root with `get`.
    ///
    /// If `get` returns nil, the writer omits the key.
    package init<Content>(
        _ key: String,
        _ about: String,
        _ form: Form<Content>,
        isRequired: Bool = false,
        examples: [String] = [],
        get: @escaping @Sendable (_ root: Root) throws(Unwritable) -> Content? = { _ in nil },
        set: @escaping @Sendable (_ root: inout Root, _ content: Content) -> Void
    ) {
        field = Field(
            key,
            about,
            form.shape,
            isRequired: isRequired,
            examples: examples,
            isRead: true
        )
        setter = { value, root, diagnostics in
            guard let content = form.read(value, reporting: &diagnostics) else { return }
            set(&root, content)
        }
        writer = { root throws(Unwritable) in
            guard let content = try get(root) else { return nil }
            return try form.write(content)
        }
        copier = { copy, root throws(Unwritable) in
            if let content = try get(root) { set(&copy, content) }
        }
    }

    /// Creates a key that sets a property.
    ///
    /// If the key is missing, the property keeps its initial value.
    package init<Content>(
        _ key: String,
        _ about: String,
        _ form: Form<Content>,
        sets property: Property<Root, Content>,
        isRequired: Bool = false,
        examples: [String] = []
    ) {
        self.init(
            key,
            about,
            form,
            isRequired: isRequired,
            examples: examples,
            get: { $0[keyPath: property] },
            set: { $0[keyPath: property] = $1 }
        )
    }

    /// Creates a key that sets an optional property.
    package init<Content>(
        _ key: String,
        _ about: String,
        _ form: Form<Content>,
        at property: Property<Root, Content?>,
        isRequired: Bool = false,
        examples: [String] = []
    ) {
        self.init(
            key,
            about,
            form,
            isRequired: isRequired,
            examples: examples,
            get: { $0[keyPath: property] },
            set: { $0[keyPath: property] = $1 }
        )
    }

    /// Creates a key that is not supported yet; the reader refuses the key.
    package init(notBuilt key: String, _ about: String) {
        field = Field(notBuilt: key, about)
        setter = { _, _, _ in }
        writer = { _ in nil }
        copier = { _, _ in }
    }

    /// Creates a key whose value is a mapping.
    ///
    /// The keys of the mapping set properties of the same root.
    ///
    /// The writer also writes keys whose values equal the defaults.
    package init(
        _ key: String,
        _ about: String,
        _ noun: String,
        definition: String? = nil,
        examples: [String] = [],
        members: [Member]
    ) {
        let shape = MappingShape(noun, definition: definition, members.map(\.field))
        field = Field(key, about, .mapping(shape), examples: examples, isRead: true)
        let keys = Members(members)
        setter = { value, root, diagnostics in keys.read(value, noun, &root, &diagnostics) }
        writer = { root throws(Unwritable) in
            .mapping(try members.entries(for: root)).unlessEmpty
        }
        copier = { copy, root throws(Unwritable) in
            for member in members { try member.copier(&copy, root) }
        }
    }

    /// Reads the key's value from a mapping and sets the property; does nothing if the key is
    /// absent.
    package func read(
        _ mapping: Value,
        _ noun: String,
        _ root: inout Root,
        _ diagnostics: inout Diagnostics
    ) {
        guard let value = mapping[field.key], !value.isNull else {
            if field.isRequired { diagnostics.report(.missingKey(field.key, in: noun), mapping) }
            return
        }
        setter(value, &root, &diagnostics)
    }
}

/// The members of a mapping, indexed by key because a file states only a few of them.
package struct Members<Root: Sendable>: Sendable {
    private let all: [Member<Root>]
    /// The indices in `all`, by key.
    private let places: [String: Int]
    /// The indices of the required members.
    private let required: [Int]

    /// Creates the members; their keys must differ.
    package init(_ all: [Member<Root>]) {
        self.all = all
        let keys = all.enumerated().map { ($1.field.key, $0) }
        places = Dictionary(keys) { first, _ in first }
        required = all.indices.filter { all[$0].field.isRequired }
    }

    /// Reads the values of a mapping in the order of the members, not in the order of the file.
    package func read(
        _ mapping: Value,
        _ noun: String,
        _ root: inout Root,
        _ diagnostics: inout Diagnostics
    ) {
        let stated = mapping.entries.compactMap { places[$0.key] }
        let missing = required.filter { !stated.contains($0) }
        for place in (stated + missing).sorted() {
            all[place].read(mapping, noun, &root, &diagnostics)
        }
    }
}

extension Array {
    /// Returns the entries that these members write for the value `root`.
    ///
    /// - Parameters:
    ///   - root: the value to write.
    ///   - initial: the value of an empty mapping. An entry is omitted if the entries before it
    ///     already give the same value. With nil, no entry is omitted.
    /// - Returns: the entries in the order of the members.
    /// - Throws: if the format cannot express the value.
    package func entries<Root>(
        for root: Root,
        from initial: Root? = nil
    ) throws(Unwritable) -> [Written.Entry] where Element == Member<Root> {
        var entries: [Written.Entry] = []
        var made = initial
        for member in self {
            guard let written = try member.write(root),
                try written != made.flatMap(member.write)
            else { continue }
            entries.append(Written.Entry(key: member.field.key, value: written))
            try member.copy(from: root, to: &made)
        }
        return entries
    }
}

extension Member {
    /// Returns the value of the key; nil if there is nothing to write.
    fileprivate func write(_ root: Root) throws(Unwritable) -> Written? { try writer(root) }

    /// Copies the properties that the key sets from `root` to `made`.
    fileprivate func copy(from root: Root, to made: inout Root?) throws(Unwritable) {
        guard var copy = made else { return }
        try copier(&copy, root)
        made = copy
    }
}
