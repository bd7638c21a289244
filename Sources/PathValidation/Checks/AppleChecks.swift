import X509

// These checks are in trust/trustd/SecPolicyServer.c, unless another file is named.
extension PathCheck {
    /// `IdLinkage`, a check of every Apple policy: compares key identifiers along the path.
    package static let appleKeyLinkage = PathCheck(
        "apple-key-linkage",
        about: "A certificate's authority key identifier equals its issuer's subject key "
            + "identifier, if both are present.",
        source: "Apple Security-61901.0.87.0.1, trust/trustd/SecPolicyServer.c"
    ) { joining throws(Rejection) in
        // RFC 5280 §4.2.1.2 does not require this comparison of key identifiers.
        guard let child = joining.below.last,
            KeyHint(child: child, issuer: joining.certificate) == .mismatch
        else { return }
        throw Rejection.nonconforming(.foreignKeyIdentifier, depth: joining.depth - 1)
    }

    /// The checks `BasicConstraints` and `BasicConstraintsCA`: the rule of the profile `reference`,
    /// applied only to certificates of version 3.
    static let appleBasicConstraints = PathCheck(
        basicConstraints.name,
        about: "Every issuer of version 3 is marked as a CA.",
        source: "Apple Security-61901.0.87.0.1, trust/trustd/SecPolicyServer.c"
    ) { joining throws(Rejection) in
        guard joining.certificate.version >= 3 else { return }
        guard case .joining(let judge) = basicConstraints.judgement else { return }
        try judge(&joining)
    }

    /// The check of an issuer's version in `SecPVCParentCertificateChecks`.
    static let appleOldIssuers = PathCheck(
        "apple-old-issuers",
        about: "An issuer of version 1 or 2 is accepted only below an anchor of version 1 or 2.",
        source: "Apple Security-61901.0.87.0.1, trust/trustd/SecPolicyServer.c",
        judgePath: { reached throws(Rejection) in
            guard let anchor = reached.certificates.last, anchor.version >= 3 else { return }
            let issuers = reached.certificates.enumerated().dropFirst().dropLast()
            for (depth, issuer) in issuers where issuer.version < 3 {
                throw Rejection.issuerNotCA(depth: depth)
            }
        }
    )

    /// `SecCertificateParse` (OSX/sec/Security/SecCertificate.c), which checks only the length of
    /// the serial number.
    static let appleSerialNumber = PathCheck(
        serialNumber.name,
        about: "The serial number has at most 37 bytes.",
        source: "Apple Security-61901.0.87.0.1, OSX/sec/Security/SecCertificate.c"
    ) { joining throws(Rejection) in
        let serial = joining.certificate.serial
        guard serial.count > 37 else { return }
        let error = DERError(
            .badSerialNumber,
            at: serial.lowerBound,
            in: "tbsCertificate.serialNumber"
        )
        throw Rejection.malformed(error, depth: joining.depth)
    }

    /// trustd finds parents by comparing the normalized subject with the normalized issuer
    /// (`createNormalizedX501Name`, OSX/sec/Security/SecCertificate.c).
    package static let appleNameChaining = PathCheck(
        "apple-name-chaining",
        about: "The issuer name equals the CA's subject, ignoring case and spaces in "
            + "PrintableStrings.",
        source: "Apple Security-61901.0.87.0.1, OSX/sec/Security/SecCertificate.c"
    ) { joining throws(Rejection) in
        // RFC 5280 §7.1 ignores case in all string types.
        guard let child = joining.below.last,
            !child.issuerName.matchesByBytes(joining.certificate.subjectName)
        else { return }
        throw Rejection.nameChaining(depth: joining.depth - 1)
    }

    /// The check `SecNameConstraintsAreSubtreesSupported` (trust/trustd/nameconstraints.c).
    static let appleConstraintForms = PathCheck(
        "apple-constraint-forms",
        about: "Critical name constraints contain only forms of names that trustd can compare.",
        source: "Apple Security-61901.0.87.0.1, trust/trustd/nameconstraints.c"
    ) { joining throws(Rejection) in
        // trustd applies this check only to certificates below the anchor.
        guard !joining.isAnchor,
            joining.certificate.extension(.nameConstraints)?.isCritical == true,
            let constraints = joining.certificate.extensions.nameConstraints,
            (constraints.permitted + constraints.excluded).contains(where: { !$0.base.isCompared })
        else { return }
        throw Rejection.badNameConstraint(depth: joining.depth)
    }

    /// Returns the check `ExtendedKeyUsage` of end entities, as SSL policies configure it
    /// (set_ssl_ekus).
    static func appleExtendedKeyUsage(for purposes: [ObjectIdentifier]) -> PathCheck {
        .looseExtendedKeyUsage(
            for: purposes,
            source: "Apple Security-61901.0.87.0.1, OSX/sec/Security/SecPolicy.c"
        )
    }

