/// The form of a value in files: which text, list or mapping is allowed, how it is read, and how it
/// is written.
///
/// The strict reader compares each file with `shape`. After that, forms read the values from merged
/// layers. The strict reader and the forms use the same syntax, so that a text has only one
/// meaning.
package struct Form<Content: Sendable>: Sendable {
    package let shape: Shape
    private let reader: @Sendable (Value, inout Diagnostics) -> Content?
    private let writer: @Sendable (Content) throws(Unwritable) -> Written?

    /// Creates a form with a reader and a writer; a form without a writer can only read.
    package init(
        _ shape: Shape,
        writer: @escaping @Sendable (Content) throws(Unwritable) -> Written? = { _ in nil },
        reader: @escaping @Sendable (Value, inout Diagnostics) -> Content?
    ) {
        self.shape = shape
        (self.reader, self.writer) = (reader, writer)
    }

    /// Returns the value of a node; nil, with diagnostics, for an invalid node.
    package func read(_ value: Value, reporting diagnostics: inout Diagnostics) -> Content? {
        reader(value, &diagnostics)
    }

    /// Returns the node for a value; nil if the form cannot write the value, or omits it, such as
    /// an empty list.
    package func write(_ content: Content) throws(Unwritable) -> Written? {
        try writer(content)
    }

    /// Returns a form of a value that is computed from this form's value.
    ///
    /// - Parameters:
    ///   - back: returns this form's value for a computed value; nil for a value that this form
    ///     does not write.
    ///   - transform: computes the value; returns nil only after a diagnostic.
    /// - Returns: a form that reads and writes the same nodes.
    package func map<New: Sendable>(
        back: @escaping @Sendable (New) throws(Unwritable) -> Content? = { _ in nil },
        _ transform: @escaping @Sendable (Content) -> New?
    ) -> Form<New> {
        Form<New>(
            shape,
            writer: { new throws(Unwritable) in
                guard let content = try back(new) else { return nil }
                return try write(content)
            },
            reader: { value, diagnostics in
                read(value, reporting: &diagnostics).flatMap(transform)
            }
        )
    }
}

extension Form {
    /// Returns a form of a value that `make` makes from this form's value.
    ///
    /// - Parameters:
    ///   - back: returns this form's value for a made value.
    ///   - make: makes the value, or throws a fault.
    /// - Returns: a form of the same nodes, which reports a fault of `make` at the node.
    package func checked<New: Sendable>(
        back: @escaping @Sendable (New) -> Content,
        making make: @escaping @Sendable (Content) throws(Fault) -> New
    ) -> Form<New> {
        Form<New>(
            shape,
            writer: { new throws(Unwritable) in try write(back(new)) },
            reader: { value, diagnostics in
                guard let content = read(value, reporting: &diagnostics) else { return nil }
                do throws(Fault) {
                    return try make(content)
                } catch {
                    diagnostics.report(error, value)
                    return nil
                }
            }
        )
    }

    /// Returns this form with an additional check; the form reports a fault of the check at the
    /// node.
    package func checked(
        _ check: @escaping @Sendable (Content) throws(Fault) -> Void
    ) -> Form {
        checked(back: { $0 }) { content throws(Fault) in
            try check(content)
            return content
        }
    }
}

extension Form where Content == Value {
    /// Returns the form of a node that another program reads.
    package static func anything(_ noun: String) -> Form {
        Form(.anything(noun: noun)) { value, _ in value }
    }
}

// MARK: Texts and words

