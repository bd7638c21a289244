import X509

// Rules on CRLs (RFC 5280 §5, §6.3.3).
extension RevocationCheck {
    package static let listScope = RevocationCheck(
        "crl-scope",
        about: "A CRL covers certificates of its issuer, or of other issuers if the CRL is "
            + "marked indirect. It covers only the distribution point and the kind of "
            + "certificates that it states.",
        source: "RFC 5280 §6.3.3 (b)",
        .list { inquiry throws(ListFault) in
            guard inquiry.isOfIssuer, inquiry.isOfKind else { throw ListFault.scope }
            guard let name = inquiry.list.extensions.issuingDistributionPoint?.name else { return }
            guard inquiry.point.matches(name, of: inquiry.list) else { throw ListFault.scope }
        }
    )

    package static let listForm = RevocationCheck(
        "crl-form",
        about: "Every entry and every known extension of a CRL decodes.",
        source: "RFC 5280 §5.1, §5.2, §5.3",
        bindsRevocations: false,
        .form { list throws(ListFault) in
            if let fault = list.fault { throw ListFault.malformed(fault) }
        }
    )

    package static let listExtensions = RevocationCheck(
        "crl-extensions",
        about: "A CRL has a number and a nextUpdate; its extensions are critical or non-critical "
            + "as required.",
        source: "RFC 5280 §5.1.2.5, §5.2.1, §5.2.3 to §5.2.5",
        bindsRevocations: false,
        .form { list throws(ListFault) in try list.requireProfile() }
    )

    package static let criticalListExtensions = RevocationCheck(
        "critical-crl-extensions",
        about: "Every critical extension of a CRL is known.",
        // Clients that do not know an extension "MUST NOT use that CRL to determine the status of
        // certificates".
        source: "RFC 5280 §5.2",
        .form { list throws(ListFault) in
            guard let unknown = list.extensions.unknownCriticalExtension else { return }
            throw ListFault.unhandledCriticalExtension(list.identifier(at: unknown))
        }
    )

    package static let criticalEntryExtensions = RevocationCheck(
        "critical-crl-entry-extensions",
        about: "Every critical extension of every entry of a CRL is known.",
        source: "RFC 5280 §5.3",
        .form { list throws(ListFault) in
            guard let unknown = list.entrySummary.unknownCriticalExtension else { return }
            throw ListFault.unhandledCriticalExtension(list.identifier(at: unknown))
        }
    )

    package static let listRemovals = RevocationCheck(
        "crl-removals",
        about: "Only a delta CRL removes certificates from a list.",
        source: "RFC 5280 §5.3.1",
        bindsRevocations: false,
        .form { list throws(ListFault) in
            guard list.extensions.baseNumber == nil, list.entrySummary.removal != nil else {
                return
            }
            throw ListFault.removal
        }
    )

    package static let listAlgorithms = RevocationCheck(
        "crl-algorithms",
        about: "The signature algorithms inside and outside the signed part are the same.",
        source: "RFC 5280 §5.1.1.2",
        .form { list throws(ListFault) in
            guard list.algorithmsAgree else { throw ListFault.algorithmMismatch }
        }
    )

    package static let listFreshness = RevocationCheck(
        "crl-freshness",
        about: "The verify date is between the thisUpdate and nextUpdate of a CRL, or of the delta "
            + "CRL that updates it.",
        source: "RFC 5280 §5.1.2.5, §6.3.3 (a)",
        bindsRevocations: false,
        .currency { inquiry throws(ListFault) in
            let (list, date) = (inquiry.list, inquiry.verifyDate)
            // A complete CRL may be out of date if a delta CRL updates it (§6.3.3 (a)(1)(i)).
            guard list.thisUpdate <= date, inquiry.delta != nil || list.isCurrent(at: date)
            else { throw ListFault.stale(list.period, verifyDate: date) }
        }
    )

    package static let listSignatureStrength = listSignatureStrength(acceptingSHA1: false)

    /// Returns the rule `listSignatureStrength`; `acceptsSHA1` is true for old clients.
    static func listSignatureStrength(acceptingSHA1 acceptsSHA1: Bool) -> RevocationCheck {
        RevocationCheck(
            "crl-signature-strength",
            about:
                "If certificates must be signed with a known algorithm and an unbroken digest, "
                + "a CRL must be too.",
            source: "RFC 5280 §6.3.3 (g)",
            .form { list throws(ListFault) in
                guard let algorithm = SigningAlgorithm(of: list) else {
                    let identifier = list.identifier(at: list.outerAlgorithm.algorithm)
                    throw ListFault.unsupportedAlgorithm(identifier)
                }
                guard algorithm.isWeak(acceptingSHA1: acceptsSHA1) else { return }
                throw ListFault.weakSignature(algorithm: algorithm.name)
            }
        )
    }

