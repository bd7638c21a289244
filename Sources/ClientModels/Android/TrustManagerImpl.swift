import Crypto
import PathValidation
import X509

/// Conscrypt's `TrustManagerImpl`: builds and checks a path from the served certificates to the
/// anchors of a configuration.
///
/// `PathValidator` finds the path itself, with the profile `conscrypt`; the steps around
/// Conscrypt's validator are here. `ModelScope.android` lists what is omitted.
struct TrustManagerImpl {
    let anchors: [Certificate]
    let presented: Presented
    var requiresTransparency = false
    var checks = CheckSet.all

    /// Returns the trusted chain, end entity first, as `checkServerTrusted` does.
    ///
    /// The chain continues above the first anchor as long as a further anchor issued the last
    /// certificate, so that pins of these anchors are found.
    ///
    /// Conscrypt first decodes the whole list (`SSLUtils.decodeX509CertificateChain`). For
    /// certificates that no path needs, this model uses OpenSSL's rules, which accept more than
    /// BoringSSL's, but only versions 1 to 3, like BoringSSL.
    ///
    /// - Returns: the path up to the first anchor, and the whole chain.
    func checkServerTrusted() throws(Rejection) -> (path: VerifiedPath, chain: [Certificate]) {
        _ = try presented.decodedChain(by: .openSSL.subtracting(.anyVersion))
        var chain = presented.chain
        // If an anchor has the leaf's subject and key, Conscrypt replaces the leaf by this anchor
        // and does not call its validator.
        if checks.contains(.androidLeafAsAnchor), let anchor = leafAsAnchor {
            chain = [anchor.der]
        }
        let profile = PathProfile.conscrypt
        var validator = PathValidator(
            anchors: anchors,
            checks: profile.checks().intersection(checks),
            decoding: profile.decoding,
            revocation: RevocationInputs(
                .softFail,
                of: chain,
                staples: Array(presented.staples.prefix(1)),
                checks: profile.revocationChecks.intersection(checks)
            ),
            budget: profile.budget,
            building: profile.building
        )
        for anchor in anchors { validator.anchorClasses[anchor] = .application }
        let path = try validator.evaluate(chain, for: nil, at: presented.verifyDate).result.get()
        let certificates = path.certificates.compactMap(\.decoded)
        let whole = extended(certificates)
        try requireTransparency(of: whole)
        return (path, whole)
    }

    /// Checks SCTs as `CertificateTransparency.checkCT` does, which Conscrypt calls before its
    /// validator.
    ///
    /// `checkCT` accepts every chain if the device has no list of logs.
    private func requireTransparency(of chain: [Certificate]) throws(Rejection) {
        guard requiresTransparency, checks.contains(.androidTransparency),
            !presented.logs.isEmpty, let leaf = chain.first
        else { return }
        let inputs = TransparencyInputs(
            logs: presented.logs,
            handshake: presented.scts,
            response: presented.staples.first ?? nil
        )
        var limit = Budget().signatures
        try inputs.require(
            .conscrypt,
            of: leaf,
            issuedBy: chain.dropFirst().first,
            at: presented.verifyDate,
            verifying: &limit
        )
    }

    /// The anchor that `findTrustAnchorBySubjectAndPublicKey` finds for the leaf; nil if it finds
    /// no anchor.
    ///
    /// The anchor may be another certificate with the leaf's subject and key.
    private var leafAsAnchor: Certificate? {
        guard let leaf = presented.chain.first?.decoded else { return nil }
        return anchors.first { $0.hasSubjectAndKey(of: leaf) }
    }

    private func extended(_ path: [Certificate]) -> [Certificate] {
        guard checks.contains(.androidAnchorsAbove) else { return path }
        var chain = path
        while let last = chain.last, !last.isSelfIssued,
            let issuer = anchors.first(where: { anchor in
                !chain.contains(anchor) && last.issuerName.matches(anchor.subjectName)
                    && SignatureCache.shared.isSigned(last, by: anchor)
            })
        {
            chain.append(issuer)
        }
        return chain
    }
}

extension Certificate {
    /// Whether this certificate has the subject and key of `other`; Conscrypt's index of anchors
    /// compares both.
    func hasSubjectAndKey(of other: Certificate) -> Bool {
        subjectName.matches(other.subjectName) && der[spki] == other.der[other.spki]
    }
}

extension [UInt8] {
    /// The certificate of these bytes, decoded like an anchor; nil if it does not decode.
    var decoded: Certificate? { try? SignatureCache.shared.certificate(self, by: .conscrypt) }
}
