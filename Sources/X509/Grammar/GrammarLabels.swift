extension Grammar {
    /// The name of a part in a grammar.
    package enum Label: Hashable, Sendable {
        case field(String)
        case `extension`(ObjectIdentifier)
    }

    /// A part of an element, and its name.
    package struct Labelled: Sendable {
        package let element: DERElement
        /// The name; nil for a part without a name, such as an entry of a list.
        package let label: Label?
        package let grammar: Grammar
        /// Whether a path can leave this part out and name its inner parts directly.
        package let isTransparent: Bool

        fileprivate init(
            _ element: DERElement,
            _ label: Label?,
            _ grammar: Grammar,
            isTransparent: Bool = false
        ) {
            self.element = element
            self.label = label
            self.grammar = grammar
            self.isTransparent = isTransparent
        }
    }

    /// Names the parts of an element with this grammar.
    ///
    /// An element of any type gets the name of the field that must be at its place. Surplus
    /// elements have no name.
    ///
    /// - Parameters:
    ///   - parts: all or the first parts of the element, in order.
    ///   - bytes: the bytes that contain the parts.
    /// - Returns: the same parts, in order.
    package func labelled(_ parts: [DERElement], in bytes: [UInt8]) -> [Labelled] {
        switch self {
        case .value, .choice: parts.map { Labelled($0, nil, .value) }
        case .wrapper(let inner):
            parts.map { Labelled($0, .field("value"), inner, isTransparent: true) }
        case .list(.extension):
            parts.map { part in
                let identifier = Self.identifier(of: part, bytes)
                return Labelled(part, identifier.map { .extension($0) }, .extension(identifier))
            }
        case .list(let element): parts.map { Labelled($0, nil, element) }
        case .extension(let identifier):
            Grammar.extensionFields(identifier).labelled(parts, in: bytes)
        case .fields(let fields): Self.name(parts, fields)
        }
    }

    private static func name(_ parts: [DERElement], _ fields: [Field]) -> [Labelled] {
        var rest = fields[...]
        return parts.map { part in
            while let field = rest.first, field.isOptional, !field.fits(part.tag.rawValue) {
                rest.removeFirst()
            }
            guard let field = rest.popFirst() else { return Labelled(part, nil, .value) }
            return Labelled(
                part,
                .field(field.name),
                field.grammar,
                isTransparent: field.isTransparent
            )
        }
    }

    /// Returns the extnID of an Extension.
    private static func identifier(of part: DERElement, _ bytes: [UInt8]) -> ObjectIdentifier? {
        var inside = DERReader(bytes, in: part.content)
        guard let element = try? inside.next(.objectIdentifier) else { return nil }
        return ObjectIdentifier(content: Array(bytes[element.content]))
    }
}
