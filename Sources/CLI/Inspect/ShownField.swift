import PKIX

/// A field of an encoding as `inspect` shows it.
struct ShownField {
    enum Value: Hashable {
        /// Words of ours, or hostile text.
        case text(String)
        /// Octets of the encoding.
        case octets(Range<Int>)
    }

    /// The field's name in its module; `[3]` for a part that has none.
    let name: String
    /// Of the whole element, in bytes from the start of the encoding.
    let place: Range<Int>
    /// Of an extension, whether it is critical; nil for anything else.
    var isCritical: Bool?
    var value: Value?
    var fields: [ShownField] = []
    /// How many more `fields` there are.
    var omitted = 0
    /// Whether it is the innermost field that holds what does not decode.
    var isFaulty = false

    /// The field of this name around these bytes, among this one and its parts.
    func field(_ name: String, around bytes: Range<Int>) -> ShownField? {
        guard place.lowerBound <= bytes.lowerBound, bytes.upperBound <= place.upperBound else {
            return nil
        }
        if self.name == name { return self }
        return fields.lazy.compactMap { $0.field(name, around: bytes) }.first
    }
}

/// Reads fields by a grammar, as far as they decode.
struct FieldReader {
    private let bytes: [UInt8]
    /// The byte where decoding stopped; what begins behind it is not shown.
    private let fault: Int?
    /// The most parts that are shown of one field; nil for all.
    private let limit: Int?
    /// The most fields shown of one encoding: those of a revocation list of some 50,000 entries.
    private var room = 200_000

    init(bytes: [UInt8], fault: Int?, limit: Int?) {
        self.bytes = bytes
        self.fault = fault
        self.limit = limit
    }

    private var values: FieldValues { FieldValues(bytes: bytes) }

    /// All of `bytes`; nil where not even the outermost header is one.
    mutating func field(_ name: String, _ grammar: Grammar) -> ShownField? {
        var reader = DERReader(bytes)
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
            // An index beside the alternative's name would say no more.
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

    /// Gives a field its value or its parts, or both.
    private mutating func fill(
        _ field: inout ShownField,
        _ element: DERElement,
        _ grammar: Grammar,
        depth: Int
    ) {
        let isBroken = holdsFault(element.encoding)
        let (value, isWhole) = values.reading(element, as: field.name)
        if !isBroken { field.value = value }
        guard isBroken || !isWhole else { return }
        let (parts, omitted) = parts(of: element, grammar, depth: depth)
        field.omitted = omitted
        for (number, part) in grammar.labelled(parts, in: bytes).enumerated() {
            guard room > 0 else {
                field.omitted += 1
                continue
            }
            room -= 1
            var name = name(of: part, number)
            // A wrapper has nothing to say but what is in it.
            var isWrapped: Bool { if case .wrapper = grammar { parts.count == 1 } else { false } }
            if isWrapped { name = field.name }
            let shown = self.field(part.element, name, part.grammar, depth: depth + 1)
            if isWrapped {
                field.value = shown.value
                field.fields = shown.fields
                field.omitted += shown.omitted
            } else {
                field.fields.append(shown)
            }
        }
        if field.fields.isEmpty, !isBroken, field.value == nil {
            field.value = element.content.isEmpty ? .text("empty") : .octets(element.content)
        }
        field.isFaulty = isBroken && !field.fields.contains { holdsFault($0.place) }
    }

    /// An extension's row has its name, its criticality, and what its body says.
    private mutating func fill(
        _ field: inout ShownField,
        _ element: DERElement,
        _ identifier: ObjectIdentifier?,
        depth: Int
    ) {
        let parts = parts(of: element, .value, depth: depth).shown
        guard let identifier, let body = parts.last, body.tag == .octetString,
            !holdsFault(element.encoding) || body.content.contains(fault ?? 0)
        else { return fill(&field, element, Grammar.extensionFields(identifier), depth: depth) }
        field.isCritical = parts.count == 3
        if let value = values.body(of: identifier, body.content), !holdsFault(body.content) {
            field.value = value
            return
        }
        let fields = Grammar.extensionFields(identifier).labelled(parts, in: bytes)
        guard let grammar = fields.last?.grammar else { return }
        fill(&field, body, grammar, depth: depth + 1)
    }

    private func name(of part: Grammar.Labelled, _ number: Int) -> String {
        switch part.label {
        case .field(let name): name
        case .extension(let identifier): identifier.moduleName ?? identifier.description
        case nil: "[\(number)]"
        }
    }

    private func holdsFault(_ place: Range<Int>) -> Bool {
        fault.map(place.contains) ?? false
    }

    /// The elements in an element, as far as they are elements and begin before the fault; of too
    /// many the first.
    private func parts(
        of element: DERElement,
        _ grammar: Grammar,
        depth: Int
    ) -> (shown: [DERElement], omitted: Int) {
        var wraps: Bool { if case .wrapper = grammar { true } else { false } }
        guard depth < DERReader.maximumDepth, element.tag.isConstructed || wraps else {
            return ([], 0)
        }
        var reader = DERReader(bytes, in: element.content)
        var parts: [DERElement] = []
        var omitted = 0
        while let part = try? reader.next(), part.header.lowerBound <= fault ?? .max {
            if parts.count < limit ?? .max || holdsFault(part.encoding) {
                parts.append(part)
            } else {
                omitted += 1
            }
        }
        // What a primitive wraps is one element, or octets that happen to look like some.
        if !element.tag.isConstructed, !reader.isAtEnd || parts.count != 1 { return ([], 0) }
        return (parts, omitted)
    }
}
