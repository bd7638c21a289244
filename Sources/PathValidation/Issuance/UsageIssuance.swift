import X509

// Requirements on key usages, of RFC 5280 and the RFCs of algorithms, which path validation does not
// ask.
extension PathCheck {
    static let algorithmUsages = PathCheck(
        "algorithm-usages",
        about: "A key has the usages that its algorithm allows, and encipherOnly and decipherOnly "
            + "beside keyAgreement alone.",
        source:
            "RFC 3279 §2.3; RFC 4055 §1.2; RFC 5480 §3; RFC 8813 §3; RFC 8410 §5; RFC 9295; RFC "
            + "9881 §5; RFC 9909 §5; RFC 9935 §5; RFC 5280 §4.2.1.3"
    ) { joining throws(Rejection) in
        let certificate = joining.certificate
        guard let usage = certificate.extensions.keyUsage else { return }
        let algorithm = certificate.identifier(at: certificate.publicKey.algorithm.algorithm)
        if let allowed = KeyUsageBit.allowed(for: algorithm) {
            for bit in KeyUsageBit.allCases where usage.contains(bit) && !allowed.contains(bit) {
                try joining.report(joining.nonconforming(.usageOfAlgorithm(bit, algorithm)))
            }
        }
        guard !usage.contains(.keyAgreement) else { return }
        for bit in [KeyUsageBit.encipherOnly, .decipherOnly] where usage.contains(bit) {
            try joining.report(joining.nonconforming(.usageWithoutAgreement(bit)))
        }
    }

    static let purposeUsages = PathCheck(
        "purpose-usages",
        about:
            "One of the purposes is consistent with the key usages; otherwise the certificate is "
            + "for nothing.",
        source: "RFC 5280 §4.2.1.12"
    ) { joining throws(Rejection) in
        let certificate = joining.certificate
        // An issuer's purposes are of the certificates below it.
        guard certificate.extensions.basicConstraints?.isCA != true,
            let usage = certificate.extensions.keyUsage,
            let purposes = certificate.extensions.extendedKeyUsage
        else { return }
        let isConsistent = purposes.contains { place in
            KeyUsageBit.consistent(with: certificate.identifier(at: place))?
                .contains(where: usage.contains) ?? true
        }
        guard !isConsistent else { return }
        throw joining.nonconforming(.noConsistentPurpose)
    }

    static let issuerKeyUsage = PathCheck(
        "issuer-key-usage",
        about: "A CA's certificate has a key usage.",
        source: "RFC 5280 §4.2.1.3"
    ) { joining throws(Rejection) in
        let extensions = joining.certificate.extensions
        guard extensions.basicConstraints?.isCA == true, extensions.keyUsage == nil else { return }
        throw joining.nonconforming(.missing(.keyUsage))
    }

    static let keyIdentifierChaining = PathCheck(
        "key-identifier-chaining",
        about: "The key identifier that a certificate has for its issuer's key is that issuer's.",
        source: "RFC 5280 §4.2.1.2"
    ) { joining throws(Rejection) in
        guard let child = joining.below.last,
            KeyHint(child: child, issuer: joining.certificate) == .mismatch
        else { return }
        throw Rejection.nonconforming(.foreignKeyIdentifier, depth: joining.depth - 1)
    }

    static let algorithmParameters = PathCheck(
        "algorithm-parameters",
        about: "The algorithms of the signature and of the key have the parameters that their "
            + "standards name: NULL with RSA, a named curve, nothing with ECDSA and Edwards keys.",
        source: "RFC 3279 §2.2, §2.3; RFC 4055 §3.1, §5; RFC 5480 §2.1.1; RFC 5758 §3; RFC 8410 §3"
    ) { joining throws(Rejection) in
        let certificate = joining.certificate
        let (der, signing) = (certificate.der, certificate.outerAlgorithm)
        do throws(DERError) {
            _ = try SigningAlgorithm(signing, in: der)
        } catch {
            try joining.report(
                .malformed(error.inside("signatureAlgorithm"), depth: joining.depth)
            )
        }
        // Verifiers accept RSA without its NULL.
        if case .rsaPKCS1? = SigningAlgorithm(of: certificate), signing.parameters == nil {
            let identifier = certificate.identifier(at: signing.algorithm)
            try joining.report(joining.nonconforming(.missingNull(identifier)))
        }
        do throws(DERError) {
            _ = try PublicKeyAlgorithm(certificate.publicKey.algorithm, in: der)
        } catch {
            let place = ["algorithm", "subjectPublicKeyInfo", "tbsCertificate"]
            try joining.report(
                .malformed(place.reduce(error) { $0.inside($1) }, depth: joining.depth)
            )
        }
    }

