import X509

/// One element of a certificate, a CRL or an OCSP response.
///
/// Parts that do not parse stay bytes, so that encoding restores the same bytes.
struct DERNode: Hashable, Sendable {
    typealias Label = Grammar.Label

    enum Content: Hashable, Sendable {
        case bytes([UInt8])
        /// The child elements, also those inside an OCTET STRING that the grammar unwraps.
        case elements([DERNode])
        /// The whole encoding, unparsed; the bytes need not be an element.
        case verbatim([UInt8])
    }

    /// The element's field name in its parent, which the element keeps when it is moved.
    var label: Label?
    /// Whether paths may omit this element's name.
    var isTransparent = false
    var tag: UInt8
    /// The length bytes to write instead of the correct length; nil for the correct length.
    var length: [UInt8]?
    var content: Content

    var encoded: [UInt8] {
        var writer = DERWriter()
        if case .verbatim(let bytes) = content { return bytes }
        writer.primitive(DERTag(rawValue: tag), encodedContent)
        guard let length else { return writer.bytes }
        return [tag] + length + encodedContent
    }

    var encodedContent: [UInt8] {
        switch content {
        case .bytes(let bytes): bytes
        case .elements(let elements): elements.flatMap(\.encoded)
        case .verbatim(let bytes): bytes
        }
    }

    var elements: [DERNode] {
        get { if case .elements(let elements) = content { elements } else { [] } }
        set { content = .elements(newValue) }
    }
}

extension DERNode {
    /// Changes the element at the indexes `place`, which must exist.
    mutating func change(at place: ArraySlice<Int>, _ body: (inout DERNode) -> Void) {
        guard let index = place.first else { return body(&self) }
        elements[index].change(at: place.dropFirst(), body)
    }

    /// Returns the indexes that lead to the field with this name: a child element, or a field of a
    /// transparent child.
    func place(ofField name: String) -> [Int]? {
        let elements = elements
        if let index = elements.firstIndex(where: { $0.isNamed(name) }) { return [index] }
        for (index, element) in elements.enumerated() where element.isTransparent {
            if let rest = element.place(ofField: name) { return [index] + rest }
        }
        return nil
    }

    private func isNamed(_ name: String) -> Bool {
        switch label {
        case .field(let own): own == name
        case .extension(let identifier): ObjectIdentifier(extensionFieldName: name) == identifier
        case nil: false
        }
    }

    /// Returns the indexes that lead to the element with this number.
    ///
    /// The numbers count the child elements, or the children of a transparent child.
    func place(ofElement number: Int) -> [Int]? {
        let elements = elements
        if let index = elements.firstIndex(where: \.isTransparent) {
            return elements[index].place(ofElement: number).map { [index] + $0 }
        }
        return elements.indices.contains(number) ? [number] : nil
    }

    /// The child elements that `[n]` in a path counts.
    var counted: [DERNode] {
        elements.first(where: \.isTransparent)?.counted ?? elements
    }

    var fieldNames: [String] {
        let own = elements.compactMap { element -> String? in
            switch element.label {
            case .field(let name): name
            case .extension(let identifier): identifier.extensionFieldName
            case nil: nil
            }
        }
        return own + elements.filter(\.isTransparent).flatMap(\.fieldNames)
    }
}

// Parsing.
extension DERNode {
    /// Parses one element according to a grammar; bytes that are not one element stay verbatim.
    init(parsing bytes: [UInt8], as grammar: Grammar, label: Label?) {
        var reader = DERReader(bytes)
        guard let element = try? reader.next(), reader.isAtEnd else {
            self.init(label: label, tag: bytes.first ?? 0, content: .verbatim(bytes))
            return
        }
        self.init(taking: element, of: reader, as: grammar, label: label)
    }

    fileprivate init(
        taking element: DERElement,
        of reader: DERReader,
        as grammar: Grammar,
        label: Label?
    ) {
        let content = Array(reader.bytes[element.content])
        self.init(label: label, tag: element.tag.rawValue, content: .bytes(content))
        guard element.tag.isConstructed || grammar.wraps, var inside = try? reader.inside(element)
        else { return }
        var parts: [DERElement] = []
        while !inside.isAtEnd {
            guard let part = try? inside.next() else { return }
            parts.append(part)
        }
        self.content = .elements(
            grammar.labelled(parts, in: reader.bytes).map { part in
                var node = DERNode(
                    taking: part.element,
                    of: inside,
                    as: part.grammar,
                    label: part.label
                )
                node.isTransparent = part.isTransparent
                return node
            }
        )
    }
}

extension Grammar {
    /// Whether a primitive element of this grammar contains elements.
    fileprivate var wraps: Bool { if case .wrapper = self { true } else { false } }
}
