import X509

// Requirements of RFC 5280 and the RFCs of algorithms on key usages. Path validation does not apply
// these rules.
extension PathCheck {
    static let algorithmUsages = PathCheck(
        "algorithm-usages",
        about: "A key has only usages that its algorithm allows; encipherOnly and decipherOnly "
            + "appear only with keyAgreement.",
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
            "At least one purpose is consistent with the key usages; otherwise the certificate is "
            + "useless.",
        source: "RFC 5280 §4.2.1.12"
    ) { joining throws(Rejection) in
        let certificate = joining.certificate
        // An issuer's purposes apply to the certificates below it.
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
        about: "A CA certificate has a key usage.",
        source: "RFC 5280 §4.2.1.3"
    ) { joining throws(Rejection) in
        let extensions = joining.certificate.extensions
        guard extensions.basicConstraints?.isCA == true, extensions.keyUsage == nil else { return }
        throw joining.nonconforming(.missing(.keyUsage))
    }

    static let keyIdentifierChaining = PathCheck(
        "key-identifier-chaining",
        about: "A certificate's authority key identifier equals its issuer's subject key "
            + "identifier.",
        source: "RFC 5280 §4.2.1.2"
    ) { joining throws(Rejection) in
        guard let child = joining.below.last,
            KeyHint(child: child, issuer: joining.certificate) == .mismatch
        else { return }
        throw Rejection.nonconforming(.foreignKeyIdentifier, depth: joining.depth - 1)
    }

    static let algorithmParameters = PathCheck(
        "algorithm-parameters",
        about: "The algorithms of the signature and the key have the parameters of their "
            + "standards: NULL with RSA, a named curve for EC keys, nothing with ECDSA signatures "
            + "and Edwards keys.",
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
        about: "The poison extension of a precertificate is critical, so that no client accepts it "
            + "as a certificate.",
        source: "RFC 6962 §3.1"
    ) { joining throws(Rejection) in
        guard joining.certificate.extension(.precertificatePoison)?.isCritical == false else {
            return
        }
        throw joining.nonconforming(.criticality(.precertificatePoison, isCritical: false))
    }

    static let listIssuers = PathCheck(
        "list-issuers",
        about: "A distribution point identifies CRL issuers by directory names other than the "
            + "certificate's own issuer; if there are several points, one covers all revocation "
            + "reasons.",
        source: "RFC 5280 §4.2.1.13"
    ) { joining throws(Rejection) in
        let certificate = joining.certificate
        for identifier in [ObjectIdentifier.crlDistributionPoints, .freshestCRL] {
            // The rule on distribution points reports an extension that does not decode.
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
        about: "Extensions that path validation does not read also decode: TLS features, SCTs, "
            + "ocsp-nocheck, subject directory attributes, private key usage period, address "
            + "blocks and AS numbers.",
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
        // "MUST omit the cRLIssuer field" if the CRL issuer is the certificate's issuer.
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

    /// Returns the usages that the standard of a key's algorithm allows; nil for an unknown
    /// algorithm.
    fileprivate static func allowed(for algorithm: ObjectIdentifier) -> Set<KeyUsageBit>? {
        switch algorithm {
        // RFC 3279 §2.3.1.
        case .rsaEncryption: signing.union([.keyEncipherment, .dataEncipherment])
        // RFC 4055 §1.2, RFC 3279 §2.3.2, RFC 8410 §5.
        case .rsassaPSS, .dsa, .ed25519, .ed448: signing
        // RFC 5480 §3, which RFC 8813 updates.
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

    /// Returns the usages that are consistent with a purpose (RFC 5280 §4.2.1.12); nil if every
    /// usage is consistent with the purpose.
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
