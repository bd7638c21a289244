// The four extensions of certificate policies.

/// PolicyInformation of CertificatePolicies (RFC 5280 §4.2.1.4), as places.
package struct PolicyInformation: Hashable, Sendable {
    /// The content octets of policyIdentifier.
    package let identifier: Range<Int>
    /// The encodings of the qualifiers, one after the other; nil where there are none.
    package let qualifiers: Range<Int>?
    /// Whether one of the qualifiers is neither a CPS pointer nor a user notice, which are all
    /// that RFC 5280 defines.
    package let hasUnknownQualifier: Bool

    /// Reads the next element.
    private init(_ reader: inout DERReader) throws(DERError) {
        var fields = try reader.inside(reader.next(.sequence))
        identifier = try fields.objectIdentifier()
        guard !fields.isAtEnd else {
            (qualifiers, hasUnknownQualifier) = (nil, false)
            return
        }
        let element = try fields.next(.sequence)
        try fields.finish()
        qualifiers = element.content
        var inner = try fields.inside(element)
        guard !inner.isAtEnd else {
            throw DERError(.emptySequence, at: element.header.lowerBound)
        }
        var hasUnknownQualifier = false
        while !inner.isAtEnd {
            // PolicyQualifierInfo: the type, and a value that the type defines.
            var qualifier = try inner.inside(inner.next(.sequence))
            let type = qualifier.bytes[try qualifier.objectIdentifier()]
            _ = try qualifier.next()
            try qualifier.finish()
            let isKnown = [ObjectIdentifier.cpsPointer, .userNotice]
                .contains { type.elementsEqual($0.content) }
            hasUnknownQualifier = hasUnknownQualifier || !isKnown
        }
        self.hasUnknownQualifier = hasUnknownQualifier
    }

    /// CertificatePolicies: at least one, no policy twice.
    static func list(_ reader: inout DERReader) throws(DERError) -> [PolicyInformation] {
        let element = try reader.next(.sequence)
        var inner = try reader.inside(element)
        var policies: [PolicyInformation] = []
        var seen = SeenIdentifiers(bytes: reader.bytes)
        while !inner.isAtEnd {
            let policy = try PolicyInformation(&inner)
            guard seen.insert(policy.identifier, after: policies.lazy.map(\.identifier)) else {
                throw DERError(.badValue, at: policy.identifier.lowerBound)
            }
            policies.append(policy)
        }
        guard !policies.isEmpty else {
            throw DERError(.emptySequence, at: element.header.lowerBound)
        }
        return policies
    }
}

/// An entry of PolicyMappings (RFC 5280 §4.2.1.5): the content octets of two policies, neither of
/// them anyPolicy.
package struct PolicyMapping: Hashable, Sendable {
    package let issuerDomainPolicy: Range<Int>
    package let subjectDomainPolicy: Range<Int>

    /// Reads the next element.
    private init(_ reader: inout DERReader) throws(DERError) {
        var fields = try reader.inside(reader.next(.sequence))
        issuerDomainPolicy = try Self.policy(&fields)
        subjectDomainPolicy = try Self.policy(&fields)
        try fields.finish()
    }

    private static func policy(_ fields: inout DERReader) throws(DERError) -> Range<Int> {
        let policy = try fields.objectIdentifier()
        guard !fields.bytes[policy].elementsEqual(ObjectIdentifier.anyPolicy.content) else {
            throw DERError(.badValue, at: policy.lowerBound)
        }
        return policy
    }

    /// PolicyMappings: at least one.
    static func list(_ reader: inout DERReader) throws(DERError) -> [PolicyMapping] {
        let element = try reader.next(.sequence)
        var inner = try reader.inside(element)
        var mappings: [PolicyMapping] = []
        while !inner.isAtEnd { mappings.append(try PolicyMapping(&inner)) }
        guard !mappings.isEmpty else {
            throw DERError(.emptySequence, at: element.header.lowerBound)
        }
        return mappings
    }
}

/// PolicyConstraints (RFC 5280 §4.2.1.11): at least one of the two.
///
/// Each counts the certificates that may follow before it takes effect; what exceeds `Int` is
/// `Int.max`, which no path reaches.
package struct PolicyConstraints: Hashable, Sendable {
    package let requireExplicitPolicy: Int?
    package let inhibitPolicyMapping: Int?

    init(_ reader: inout DERReader) throws(DERError) {
        let element = try reader.next(.sequence)
        var fields = try reader.inside(element)
        requireExplicitPolicy = try Self.skipCerts(0, &fields)
        inhibitPolicyMapping = try Self.skipCerts(1, &fields)
        try fields.finish()
        guard requireExplicitPolicy != nil || inhibitPolicyMapping != nil else {
            throw DERError(.emptySequence, at: element.header.lowerBound)
        }
    }

    private static func skipCerts(
        _ number: UInt8,
        _ fields: inout DERReader
    ) throws(DERError) -> Int? {
        let tag = DERTag.context(number, constructed: false)
        return fields.nextTag == tag ? try fields.nonNegativeInteger(tag) : nil
    }
}
