import PKIX

/// A published policy on certificate timestamps.
package enum TransparencyPolicy: String, CaseIterable, Hashable, Sendable {
    /// Timestamps are not looked at.
    case off
    /// "Chrome Certificate Transparency Policy" (googlechrome.github.io/CertificateTransparency).
    case chromium
    /// "Apple's Certificate Transparency policy" (support.apple.com/103214).
    case apple

    /// Requires that timestamps which hold are as many, and of such logs, as the policy wants.
    ///
    /// - Parameters:
    ///   - timestamps: those that hold.
    ///   - certificate: the one that they are of.
    /// - Throws: `TransparencyGap`, by the rules on timestamps in the certificate.
    ///
    /// Both policies take timestamps in the certificate, by rules of their own, or those that come
    /// otherwise. That one log in each set follows RFC 6962 goes without saying: all of ours do.
    package func require(
        _ timestamps: [CountedTimestamp],
        of certificate: Certificate
    ) throws(TransparencyGap) {
        guard !satisfiesOutside(timestamps) else { return }
        let embedded = timestamps.filter(\.isEmbedded)
        let required = requiredInside(certificate)
        let logs = Set(embedded.map(\.log))
        guard logs.count >= required else { throw .tooFew(logs.count, of: required) }
        // Apple counts one timestamp of an operator among two and two among three, so that there
        // are two operators in both.
        guard Set(logs.map(\.operatedBy)).count >= 2 else { throw .oneOperator }
        guard logs.contains(where: \.isApproved) else { throw .noApprovedLog }
    }

    /// Whether timestamps that came in the handshake or in an OCSP response are enough.
    private func satisfiesOutside(_ timestamps: [CountedTimestamp]) -> Bool {
        let approved = timestamps.filter(\.log.isApproved)
        let outside = approved.filter { !$0.isEmbedded }
        switch self {
        case .off: return true
        case .chromium: return Set(outside.map(\.log.operatedBy)).count >= 2
        // One of the two may be in the certificate, and operators do not matter.
        case .apple: return !outside.isEmpty && Set(approved.map(\.log)).count >= 2
        }
    }

    /// How many logs must have promised a certificate that bears the timestamps itself.
    private func requiredInside(_ certificate: Certificate) -> Int {
        let validity = certificate.validity
        let (span, overflow) = validity.notAfter.seconds
            .subtractingReportingOverflow(validity.notBefore.seconds)
        // Apple counts the last second too (RFC 5280 §4.1.2.5); Chromium subtracts the dates
        // (components/certificate_transparency/chrome_ct_policy_enforcer.cc).
        let limit: Int64 = self == .apple ? 180 * 86_400 - 1 : 180 * 86_400
        return overflow || span > limit ? 3 : 2
    }
}
