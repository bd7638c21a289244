import X509

// The CA/B Forum's Baseline Requirements on issuers and on the links between certificates.
extension PathCheck {
    static let baselineNameChaining = PathCheck(
        "baseline-name-chaining",
        about: "The issuer name equals the CA's subject, byte for byte.",
        source: "CA/B Forum BR §7.1.4.1"
    ) { joining throws(Rejection) in
        // This byte-by-byte comparison is stricter than RFC 5280 §7.1, which ignores string type
        // and case.
        guard let child = joining.below.last,
            child.der[child.issuer] != joining.certificate.der[joining.certificate.subject]
        else { return }
        throw Rejection.nonconforming(.issuerEncoding, depth: joining.depth - 1)
    }

    static let baselineRoot = PathCheck(
        "baseline-root",
        about: "A root has no extended key usage. Its authority key identifier, if present, equals "
            + "its own key identifier and contains nothing else.",
        source: "CA/B Forum BR §7.1.2.1.2, §7.1.2.1.3"
    ) { joining throws(Rejection) in
        let certificate = joining.certificate
        guard joining.isRoot else { return }
        if certificate.extensions.extendedKeyUsage != nil {
            try joining.report(joining.nonconforming(.forbidden(.extendedKeyUsage)))
        }
        guard let named = certificate.extensions.authorityKeyIdentifier else { return }
        guard let authority = named.keyIdentifier else {
            throw joining.nonconforming(.noKeyIdentifier)
        }
        guard let subject = certificate.extensions.subjectKeyIdentifier,
            certificate.der[authority] == certificate.der[subject]
        else { throw joining.nonconforming(.foreignKeyIdentifier) }
    }

    static let baselineIssuerKeyUsage = PathCheck(
        "baseline-issuer-key-usage",
        about: "Every issuer has a key usage extension.",
        source: "CA/B Forum BR §7.1.2.10.7"
    ) { joining throws(Rejection) in
        guard !joining.isEndEntity, joining.certificate.extensions.keyUsage == nil else { return }
        throw joining.nonconforming(.missing(.keyUsage))
    }

    static let baselineIssuerPurposes = PathCheck(
        "baseline-issuer-purposes",
        about: "An issuer's extended key usage is not critical and contains only "
            + "anyExtendedKeyUsage, or serverAuth without purposes reserved for other "
            + "certificates.",
        source: "CA/B Forum BR §7.1.2.2.4, §7.1.2.2.5, §7.1.2.10.6"
    ) { joining throws(Rejection) in
        // The rule on extended key usage reports a missing serverAuth, because it knows the
        // purposes that the relying party requires.
        guard !joining.isEndEntity, !joining.isRoot,
            let purposes = joining.certificate.extensions.extendedKeyUsage
        else { return }
        try joining.requireNoForeign(purposes, besides: .anyExtendedKeyUsage)
    }

    static let baselineAuthorityKeyIdentifier = PathCheck(
        "baseline-authority-key-identifier",
        about: "An authority key identifier contains only a key identifier, never an issuer and "
            + "serial number.",
        source: "CA/B Forum BR §7.1.2.1.3, §7.1.2.11.1"
    ) { joining throws(Rejection) in
        guard joining.certificate.extensions.authorityKeyIdentifier?.issuer != nil else { return }
        throw joining.nonconforming(.namedIssuer)
    }
}

extension Joining {
    /// Whether the certificate is a self-issued anchor at the end of a path.
    var isRoot: Bool { isAnchor && !isEndEntity && certificate.isSelfIssued }

    /// Requires that the extension with `purposes` is not critical, and that no purpose is reserved
    /// for certificates other than those of TLS servers.
    ///
    /// A certificate with a single purpose may have the purpose `alone`.
    mutating func requireNoForeign(
        _ purposes: [Range<Int>],
        besides alone: ObjectIdentifier? = nil
    ) throws(Rejection) {
        if certificate.extension(.extendedKeyUsage)?.isCritical == true {
            try report(nonconforming(.criticality(.extendedKeyUsage, isCritical: true)))
        }
        for purpose in purposes {
            let bytes = certificate.der[purpose]
            if purposes.count == 1, let alone, bytes.elementsEqual(alone.content) { continue }
            guard
                let named = Self.foreignPurposes.first(where: { bytes.elementsEqual($0.content) })
            else { continue }
            try report(nonconforming(.purpose(named)))
        }
    }

    private static let foreignPurposes: [ObjectIdentifier] = [
        .codeSigning, .emailProtection, .timeStamping, .ocspSigning, .anyExtendedKeyUsage,
        .precertificateSigning,
    ]
}
