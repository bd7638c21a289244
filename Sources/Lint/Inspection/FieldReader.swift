import X509

/// A reader for the fields of an encoding by a grammar, as far as they decode.
struct FieldReader {
    private let bytes: [UInt8]
    /// The decoding errors, in the order of their places.
    private let faults: [Fault]
    /// The end of the available bytes; a field that begins after the end is not shown.
    private let end: Int
    /// The most parts to show for one field; nil for all.
    private let limit: Int?
    /// The most fields to show for one encoding, enough for a revocation list with about 50,000
    /// entries.
    private var room = 200_000

    init(bytes: [UInt8], faults: [DERError], end: Int, limit: Int?) {
        self.bytes = bytes
        self.faults = faults.map(Fault.init).sorted { $0.offset < $1.offset }
        self.end = end
        self.limit = limit
    }

    /// Reads all of `bytes`; nil if not even the outermost header decodes.
    mutating func field(_ name: String, _ grammar: Grammar) -> ShownField? {
        var reader = DERReader(bytes, rules: .longLengths)
        guard let element = try? reader.next() else { return nil }
        return field(element, name, grammar, depth: 0)
    }

    private mutating func field(
        _ element: DERElement,
        _ name: String,
        _ grammar: Grammar,
        depth: Int
    ) -> ShownField {
        if let alternative = grammar.alternative(element.tag.rawValue) {
            // The name of the alternative is enough, and replaces an index such as `[0]`.
            let name = name.hasPrefix("[") ? alternative.name : "\(name).\(alternative.name)"
            return field(element, name, alternative.grammar, depth: depth)
        }
        var field = ShownField(name: name, place: element.encoding)
        if case .extension(let identifier) = grammar {
            fill(&field, element, identifier, depth: depth)
        } else {
            fill(&field, element, grammar, depth: depth)
        }
        return field
    }

    /// Fills in the value or the parts of a field, or both.
    private mutating func fill(
        _ field: inout ShownField,
        _ element: DERElement,
        _ grammar: Grammar,
        depth: Int
    ) {
        let isBroken = holdsFault(element.encoding, field.name)
        let (value, isWhole) = FieldValues(bytes: bytes).reading(element, as: field.name)
        if !isBroken { field.value = value }
        guard isBroken || !isWhole else { return }
        // An element has no such parts if its type is wrong or if it takes the place of a missing
        // element.
        guard
            !faults(in: element.encoding).contains(where: { $0.isAt(element.encoding, field.name) })
        else {
            field.isFaulty = true
            return
        }
        let (parts, omitted) = parts(of: element, grammar, depth: depth)
        field.omitted = omitted
        if case .wrapper = grammar, parts.count == 1 {
            unwrap(parts[0], grammar, into: &field, depth: depth)
        } else {
            list(parts, grammar, into: &field, depth: depth)
        }
        if field.fields.isEmpty, !isBroken, field.value == nil {
            field.value = element.content.isEmpty ? .text("empty") : .bytes(element.content)
        }
        field.isFaulty = isBroken && !field.fields.contains { holdsFault($0.place, $0.name) }
    }

    /// Fills in only the content of a wrapper, such as an OCTET STRING around a structure.
    private mutating func unwrap(
        _ part: DERElement,
        _ grammar: Grammar,
        into field: inout ShownField,
        depth: Int
    ) {
        for part in grammar.labelled([part], in: bytes) {
            let inner = self.field(part.element, field.name, part.grammar, depth: depth + 1)
            field.value = inner.value
            field.fields = inner.fields
            field.omitted += inner.omitted
        }
    }

    private mutating func list(
        _ parts: [DERElement],
        _ grammar: Grammar,
        into field: inout ShownField,
        depth: Int
    ) {
        for (number, part) in grammar.labelled(parts, in: bytes).enumerated() {
            let name = name(of: part, number)
            guard room > 0 else {
                field.omitted += 1
                continue
            }
            room -= 1
            field.fields.append(
                self.field(part.element, name, part.grammar, depth: depth + 1)
            )
        }
    }

