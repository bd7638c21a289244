import X509

// Recommendations (SHOULD) of RFC 5280 and the Baseline Requirements for CAs; a certificate that
// ignores them breaks no rule.
extension PathCheck {
    static let preferredCriticality = PathCheck(
        "preferred-criticality",
        about: "Extensions are critical or non-critical as RFC 5280 and their own standards "
            + "recommend.",
        source: "RFC 5280 §4.2.1.3, .5 to .7, .12, .13; RFC 3779 §2.2.2, §3.2.2; RFC 6960 "
            + "§4.2.2.2.1; RFC 7633 §4"
    ) { joining throws(Rejection) in
        let certificate = joining.certificate
        for known in certificate.extensions.list {
            let identifier = certificate.identifier(at: known.identifier)
            let isPreferred: Bool
            switch identifier {
            case .keyUsage, .policyMappings, .addressBlocks, .autonomousSystems:
                isPreferred = known.isCritical
            case .issuerAlternativeName, .crlDistributionPoints, .ocspNoCheck, .tlsFeature:
                isPreferred = !known.isCritical
            case .subjectAlternativeName:
                isPreferred = !known.isCritical || certificate.subjectName.isEmpty
            case .extendedKeyUsage:
                isPreferred =
                    !known.isCritical
                    || certificate.states(anyOf: [.anyExtendedKeyUsage]) != true
            default: isPreferred = true
            }
            guard !isPreferred else { continue }
            try joining.report(
                joining.nonconforming(.criticality(identifier, isCritical: known.isCritical))
            )
        }
    }

    static let endEntityKeyIdentifier = PathCheck(
        "end-entity-key-identifier",
        about: "An end entity has a subject key identifier.",
        source: "RFC 5280 §4.2.1.2"
    ) { joining throws(Rejection) in
        let extensions = joining.certificate.extensions
        guard extensions.basicConstraints?.isCA != true, extensions.subjectKeyIdentifier == nil
        else { return }
        throw joining.nonconforming(.missing(.subjectKeyIdentifier))
    }

    static let currentStringTypes = PathCheck(
        "current-string-types",
        about: "No attribute of a name is a TeletexString, BMPString or UniversalString.",
        source: "RFC 5280 §4.1.2.4, §4.1.2.6"
    ) { joining throws(Rejection) in
        for attribute in joining.certificate.judgedAttributes
        where attribute.rule.isObsolete(attribute.tag) {
            try joining.report(
                joining.nonconforming(.obsoleteType(attribute.type, of: attribute.owner))
            )
        }
    }

    static let preferredPolicyTexts = PathCheck(
        "preferred-policy-texts",
        about:
            "Policy qualifiers have one of the two types that RFC 5280 defines; a notice is a "
            + "UTF8String without control characters, and refers to no other notice.",
        source: "RFC 5280 §4.2.1.4; RFC 6818 §3"
    ) { joining throws(Rejection) in
        for fault in joining.certificate.policyTextFaults where fault.isRemark {
            try joining.report(joining.nonconforming(.policyText(fault)))
        }
    }

    static let statedMappings = PathCheck(
        "stated-mappings",
        about: "A mapped policy is one of the certificate's policies.",
        source: "RFC 5280 §4.2.1.5"
    ) { joining throws(Rejection) in
        let certificate = joining.certificate
        let stated = Set(
            (certificate.extensions.certificatePolicies ?? [])
                .map { certificate.identifier(at: $0.identifier) }
        )
        for mapping in certificate.extensions.policyMappings ?? [] {
            let policy = certificate.identifier(at: mapping.issuerDomainPolicy)
            guard !stated.contains(policy) else { continue }
            try joining.report(joining.nonconforming(.unstatedMapping(policy)))
        }
    }

    static let extensionsOfAuthorities = PathCheck(
        "extensions-of-authorities",
        about:
            "Policy mappings, policy constraints and inhibitAnyPolicy appear only in CA "
            + "certificates.",
        source: "RFC 5280 §4.2.1.5, §4.2.1.11, §4.2.1.14"
    ) { joining throws(Rejection) in
        let certificate = joining.certificate
        guard certificate.extensions.basicConstraints?.isCA != true else { return }
        for identifier in [
            ObjectIdentifier.policyMappings, .policyConstraints, .inhibitAnyPolicy,
        ] where certificate.extension(identifier) != nil {
            try joining.report(joining.nonconforming(.extensionOfAuthorities(identifier)))
        }
    }

    static let preferredConstraintForms = PathCheck(
        "preferred-constraint-forms",
        about: "Name constraints do not restrict x400Address, ediPartyName or registeredID.",
        source: "RFC 5280 §4.2.1.10"
    ) { joining throws(Rejection) in
        for base in joining.certificate.constrainedBases {
            let form: String
            switch base {
            case .x400: form = "an x400Address"
            case .ediParty: form = "an ediPartyName"
            case .registeredID: form = "a registeredID"
            default: continue
            }
            try joining.report(joining.nonconforming(.constraintForm(form)))
        }
    }

    static let absoluteDistributionPoints = PathCheck(
        "absolute-distribution-points",
        about: "Distribution points are not named relative to their issuer.",
        source: "RFC 5280 §4.2.1.13"
    ) { joining throws(Rejection) in
        let points = (try? joining.certificate.distributionPoints()) ?? []
        let isRelative = points.contains { point in
            if case .relativeToIssuer = point.name { true } else { false }
        }
        guard isRelative else { return }
        throw joining.nonconforming(.relativeDistributionPoint)
    }

    static let baselinePreferredValidity = PathCheck(
        "baseline-preferred-validity",
        about: "The end entity's validity period is at least a day shorter than the limit for its "
            + "issue date.",
        source: "CA/B Forum BR §6.3.2"
    ) { joining throws(Rejection) in
        guard let limit = joining.baselineLimit else { return }
        let validity = joining.certificate.validity
        guard validity.isLonger(than: limit - 1), !validity.isLonger(than: limit) else { return }
        throw joining.nonconforming(.validityPeriod(limit: limit - 1))
    }
}
