// The extensions of certificate policies, except inhibitAnyPolicy, which is only a number.

/// PolicyInformation of CertificatePolicies (RFC 5280 §4.2.1.4), as ranges.
package struct PolicyInformation: Hashable, Sendable {
    /// The content bytes of policyIdentifier.
    package let identifier: Range<Int>
    /// The encodings of the qualifiers, in sequence; nil without qualifiers.
    package let qualifiers: Range<Int>?
    /// Whether a qualifier is neither a CPS pointer nor a user notice, the only qualifiers in RFC
    /// 5280.
    package let hasUnknownQualifier: Bool

    /// Reads the next element.
    private init(_ reader: inout DERReader) throws(DERError) {
        let outer = try reader.enter(.sequence)
        identifier = try field("policyIdentifier", reader.objectIdentifier())
        (qualifiers, hasUnknownQualifier) =
            reader.isAtEnd ? (nil, false) : try field("policyQualifiers", Self.qualifiers(&reader))
        try reader.leave(outer)
    }

    /// Reads at least one qualifier; returns the range of the qualifiers, and whether a qualifier
    /// is unknown.
    private static func qualifiers(
        _ reader: inout DERReader
    ) throws(DERError) -> (Range<Int>, Bool) {
        var hasUnknown = false
        let place = try reader.forEach { reader throws(DERError) in
            let isKnown = try isKnownQualifier(&reader)
            hasUnknown = hasUnknown || !isKnown
        }
        return (place, hasUnknown)
    }

    /// Reads a PolicyQualifierInfo: a type, and a value defined by the type.
    private static func isKnownQualifier(_ reader: inout DERReader) throws(DERError) -> Bool {
        let outer = try reader.enter(.sequence)
        let type = try field("policyQualifierId", reader.objectIdentifier())
        _ = try field("qualifier", reader.next())
        try reader.leave(outer)
        return [ObjectIdentifier.cpsPointer, .userNotice]
            .contains { reader.bytes[type].elementsEqual($0.content) }
    }

    /// Reads CertificatePolicies: at least one policy, no policy twice.
    static func list(_ reader: inout DERReader) throws(DERError) -> [PolicyInformation] {
        var policies: [PolicyInformation] = []
        var seen = SeenIdentifiers(in: reader)
        _ = try reader.forEach { reader throws(DERError) in
            let policy = try PolicyInformation(&reader)
            guard
                seen.insert(policy.identifier, after: policies.lazy.map(\.identifier))
                    || reader.rules.contains(.forbiddenValues)
            else {
                throw DERError(.badValue, at: policy.identifier.lowerBound, in: "policyIdentifier")
            }
            policies.append(policy)
        }
        return policies
    }
}

/// An entry of PolicyMappings (RFC 5280 §4.2.1.5): the content bytes of two policies.
///
/// Neither policy is anyPolicy.
package struct PolicyMapping: Hashable, Sendable {
    package let issuerDomainPolicy: Range<Int>
    package let subjectDomainPolicy: Range<Int>

    /// Reads the next element.
    init(_ reader: inout DERReader) throws(DERError) {
        let outer = try reader.enter(.sequence)
        issuerDomainPolicy = try field("issuerDomainPolicy", Self.policy(&reader))
        subjectDomainPolicy = try field("subjectDomainPolicy", Self.policy(&reader))
        try reader.leave(outer)
    }

    private static func policy(_ fields: inout DERReader) throws(DERError) -> Range<Int> {
        let policy = try fields.objectIdentifier()
        guard
            !fields.bytes[policy].elementsEqual(ObjectIdentifier.anyPolicy.content)
                || fields.rules.contains(.forbiddenValues)
        else {
            throw DERError(.badValue, at: policy.lowerBound)
        }
        return policy
    }
}

/// PolicyConstraints (RFC 5280 §4.2.1.11): at least one of the two fields.
///
/// Each field is the number of further certificates after which the constraint takes effect. A
/// number that exceeds `Int` becomes `Int.max`, which no path reaches.
package struct PolicyConstraints: Hashable, Sendable {
    package let requireExplicitPolicy: Int?
    package let inhibitPolicyMapping: Int?

    init(_ reader: inout DERReader) throws(DERError) {
        let start = reader.position
        let outer = try reader.enter(.sequence)
        requireExplicitPolicy = try field("requireExplicitPolicy", Self.skipCerts(0, &reader))
        inhibitPolicyMapping = try field("inhibitPolicyMapping", Self.skipCerts(1, &reader))
        try reader.leave(outer)
        guard
            requireExplicitPolicy != nil || inhibitPolicyMapping != nil
                || reader.rules.contains(.emptyLists)
        else {
            throw DERError(.emptySequence, at: start)
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
