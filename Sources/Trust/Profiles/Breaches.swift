import PKIX

/// A rule that certificates break.
package struct Breach: Hashable, Sendable {
    /// The rule's name.
    package let rule: String
    /// The section that states the rule.
    package let source: String
    /// The rejection; its depth tells which certificate is at fault.
    package let rejection: Rejection
}

extension PathProfile {
    /// Every rule that a certificate breaks, in the order of evaluation.
    ///
    /// Path validation stops at the first.
    ///
    /// Rules on whole paths, on the identity and on revocation are left out. A self-issued
    /// certificate counts as a trust anchor.
    ///
    /// - Parameters:
    ///   - certificate: the one that is judged.
    ///   - below: the certificates from the end entity up to the one that `certificate` issued. If
    ///     it is empty, basicConstraints decides whether `certificate` is judged as an issuer.
    ///   - purposes: the required extended key usages.
    ///   - verifyDate: when validity is judged; nil only requires that notBefore precedes notAfter.
    ///   - cache: shared across calls.
    /// - Returns: the broken rules; empty for a sound certificate.
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
        return checks(for: purposes).compactMap { check in
            joining.rejection(by: check).map { rejection in
                Breach(rule: check.name, source: check.source, rejection: rejection)
            }
        }
    }
}

extension Joining {
    /// The rejection by one rule; nil if the certificate passes, or the rule takes a whole path.
    fileprivate mutating func rejection(by check: PathCheck) -> Rejection? {
        // Each rule has a budget of its own, so that no rule pays for those before it.
        budget = Budget()
        do throws(Rejection) {
            switch check.judgement {
            case .joining(let judge): try judge(&self)
            case .linked(let judge):
                guard !below.isEmpty else { return nil }
                var link = Link(
                    path: below + [certificate],
                    depth: below.count - 1,
                    cache: cache,
                    budget: budget
                )
                try judge(&link)
            case .reached: break
            }
            return nil
        } catch {
            return error
        }
    }
}