    /// Fills in the row of an extension: its name, criticality and value.
    private mutating func fill(
        _ field: inout ShownField,
        _ element: DERElement,
        _ identifier: ObjectIdentifier?,
        depth: Int
    ) {
        let parts = parts(of: element, .value, depth: depth).shown
        guard let identifier, let body = parts.last, body.tag == .octetString,
            !holdsFault(element.encoding, field.name)
                || faults(in: body.content).contains(where: { body.content.contains($0.offset) })
        else { return fill(&field, element, Grammar.extensionFields(identifier), depth: depth) }
        field.isCritical = parts.count == 3
        if let value = FieldValues(bytes: bytes).body(of: identifier, body.content),
            !holdsFault(body.content, field.name)
        {
            field.value = value
            return
        }
        if [.signedCertificateTimestamps, .ocspSCTs].contains(identifier),
            !holdsFault(body.content, field.name),
            let scts = FieldValues(bytes: bytes).scts(body.content)
        {
            field.fields = scts
            return
        }
        let fields = Grammar.extensionFields(identifier).labelled(parts, in: bytes)
        guard let grammar = fields.last?.grammar else { return }
        fill(&field, body, grammar, depth: depth + 1)
    }

    private func name(of part: Grammar.Labelled, _ number: Int) -> String {
        switch part.label {
        case .field(let name): name
        case .extension(let identifier): identifier.shortName
        case nil: "[\(number)]"
        }
    }

    private func holdsFault(_ place: Range<Int>, _ name: String) -> Bool {
        faults(in: place).contains { $0.isIn(place, name) }
    }

    /// Returns the errors in a range, including its end.
    private func faults(in place: Range<Int>) -> some Sequence<Fault> {
        var (low, high) = (0, faults.count)
        while low < high {
            let middle = (low + high) / 2
            if faults[middle].offset < place.lowerBound { low = middle + 1 } else { high = middle }
        }
        return faults[low...].prefix { $0.offset <= place.upperBound }
    }

    /// Returns the child elements that decode and do not begin after `end`, at most `limit` of
    /// them, and the number of the other child elements.
    private func parts(
        of element: DERElement,
        _ grammar: Grammar,
        depth: Int
    ) -> (shown: [DERElement], omitted: Int) {
        var wraps: Bool { if case .wrapper = grammar { true } else { false } }
        guard depth < DERReader.maximumDepth, element.tag.isConstructed || wraps else {
            return ([], 0)
        }
        var reader = DERReader(bytes, in: element.content, rules: .longLengths)
        var parts: [DERElement] = []
        var omitted = 0
        while let part = try? reader.next(), part.header.lowerBound <= end {
            if parts.count < limit ?? .max { parts.append(part) } else { omitted += 1 }
        }
        // A primitive element contains one element, or bytes that only look like elements.
        if !element.tag.isConstructed, !reader.isAtEnd || parts.count != 1 { return ([], 0) }
        return (parts, omitted)
    }
}

extension FieldReader {
    /// A decoding error.
    private struct Fault {
        /// The offset of the wrong byte, or the end if something is missing.
        let offset: Int
        /// Whether the element at the offset has an unexpected tag.
        let isOfType: Bool
        /// The path of fields to the error.
        private let names: Set<Substring>
        /// The innermost field of the path.
        private let last: Substring?

        init(_ error: DERError) {
            offset = error.offset
            isOfType = error.fault == .unexpectedTag
            let path = error.path.split { ".[]".contains($0) }
            names = Set(path)
            last = path.last
        }

        /// Returns whether a field has the error, or contains the field that has the error.
        ///
        /// A missing element is found at the end of a field, where the next field begins. The names
        /// in the path of the error say which of the two fields has the error.
        func isIn(_ place: Range<Int>, _ name: String) -> Bool {
            let isOnTheWay = name.split(separator: ".").contains(where: names.contains)
            if offset == place.upperBound { return isOnTheWay }
            guard place.contains(offset) else { return false }
            return place.lowerBound < offset || isOnTheWay || names.isEmpty || name.hasPrefix("[")
        }

        /// Returns whether a field itself has the wrong type.
        func isAt(_ place: Range<Int>, _ name: String) -> Bool {
            isOfType && offset == place.lowerBound
                && (last.map { name.split(separator: ".").contains($0) } ?? false
                    || name.hasPrefix("["))
        }
    }
}
