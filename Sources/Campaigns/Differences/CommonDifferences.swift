import Basics
import PathValidation

// Differences that several libraries share; each is listed under the library's name.
extension KnownDifference<ChainDifference> {
    /// The defects that put policies in a critical extension.
    static let criticalPolicies = [
        "policy-kept", "policy-mapped", "any-policy", "policy-inhibitions", "policy-required-late",
        "critical-policies", "policy-lost", "policy-required", "policy-mapped-elsewhere",
        "mapping-inhibited", "any-policy-inhibited", "any-policy-mapped",
        "policy-constraints-of-server",
    ]

    /// The defects by which a certificate is not a CA.
    ///
    /// A library may accept an anchor that is not a CA.
    static let lackOfCA = [
        "version-1", "v1", "drop-basic-constraints", "drop extensions", "drop extensions[0]",
    ]

    /// The groups of defects in the encoding and form of certificates.
    static let formGroups = [Defect.ofMutations, Defect.ofEncodings, Defect.ofNames]

    /// The defects of other groups that are in the body of an extension.
    static let oddBodies = [
        "extension-out-of-form", "bad-address", "policy-twice", "empty-policy-constraints",
        "any-policy-mapped", "policy-constraints-of-server", "every-key-usage",
    ]

    /// The defects that add a name constraint that RFC 5280 forbids.
    static let oddConstraints = [
        "permitted-below-dot", "excluded-below-dot", "wildcard-constraint", "mask-with-holes",
        "constrained-server",
    ]

    /// Returns the differences in which a library checks form less strictly than `reference`.
    ///
    /// - Parameter library: the name of the library in texts.
    /// - Returns: one known difference for each kind of form.
    static func laxForm(of library: String) -> [KnownDifference] {
        [
            KnownDifference(
                "malformed issuers",
                .laxer,
                "RFC 5280 §4.1 requires DER (X.690 §10 and §11). \(library) decodes issuers with "
                    + "another encoding; the reference policy ignores them."
            ) {
                [.unknownIssuer, .malformed].contains($0.ours) && $0.lacksIssuers
                    && $0.isOf(groups: formGroups + [Defect.ofIdentifiers])
            },
            KnownDifference(
                "malformed certificates",
                .laxer,
                "\(library) accepts encodings, serial numbers, versions, names and times that RFC "
                    + "5280 §4.1 and X.690 §10 and §11 forbid."
            ) { $0.ours == .malformed && $0.isOf(groups: formGroups) },
            KnownDifference(
                "malformed extension bodies",
                .laxer,
                "\(library) accepts extension bodies that RFC 5280 §4.2.1 forbids: empty lists, "
                    + "repeated policies, addresses of length 0, and everything in extensions that "
                    + "it does not read."
            ) {
                // `reference` decodes keyCertSign without cA, and then rejects it as nonconforming.
                [.badExtension, .nonconforming].contains($0.ours)
                    && $0.isOf(oddBodies, groups: formGroups)
            },
            KnownDifference(
                "invalid name constraints",
                .laxer,
                "\(library) accepts a leading period in constraints on DNS names, masks with "
                    + "holes, and constraints in server certificates (RFC 5280 §4.2.1.10)."
            ) { $0.ours == .badNameConstraint && $0.isOf(oddConstraints) },
            KnownDifference(
                "a common name as host",
                .laxer,
                "\(library) compares the common name if there is no DNS name; RFC 9525 §2 has no "
                    + "such rule."
            ) {
                [.noIdentity, .nameMismatch, .ipMismatch].contains($0.ours)
                    && $0.has(
                        "common-name-alone",
                        "common-name-beside",
                        "common-name-beside-mail",
                        "common-name-address",
                        "no-names"
                    )
            },
            KnownDifference(
                "any purpose, or a wrong one in an issuer",
                .laxer,
                "\(library) accepts anyExtendedKeyUsage for serverAuth, or does not check the "
                    + "purposes of issuers (CA/B Forum BR §7.1.2.7.10; RFC 5280 §4.2.1.12 lets the "
                    + "application decide)."
            ) {
                $0.ours == .extendedKeyUsage
                    && $0.has("any-purpose", "issuer-of-other-purpose", "constrained-twin")
            },
        ]
    }

