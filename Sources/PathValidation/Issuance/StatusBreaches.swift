import X509

/// A rule that a CRL or an OCSP response breaks, independent of the certificate it covers.
package struct StatusBreach: Hashable, Sendable {
    package let fault: StatusNonconformance
    /// The text of the field at fault; nil if the CRL or response as a whole is at fault.
    package let field: String?
    package let place: Range<Int>?

    package var rule: String { fault.entry.rule }
    /// The section that states the rule.
    package var source: String { fault.entry.source }
    /// Whether the standard only recommends the rule.
    package var isRemark: Bool { fault.entry.isRemark }
    /// A lowercase fragment about the CRL or the response.
    package var description: String { fault.entry.words }
}

/// A violation of the profile of a CRL or an OCSP response.
package enum StatusNonconformance: Hashable, Sendable {
    // Violations by CRLs.
    case version1
    case algorithmMismatch
    case emptyIssuer
    case noNextUpdate
    case noNumber
    case noKeyIdentifier
    case deltaWithFreshest
    case removalFromCompleteList
    case unspecifiedReason
    case indirectEntry
    case attributeCertificates
    /// An attribute of the issuer, as in certificates.
    case issuerAttribute(Nonconformance)
    /// A name in issuingDistributionPoint with invalid syntax.
    case location(String)
    // Violations by CRLs or OCSP responses.
    case endsBeforeItBegins(Instant, Instant)
    case stale(Instant, verifyDate: Instant)
    case future(Instant, verifyDate: Instant)
    case criticality(ObjectIdentifier, isCritical: Bool)
    case preferredCriticality(ObjectIdentifier, isCritical: Bool)
    case unknownCritical(ObjectIdentifier)
    case weakSignature(String)
    case unsupportedAlgorithm(ObjectIdentifier)
    // Violations by OCSP responses.
    case errorStatus(OCSPResponse.Status)
    case unsupportedType(ObjectIdentifier)
    case responderKeyLength(Int)
    case hashLength(Int, ObjectIdentifier)
    case noNextUpdateOfResponse
    case badCertificate(Int)
    case badNonce
    case badSCTs
    case removal

    fileprivate typealias Entry = (rule: String, source: String, words: String, isRemark: Bool)

    fileprivate var entry: Entry {
        switch self {
        case .version1: ("crl-version", "RFC 5280 §5.1.2.1", "has version 1", false)
        case .algorithmMismatch:
            ("crl-algorithms", "RFC 5280 §5.1.1.2", "names two signature algorithms", false)
        case .emptyIssuer: ("crl-issuer", "RFC 5280 §5.1.2.3", "has an empty issuer name", false)
        case .noNextUpdate: ("crl-next-update", "RFC 5280 §5.1.2.5", "lacks nextUpdate", false)
        case .noNumber: ("crl-number", "RFC 5280 §5.2.3", "lacks cRLNumber", false)
        case .noKeyIdentifier:
            (
                "crl-authority-key-identifier", "RFC 5280 §5.2.1",
                "lacks an authority key identifier", false
            )
        case .deltaWithFreshest:
            ("delta-crl-extensions", "RFC 5280 §5.2.6", "is a delta CRL with freshestCRL", false)
        case .removalFromCompleteList:
            (
                "crl-removals", "RFC 5280 §5.3.1",
                "removes a certificate from a list but is not a delta CRL", false
            )
        case .unspecifiedReason:
            (
                "crl-reasons", "RFC 5280 §5.3.1",
                "states the reason unspecified, which should be omitted",
                true
            )
        case .indirectEntry:
            (
                "crl-indirect-entries", "RFC 5280 §5.2.5, §5.3.3",
                "lists a certificate of another issuer but is not marked indirect", false
            )
        case .attributeCertificates:
            (
                "crl-attribute-certificates", "RFC 5280 §5.2.5",
                "lists only attribute certificates", false
            )
        case .issuerAttribute(let fault):
            (
                "crl-issuer-attributes", "RFC 5280 §5.1.2.3, §4.1.2.4, Appendix A.1",
                fault.description, false
            )
        case .location(let name):
            (
                "crl-locations", "RFC 5280 §5.2.5, §4.2.1.13",
                "has an invalid location \"\(name)\" in its issuingDistributionPoint",
                false
            )
        case .endsBeforeItBegins(let start, let end):
            (
                "status-period", "RFC 5280 §5.1.2.5; RFC 6960 §4.2.2.1",
                "begins on \(start), after its end on \(end)", false
            )
        case .stale(let end, let date):
            (
                "status-freshness", "RFC 5280 §6.3.3 (a); RFC 6960 §4.2.2.1",
                "expired on \(end), before the verify date \(date)", false
            )
        case .future(let start, let date):
            (
                "status-freshness", "RFC 5280 §6.3.3 (a); RFC 6960 §4.2.2.1",
                "becomes valid on \(start), after the verify date \(date)", false
            )
        case .criticality(let identifier, let isCritical):
            (
                "crl-criticality", "RFC 5280 §5.2, §5.3",
                "has \(identifier.shortName) marked \(isCritical ? "" : "not ")critical", false
            )
        case .preferredCriticality(let identifier, let isCritical):
            (
                "crl-preferred-criticality", "RFC 5280 §5.2.2",
                "has \(identifier.shortName) marked \(isCritical ? "" : "not ")critical", true
            )
        case .unknownCritical(let identifier):
            (
                "critical-status-extensions", "RFC 5280 §5.2, §5.3; RFC 6960 §4.4",
                "has the unknown critical extension \(identifier.shortName)", false
            )
        case .weakSignature(let algorithm):
            (
                "status-signature-strength", "RFC 5280 §6.3.3 (g); RFC 6960 §4.3",
                "is signed with \(algorithm)", false
            )
        case .unsupportedAlgorithm(let identifier):
            (
                "status-signature-strength", "RFC 5280 §6.3.3 (g); RFC 6960 §4.3",
                "is signed with \(identifier.shortName), which Hatpin cannot verify", false
            )
        case .errorStatus(let status):
            ("ocsp-status", "RFC 6960 §2.3", "is an error without a status: \(status)", true)
        case .unsupportedType(let identifier):
            ("ocsp-type", "RFC 6960 §4.2.1", "has the type \(identifier.shortName)", false)
        case .responderKeyLength(let length):
            (
                "ocsp-responder", "RFC 6960 §4.2.1",
                "names its responder by \(length) bytes instead of SHA-1's 20", false
            )
        case .hashLength(let length, let digest):
            (
                "ocsp-certificate", "RFC 6960 §4.1.1",
                "has a \(digest.shortName) hash of \(length) bytes", false
            )
        case .noNextUpdateOfResponse:
            (
                "ocsp-next-update", "RFC 9654 §3.2.4; CA/B Forum BR §4.9.10", "lacks nextUpdate",
                true
            )
        case .badCertificate(let number):
            (
                "ocsp-certificates", "RFC 6960 §4.2.1",
                "has a certificate (number \(number)) that does not decode", false
            )
        case .badNonce:
            (
                "ocsp-nonce", "RFC 9654 §2.1",
                "has a nonce that is not an OCTET STRING of 1 to 128 bytes", false
            )
        case .badSCTs:
            (
                "ocsp-timestamps", "RFC 6962 §3.3",
                "has a list of SCTs that does not decode", false
            )
        case .removal:
            (
                "ocsp-removals", "RFC 5280 §5.3.1",
                "revokes with the reason removeFromCRL, which only delta CRLs use", false
            )
        }
    }
}

