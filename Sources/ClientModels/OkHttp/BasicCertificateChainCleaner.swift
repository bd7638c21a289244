import PathValidation
import X509

/// `BasicCertificateChainCleaner`: the chain that OkHttp builds from the served certificates.
///
/// The cleaner does not use the trust manager's path. It follows issuers upwards without
/// backtracking: a trusted root first, then the first served certificate that fits.
struct BasicCertificateChainCleaner {
    /// The roots, in the order of the store.
    let trustRootIndex: [Certificate]
    var asksWhetherSignersAreCAs = true
    var checks = CheckSet.all

    private static let maximumSigners = 9

    /// Returns the chain, end entity first; one of its certificates is trusted.
    func clean(_ chain: [Certificate]) throws(SSLException) -> [Certificate] {
        var queue = chain
        guard !queue.isEmpty else { throw .noCertificate }
        var toVerify = queue.removeFirst()
        var result = [toVerify]
        var foundTrustedCertificate = false
        // Even in a mutant without the limit the loop ends. It uses no served certificate twice,
        // and continues after a root only if another root signed that root.
        let signers =
            checks.contains(.okHttpMaximumSigners)
            ? Self.maximumSigners : chain.count + trustRootIndex.count
        for _ in 0..<signers {
            if let trusted = trustedIssuer(of: toVerify, in: queue, at: result.count - 1) {
                if result.count > 1 || toVerify != trusted { result.append(trusted) }
                toVerify = trusted
                if verifySignature(trusted, by: trusted, minIntermediates: result.count - 2) {
                    return result
                }
                foundTrustedCertificate = true
                continue
            }
            if let place = signer(of: toVerify, in: queue, at: result.count - 1) {
                toVerify = queue.remove(at: place)
                result.append(toVerify)
                continue
            }
            guard !foundTrustedCertificate, checks.contains(.okHttpTrustedEnd) else {
                return result
            }
            throw .noTrustedCertificate(depth: result.count - 1)
        }
        throw .chainTooLong(limit: Self.maximumSigners + 1)
    }

    /// Returns the trusted issuer; nil also if a mutant, which searches the served certificates
    /// first, finds an issuer there.
    private func trustedIssuer(
        of certificate: Certificate,
        in queue: [Certificate],
        at depth: Int
    ) -> Certificate? {
        if !checks.contains(.okHttpTrustedFirst),
            signer(of: certificate, in: queue, at: depth) != nil
        {
            return nil
        }
        return findByIssuerAndSignature(certificate)
    }

    private func signer(
        of certificate: Certificate,
        in queue: [Certificate],
        at depth: Int
    ) -> Int? {
        queue.firstIndex { verifySignature(certificate, by: $0, minIntermediates: depth) }
    }

    /// Returns the trusted root that signed a certificate.
    private func findByIssuerAndSignature(_ certificate: Certificate) -> Certificate? {
        trustRootIndex.first { root in
            root.subjectName.matches(certificate.issuerName)
                && SignatureCache.shared.isSigned(certificate, by: root)
        }
    }

    /// Whether `signingCert` signed `toVerify` and may do so.
    ///
    /// At least `minIntermediates` intermediates are below the signer; the value is -1 for a chain
    /// of one certificate.
    private func verifySignature(
        _ toVerify: Certificate,
        by signingCert: Certificate,
        minIntermediates: Int
    ) -> Bool {
        if checks.contains(.okHttpIssuerName), !toVerify.issuerName.matches(signingCert.subjectName)
        {
            return false
        }
        if asksWhetherSignersAreCAs, checks.contains(.okHttpBasicConstraints),
            signingCert.javaBasicConstraints < minIntermediates
        {
            return false
        }
        return !checks.contains(.okHttpSignature)
            || SignatureCache.shared.isSigned(toVerify, by: signingCert)
    }
}

extension SSLException {
    fileprivate static let noCertificate = SSLException(
        kind: .handshake,
        message: "",
        rejection: .missingCertificate
    )

    fileprivate static func noTrustedCertificate(depth: Int) -> SSLException {
        SSLException(
            kind: .peerUnverified,
            message: "Failed to find a trusted cert",
            rejection: .unknownIssuer(depth: depth)
        )
    }

    fileprivate static func chainTooLong(limit: Int) -> SSLException {
        SSLException(
            kind: .peerUnverified,
            message: "Certificate chain too long",
            rejection: .chainTooLong(limit: limit)
        )
    }
}

extension Certificate {
    /// `X509Certificate.getBasicConstraints`: -1 if the certificate is not a CA; otherwise the path
    /// length, or the largest number for a CA without a path length.
    fileprivate var javaBasicConstraints: Int {
        guard let constraints = extensions.basicConstraints, constraints.isCA else { return -1 }
        return constraints.pathLength ?? Int(Int32.max)
    }
}
