/// A Name as it stands in a certificate: an RDNSequence (RFC 5280 §4.1.2.4).
package struct EncodedName: Sendable {
    /// One attribute, as places in `bytes`.
    package struct Attribute: Hashable, Sendable {
        /// The content bytes of the type's OBJECT IDENTIFIER.
        package let type: Range<Int>
        package let value: DERElement
    }

    /// The bytes that hold the name.
    package let bytes: [UInt8]
    package let encoding: Range<Int>
    private let rules: DERRules

    /// The name at `encoding`, which was decoded before by these rules.
    init(_ bytes: [UInt8], at encoding: Range<Int>, rules: DERRules) {
        self.bytes = bytes
        self.encoding = encoding
        self.rules = rules
    }

    /// Decodes a Name, all of `der`.
    package init(der: [UInt8], rules: DERRules = .strict) throws(DERError) {
        var reader = DERReader(der, rules: rules)
        self.init(der, at: try Self.skip(&reader), rules: rules)
        try reader.finish()
    }

    /// Whether it has no relative names.
    package var isEmpty: Bool {
        var reader = DERReader(bytes, in: encoding, rules: rules)
        return (try? reader.next(.sequence))?.content.isEmpty ?? true
    }

    /// Its attributes, grouped by relative distinguished name in the order of the encoding.
    package var relativeNames: [[Attribute]] { relativeNames(first: .max) }

    /// So many of them, or all where there are fewer.
    func relativeNames(first count: Int) -> [[Attribute]] {
        var names: [[Attribute]] = []
        var attributes = attributes
        while let attribute = attributes.next(), attributes.relativeName < count {
            while names.count <= attributes.relativeName { names.append([]) }
            names[names.count - 1].append(attribute)
        }
        while names.count <= min(attributes.relativeName, count - 1) { names.append([]) }
        return names
    }

    /// Its attributes one after the other.
    var attributes: AttributeWalk { AttributeWalk(DERReader(bytes, in: encoding, rules: rules)) }

    /// Passes over a Name, having checked that it is one; its encoding.
    static func skip(_ reader: inout DERReader) throws(DERError) -> Range<Int> {
        let start = reader.position
        var walk = try AttributeWalk(opening: &reader)
        while try walk.check() {}
        return start..<reader.position
    }

    /// Passes over one relative distinguished name, having checked that it is one; the place of its
    /// attributes, at least one.
    static func skipRelativeName(
        _ reader: inout DERReader,
        _ tag: DERTag = .set
    ) throws(DERError) -> Range<Int> {
        try reader.forEach(tag) { attributes throws(DERError) in
            let attribute = try AttributeWalk.read(&attributes)
            try field("value", attributes.requireCharacters(attribute.value))
        }
    }

    /// The name of one more relative name, `attributes` (its attributes one after the other), below
    /// this one.
    package func appending(relativeName attributes: ArraySlice<UInt8>) -> EncodedName {
        let der = DERWriter.bytes { writer in
            writer.constructed(.sequence) { writer in
                var reader = DERReader(bytes, in: encoding, rules: rules)
                if let own = try? reader.next(.sequence) { writer.raw(bytes[own.content]) }
                writer.constructed(.set) { $0.raw(attributes) }
            }
        }
        return EncodedName(der, at: der.indices, rules: rules)
    }
}