    /// Returns the known difference for a library that rejects because of certificates outside the
    /// path that `reference` accepts.
    static func onePath(of library: String) -> KnownDifference {
        KnownDifference(
            "one path",
            .stricter,
            "\(library) accepts the same path if the server sends no other certificates. The "
                + "library builds only one path, or also checks other sent certificates or "
                + "certificates above the anchor. RFC 4158 §2.4 says to try other paths, and by "
                + "RFC 5280 §6.1 a path ends at its anchor."
        ) { $0.isOfAnotherPath }
    }

    /// Returns the known difference for a library that compares names by their encoding.
    static func spelling(of library: String, says words: String...) -> KnownDifference {
        KnownDifference(
            "names in another spelling",
            .stricter,
            "\(library) compares names byte by byte; RFC 5280 §7.1 ignores case, repeated spaces "
                + "and the string type."
        ) { $0.has("spelled-issuer-name", "printable-issuer-name") && $0.says(words) }
    }

    /// Returns the known difference about a certificate's DNS name that ends with a dot.
    static func dotAfterName(of library: String) -> KnownDifference {
        KnownDifference(
            "a dot after a name",
            .laxer,
            "\(library) matches a DNS name that ends in a dot with a host that ends in a dot; a "
                + "dNSName "
                + "never ends in a dot (RFC 5280 §4.2.1.6, RFC 1034 §3.5)."
        ) { $0.ours == .nameMismatch && $0.has("dot-in-certificate") }
    }

    /// Returns the known difference about a wildcard right below a top-level domain.
    static func wildcardsHighUp(of library: String) -> KnownDifference {
        KnownDifference(
            "wildcards below top-level domains",
            .laxer,
            right: .both,
            "\(library) lets * match every name of a top-level domain; RFC 6125 §7.2 lets the "
                + "client decide how high a wildcard may be."
        ) { $0.ours == .nameMismatch && $0.has("wildcard-too-high") }
    }

    /// Returns the known difference about a wildcard that covers an excluded name.
    static func wildcards(of library: String) -> KnownDifference {
        KnownDifference(
            "wildcards under exclusions",
            .laxer,
            "\(library) compares * like any other label; a wildcard matches names that RFC 5280 "
                + "§4.2.1.10 excludes."
        ) { $0.isWildcardUnderExclusion }
    }

    /// Returns the known difference about a reference host that ends with a dot.
    static func dotAfterHost(of library: String, says word: String) -> KnownDifference {
        KnownDifference(
            "a dot after the host",
            .stricter,
            "\(library) compares the host as given; a dot at its end marks the name as absolute "
                + "and is not part of it (RFC 6066 §3)."
        ) { $0.has("trailing-dot") && $0.says(word) }
    }

    /// Returns the known difference about anchors with a defect that path validation ignores in an
    /// anchor.
    static func oddAnchors(of library: String, says words: String...) -> KnownDifference {
        KnownDifference(
            "fields of anchors",
            .stricter,
            right: .both,
            "\(library) refuses an anchor with a defective field; RFC 5280 §6.1.1 (d) uses only "
                + "the anchor's name and key, and the reference policy little more."
        ) { $0.says(words) && $0.has(oddInAnchors, at: $0.anchors) }
    }

    /// The defects that path validation ignores in an anchor.
    private static let oddInAnchors = [
        "empty-signature", "break-signature", "forged-field", "negative-serial", "long-serial",
        "zero-serial", "unknown-signature-algorithm", "other-issuer-name", "weak-digest",
        "length-without-authority", "v1-with-extensions",
    ]

    /// Returns the known difference about common names in certificates without alternative names.
    static func commonNames(of library: String, says words: String...) -> KnownDifference {
        KnownDifference(
            "common names under constraints",
            .stricter,
            "Without a dNSName, \(library) applies constraints on DNS names to the common name; "
                + "RFC 5280 §4.2.1.10 applies them to alternative names."
        ) { $0.says(words) && $0.has("common-name-under-constraints") }
    }

    /// Returns the known difference about critical extensions on policies.
    static func policies(of library: String, says word: String) -> KnownDifference {
        KnownDifference(
            "policies",
            .stricter,
            right: .both,
            "\(library) does not process policies, and refuses critical extensions that it does "
                + "not process, as RFC 5280 §4.2 says; the reference policy processes them (§6.1)."
        ) { difference in
            difference.says(word)
                && difference.has(criticalPolicies)
        }
    }
}
