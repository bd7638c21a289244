/// A Name as it stands in a certificate: an RDNSequence (RFC 5280 §4.1.2.4).
package struct EncodedName: Sendable {
    /// One attribute, as places in `bytes`.
    package struct Attribute: Hashable, Sendable {
        /// The content octets of the type's OBJECT IDENTIFIER.
        package let type: Range<Int>
        package let value: DERElement
    }

    /// What the name stands in.
    package let bytes: [UInt8]
    package let encoding: Range<Int>

    /// The name at `encoding`, which was decoded before.
    init(_ bytes: [UInt8], at encoding: Range<Int>) {
        self.bytes = bytes
        self.encoding = encoding
    }

    /// Decodes a Name, all of `der`.
    package init(der: [UInt8]) throws(DERError) {
        var reader = DERReader(der)
        self.init(der, at: try Self.skip(&reader))
        try reader.finish()
    }

    /// Whether it has no relative names.
    package var isEmpty: Bool { encoding.count <= 2 }

    /// Its attributes, grouped by relative distinguished name in the order of the encoding.
    package var relativeNames: [[Attribute]] {
        var reader = DERReader(bytes, in: encoding)
        var names: [[Attribute]] = []
        // It decoded when the name was made, so nothing is lost here.
        try? Self.walk(&reader) { isFirst, attribute in
            if isFirst { names.append([]) }
            names[names.count - 1].append(attribute)
        }
        return names
    }

    /// Passes over a Name, having checked that it is one; its encoding.
    static func skip(_ reader: inout DERReader) throws(DERError) -> Range<Int> {
        let start = reader.position
        try walk(&reader) { _, _ in }
        return start..<reader.position
    }

    /// Calls `body` with each attribute, and whether it is the first of its relative name.
    private static func walk(
        _ reader: inout DERReader,
        _ body: (_ isFirst: Bool, Attribute) -> Void
    ) throws(DERError) {
        var sequence = try reader.inside(reader.next(.sequence))
        while !sequence.isAtEnd {
            let set = try sequence.next(.set)
            guard !set.content.isEmpty else {
                throw DERError(.emptySequence, at: set.header.lowerBound)
            }
            var attributes = try sequence.inside(set)
            var isFirst = true
            while !attributes.isAtEnd {
                var fields = try attributes.inside(attributes.next(.sequence))
                let type = try fields.objectIdentifier()
                let value = try fields.next()
                try fields.finish()
                body(isFirst, Attribute(type: type, value: value))
                isFirst = false
            }
        }
    }
}

// Comparison after RFC 5280 §7.1. String preparation is what the standard library offers for it:
// lower case, canonical equivalence, and inner spaces as one.
extension EncodedName {
    /// Whether the names have the same relative names in the same order.
    package func matches(_ other: EncodedName) -> Bool {
        if bytes[encoding] == other.bytes[other.encoding] { return true }
        let (left, right) = (relativeNames, other.relativeNames)
        return left.count == right.count && isPrefix(left, of: right, in: other)
    }

    /// Whether this name is `subtree` or below it: its first relative names are those of
    /// `subtree` (RFC 5280 §4.2.1.10, X.501 §12.3).
    package func isWithin(_ subtree: EncodedName) -> Bool {
        let (base, names) = (subtree.relativeNames, relativeNames)
        return base.count <= names.count && subtree.isPrefix(base, of: names, in: self)
    }

    private func isPrefix(
        _ names: [[Attribute]],
        of longer: [[Attribute]],
        in other: EncodedName
    ) -> Bool {
        zip(names, longer).allSatisfy { mine, theirs in
            mine.count == theirs.count
                && mine.allSatisfy { attribute in
                    theirs.contains { matches(attribute, $0, in: other) }
                }
        }
    }

    private func matches(_ mine: Attribute, _ theirs: Attribute, in other: EncodedName) -> Bool {
        guard bytes[mine.type] == other.bytes[theirs.type] else { return false }
        if bytes[mine.value.encoding] == other.bytes[theirs.value.encoding] { return true }
        guard let left = text(of: mine.value), let right = other.text(of: theirs.value) else {
            return false
        }
        return Self.prepared(left) == Self.prepared(right)
    }

    private static func prepared(_ text: String) -> String {
        text.split(whereSeparator: \.isWhitespace).joined(separator: " ").lowercased()
    }

    /// The value as text; nil where it is of no string type, or its octets are not of its type.
    func text(of value: DERElement) -> String? {
        let octets = bytes[value.content]
        switch value.tag {
        case .utf8String, .printableString, .ia5String, .visibleString:
            return String(validating: octets, as: UTF8.self)
        case .teletexString:
            // T.61 in theory; in certificates it was always Latin-1.
            return String(String.UnicodeScalarView(octets.map { Unicode.Scalar($0) }))
        case .bmpString:
            guard octets.count.isMultiple(of: 2) else { return nil }
            return String(validating: Self.units(octets, of: 2).map(UInt16.init), as: UTF16.self)
        case .universalString:
            guard octets.count.isMultiple(of: 4) else { return nil }
            return String(validating: Self.units(octets, of: 4), as: UTF32.self)
        default: return nil
        }
    }

    /// Big-endian numbers of `size` octets each.
    private static func units(_ octets: ArraySlice<UInt8>, of size: Int) -> [UInt32] {
        stride(from: octets.startIndex, to: octets.endIndex, by: size).map { start in
            octets[start..<start + size].reduce(0) { $0 << 8 | UInt32($1) }
        }
    }
}