extension Form {
    /// Returns the form of a text with a syntax.
    package static func text(_ syntax: Syntax<Content>) -> Form {
        Form(.text(syntax.shape), writer: syntax.write) { value, diagnostics in
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

    /// Returns the form of one word of a closed set.
    ///
    /// - Parameters:
    ///   - vocabulary: the words.
    ///   - name: returns the word for a value; nil for a value without a word.
    ///   - meaning: returns the value of a word; nil for a word without a value.
    /// - Returns: a form that allows the words of the vocabulary.
    package static func word(
        _ vocabulary: Vocabulary,
        name: @escaping @Sendable (Content) -> String? = { _ in nil },
        meaning: @escaping @Sendable (String) -> Content?
    ) -> Form {
        Form(.word(vocabulary), writer: { name($0).map(Written.word) }) { value, diagnostics in
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
    /// Returns the form of one word of a closed set; the words are raw values of `Content`.
    package static func word(_ vocabulary: Vocabulary) -> Form {
        word(vocabulary, name: \.rawValue) { word in
            vocabulary.names.contains(word) ? Content(rawValue: word) : nil
        }
    }
}

extension Form where Content == String {
    /// Returns the form of one word of a closed set, read as a string.
    package static func word(_ vocabulary: Vocabulary) -> Form {
        word(vocabulary, name: { $0 }) { vocabulary.names.contains($0) ? $0 : nil }
    }
}

extension Form where Content == Bool {
    /// `true` or `false`.
    package static var flag: Form { word(.flags, name: \.description) { $0 == "true" } }
}

extension Vocabulary {
    /// The words of a flag.
    package static let flags = Vocabulary("flag", names: ["true", "false"])
}

// MARK: Lists and mappings

extension Form {
    /// Returns the form of a list.
    ///
    /// - Parameters:
    ///   - element: the form of each element.
    ///   - orOne: whether a file may state a single element without brackets.
    ///   - isOneBare: whether the writer omits the brackets of a single element.
    ///   - isEmptyAllowed: whether the list may be empty; if not, the writer omits an empty list.
    /// - Returns: a form that keeps the order of the file.
    package static func list<Element>(
        of element: Form<Element>,
        orOne: Bool = false,
        isOneBare: Bool = false,
        isEmptyAllowed: Bool = false
    ) -> Form where Content == [Element] {
        let shape = Shape.list(
            of: element.shape,
            orOne: orOne || isOneBare,
            isEmptyAllowed: isEmptyAllowed
        )
        return Form(
            shape,
            writer: { content throws(Unwritable) in
                if content.isEmpty, !isEmptyAllowed { return nil }
                var list: [Written] = []
                for one in content {
                    guard let written = try element.write(one) else { return nil }
                    list.append(written)
                }
                return isOneBare ? Written.list(list).orOne : .list(list)
            }
        ) { value, diagnostics in
            var list: [Element] = []
            for below in value.elements {
                if let read = element.read(below, reporting: &diagnostics) { list.append(read) }
            }
            return list
        }
    }

    /// Returns the form of a table: arbitrary keys with a syntax, and values of one form.
    ///
    /// - Parameters:
    ///   - noun: the noun for the table.
    ///   - syntax: the syntax of the keys.
    ///   - form: the form of the values.
    ///   - pairs: returns the pairs of a table's content, in the order of the file; nil for content
    ///     that this form does not write.
    ///   - content: makes the content of the table from its pairs.
    /// - Returns: a form that keeps the order of the file.
    package static func table<Key, Below>(
        _ noun: String,
        key syntax: Syntax<Key>,
        value form: Form<Below>,
        pairs: @escaping @Sendable (Content) throws(Unwritable) -> [(key: Key, value: Below)]? =
            { _ in nil },
        _ content: @escaping @Sendable ([(key: Key, value: Below)]) -> Content
    ) -> Form {
        Form(
            .table(noun: noun, key: syntax.shape, value: form.shape),
            writer: { content throws(Unwritable) in
                guard let pairs = try pairs(content) else { return nil }
                var entries: [Written.Entry] = []
                for (key, value) in pairs {
                    guard let key = try syntax.write(key).scalar else { return nil }
                    do throws(Unwritable) {
                        guard let value = try form.write(value) else { return nil }
                        entries.append(Written.Entry(key: key, value: value))
                    } catch {
                        throw Unwritable("\(key): \(error.advice)")
                    }
                }
                return .mapping(entries)
            }
        ) { value, diagnostics in
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

    /// Returns the form of a mapping of known keys, each of which sets a property of the value.
    ///
    /// - Parameters:
    ///   - noun: the noun for the mapping, such as "an entity".
    ///   - definition: the name of the mapping in the schema; nil if the schema repeats the mapping
    ///     at each use.
    ///   - initial: the value of a mapping without keys.
    ///   - members: the keys; they are read in this order, not in the order of the file.
    /// - Returns: a form with these keys.
    package static func mapping(
        _ noun: String,
        definition: String? = nil,
        from initial: Content,
        _ members: [Member<Content>]
    ) -> Form {
        let shape = MappingShape(noun, definition: definition, members.map(\.field))
        let keys = Members(members)
        return Form(
            .mapping(shape),
            writer: { content throws(Unwritable) in
                .mapping(try members.entries(for: content, from: initial))
            }
        ) { value, diagnostics in
            var content = initial
            keys.read(value, noun, &content, &diagnostics)
            return content
        }
    }

    /// Returns a form that uses a separate form for each type of node.
    ///
    /// The first of these forms that can write a value writes it.
    package static func choice(
        text: Form? = nil,
        list: Form? = nil,
        mapping: Form? = nil
    ) -> Form {
        let shape = Shape.choice(text: text?.shape, list: list?.shape, mapping: mapping?.shape)
        return Form(
            shape,
            writer: { content throws(Unwritable) in
                for form in [text, list, mapping] {
                    if let written = try form?.write(content) { return written }
                }
                return nil
            }
        ) { value, diagnostics in
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
    /// Reports a node of the wrong type.
    fileprivate mutating func reportKind(of value: Value, insteadOf kinds: [NodeKind]) {
        guard let found = NodeKind(value.content) else { return report(.nullElement, value) }
        report(.wrongKind([], expected: kinds, found: found), value)
    }
}
