/// A property of a value that a key of a file sets.
package typealias Property<Root, Content> = any WritableKeyPath<Root, Content> & Sendable

/// A key of a mapping, and the property that its value sets.
package struct Member<Root: Sendable>: Sendable {
    package let field: Field
    private let setter: @Sendable (Value, inout Root, inout Diagnostics) -> Void

    /// A key whose value is used as the closure says.
    package init<Content>(
        _ key: String,
        _ about: String,
        _ form: Form<Content>,
        isRequired: Bool = false,
        examples: [String] = [],
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
    }

    /// A key that sets a property, which otherwise keeps its initial value.
    package init<Content>(
        _ key: String,
        _ about: String,
        _ form: Form<Content>,
        sets property: Property<Root, Content>,
        isRequired: Bool = false,
        examples: [String] = []
    ) {
        self.init(key, about, form, isRequired: isRequired, examples: examples) { root, content in
            root[keyPath: property] = content
        }
    }

    /// A key that sets an optional property.
    package init<Content>(
        _ key: String,
        _ about: String,
        _ form: Form<Content>,
        at property: Property<Root, Content?>,
        isRequired: Bool = false,
        examples: [String] = []
    ) {
        self.init(key, about, form, isRequired: isRequired, examples: examples) { root, content in
            root[keyPath: property] = content
        }
    }

    /// A key of the format that is refused.
    package init(notBuilt key: String, _ about: String) {
        field = Field(notBuilt: key, about)
        setter = { _, _, _ in }
    }

    /// A key for a mapping whose own keys set properties of the same root.
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
        setter = { value, root, diagnostics in
            for member in members { member.read(value, noun, &root, &diagnostics) }
        }
    }

    /// Reads the key's value in a mapping and sets the property; does nothing where it is absent.
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
