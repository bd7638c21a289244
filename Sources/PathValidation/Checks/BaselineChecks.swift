import X509

// The CA/B Forum's Baseline Requirements for TLS servers, as far as a client can check them.
// Section numbers refer to version 2.2.6 of 31 March 2026.
extension PathCheck {
    package static let baselineVersion = PathCheck(
        "baseline-version",
        about: "Certificates have version 3.",
        source: "CA/B Forum BR §7.1.1"
    ) { joining throws(Rejection) in
        guard joining.certificate.version != 3 else { return }
        throw joining.nonconforming(.version(joining.certificate.version))
    }

    static let baselineCriticality = PathCheck(
        "baseline-criticality",
        about: "The certificate policies extension is not critical.",
        source: "CA/B Forum BR §7.1.2.1.2, §7.1.2.6.1, §7.1.2.7.6"
    ) { joining throws(Rejection) in
        // Key usage should be critical too, but the extension has the same effect if it is not
        // critical.
        guard joining.certificate.extension(.certificatePolicies)?.isCritical == true else {
            return
        }
        throw joining.nonconforming(.criticality(.certificatePolicies, isCritical: true))
    }

    static let baselineInformationAccess = PathCheck(
        "baseline-information-access",
        about: "Authority information access lists only OCSP responders and issuer certificates, "
            + "with HTTP URLs.",
        source: "CA/B Forum BR §7.1.2.7.7, §7.1.2.10.3"
    ) { joining throws(Rejection) in
        let certificate = joining.certificate
        let identifier = ObjectIdentifier.authorityInformationAccess
        let entries = try joining.decoded(identifier) { certificate throws(DERError) in
            try certificate.informationAccess(identifier)
        }
        for entry in entries ?? [] {
            let method = certificate.identifier(at: entry.method)
            guard method == .accessToOCSP || method == .accessToIssuers,
                entry.location.isWebAddress(in: certificate.der)
            else {
                try joining.report(joining.nonconforming(.access(method)))
                continue
            }
        }
    }

    static let baselineDistributionPoints = PathCheck(
        "baseline-distribution-points",
        about: "CRL distribution points have HTTP URLs, cover all revocation reasons and have no "
            + "cRLIssuer.",
        source: "CA/B Forum BR §7.1.2.11.2"
    ) { joining throws(Rejection) in
        let certificate = joining.certificate
        let points = try joining.decoded(.crlDistributionPoints) { certificate throws(DERError) in
            try certificate.distributionPoints()
        }
        for point in points ?? [] {
            guard point.reasons == nil, point.crlIssuer == nil,
                case .full(let names)? = point.name,
                names.allSatisfy({ $0.isWebAddress(in: certificate.der) })
            else {
                try joining.report(joining.nonconforming(.distributionPoint))
                continue
            }
        }
    }

    static let baselineEndEntity = PathCheck(
        "baseline-end-entity",
        about: "The end entity is not a CA.",
        source: "CA/B Forum BR §7.1.2.7.8"
    ) { joining throws(Rejection) in
        guard joining.isEndEntity,
            joining.certificate.extensions.basicConstraints?.isCA == true
        else { return }
        throw joining.nonconforming(.authorityAsEndEntity)
    }

    static let baselinePurposes = PathCheck(
        "baseline-purposes",
        about: "The end entity has a non-critical extended key usage without purposes reserved for "
            + "other certificates.",
        source: "CA/B Forum BR §7.1.2.7.6, §7.1.2.7.10"
    ) { joining throws(Rejection) in
        guard joining.isEndEntity else { return }
        let certificate = joining.certificate
        guard let purposes = certificate.extensions.extendedKeyUsage else {
            throw joining.nonconforming(.missing(.extendedKeyUsage))
        }
        try joining.requireNoForeign(purposes)
    }

    static let baselineKeyUsage = PathCheck(
        "baseline-key-usage",
        about: "The end entity's key usage contains only what its key algorithm needs for "
            + "handshakes.",
        source: "CA/B Forum BR §7.1.2.7.11"
    ) { joining throws(Rejection) in
        guard joining.isEndEntity, let usage = joining.certificate.extensions.keyUsage else {
            return
        }
        let algorithm = joining.certificate.publicKey.algorithm.algorithm
        let isRSA = joining.certificate.identifier(at: algorithm) == .rsaEncryption
        let forbidden: [KeyUsageBit] =
            [.nonRepudiation, .crlSign, .encipherOnly, .decipherOnly]
            + (isRSA ? [.keyAgreement] : [.keyEncipherment, .dataEncipherment])
        for bit in forbidden where usage.contains(bit) {
            try joining.report(joining.nonconforming(.usage(bit)))
        }
    }
}

extension GeneralName {
    /// Whether the name is a URI whose scheme is `http`.
    fileprivate func isWebAddress(in der: [UInt8]) -> Bool {
        guard case .uri(let place) = self else { return false }
        return der[place].prefix(5).map(lowercased).elementsEqual("http:".utf8)
    }
}