    static let criticalPoison = PathCheck(
        "critical-poison",
        about: "The poison of a precertificate is critical, so that no client takes it for a "
            + "certificate.",
        source: "RFC 6962 §3.1"
    ) { joining throws(Rejection) in
        guard joining.certificate.extension(.precertificatePoison)?.isCritical == false else {
            return
        }
        throw joining.nonconforming(.criticality(.precertificatePoison, isCritical: false))
    }

    static let listIssuers = PathCheck(
        "list-issuers",
        about: "A distribution point names CRL issuers by directory names, and none that is the "
            + "certificate's own issuer; one of several points is for all reasons.",
        source: "RFC 5280 §4.2.1.13"
    ) { joining throws(Rejection) in
        let certificate = joining.certificate
        for identifier in [ObjectIdentifier.crlDistributionPoints, .freshestCRL] {
            // What does not decode is named by the rule on distribution points.
            guard let points = try? certificate.distributionPoints(identifier) else { continue }
            for fault in points.flatMap({ $0.issuerFaults(in: certificate) }) {
                try joining.report(joining.nonconforming(fault))
            }
            if identifier == .crlDistributionPoints, !points.isEmpty,
                points.allSatisfy({ $0.reasons != nil })
            {
                try joining.report(joining.nonconforming(.partialDistributionPoints))
            }
        }
    }

    static let furtherBodies = PathCheck(
        "further-bodies",
        about: "Extensions that path validation does not read decode as well: TLS features, "
            + "certificate timestamps, ocsp-nocheck, the attributes of the subject, the period of "
            + "the key's use, address blocks and numbers of autonomous systems.",
        source: "RFC 7633 §4.1; RFC 6962 §3.3; RFC 6960 §4.2.2.2.1; RFC 5280 §4.2.1.8, Appendix "
            + "A.2; RFC 3779 §2.2.3, §3.2.3"
    ) { joining throws(Rejection) in
        let certificate = joining.certificate
        for fault in certificate.bodyFaults {
            let identifier = certificate.identifier(at: fault.extension.identifier)
            try joining.report(.badExtension(identifier, fault.error, depth: joining.depth))
        }
    }
}

extension DistributionPoint {
    fileprivate func issuerFaults(in certificate: Certificate) -> [Nonconformance] {
        guard let crlIssuer else { return [] }
        let names = crlIssuer.compactMap { name -> EncodedName? in
            guard case .directory(let place) = name else { return nil }
            return try? EncodedName(der: Array(certificate.der[place]), rules: certificate.rules)
        }
        var faults: [Nonconformance] = []
        if names.count < crlIssuer.count || names.contains(where: \.isEmpty) {
            faults.append(.listIssuer)
        }
        // "MUST omit the cRLIssuer field" where the certificate's issuer is meant.
        if names.contains(where: { $0.matches(certificate.issuerName) }) {
            faults.append(.ownListIssuer)
        }
        if case .relativeToIssuer = name, crlIssuer.count > 1 {
            faults.append(.ambiguousDistributionPoint)
        }
        return faults
    }
}

extension KeyUsageBit {
    private static let signing: Set<KeyUsageBit> = [
        .digitalSignature, .nonRepudiation, .keyCertSign, .crlSign,
    ]
    private static let agreeing: Set<KeyUsageBit> = [.keyAgreement, .encipherOnly, .decipherOnly]

    /// The usages that the standard of a key's algorithm allows; nil for an algorithm that is not
    /// known.
    fileprivate static func allowed(for algorithm: ObjectIdentifier) -> Set<KeyUsageBit>? {
        switch algorithm {
        // RFC 3279 §2.3.1.
        case .rsaEncryption: signing.union([.keyEncipherment, .dataEncipherment])
        // RFC 4055 §1.2, RFC 3279 §2.3.2, RFC 8410 §5.
        case .rsassaPSS, .dsa, .ed25519, .ed448: signing
        // RFC 5480 §3, which RFC 8813 completes.
        case .ecPublicKey: signing.union(agreeing)
        default:
            switch UnverifiedAlgorithm(algorithm)?.use {
            case .signature: signing
            case .agreement: agreeing
            // "keyEncipherment MUST be the only key usage set" (RFC 9935 §5).
            case .encapsulation: [.keyEncipherment]
            case nil: nil
            }
        }
    }

    /// The usages that are consistent with a purpose (RFC 5280 §4.2.1.12); nil for any.
    fileprivate static func consistent(with purpose: ObjectIdentifier) -> Set<KeyUsageBit>? {
        switch purpose {
        case .serverAuth: [.digitalSignature, .keyEncipherment, .keyAgreement]
        case .clientAuth: [.digitalSignature, .keyAgreement]
        case .codeSigning: [.digitalSignature]
        case .emailProtection:
            [.digitalSignature, .nonRepudiation, .keyEncipherment, .keyAgreement]
        case .timeStamping, .ocspSigning: [.digitalSignature, .nonRepudiation]
        default: nil
        }
    }
}