extension CertificateList {
    /// Returns every rule on CRLs (RFC 5280 §5) that this CRL breaks, whatever certificate it
    /// covers.
    ///
    /// - Parameter verifyDate: the time at which to check the validity period; nil skips that
    ///   check.
    /// - Returns: the broken rules; empty if no rule is broken.
    package func breaches(at verifyDate: Instant?) -> [StatusBreach] {
        var breaches = StatusBreaches()
        breaches.judge(self)
        breaches.judge(SigningAlgorithm(of: self), of: self)
        breaches.judgePeriod(thisUpdate, nextUpdate, verifyDate)
        breaches.judgeEntries(of: self)
        return breaches.list
    }
}

extension OCSPResponse {
    /// Returns every rule on OCSP responses (RFC 6960 §4.2) that this response breaks, whatever
    /// certificate it covers.
    ///
    /// - Parameter verifyDate: the time at which to check the validity period; nil skips that
    ///   check.
    /// - Returns: the broken rules; empty if no rule is broken.
    package func breaches(at verifyDate: Instant?) -> [StatusBreach] {
        var breaches = StatusBreaches()
        if status != .successful { breaches.add(.errorStatus(status), "responseStatus") }
        guard let basic else {
            if let responseType {
                let identifier = ObjectIdentifier(content: Array(der[responseType]))
                breaches.add(.unsupportedType(identifier), "responseType", responseType)
            }
            return breaches.list
        }
        breaches.judge(basic)
        breaches.judge(SigningAlgorithm(of: basic), of: basic)
        for single in basic.responses { breaches.judge(single, of: basic, verifyDate) }
        return breaches.list
    }
}

