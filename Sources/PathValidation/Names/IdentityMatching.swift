import X509

// Comparison of presented identifiers with the reference identity (RFC 9525 §6).

/// The options in which profiles and protocols differ when they compare names.
package struct IdentityMatching: Sendable {
    /// The names that a wildcard matches.
    package enum Wildcards: Sendable {
        /// The whole left-most label, above at least two other labels, so that no wildcard covers a
        /// top-level domain (RFC 9525 §6.3; §7.1 leaves other public suffixes out of scope).
        case wholeLabel
        /// The whole left-most label, but not directly below a registry's suffix.
        ///
        /// Chromium applies this rule (net/cert/x509_certificate.cc) without the private domains of
        /// the Public Suffix List, since their owners may have certificates for all customers.
        /// Apple does the same (Security-61901.0.87.0.1 SecPolicyLeafCallbacks.c, SecDNSIsTLD).
        case wholeLabelBelowRegistries
        /// A label, or part of a label, anywhere except at the end (RFC 2818 §3.1); never part of
        /// an A-label (RFC 6125 §6.4.3).
        case anyPart
        /// A wildcard matches no name: each label must be equal (RFC 5922 §7.2).
        case none
    }

    package var wildcards: Wildcards
    /// Whether the most specific common name is compared if the certificate has no DNS name (RFC
    /// 2818 §3.1, RFC 6125 §6.4.4); RFC 9525 §2 forbids that.
    package var readsCommonName: Bool
    /// The rule of the client's protocol.
    private var rule = NameRule.rfc9525

    /// Makes the comparison of RFC 9525 with the given differences.
    package init(wildcards: Wildcards = .wholeLabel, readsCommonName: Bool = false) {
        (self.wildcards, self.readsCommonName) = (wildcards, readsCommonName)
    }

    /// Makes the comparison of a protocol; no wildcard covers a registry's names.
    package init(by rule: NameRule) {
        self.init(
            wildcards: rule == .rfc5922 ? .none : .wholeLabelBelowRegistries,
            readsCommonName: [.rfc4513, .rfc5922, .rfc7817].contains(rule)
        )
        self.rule = rule
    }

    /// The comparison that ignores common names, and wildcards directly below a registry's suffix.
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
            guard presented.contains(where: { name.matches($0.host, $0.wildcards) }) else {
                throw Rejection.nameMismatch(
                    reference: reference,
                    presented: presented.map { String(decoding: $0.text, as: UTF8.self) }
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

    /// A name of a certificate, and the host in it.
    private struct PresentedName {
        let text, host: ArraySlice<UInt8>
        let wildcards: Wildcards
    }

    private func presentedNames(of certificate: Certificate) throws(Rejection) -> [PresentedName] {
        let isRead = certificate.extensions.subjectAlternativeNames != nil
        // A list that does not decode may contain DNS names, and common names do not count if there
        // are DNS names.
        let isAbsent = certificate.extension(.subjectAlternativeName) == nil
        let presented = alternativeNames(of: certificate)
        if readsCommonName, isAbsent || isRead && rule != .rfc5922, presented.isEmpty,
            let name = certificate.commonNameAsHost
        {
            return [PresentedName(text: name, host: name, wildcards: wildcards)]
        }
        guard isRead else { throw Rejection.noIdentity }
        return presented
    }

    private func alternativeNames(of certificate: Certificate) -> [PresentedName] {
        let uris = rule == .rfc5922 ? certificate.sipURIs : []
        guard uris.isEmpty else {
            return uris.map { PresentedName(text: $0.uri, host: $0.host, wildcards: .none) }
        }
        var names = certificate.dnsNames.map {
            PresentedName(text: $0, host: $0, wildcards: wildcards)
        }
        for name in certificate.serviceNames where rule.services.contains(name.service) {
            // Mail has wildcards only in DNS names and common names (RFC 7817 §3).
            let wildcards = rule == .rfc7817 ? Wildcards.none : wildcards
            names.append(PresentedName(text: name.text, host: name.host, wildcards: wildcards))
        }
        if rule == .rfc6120 {
            names += certificate.xmppAddresses.map {
                PresentedName(text: $0, host: $0, wildcards: .none)
            }
        }
        return names
    }
}
