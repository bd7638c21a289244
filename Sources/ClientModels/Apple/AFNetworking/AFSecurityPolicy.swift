import PathValidation
import X509

/// `AFSecurityPolicy`, step by step, in the order of `evaluateServerTrust:forDomain:`.
///
/// For 1.x, the steps are those of `AFURLConnectionOperation`.
///
/// `ModelScope.afnetworking` lists the consequences, and the steps that were inferred.
struct AFSecurityPolicy: Hashable {
    /// The pinning modes, in the order of `AFSSLPinningMode`.
    enum SSLPinningMode: String, CaseIterable, Sendable {
        case none
        case publicKey = "public-key"
        case certificate
    }

    /// An outcome of `evaluateServerTrust:forDomain:` other than YES.
    enum Refusal: Error {
        /// The policy returns NO, with this reason.
        case no(Rejection)
        /// An exception, because nil was inserted into an array.
        ///
        /// Releases up to 2.2.0 first assert that the value is not nil. An application that is
        /// built for the App Store, without assertions, does not stop there.
        case exception(Rejection, isConfiguration: Bool)
    }

    var version: AFNetworkingVersion
    var sslPinningMode: SSLPinningMode
    var allowInvalidCertificates: Bool
    var validatesDomainName: Bool
    var validatesCertificateChain: Bool
    var checks = CheckSet.all

    /// Decides as `evaluateServerTrust:forDomain:` does; the pinned files are in their order and
    /// not yet decoded.
    func evaluate(
        _ serverTrust: inout ServerTrust,
        pinnedCertificates: [[UInt8]],
        forDomain domain: ReferenceIdentity?
    ) throws(Refusal) -> Grounds {
        if version.guardsDomain, checks.contains(.afDomainGuard), domain != nil,
            allowInvalidCertificates, validatesDomainName,
            sslPinningMode == .none || pinnedCertificates.isEmpty
        {
            throw .no(.policyGuard("allowInvalidCertificates, validatesDomainName and no pins"))
        }
        if version.setsPolicies, checks.contains(.afSetPolicies) {
            serverTrust.setPolicies([validatesDomainName ? .ssl(host: domain) : .basicX509])
        }

        if isAcceptedFirst(&serverTrust, with: pinnedCertificates) { return .pin }
        let path = try validPath(of: &serverTrust)
        let grounds: Grounds
        switch sslPinningMode {
        case .none:
            // AFNetworking returns here, before the comparison with the domain (2.2.0, lines 261
            // and 271).
            return path.map(Grounds.path) ?? .unchecked
        case .certificate:
            let anchored = try matchCertificates(of: &serverTrust, with: pinnedCertificates)
            grounds = (anchored ?? path).map(Grounds.path) ?? .pin
        case .publicKey:
            try matchKeys(of: &serverTrust, with: pinnedCertificates)
            grounds = path.map(Grounds.path) ?? .pin
        }
        try compareSubjectSummary(of: &serverTrust, with: domain)
        return grounds
    }

    /// Returns the path of `AFServerTrustIsValid`; nil if the result of that function is ignored.
    private func validPath(of serverTrust: inout ServerTrust) throws(Refusal) -> VerifiedPath? {
        let isAllowed =
            allowInvalidCertificates && version.allowsInvalid.contains(sslPinningMode)
        guard version.evaluatesTrust.contains(sslPinningMode), !isAllowed,
            checks.contains(.afServerTrustIsValid)
        else {
            if version.evaluatesRegardless.contains(sslPinningMode) { _ = serverTrust.evaluate() }
            return nil
        }
        do {
            return try serverTrust.evaluateWithError()
        } catch {
            throw .no(error)
        }
    }

    /// Compares the subject summary with the domain, as 2.2.0 does in the pinning modes (line 308).
    private func compareSubjectSummary(
        of serverTrust: inout ServerTrust,
        with domain: ReferenceIdentity?
    ) throws(Refusal) {
        guard version.comparesSubjectSummary, checks.contains(.afSubjectSummary),
            validatesDomainName, let domain, let leaf = serverTrust.certificateChain.first
        else { return }
        let summary = AFSubjectSummary(of: leaf)
        guard summary.matches(domain.host) else {
            throw .no(.subjectMismatch(reference: domain.host, summary: summary.text))
        }
    }
}