private struct StatusBreaches {
    private(set) var list: [StatusBreach] = []

    mutating func add(
        _ fault: StatusNonconformance,
        _ field: String? = nil,
        _ place: Range<Int>? = nil
    ) {
        list.append(StatusBreach(fault: fault, field: field, place: place))
    }

    mutating func judgePeriod(_ start: Instant, _ end: Instant?, _ verifyDate: Instant?) {
        if let end, end < start { add(.endsBeforeItBegins(start, end)) }
        guard let verifyDate else { return }
        if verifyDate < start { add(.future(start, verifyDate: verifyDate)) }
        if let end, end < verifyDate { add(.stale(end, verifyDate: verifyDate)) }
    }

    mutating func judge(_ algorithm: SigningAlgorithm?, of signed: some Signed) {
        let place = signed.outerAlgorithm
        guard let algorithm else {
            let identifier = signed.identifier(at: place.algorithm)
            return add(.unsupportedAlgorithm(identifier), "signatureAlgorithm", place.encoding)
        }
        guard algorithm.isWeak else { return }
        add(.weakSignature(algorithm.name), "signatureAlgorithm", place.encoding)
    }

    // MARK: CRLs

    mutating func judge(_ crl: CertificateList) {
        let extensions = crl.extensions
        if crl.version != 2 { add(.version1) }
        if !crl.algorithmsAgree {
            add(.algorithmMismatch, "signatureAlgorithm", crl.outerAlgorithm.encoding)
        }
        if crl.issuerName.isEmpty { add(.emptyIssuer, "issuer", crl.issuer) }
        for attribute in JudgedAttribute.all(of: crl.issuerName, .issuer) {
            guard let fault = attribute.fault else { continue }
            add(.issuerAttribute(fault), "issuer", crl.issuer)
        }
        if crl.nextUpdate == nil { add(.noNextUpdate) }
        // A list of version 1 cannot have extensions, so no extension is missing.
        guard crl.version == 2 else { return }
        // An extension that does not decode is not missing.
        if !crl.has(.crlNumber) { add(.noNumber) }
        if extensions.authorityKeyIdentifier?.keyIdentifier == nil,
            extensions.authorityKeyIdentifier != nil || !crl.has(.authorityKeyIdentifier)
        {
            add(.noKeyIdentifier)
        }
        let isDelta = extensions.baseNumber != nil
        let point = extensions.issuingDistributionPoint
        for known in extensions.list {
            let identifier = crl.identifier(at: known.identifier)
            let (name, place) = (identifier.shortName, Self.place(of: known))
            switch identifier {
            case .crlNumber, .authorityKeyIdentifier, .freshestCRL, .authorityInformationAccess:
                if identifier == .freshestCRL, isDelta { add(.deltaWithFreshest, name, place) }
                if known.isCritical { add(.criticality(identifier, isCritical: true), name, place) }
            case .deltaCRLIndicator, .issuingDistributionPoint:
                if identifier == .issuingDistributionPoint, let point {
                    for fault in point.faults(in: crl.der) { add(fault, name, place) }
                }
                guard !known.isCritical else { continue }
                add(.criticality(identifier, isCritical: false), name, place)
            case .issuerAlternativeName:
                guard known.isCritical else { continue }
                add(.preferredCriticality(identifier, isCritical: true), name, place)
            default:
                if known.isCritical { add(.unknownCritical(identifier), name, place) }
            }
        }
    }

