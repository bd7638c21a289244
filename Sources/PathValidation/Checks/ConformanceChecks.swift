import X509

// Requirements of RFC 5280 on certificates that its path validation (§6) does not check.
extension PathCheck {
    static let criticality = PathCheck(
        "criticality",
        about: "Extensions are critical or non-critical where RFC 5280 requires it.",
        source: "RFC 5280 §4.2.1.1, .2, .8 to .11, .14, .15, §4.2.2.1, §4.2.2.2"
    ) { joining throws(Rejection) in
        let certificate = joining.certificate
        for known in certificate.extensions.list {
            let wrong = known.isCritical ? neverCritical : alwaysCritical
            let identifier = certificate.der[known.identifier]
            guard let named = wrong.first(where: { identifier.elementsEqual($0.content) }) else {
                continue
            }
            try joining.report(
                joining.nonconforming(.criticality(named, isCritical: known.isCritical))
            )
        }
        // basicConstraints must be critical only in CA certificates (§4.2.1.9).
        guard certificate.extensions.basicConstraints?.isCA == true,
            certificate.extension(.basicConstraints)?.isCritical == false
        else { return }
        throw joining.nonconforming(.criticality(.basicConstraints, isCritical: false))
    }

    private static let alwaysCritical: [ObjectIdentifier] = [
        .policyConstraints, .inhibitAnyPolicy,
    ]
    private static let neverCritical: [ObjectIdentifier] = [
        .authorityKeyIdentifier, .subjectKeyIdentifier, .subjectDirectoryAttributes, .freshestCRL,
        .authorityInformationAccess, .subjectInformationAccess,
    ]

    static let criticalNameConstraints = PathCheck(
        "critical-name-constraints",
        about: "Name constraints are critical.",
        source: "RFC 5280 §4.2.1.10"
    ) { joining throws(Rejection) in
        guard joining.certificate.extension(.nameConstraints)?.isCritical == false else { return }
        throw joining.nonconforming(.criticality(.nameConstraints, isCritical: false))
    }

    static let authorityKeyIdentifier = PathCheck(
        "authority-key-identifier",
        about: "Every certificate that is not self-signed has an authority key identifier.",
        source: "RFC 5280 §4.2.1.1"
    ) { joining throws(Rejection) in
        let certificate = joining.certificate
        guard let identifier = certificate.extensions.authorityKeyIdentifier else {
            // A self-issued anchor only distributes a CA's key, so its signature is not verified.
            // For other certificates, equal names do not prove that a certificate is self-signed;
            // only its signature does.
            if joining.isAnchor, certificate.isSelfIssued { return }
            try joining.budget.spendSignature(by: certificate, joining.cache)
            guard joining.cache.isSigned(certificate, by: certificate) else {
                throw joining.nonconforming(.missing(.authorityKeyIdentifier))
            }
            return
        }
        guard identifier.keyIdentifier == nil, !certificate.isSelfIssued else { return }
        throw joining.nonconforming(.noKeyIdentifier)
    }

    static let subjectKeyIdentifier = PathCheck(
        "subject-key-identifier",
        about: "Every CA certificate has a subject key identifier.",
        source: "RFC 5280 §4.2.1.2"
    ) { joining throws(Rejection) in
        let extensions = joining.certificate.extensions
        guard extensions.basicConstraints?.isCA == true, extensions.subjectKeyIdentifier == nil
        else { return }
        throw joining.nonconforming(.missing(.subjectKeyIdentifier))
    }

    static let authorityPathLength = PathCheck(
        "authority-path-length",
        about: "A path length constraint appears only in CA certificates whose key may sign "
            + "certificates.",
        source: "RFC 5280 §4.2.1.9"
    ) { joining throws(Rejection) in
        let extensions = joining.certificate.extensions
        guard let constraints = extensions.basicConstraints, constraints.pathLength != nil,
            !constraints.isCA || extensions.keyUsage?.contains(.keyCertSign) != true
        else { return }
        throw joining.nonconforming(.pathLength)
    }

    static let informationAccess = PathCheck(
        "information-access",
        about: "An information access extension decodes and has at least one entry.",
        source: "RFC 5280 §4.2.2"
    ) { joining throws(Rejection) in
        for identifier in [
            ObjectIdentifier.authorityInformationAccess, .subjectInformationAccess,
        ] {
            try joining.reportFault { joining throws(Rejection) in
                _ = try joining.decoded(identifier) { certificate throws(DERError) in
                    try certificate.informationAccess(identifier)
                }
            }
        }
    }

