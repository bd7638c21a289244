/// DistributionPointName (RFC 5280 §4.2.1.13).
package enum DistributionPointName: Hashable, Sendable {
    case full([GeneralName])
    /// The attributes of one relative distinguished name, to be appended to the CRL issuer's name.
    case relativeToIssuer(Range<Int>)

    /// Reads an optional DistributionPointName in `[0]`; returns nil if the name is absent.
    ///
    /// The tag is explicit, because a CHOICE can only be tagged explicitly (X.680 §31.2.7).
    static func ifPresent(_ fields: inout DERReader) throws(DERError) -> DistributionPointName? {
        guard let wrapper = try fields.nextIfPresent(.context(0, constructed: true)) else {
            return nil
        }
        var inner = try fields.inside(wrapper)
        let name = try DistributionPointName(&inner)
        try inner.finish()
        return name
    }

    private init(_ reader: inout DERReader) throws(DERError) {
        let full = DERTag.context(0, constructed: true)
        let relative = DERTag.context(1, constructed: true)
        switch reader.nextTag {
        case full: self = .full(try field("fullName", GeneralName.list(&reader, full)))
        case relative:
            self = .relativeToIssuer(
                try field(
                    "nameRelativeToCRLIssuer",
                    EncodedName.skipRelativeName(&reader, relative)
                )
            )
        default: throw DERError(.unexpectedTag, at: reader.position)
        }
    }
}

/// DistributionPoint (RFC 5280 §4.2.1.13): the location or issuer of CRLs for a certificate.
package struct DistributionPoint: Hashable, Sendable {
    package let name: DistributionPointName?
    /// The reasons for revocation that the CRL covers; nil for all reasons.
    package let reasons: ReasonFlags?
    /// The signer of the CRL; nil for the certificate's issuer.
    package let crlIssuer: [GeneralName]?

    /// Reads the next element, which must have a name or an issuer.
    ///
    /// A DistributionPoint "MUST NOT consist of only the reasons field".
    init(_ reader: inout DERReader) throws(DERError) {
        let element = try reader.next(.sequence)
        var fields = try reader.inside(element)
        name = try field("distributionPoint", DistributionPointName.ifPresent(&fields))
        let reasons = DERTag.context(1, constructed: false)
        self.reasons =
            fields.nextTag == reasons
            ? try field("reasons", ReasonFlags(&fields, reasons)) : nil
        let issuer = DERTag.context(2, constructed: true)
        crlIssuer =
            fields.nextTag == issuer
            ? try field("cRLIssuer", GeneralName.list(&fields, issuer)) : nil
        try fields.finish()
        guard name != nil || crlIssuer != nil else {
            throw DERError(.badValue, at: element.header.lowerBound)
        }
    }
}

/// IssuingDistributionPoint (RFC 5280 §5.2.5): the scope of a CRL.
package struct IssuingDistributionPoint: Hashable, Sendable {
    package let name: DistributionPointName?
    package let onlyContainsUserCerts: Bool
    package let onlyContainsCACerts: Bool
    /// The reasons for revocation that the CRL covers; nil for all reasons.
    package let onlySomeReasons: ReasonFlags?
    /// Whether the CRL lists certificates of other issuers.
    package let isIndirect: Bool
    package let onlyContainsAttributeCerts: Bool

    /// Reads the next element, which must not be empty and may select at most one kind of
    /// certificate.
    init(_ reader: inout DERReader) throws(DERError) {
        let element = try reader.next(.sequence)
        guard !element.content.isEmpty else {
            throw DERError(.emptySequence, at: element.header.lowerBound)
        }
        var fields = try reader.inside(element)
        name = try field("distributionPoint", DistributionPointName.ifPresent(&fields))
        onlyContainsUserCerts = try field("onlyContainsUserCerts", Self.flag(1, &fields))
        onlyContainsCACerts = try field("onlyContainsCACerts", Self.flag(2, &fields))
        let reasons = DERTag.context(3, constructed: false)
        onlySomeReasons =
            fields.nextTag == reasons
            ? try field("onlySomeReasons", ReasonFlags(&fields, reasons)) : nil
        isIndirect = try field("indirectCRL", Self.flag(4, &fields))
        onlyContainsAttributeCerts = try field(
            "onlyContainsAttributeCerts",
            Self.flag(5, &fields)
        )
        try fields.finish()
        let kinds = [onlyContainsUserCerts, onlyContainsCACerts, onlyContainsAttributeCerts]
        guard kinds.count(where: { $0 }) <= 1 else {
            throw DERError(.badValue, at: element.header.lowerBound)
        }
    }

    private static func flag(
        _ number: UInt8,
        _ fields: inout DERReader
    ) throws(DERError) -> Bool {
        try fields.booleanDefaultFalse(.context(number, constructed: false))
    }
}

extension Certificate {
    /// Returns the entries of cRLDistributionPoints or freshestCRL, at least one; nil without the
    /// extension.
    ///
    /// - Throws: `DERError` if the body is not a non-empty SEQUENCE of entries.
    package func distributionPoints(
        _ identifier: ObjectIdentifier = .crlDistributionPoints
    ) throws(DERError) -> [DistributionPoint]? {
        try body(of: identifier) { reader throws(DERError) in
            try reader.list(of: DistributionPoint.init)
        }
    }

    /// Returns the TLS extensions that a server with this certificate promises to answer (RFC 7633
    /// §4.1).
    ///
    /// An example is 5, status_request. The result is nil without the extension; numbers that
    /// exceed `Int` become `Int.max`.
    ///
    /// - Throws: `DERError` if the body is not a non-empty SEQUENCE of numbers.
    package func tlsFeatures() throws(DERError) -> [Int]? {
        try body(of: .tlsFeature) { reader throws(DERError) in
            try reader.list { feature throws(DERError) in try feature.nonNegativeInteger() }
        }
    }
}