    /// Reports each broken rule only once, because a list may have a million entries.
    mutating func judgeEntries(of crl: CertificateList) {
        guard let entries = crl.entries else { return }
        var reader = DERReader(crl.der, in: entries)
        let isDelta = crl.extensions.baseNumber != nil
        let isIndirect = crl.extensions.issuingDistributionPoint?.isIndirect == true
        var found: Set<StatusNonconformance> = []
        while !reader.isAtEnd {
            let start = reader.position
            guard let entry = try? RevokedCertificate(&reader, version: crl.version) else {
                guard reader.position > start else { return }
                continue
            }
            var faults: [(StatusNonconformance, Range<Int>)] = []
            if entry.reason == .removeFromCRL, !isDelta {
                faults.append((.removalFromCompleteList, entry.serial))
            }
            if entry.reason == .unspecified { faults.append((.unspecifiedReason, entry.serial)) }
            if entry.certificateIssuer != nil, !isIndirect {
                faults.append((.indirectEntry, entry.serial))
            }
            for known in entry.extensions {
                let identifier = crl.identifier(at: known.identifier)
                let fault: StatusNonconformance?
                switch identifier {
                case .reasonCode, .invalidityDate:
                    fault = known.isCritical ? .criticality(identifier, isCritical: true) : nil
                case .certificateIssuer:
                    fault = known.isCritical ? nil : .criticality(identifier, isCritical: false)
                default: fault = known.isCritical ? .unknownCritical(identifier) : nil
                }
                if let fault { faults.append((fault, Self.place(of: known))) }
            }
            for (fault, place) in faults where found.insert(fault).inserted {
                add(fault, "revokedCertificates", place)
            }
        }
    }

    private static func place(of known: Extension) -> Range<Int> {
        known.identifier.lowerBound..<known.value.upperBound
    }

    // MARK: OCSP

    mutating func judge(_ basic: BasicOCSPResponse) {
        if case .key(let place) = basic.responder, place.count != 20 {
            add(.responderKeyLength(place.count), "responderID", place)
        }
        judgeExtensions(basic.extensions, of: basic)
        for (number, place) in basic.certificates.enumerated() {
            guard (try? Certificate(der: Array(basic.der[place]))) == nil else { continue }
            add(.badCertificate(number + 1), "certs", place)
        }
    }

    mutating func judge(
        _ single: SingleOCSPResponse,
        of basic: BasicOCSPResponse,
        _ verifyDate: Instant?
    ) {
        judgePeriod(single.thisUpdate, single.nextUpdate, verifyDate)
        if single.nextUpdate == nil { add(.noNextUpdateOfResponse) }
        if case .revoked(_, .removeFromCRL?) = single.status { add(.removal, "certStatus") }
        let certificate = single.certificate
        let named = basic.der[certificate.hashAlgorithm.algorithm]
        if let digest = DigestAlgorithm(content: named), let length = digest.length {
            for (name, place) in [
                ("issuerNameHash", certificate.issuerNameHash),
                ("issuerKeyHash", certificate.issuerKeyHash),
            ] where place.count != length {
                add(.hashLength(place.count, digest.identifier), name, place)
            }
        }
        judgeExtensions(single.extensions, of: basic)
    }

    /// Reports faults in the extensions of a response.
    ///
    /// A nonce and a list of SCTs may be critical. RFC 6960 §4.4 only advises against critical
    /// extensions.
    private mutating func judgeExtensions(
        _ extensions: [Extension],
        of basic: BasicOCSPResponse
    ) {
        for known in extensions {
            let identifier = basic.identifier(at: known.identifier)
            let (name, place) = (identifier.shortName, Self.place(of: known))
            var body = DERReader(basic.der, in: known.value)
            switch identifier {
            case .ocspNonce:
                let nonce = try? body.content(.octetString)
                guard !body.isAtEnd || !(1...128).contains(nonce?.count ?? 0) else { continue }
                add(.badNonce, name, place)
            case .ocspSCTs:
                let list = try? SignedCertificateTimestamp.list(&body)
                guard !body.isAtEnd || list == nil else { continue }
                add(.badSCTs, name, place)
            default:
                if known.isCritical { add(.unknownCritical(identifier), name, place) }
            }
        }
    }
}

extension CertificateList {
    fileprivate func has(_ identifier: ObjectIdentifier) -> Bool {
        extensions.list.contains { der[$0.identifier].elementsEqual(identifier.content) }
    }
}

extension IssuingDistributionPoint {
    fileprivate func faults(in der: [UInt8]) -> [StatusNonconformance] {
        var faults: [StatusNonconformance] = []
        // "MUST set the onlyContainsAttributeCerts boolean to FALSE."
        if onlyContainsAttributeCerts { faults.append(.attributeCertificates) }
        guard case .full(let names)? = name else { return faults }
        for name in names {
            guard let text = NameSyntax.locationFault(of: name, in: der) else { continue }
            faults.append(.location(text))
        }
        return faults
    }
}

extension DigestAlgorithm {
    /// The digest length in bytes; nil for digests that no CertID uses.
    fileprivate var length: Int? {
        switch self {
        case .md5: 16
        case .sha1: 20
        case .sha224: 28
        case .sha256: 32
        case .sha384: 48
        case .sha512: 64
        default: nil
        }
    }
}