    static let uniqueIdentifiers = PathCheck(
        "unique-identifiers",
        about: "Certificates have no unique identifiers.",
        source: "RFC 5280 §4.1.2.8; CA/B Forum BR §7.1.2.1, §7.1.2.6, §7.1.2.7"
    ) { joining throws(Rejection) in
        let certificate = joining.certificate
        guard certificate.issuerUniqueID != nil || certificate.subjectUniqueID != nil else {
            return
        }
        throw joining.nonconforming(.uniqueIdentifier)
    }

    static let distributionPoints = PathCheck(
        "distribution-points",
        about: "A CRL distribution points extension decodes and has at least one entry.",
        source: "RFC 5280 §4.2.1.13, §4.2.1.15"
    ) { joining throws(Rejection) in
        for identifier in [ObjectIdentifier.crlDistributionPoints, .freshestCRL] {
            try joining.reportFault { joining throws(Rejection) in
                _ = try joining.decoded(identifier) { certificate throws(DERError) in
                    try certificate.distributionPoints(identifier)
                }
            }
        }
    }

    static let anyPolicyQualifiers = PathCheck(
        "any-policy-qualifiers",
        about: "The policy anyPolicy has only qualifiers that RFC 5280 defines.",
        source: "RFC 5280 §4.2.1.4"
    ) { joining throws(Rejection) in
        let certificate = joining.certificate
        let policies = certificate.extensions.certificatePolicies ?? []
        let isForeign = policies.contains { policy in
            policy.hasUnknownQualifier
                && certificate.identifier(at: policy.identifier) == .anyPolicy
        }
        guard isForeign else { return }
        throw joining.nonconforming(.anyPolicyQualifier)
    }

    static let nameBounds = PathCheck(
        "name-bounds",
        about: "Subject attributes are no longer than their upper bounds, such as 64 characters "
            + "for a common name.",
        source: "RFC 5280 §4.1.2.6, Appendix A.1"
    ) { joining throws(Rejection) in
        let subject = joining.certificate.subjectName
        for (type, bound) in upperBounds {
            // RFC 5280 counts characters, not bytes of UTF-8.
            guard subject.texts(of: type).contains(where: { $0.unicodeScalars.count > bound })
            else { continue }
            try joining.report(joining.nonconforming(.nameBound(type, bound)))
        }
    }

    /// Whether RFC 5280 limits the length of attributes of this type.
    static func isBounded(_ type: ObjectIdentifier) -> Bool {
        upperBounds.contains { $0.type == type }
    }

    private static let upperBounds: [(type: ObjectIdentifier, bound: Int)] = [
        (.commonName, 64), (.organization, 64), (.organizationalUnit, 64), (.country, 2),
        (.locality, 128), (.stateOrProvince, 128), (.serialNumber, 64), (.title, 64),
        (.emailAddress, 255),
    ]

    static let nameSyntax = PathCheck(
        "name-syntax",
        about:
            "DNS names, mailboxes and URIs in subjectAltName and issuerAltName have valid syntax; "
            + "a DNS name may begin with the whole label `*`.",
        source: "RFC 5280 §4.2.1.6, §4.2.1.7; RFC 1034 §3.5; RFC 1123 §2.1; RFC 9525 §6.3"
    ) { joining throws(Rejection) in
        let certificate = joining.certificate
        var names = certificate.extensions.subjectAlternativeNames ?? []
        try joining.reportFault { joining throws(Rejection) in
            names +=
                try joining.decoded(.issuerAlternativeName) { certificate throws(DERError) in
                    try certificate.issuerAlternativeNames()
                } ?? []
        }
        for name in names {
            guard let text = NameSyntax.fault(of: name, in: certificate.der) else { continue }
            try joining.report(joining.nonconforming(.nameSyntax(text)))
        }
    }
}

extension Joining {
    /// Returns the value of an extension that is decoded on demand.
    func decoded<Value>(
        _ identifier: ObjectIdentifier,
        _ decode: (Certificate) throws(DERError) -> Value
    ) throws(Rejection) -> Value {
        do throws(DERError) {
            return try decode(certificate)
        } catch {
            throw .badExtension(identifier, error, depth: depth)
        }
    }

    /// Returns the rejection of the certificate that joins the path, for this violation.
    func nonconforming(_ what: Nonconformance) -> Rejection {
        .nonconforming(what, depth: depth)
    }
}
