import X509

/// A rule that a certificate breaks.
package struct Breach: Hashable, Sendable {
    /// The rule's name.
    package let rule: String
    /// The section that states the rule.
    package let source: String
    /// The rejection; its depth identifies the certificate at fault.
    package let rejection: Rejection
    /// Whether the authority only recommends the rule.
    package let isRemark: Bool
}

extension PathProfile {
    /// Returns every rule that a certificate breaks, including rules on issuance, in the order of
    /// evaluation and with every reason.
    ///
    /// Path validation stops at the first broken rule; this function continues.
    ///
    /// A reason is not reported if it only follows from an extension that does not decode. Rules on
    /// identity and revocation are not evaluated, but a TLS feature extension (must-staple) that
    /// does not decode is reported. A self-issued certificate counts as a trust anchor, and the
    /// anchor of a chain as a system anchor.
    ///
    /// - Parameters:
    ///   - certificate: the certificate to check.
    ///   - below: the certificates from the end entity up to the certificate that `certificate`
    ///     issued. If it is empty, basicConstraints decides whether `certificate` is checked as an
    ///     issuer.
    ///   - purposes: the required extended key usages.
    ///   - verifyDate: the time at which validity is checked; if nil, notBefore must only precede
    ///     notAfter.
    ///   - cache: the cache of keys and signatures, shared across calls.
    /// - Returns: the broken rules; empty if no rule is broken.
    package func breaches(
        of certificate: Certificate,
        below: [Certificate] = [],
        purposes: [ObjectIdentifier] = [.serverAuth],
        at verifyDate: Instant? = nil,
        cache: SignatureCache = .shared
    ) -> [Breach] {
        var joining = Joining(
            certificate: certificate,
            below: below[...],
            isAnchor: certificate.isSelfIssued,
            identity: nil,
            verifyDate: verifyDate ?? certificate.validity.notBefore,
            asksRevocation: true,
            cache: cache,
            budget: Budget(),
            isLoneIssuer: below.isEmpty
                && certificate.extensions.basicConstraints?.isCA == true
        )
        let checks = checks(for: purposes)
        var breaches = (checks + issuance).flatMap { joining.breaches(of: $0, self, checks) }
        breaches += joining.undecodablePromise(self, checks)
        breaches += remarks.flatMap { joining.breaches(of: $0, self, checks, isRemark: true) }
        let broken = Set(
            certificate.bodyFaults.map { certificate.identifier(at: $0.extension.identifier) }
        )
        var seen: Set<Rejection> = []
        return breaches.filter { breach in
            broken.isDisjoint(with: breach.rejection.grounds)
                // Several rules may require that the same extension decodes.
                && (breach.rejection.code != .badExtension
                    || seen.insert(breach.rejection).inserted)
        }
    }
}

extension Joining {
    /// Returns the reasons that one rule reports.
    fileprivate mutating func breaches(
        of check: PathCheck,
        _ profile: PathProfile,
        _ checks: [PathCheck],
        isRemark: Bool = false
    ) -> [Breach] {
        // Each rule has a budget of its own, so that no rule pays for the rules before it.
        budget = Budget()
        rejections = []
        do throws(Rejection) {
            switch check.judgement {
            case .joining(let judge): try judge(&self)
            case .linked(let judge):
                guard !below.isEmpty else { return [] }
                var link = Link(
                    path: below + [certificate],
                    depth: below.count - 1,
                    cache: cache,
                    budget: budget
                )
                try judge(&link)
            case .reached(let judge):
                guard !isLoneIssuer else { return [] }
                var reached = reachedAnchor(profile, checks)
                try judge(&reached)
            }
        } catch {
            rejections?.append(error)
        }
        return (rejections ?? []).map { rejection in
            Breach(
                rule: check.name,
                source: check.source,
                rejection: rejection,
                isRemark: isRemark
            )
        }
    }

    /// Returns the certificates as a path that ends at this certificate.
    private func reachedAnchor(_ profile: PathProfile, _ checks: [PathCheck]) -> ReachedAnchor {
        ReachedAnchor(
            certificates: below + [certificate],
            anchorClass: .system,
            checks: checks,
            policyInputs: PolicyInputs(),
            revocation: .off,
            pool: CertificatePool(anchors: [certificate], served: []),
            decoding: profile.decoding,
            cache: cache,
            authorities: PathValidator(anchors: [certificate], checks: checks, cache: cache),
            verifyDate: verifyDate,
            budget: budget
        )
    }

    /// Returns the violation by a list of TLS features that does not decode, if the profile's
    /// revocation rules read the list.
    fileprivate func undecodablePromise(
        _ profile: PathProfile,
        _ checks: [PathCheck]
    ) -> [Breach] {
        guard let check = checks.first(where: { $0.name == PathCheck.revocation.name }),
            profile.revocationChecks.contains(where: { $0.name == RevocationCheck.mustStaple.name })
        else { return [] }
        do throws(DERError) {
            _ = try certificate.tlsFeatures()
            return []
        } catch {
            return [
                Breach(
                    rule: check.name,
                    source: check.source,
                    rejection: .badExtension(.tlsFeature, error, depth: depth),
                    isRemark: false
                )
            ]
        }
    }
}

extension Rejection {
    /// The extensions that must decode before this reason can hold.
    fileprivate var grounds: [ObjectIdentifier] {
        switch self {
        case .issuerNotCA, .pathLength: [.basicConstraints]
        case .keyUsage: [.keyUsage]
        case .extendedKeyUsage: [.extendedKeyUsage]
        case .badNameConstraint: [.nameConstraints, .basicConstraints]
        case .nonconforming(let what, _): what.grounds
        default: []
        }
    }
}

extension Nonconformance {
    fileprivate var grounds: [ObjectIdentifier] {
        switch self {
        case .missing(let identifier): [identifier]
        case .pathLength, .signingWithoutAuthority: [.basicConstraints, .keyUsage]
        case .commonName, .mailboxInSubject: [.subjectAlternativeName]
        case .noConsistentPurpose: [.keyUsage, .extendedKeyUsage]
        case .foreignKeyIdentifier: [.subjectKeyIdentifier, .authorityKeyIdentifier]
        case .extensionOfAuthorities: [.basicConstraints]
        case .unstatedMapping: [.certificatePolicies, .policyMappings]
        default: []
        }
    }
}
