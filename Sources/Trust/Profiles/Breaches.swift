import PKIX

/// A rule that certificates break.
package struct Breach: Hashable, Sendable {
    /// The rule's name.
    package let rule: String
    /// The rule's place.
    package let source: String
    /// What broke it; its depth tells whose fault it is.
    package let rejection: Rejection
}

extension PathProfile {
    /// Every rule that a certificate breaks, in the order they are asked, where path validation
    /// would stop at the first.
    ///
    /// Rules that take a whole path to an anchor, a name that was meant, or the status of
    /// certificates are not asked. Whoever names itself as its issuer is taken for a trust anchor.
    ///
    /// - Parameters:
    ///   - certificate: the one that is judged.
    ///   - below: the certificates from the end entity up to the one that it issued, by their
    ///     names; with none of them a certificate is judged as what its basicConstraints make of
    ///     it.
    ///   - purposes: the extended key usages that it must be good for.
    ///   - verifyDate: when validity is judged; nil judges the order of its ends alone.
    ///   - cache: shared by whoever judges many.
    /// - Returns: none for a certificate that is sound.
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
