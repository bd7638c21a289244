import PKIX

// Who the certificate says it is, against whom the relying party meant (RFC 9525 §6).

/// How presented names are compared, where authorities differ.
package struct IdentityMatching: Sendable {
    /// What a wildcard may stand for.
    package enum Wildcards: Sendable {
        /// The left-most label, whole, above at least two others, so that no top-level domain's
        /// names are covered (RFC 9525 §6.3, which leaves other public suffixes out of its scope,
        /// §7.1).
        case wholeLabel
        /// The same, and what is above is no registry's either: Chromium's rule
        /// (net/cert/x509_certificate.cc, which leaves out the list's private domains, since an
        /// owner may well have certificates for all its customers) and Apple's
        /// (Security-61901.0.87.0.1 SecPolicyLeafCallbacks.c, SecDNSIsTLD).
        case wholeLabelBelowRegistries
        /// A label or part of one, wherever it stands but at the end (RFC 2818 §3.1); never part of
        /// an A-label (RFC 6125 §6.4.3).
        case anyPart
    }

    package var wildcards: Wildcards
    /// Whether the most specific common name counts where no DNS name stands (RFC 2818 §3.1, RFC
    /// 6125 §6.4.4); RFC 9525 §2 has it as text for people.
    package var readsCommonName: Bool

    /// RFC 9525's comparison, but for what is said.
    package init(wildcards: Wildcards = .wholeLabel, readsCommonName: Bool = false) {
        (self.wildcards, self.readsCommonName) = (wildcards, readsCommonName)
    }

    /// No common name, and no wildcard for a registry's names.
    package static let belowRegistries = IdentityMatching(wildcards: .wholeLabelBelowRegistries)

    /// Requires that `certificate` presents `identity`.
    package func require(
        _ identity: ReferenceIdentity,
        of certificate: Certificate
    ) throws(Rejection) {
        switch identity {
        case .dns(let reference):
            guard let name = ReferenceName(reference) else {
                throw Rejection.badNameSyntax(reference)
            }
            let presented = try presentedNames(of: certificate)
            guard presented.contains(where: { name.matches($0, wildcards) }) else {
                throw Rejection.nameMismatch(
                    reference: reference,
                    presented: presented.map { String(decoding: $0, as: UTF8.self) }
                )
            }
        case .ip(let reference):
            guard reference.count == 4 || reference.count == 16 else {
                throw Rejection.badNameSyntax(reference.hex)
            }
            guard certificate.extensions.subjectAlternativeNames != nil else {
                throw Rejection.noIdentity
            }
            let presented = certificate.addresses
            guard presented.contains(reference) else {
                throw Rejection.ipMismatch(reference: reference, presented: presented)
            }
        }
    }

    private func presentedNames(
        of certificate: Certificate
    ) throws(Rejection) -> [ArraySlice<UInt8>] {
        let presented = certificate.dnsNames
        let isRead = certificate.extensions.subjectAlternativeNames != nil
        // In a list that does not decode there may be DNS names, beside which no common name counts.
        let isAbsent = certificate.extension(.subjectAlternativeName) == nil
        if readsCommonName, isRead || isAbsent, presented.isEmpty,
            let name = certificate.commonNameAsHost
        {
            return [name]
        }
        guard isRead else { throw Rejection.noIdentity }
        return presented
    }
}
