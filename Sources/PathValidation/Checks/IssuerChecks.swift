import X509

// Rules on the right to issue certificates and on the purposes of certificates.
extension PathCheck {
    package static let basicConstraints = PathCheck(
        "basic-constraints",
        about: "Every issuer is marked as a CA.",
        source: "RFC 5280 §6.1.4 (k)"
    ) { joining throws(Rejection) in
        // This rule includes anchors, though RFC 5280 §6.1.1 (d) takes only their name and key. The
        // reason is that the anchor may be a pinned end entity, whose key must not issue. A version
        // 1 root cannot say that it is a CA and is rejected; public stores have no such root left.
        guard !joining.isEndEntity,
            joining.certificate.extensions.basicConstraints?.isCA != true
        else { return }
        throw Rejection.issuerNotCA(depth: joining.depth)
    }

    package static let pathLength = PathCheck(
        "path-length",
        about: "The path below an issuer has no more intermediates than its path length "
            + "constraint allows; self-issued intermediates do not count.",
        source: "RFC 5280 §6.1.4 (l), (m)"
    ) { joining throws(Rejection) in
        guard !joining.isEndEntity,
            let limit = joining.certificate.extensions.basicConstraints?.pathLength
        else { return }
        let intermediates = joining.below.dropFirst().count { !$0.isSelfIssued }
        guard intermediates > limit else { return }
        throw Rejection.pathLength(limit: limit, depth: joining.depth)
    }

    package static let keyUsage = PathCheck(
        "key-usage",
        about: "An issuer's key usage, if present, allows signing certificates.",
        source: "RFC 5280 §6.1.4 (n)"
    ) { joining throws(Rejection) in
        guard !joining.isEndEntity,
            joining.certificate.extensions.keyUsage?.contains(.keyCertSign) == false
        else { return }
        throw Rejection.keyUsage(missing: .keyCertSign, depth: joining.depth)
    }

    package static let signingAuthority = PathCheck(
        "signing-authority",
        about: "A certificate whose key may sign certificates is marked as a CA.",
        source: "RFC 5280 §4.2.1.3, §4.2.1.9"
    ) { joining throws(Rejection) in
        let extensions = joining.certificate.extensions
        guard extensions.basicConstraints?.isCA != true,
            extensions.keyUsage?.contains(.keyCertSign) == true
        else { return }
        throw joining.nonconforming(.signingWithoutAuthority)
    }

    package static let handshakeKeyUsage = handshakeKeyUsage(.digitalSignature)

    /// Returns the rule for the key usage of a handshake: digitalSignature, or keyEncipherment with
    /// RSA key exchange.
    package static func handshakeKeyUsage(_ needed: KeyUsageBit) -> PathCheck {
        PathCheck(
            "handshake-key-usage",
            about: "The end entity's key usage, if present, allows what the handshake needs: "
                + "signing or, before TLS 1.3, decrypting a secret.",
            source: "RFC 8446 §4.4.2.2; RFC 5246 §7.4.2"
        ) { joining throws(Rejection) in
            guard joining.isEndEntity, let usage = joining.certificate.extensions.keyUsage,
                !usage.contains(needed)
            else { return }
            throw Rejection.keyUsage(missing: needed, depth: 0)
        }
    }

    package static let extendedKeyUsage = extendedKeyUsage(for: [.serverAuth])

    /// Returns the rule `extended-key-usage` for these purposes.
    ///
    /// - Parameters:
    ///   - purposes: the purposes that a certificate must all have.
    ///   - acceptingAny: whether anyExtendedKeyUsage in an end entity counts as every purpose (RFC
    ///     5280 §4.2.1.12 leaves that to the application).
    /// - Returns: the rule, under the same name for all purposes.
    package static func extendedKeyUsage(
        for purposes: [ObjectIdentifier],
        acceptingAny: Bool = false
    ) -> PathCheck {
        PathCheck(
            "extended-key-usage",
            about: "An extended key usage lists the required purpose (by default serverAuth); "
                + "the extended key usage of an issuer may list anyExtendedKeyUsage instead.",
            source: "RFC 5280 §4.2.1.12; CA/B Forum BR §7.1.2.7.10"
        ) { joining throws(Rejection) in
            let certificate = joining.certificate
            guard let stated = certificate.extensions.extendedKeyUsage else { return }
            func states(_ purpose: ObjectIdentifier) -> Bool {
                stated.contains { certificate.der[$0].elementsEqual(purpose.content) }
            }
            // RFC 5280 requires the purposes only of the end entity; every browser applies the rule
            // to issuers too.
            let isAny = (acceptingAny || !joining.isEndEntity) && states(.anyExtendedKeyUsage)
            guard !isAny, let missing = purposes.first(where: { !states($0) }) else { return }
            throw Rejection.extendedKeyUsage(missing: missing, depth: joining.depth)
        }
    }

    package static let nameConstraints = PathCheck(
        "name-constraints",
        about: "The names of every certificate are within the name constraints of each issuer "
            + "above it; only CA certificates have name constraints.",
        source: "RFC 5280 §6.1.3 (b), (c), §4.2.1.10"
    ) { joining throws(Rejection) in
        guard let constraints = joining.certificate.extensions.nameConstraints else { return }
        // "MUST be used only in a CA certificate."
        guard joining.certificate.extensions.basicConstraints?.isCA == true else {
            throw Rejection.badNameConstraint(depth: joining.depth)
        }
        try joining.judgeNames(by: constraints)
    }
}

extension Joining {
    /// Requires that the names of every certificate below the joining certificate obey
    /// `constraints`.
    mutating func judgeNames(
        by constraints: NameConstraints,
        takesLeadingDots: Bool = false
    ) throws(Rejection) {
        let rules = try ConstraintRules(
            constraints,
            of: certificate,
            depth: depth,
            takesLeadingDots: takesLeadingDots
        )
        for (depth, certificate) in below.enumerated() {
            // Self-issued certificates are exempt, except the end entity (§6.1.3 (b)).
            guard depth == 0 || !certificate.isSelfIssued else { continue }
            for name in try rules.names(of: certificate, budget: &budget) {
                do throws(Rejection) {
                    try rules.judge(name, of: certificate, depth: depth)
                } catch {
                    try report(error)
                }
            }
        }
    }
}

extension Certificate {
    /// Whether extKeyUsage contains one of `purposes`; nil without the extension.
    func states(anyOf purposes: [ObjectIdentifier]) -> Bool? {
        extensions.extendedKeyUsage.map { stated in
            stated.contains { place in
                purposes.contains { der[place].elementsEqual($0.content) }
            }
        }
    }
}
