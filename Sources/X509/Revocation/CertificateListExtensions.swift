/// The extensions of a CRL (RFC 5280 §5.2), with the bodies of known extensions decoded once.
package struct CertificateListExtensions: Hashable, Sendable {
    /// All extensions, in order; no extension occurs twice.
    package private(set) var list: [Extension] = []
    package private(set) var authorityKeyIdentifier: AuthorityKeyIdentifier?
    package private(set) var issuerAlternativeNames: [GeneralName]?
    /// The CRL number: not negative, at most 20 bytes.
    package private(set) var number: Range<Int>?
    /// The number of the complete CRL that a delta CRL updates; nil for other CRLs.
    package private(set) var baseNumber: Range<Int>?
    package private(set) var issuingDistributionPoint: IssuingDistributionPoint?
    package private(set) var freshestCRL: [DistributionPoint]?
    package private(set) var informationAccess: [AccessDescription]?
    /// The content bytes of the identifier of the first critical extension that RFC 5280 §5.2 does
    /// not define.
    package private(set) var unknownCriticalExtension: Range<Int>?
    /// The first fault that decoding recorded instead of throwing.
    package private(set) var fault: DERError?

    /// Reads `[0] EXPLICIT Extensions OPTIONAL`, only in v2.
    ///
    /// With `keepsFaults`, a wrong version throws nothing. A fault in an extension that does not
    /// affect the CRL's scope also throws nothing. `fault` records the first such fault.
    init(_ fields: inout DERReader, version: Int, keepsFaults: Bool) throws(DERError) {
        guard !fields.isAtEnd else { return }
        var decoded = CertificateListExtensions()
        if version != 2 {
            decoded.fault = DERError(.badVersion, at: fields.position)
            if !keepsFaults, let fault = decoded.fault { throw fault }
        }
        decoded.list = try fields.extensions(tagged: 0) { next, body throws(DERError) in
            let isKnown: Bool
            do throws(DERError) {
                isKnown = try decoded.decode(next, &body)
                if isKnown { try body.finishBody() }
            } catch {
                guard keepsFaults, !Self.isAboutScope(next, in: body.bytes) else { throw error }
                if decoded.fault == nil { decoded.fault = error.inside("extnValue") }
                return false
            }
            if !isKnown, next.isCritical, decoded.unknownCriticalExtension == nil {
                decoded.unknownCriticalExtension = next.identifier
            }
            return isKnown
        }
        self = decoded
    }

    /// Whether an extension affects the scope of the CRL or its completeness.
    private static func isAboutScope(_ next: Extension, in bytes: [UInt8]) -> Bool {
        [.issuingDistributionPoint, .deltaCRLIndicator].contains { (known: ObjectIdentifier) in
            bytes[next.identifier].elementsEqual(known.content)
        }
    }

    private init() {}

    private mutating func decode(
        _ next: Extension,
        _ body: inout DERReader
    ) throws(DERError) -> Bool {
        switch body.arcBelowCE(next.identifier) {
        case 18: issuerAlternativeNames = try GeneralName.list(&body)
        case 20: number = try Self.number(&body)
        case 27: baseNumber = try Self.number(&body)
        case 28: issuingDistributionPoint = try IssuingDistributionPoint(&body)
        case 35: authorityKeyIdentifier = try AuthorityKeyIdentifier(&body)
        case 46: freshestCRL = try body.list(of: DistributionPoint.init)
        default:
            let access = ObjectIdentifier.authorityInformationAccess.content
            guard body.bytes[next.identifier].elementsEqual(access) else { return false }
            informationAccess = try body.list(of: AccessDescription.init)
        }
        return true
    }

    /// Reads a CRLNumber, which must not be negative or longer than 20 bytes (RFC 5280 §5.2.3).
    private static func number(_ body: inout DERReader) throws(DERError) -> Range<Int> {
        let content = try body.integer()
        // The first of 21 bytes may be the zero of a non-negative number.
        guard body.bytes[content.lowerBound] & 0x80 == 0,
            body.bytes[content].drop(while: { $0 == 0 }).count <= 20
        else { throw DERError(.badInteger, at: content.lowerBound) }
        return content
    }
}