    /// Returns the check `ExtendedKeyUsage` of intermediates; it applies under anchors of every
    /// class.
    static func appleIssuerPurposes(for purposes: [ObjectIdentifier]) -> PathCheck {
        let accepted =
            purposes + [
                .anyExtendedKeyUsage, .netscapeGatedCryptography, .microsoftGatedCryptography,
            ]
        return PathCheck(
            "apple-issuer-purposes",
            about: "An intermediate with an extended key usage lists the required purpose, "
                + "anyExtendedKeyUsage or a purpose of Server Gated Cryptography, under every "
                + "anchor.",
            source: "Apple Security-61901.0.87.0.1, trust/trustd/SecPolicyServer.c"
        ) { joining throws(Rejection) in
            guard !joining.isEndEntity, !joining.isAnchor, let purpose = purposes.first,
                joining.certificate.states(anyOf: accepted) == false
            else { return }
            throw Rejection.extendedKeyUsage(missing: purpose, depth: joining.depth)
        }
    }

    /// The check `ServerAuthEKU`.
    static let appleServerPurpose = PathCheck(
        "apple-server-purpose",
        about: "Under a system anchor, the end entity lists serverAuth, and every issuer that "
            + "lists purposes lists serverAuth or anyExtendedKeyUsage. Under an application's "
            + "anchor, end entities issued after 30 June 2019 list serverAuth.",
        source: "Apple Security-61901.0.87.0.1, trust/trustd/SecPolicyServer.c; HT210176",
        judgePath: { reached throws(Rejection) in
            guard let endEntity = reached.certificates.first else { return }
            switch reached.anchorClass {
            case .user: return
            case .application where endEntity.validity.notBefore <= .july2019: return
            case .system, .application: break
            }
            // An absent extension or anyExtendedKeyUsage is not enough.
            guard endEntity.states(anyOf: [.serverAuth]) == true else {
                throw Rejection.extendedKeyUsage(missing: .serverAuth, depth: 0)
            }
            guard reached.anchorClass == .system else { return }
            let issuers = reached.certificates.enumerated().dropFirst().dropLast()
            for (depth, issuer) in issuers
            where issuer.states(anyOf: [.serverAuth, .anyExtendedKeyUsage]) == false {
                throw Rejection.extendedKeyUsage(missing: .serverAuth, depth: depth)
            }
        }
    )

    /// The check `ValidityPeriodMaximums`.
    static let appleValidityPeriod = PathCheck(
        "apple-validity-period",
        about: "The end entity's validity period is within the limit for its issue date and kind "
            + "of anchor. A certificate that the user trusts directly has no limit.",
        source: "Apple Security-61901.0.87.0.1, trust/trustd/SecPolicyServer.c; HT210176; HT211025",
        judgePath: { reached throws(Rejection) in
            guard let endEntity = reached.certificates.first else { return }
            let validity = endEntity.validity
            let limit: Int?
            switch reached.anchorClass {
            case .system: limit = systemLimit(issued: validity.notBefore)
            case .user where reached.certificates.count == 1: limit = nil
            case .user, .application: limit = validity.notBefore > .july2019 ? 825 : nil
            }
            guard let limit else { return }
            // Apple's code tolerates one extra hour.
            let end = validity.notBefore + (Int64(limit) * 86_400 + 3_600)
            guard end < validity.notAfter else { return }
            throw Rejection.nonconforming(.validityPeriod(limit: limit), depth: 0)
        }
    )

    /// Returns the longest validity period, in days, that the Baseline Requirements allow a
    /// certificate issued on this date (§6.3.2).
    ///
    /// A limit in months counts as the largest number of days that so many months can have.
    private static func systemLimit(issued notBefore: Instant) -> Int {
        if notBefore >= .september2020 { return 398 }
        if notBefore >= .march2018 { return 825 }
        if notBefore >= .july2016 { return 3 * 365 + 2 * 31 + 30 + 1 }
        return 5 * 365 + 2
    }
}

extension Instant {
    /// 2016-07-01T00:00:00Z.
    fileprivate static let july2016 = Instant(seconds: 1_467_331_200)
    /// 2018-03-01T00:00:00Z.
    fileprivate static let march2018 = Instant(seconds: 1_519_862_400)
    /// 2019-06-30T23:00:00Z.
    ///
    /// Apple's source states 583,628,400 seconds after 2001-01-01, which is midnight in another
    /// time zone.
    fileprivate static let july2019 = Instant(seconds: 1_561_935_600)
    /// 2020-09-01T00:00:00Z.
    fileprivate static let september2020 = Instant(seconds: 1_598_918_400)
}