    package static let deltaScope = RevocationCheck(
        "delta-crl-scope",
        about: "A delta CRL is valid, and updates a complete CRL with the same issuer, key and "
            + "scope, whose number is at least the delta's base number and lower than the delta's "
            + "own.",
        source: "RFC 5280 §5.2.4, §6.3.3 (c)",
        .delta { inquiry throws(ListFault) in
            let list = inquiry.list
            guard let delta = inquiry.delta, delta.issuerName.matches(list.issuerName),
                delta.body(of: .issuingDistributionPoint)
                    == list.body(of: .issuingDistributionPoint),
                delta.body(of: .authorityKeyIdentifier) == list.body(of: .authorityKeyIdentifier),
                let base = delta.baseNumber, let number = list.number, base <= number,
                delta.number.map({ number < $0 }) ?? false,
                delta.thisUpdate <= inquiry.verifyDate, delta.isCurrent(at: inquiry.verifyDate)
            else { throw ListFault.scope }
        }
    )

    package static let listSignature = RevocationCheck(
        "crl-signature",
        about: "The CRL issuer's key signed the CRL.",
        source: "RFC 5280 §6.3.3 (g), (h)",
        .listIssuer { inquiry throws(ListFault) in
            let (issuer, above) = (inquiry.issuer, inquiry.above)
            guard inquiry.cache.isSigned(inquiry.list, by: issuer, above: above) else {
                throw ListFault.badSignature
            }
        }
    )

    package static let listIssuerKeyUsage = RevocationCheck(
        "crl-issuer-key-usage",
        about: "A CRL issuer's key usage, if present, allows signing CRLs.",
        source: "RFC 5280 §6.3.3 (f)",
        .listIssuer { inquiry throws(ListFault) in
            guard inquiry.issuer.extensions.keyUsage?.contains(.crlSign) != false else {
                throw ListFault.keyUsage
            }
        }
    )
}

extension ListInquiry {
    /// Whether the CRL comes from a CRL issuer that the distribution point names, or else from the
    /// certificate's issuer (RFC 5280 §6.3.3 (b)(1)).
    fileprivate var isOfIssuer: Bool {
        guard let issuers = point.issuers else {
            return list.issuerName.matches(certificate.issuerName)
        }
        return list.extensions.issuingDistributionPoint?.isIndirect == true
            && issuers.contains { $0.matches(list.issuerName) }
    }

    /// Whether the CRL covers the certificate's kind, end entity or CA (RFC 5280 §6.3.3 (b)(2)(ii)
    /// to (iv)).
    ///
    /// A CRL of attribute certificates covers neither.
    fileprivate var isOfKind: Bool {
        guard let scope = list.extensions.issuingDistributionPoint else { return true }
        let isCA = certificate.extensions.basicConstraints?.isCA == true
        return !scope.onlyContainsAttributeCerts && !(scope.onlyContainsUserCerts && isCA)
            && !(scope.onlyContainsCACerts && !isCA)
    }
}

extension CertificateList {
    var period: StatusPeriod { StatusPeriod(thisUpdate: thisUpdate, nextUpdate: nextUpdate) }

    /// Whether `date` is not after nextUpdate; a CRL without nextUpdate never expires.
    fileprivate func isCurrent(at date: Instant) -> Bool { nextUpdate.map { date <= $0 } ?? true }

    /// Returns the CRL number at `place`, in bytes without leading zeros.
    private func number(at place: Range<Int>?) -> ListNumber? {
        place.map { ListNumber(der[$0]) }
    }

    var number: ListNumber? { number(at: extensions.number) }
    fileprivate var baseNumber: ListNumber? { number(at: extensions.baseNumber) }

    /// Returns the bytes of an extension's body; nil if the extension is absent.
    func body(of identifier: ObjectIdentifier) -> ArraySlice<UInt8>? {
        extensions.list.first { der[$0.identifier].elementsEqual(identifier.content) }
            .map { der[$0.value] }
    }

    /// Requires a nextUpdate, a number, and extensions that are critical or not as RFC 5280 §5
    /// requires.
    fileprivate func requireProfile() throws(ListFault) {
        guard nextUpdate != nil else { throw ListFault.noNextUpdate }
        guard extensions.number != nil else { throw ListFault.missing(.crlNumber) }
        for known in extensions.list {
            let wrong = known.isCritical ? Self.neverCritical : Self.alwaysCritical
            let identifier = der[known.identifier]
            guard let named = wrong.first(where: { identifier.elementsEqual($0.content) }) else {
                continue
            }
            throw ListFault.criticality(named, isCritical: known.isCritical)
        }
    }

    private static let alwaysCritical: [ObjectIdentifier] = [
        .deltaCRLIndicator, .issuingDistributionPoint,
    ]
    private static let neverCritical: [ObjectIdentifier] = [
        .crlNumber, .authorityKeyIdentifier, .freshestCRL, .authorityInformationAccess,
    ]
}

/// A CRLNumber of at most 20 bytes (RFC 5280 §5.2.3), which no integer type holds.
struct ListNumber: Hashable, Comparable {
    private let bytes: ArraySlice<UInt8>

    init(_ bytes: ArraySlice<UInt8>) {
        self.bytes = bytes.drop { $0 == 0 }
    }

    static func < (left: ListNumber, right: ListNumber) -> Bool {
        left.bytes.count == right.bytes.count
            ? left.bytes.lexicographicallyPrecedes(right.bytes)
            : left.bytes.count < right.bytes.count
    }
}
