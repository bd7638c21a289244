import X509

// Rules of clients from before about 2012.
extension PathCheck {
    static let legacyBasicConstraints = PathCheck(
        "basic-constraints",
        about: "Every issuer is marked as a CA; an anchor of version 1 or 2, which cannot have "
            + "this mark, counts as a CA.",
        source: "RFC 5280 §6.1.4 (k)"
    ) { joining throws(Rejection) in
        let certificate = joining.certificate
        let isOldAnchor = joining.isAnchor && certificate.version < 3
        guard !joining.isEndEntity, !isOldAnchor,
            certificate.extensions.basicConstraints?.isCA != true
        else { return }
        throw Rejection.issuerNotCA(depth: joining.depth)
    }

    /// Returns the rule on extended key usage for the end entity only, as in RFC 5280 §4.2.1.12,
    /// which leaves anyExtendedKeyUsage to the application.
    ///
    /// Old browsers accepted the purposes of Server Gated Cryptography for servers.
    package static func looseExtendedKeyUsage(
        for purposes: [ObjectIdentifier],
        source: String = "RFC 5280 §4.2.1.12"
    ) -> PathCheck {
        PathCheck(
            "extended-key-usage",
            about: "An end entity's extended key usage lists the required purpose or "
                + "anyExtendedKeyUsage; for a server, a purpose of Server Gated Cryptography is "
                + "enough.",
            source: source
        ) { joining throws(Rejection) in
            guard joining.isEndEntity else { return }
            let gated: [ObjectIdentifier] = [
                .netscapeGatedCryptography, .microsoftGatedCryptography,
            ]
            for purpose in purposes {
                let accepted =
                    [purpose, .anyExtendedKeyUsage] + (purpose == .serverAuth ? gated : [])
                guard joining.certificate.states(anyOf: accepted) == false else { continue }
                throw Rejection.extendedKeyUsage(missing: purpose, depth: 0)
            }
        }
    }

    static let legacyCommonNameConstraints = commonNameConstraints(
        source: "RFC 6125 §6.4.4; RFC 5280 §4.2.1.10"
    ) { $0.commonNameAsHost.map { [$0] } ?? [] }

    /// Returns the rule `common-name-constraints`: DNS constraints also apply to some common names.
    ///
    /// - Parameters:
    ///   - source: the document or code that states the rule.
    ///   - takesLeadingDots: whether the client gives a leading dot of a constraint a meaning.
    ///   - bindsIssuers: whether the common names of issuers count too.
    ///   - names: the common names of a certificate that are used as DNS names.
    /// - Returns: the rule.
    static func commonNameConstraints(
        source: String,
        takesLeadingDots: Bool = false,
        bindsIssuers: Bool = false,
        names: @escaping @Sendable (Certificate) -> [ArraySlice<UInt8>]
    ) -> PathCheck {
        PathCheck(
            "common-name-constraints",
            about:
                "A common name that is used as a DNS name is within the DNS name constraints of "
                + "each issuer above.",
            source: source
        ) { joining throws(Rejection) in
            // If a client uses a common name as a DNS name, the constraints must cover that name;
            // otherwise a CA can evade them.
            guard let constraints = joining.certificate.extensions.nameConstraints else { return }
            let rules = try ConstraintRules(
                constraints,
                of: joining.certificate,
                depth: joining.depth,
                takesLeadingDots: takesLeadingDots
            )
            for (depth, certificate) in joining.below.enumerated()
            where depth == 0 || bindsIssuers && !certificate.isSelfIssued {
                for name in names(certificate) {
                    let place = name.startIndex..<name.endIndex
                    try rules.judge(.dns(place), of: certificate, depth: depth)
                }
            }
        }
    }
}
