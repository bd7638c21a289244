/// A Name in its encoded form: an RDNSequence (RFC 5280 §4.1.2.4).
package struct EncodedName: Sendable {
    /// One attribute, as ranges into `bytes`.
    package struct Attribute: Hashable, Sendable {
        /// The content bytes of the type's OBJECT IDENTIFIER.
        package let type: Range<Int>
        package let value: DERElement
    }

    /// The bytes that contain the name.
    package let bytes: [UInt8]
    package let encoding: Range<Int>
    private let rules: DERRules

    /// Makes a name from the encoding at `encoding`, which was decoded before with these rules.
    init(_ bytes: [UInt8], at encoding: Range<Int>, rules: DERRules) {
        self.bytes = bytes
        self.encoding = encoding
        self.rules = rules
    }

    /// Decodes a Name, which must be all of `der`.
    package init(der: [UInt8], rules: DERRules = .strict) throws(DERError) {
        var reader = DERReader(der, rules: rules)
        self.init(der, at: try Self.skip(&reader), rules: rules)
        try reader.finish()
    }

    /// Whether the name has no relative distinguished names.
    package var isEmpty: Bool {
        var reader = DERReader(bytes, in: encoding, rules: rules)
        return (try? reader.next(.sequence))?.content.isEmpty ?? true
    }

    /// The name's attributes, grouped by relative distinguished name, in encoding order.
    package var relativeNames: [[Attribute]] { relativeNames(first: .max) }

    /// Returns the attributes of the first `count` relative distinguished names, grouped by name.
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

    /// A walk over the name's attributes.
    var attributes: AttributeWalk { AttributeWalk(DERReader(bytes, in: encoding, rules: rules)) }

    /// Checks and skips a Name; returns its encoding.
    static func skip(_ reader: inout DERReader) throws(DERError) -> Range<Int> {
        let start = reader.position
        var walk = try AttributeWalk(opening: &reader)
        while try walk.check() {}
        return start..<reader.position
    }

    /// Checks and skips one relative distinguished name; returns the range of its attributes, at
    /// least one.
    static func skipRelativeName(
        _ reader: inout DERReader,
        _ tag: DERTag = .set
    ) throws(DERError) -> Range<Int> {
        try reader.forEach(tag) { attributes throws(DERError) in
            let attribute = try AttributeWalk.read(&attributes)
            try field("value", attributes.requireCharacters(attribute.value))
        }
    }

    /// Returns this name extended by one relative distinguished name with these attributes.
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
