/// The form of a value in files: the text, list or mapping that may stand there, and how the value is
/// read from it.
///
/// The strict reader compares each file with `shape`; a value is read after that, from layers that
/// were laid over each other. Both use the same syntax, so that no text has two readings.
package struct Form<Content: Sendable>: Sendable {
    package let shape: Shape
    private let reader: @Sendable (Value, inout Diagnostics) -> Content?

    package init(
        _ shape: Shape,
        reader: @escaping @Sendable (Value, inout Diagnostics) -> Content?
    ) {
        self.shape = shape
        self.reader = reader
    }

    /// The value that a node means; nil, with diagnostics, for none.
    package func read(_ value: Value, reporting diagnostics: inout Diagnostics) -> Content? {
        reader(value, &diagnostics)
    }

    /// The form of what is made of the value; nil only after a diagnostic.
    package func map<New: Sendable>(
        _ transform: @escaping @Sendable (Content) -> New?
    ) -> Form<New> {
        Form<New>(shape) { value, diagnostics in
            read(value, reporting: &diagnostics).flatMap(transform)
        }
    }
}

// MARK: Texts and words

extension Form {
    /// Text of a syntax.
    package static func text(_ syntax: Syntax<Content>) -> Form {
        Form(.text(syntax.shape)) { value, diagnostics in
            guard let text = value.text else {
                diagnostics.reportKind(of: value, insteadOf: [.text])
                return nil
            }
            do throws(Fault) {
                return try syntax.parse(text)
            } catch {
                diagnostics.report(error, value)
                return nil
            }
        }
    }

    /// One of a closed set of words, each with its meaning; nil for a word without one.
    package static func word(
        _ vocabulary: Vocabulary,
        meaning: @escaping @Sendable (String) -> Content?
    ) -> Form {
        Form(.word(vocabulary)) { value, diagnostics in
            guard let text = value.text else {
                diagnostics.reportKind(of: value, insteadOf: [.text])
                return nil
            }
            if let content = meaning(text) { return content }
            let fault = Fault.unknownWord(text, noun: vocabulary.noun, known: vocabulary.names)
            diagnostics.report(fault, value)
            return nil
        }
    }
}

extension Form where Content: RawRepresentable, Content.RawValue == String {
    /// One of a closed set of words that are the raw values of a type.
    package static func word(_ vocabulary: Vocabulary) -> Form {
        word(vocabulary) { Content(rawValue: $0) }
    }
}

extension Form where Content == String {
    /// One of a closed set of words, as it stands.
    package static func word(_ vocabulary: Vocabulary) -> Form {
        word(vocabulary) { vocabulary.names.contains($0) ? $0 : nil }
    }
}

extension Form where Content == Bool {
    /// `true` or `false`.
    package static var flag: Form { word(.flags) { $0 == "true" } }
}

extension Vocabulary {
    /// The words of a flag.
    package static let flags = Vocabulary("flag", names: ["true", "false"])
}

// MARK: Lists and mappings

extension Form {
    /// A list; where `orOne`, a single element may stand without brackets.
    package static func list<Element>(
        of element: Form<Element>,
        orOne: Bool = false,
        isEmptyAllowed: Bool = false
    ) -> Form where Content == [Element] {
        let shape = Shape.list(of: element.shape, orOne: orOne, isEmptyAllowed: isEmptyAllowed)
        return Form(shape) { value, diagnostics in
            var list: [Element] = []
            for below in value.elements {
                if let read = element.read(below, reporting: &diagnostics) { list.append(read) }
            }
            return list
        }
    }

    /// A table: any key of a syntax, all with values of one form; `noun` is what the table is.
    package static func table<Key, Below>(
        _ noun: String,
        key syntax: Syntax<Key>,
        value form: Form<Below>,
        _ content: @escaping @Sendable ([(key: Key, value: Below)]) -> Content
    ) -> Form {
        Form(.table(noun: noun, key: syntax.shape, value: form.shape)) { value, diagnostics in
            var pairs: [(key: Key, value: Below)] = []
            for entry in value.entries {
                do throws(Fault) {
                    let key = try syntax.parse(entry.key)
                    if let below = form.read(entry.value, reporting: &diagnostics) {
                        pairs.append((key, below))
                    }
                } catch {
                    diagnostics.report(error, entry.place, entry.key)
                }
            }
            return content(pairs)
        }
    }

    /// A mapping of known keys, each of which sets a property of the value.
    ///
    /// - Parameters:
    ///   - noun: what the mapping is, such as "an entity".
    ///   - definition: the mapping's name in the schema, where it stands there once.
    ///   - initial: the value of a mapping without keys.
    ///   - members: its keys; they are read in this order, whatever that of the file is.
    /// - Returns: a form whose keys in files are those of the members.
    package static func mapping(
        _ noun: String,
        definition: String? = nil,
        from initial: Content,
        _ members: [Member<Content>]
    ) -> Form {
        let shape = MappingShape(noun, definition: definition, members.map(\.field))
        return Form(.mapping(shape)) { value, diagnostics in
            var content = initial
            for member in members { member.read(value, noun, &content, &diagnostics) }
            return content
        }
    }

    /// Another form for each kind of node.
    package static func choice(
        text: Form? = nil,
        list: Form? = nil,
        mapping: Form? = nil
    ) -> Form {
        let shape = Shape.choice(text: text?.shape, list: list?.shape, mapping: mapping?.shape)
        return Form(shape) { value, diagnostics in
            let form =
                switch NodeKind(value.content) {
                case .text: text
                case .list: list
                case .mapping: mapping
                case nil: Form?.none
                }
            guard let form else {
                diagnostics.reportKind(of: value, insteadOf: shape.kinds)
                return nil
            }
            return form.read(value, reporting: &diagnostics)
        }
    }
}

extension Diagnostics {
    /// Adds that a node is of the wrong kind.
    fileprivate mutating func reportKind(of value: Value, insteadOf kinds: [NodeKind]) {
        guard let found = NodeKind(value.content) else { return report(.nullElement, value) }
        report(.wrongKind([], expected: kinds, found: found), value)
    }
}
