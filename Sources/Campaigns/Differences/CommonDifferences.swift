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

    /// The defects that stop a certificate from being a CA; an anchor may be exempt.
    static let lackOfAuthority = [
        "version-1", "v1", "drop-basic-constraints", "drop extensions", "drop extensions[0]",
    ]

    /// The groups of defects in encoding and form.
    static let formGroups = [Defect.ofMutations, Defect.ofEncodings, Defect.ofNames]

    /// The defects of other groups that are in the body of an extension.
    static let oddBodies = [
        "extension-out-of-form", "bad-address", "policy-twice", "empty-policy-constraints",
        "any-policy-mapped", "policy-constraints-of-server", "every-key-usage",
    ]

    /// The defects that are constraints without effect.
    static let oddConstraints = [
        "permitted-below-dot", "excluded-below-dot", "wildcard-constraint", "mask-with-holes",
        "constrained-server",
    ]

    /// The differences in which a library checks form less strictly than we do.
    ///
    /// - Parameter library: the name in texts.
    /// - Returns: a class for each kind of form.
    static func laxForm(of library: String) -> [KnownDifference] {
        [
            KnownDifference(
                "issuers out of form",
                .laxer,
                "\(library) decodes issuers that are not DER of RFC 5280 §4.1 (X.690 §10, §11); we "
                    + "do without them."
            ) {
                [.unknownIssuer, .malformed].contains($0.ours) && $0.lacksIssuers
                    && $0.isOf(groups: formGroups + [Defect.ofIdentifiers])
            },
            KnownDifference(
                "certificates out of form",
                .laxer,
                "\(library) takes encodings, serial numbers, versions, names and times that RFC "
                    + "5280 §4.1 and X.690 §10 and §11 rule out."
            ) { $0.ours == .malformed && $0.isOf(groups: formGroups) },
            KnownDifference(
                "bodies of extensions out of form",
                .laxer,
                "\(library) takes bodies that RFC 5280 §4.2.1 rules out: empty lists, policies "
                    + "that stand there twice, addresses of no length, what it does not read at "
                    + "all."
            ) {
                // keyCertSign without cA decodes, and is refused by a rule.
                [.badExtension, .nonconforming].contains($0.ours)
                    && $0.isOf(oddBodies, groups: formGroups)
            },
            KnownDifference(
                "constraints without a meaning",
                .laxer,
                "\(library) takes a leading period in constraints on DNS names, masks with holes, "
                    + "and constraints in certificates of servers (RFC 5280 §4.2.1.10)."
            ) { $0.ours == .badNameConstraint && $0.isOf(oddConstraints) },
            KnownDifference(
                "a common name as host",
                .laxer,
                "\(library) compares the common name where there is no DNS name; RFC 9525 §2 knows "
                    + "no such."
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
                "any purpose, or another one above",
                .laxer,
                "\(library) takes anyExtendedKeyUsage for serverAuth, or does not look at the "
                    + "purposes of issuers (CA/B Forum BR §7.1.2.7.10; RFC 5280 §4.2.1.12 leaves "
                    + "it to who asks)."
            ) {
                $0.ours == .extendedKeyUsage
                    && $0.has("any-purpose", "issuer-of-other-purpose", "constrained-twin")
            },
        ]
    }

    /// Certificates outside the accepted path.
    static func onePath(of library: String) -> KnownDifference {
        KnownDifference(
            "one path",
            .stricter,
            "\(library) takes the path that we take where it is shown nothing else: it builds one "
                + "path and judges that, or what was served beside it or above its anchor. RFC 4158 "
                + "§2.4 asks to try the others, and by RFC 5280 §6.1 a path ends at its anchor."
        ) { $0.isOfAnotherPath }
    }

    /// Equal names with different encodings.
    static func spelling(of library: String, says words: String...) -> KnownDifference {
        KnownDifference(
            "names in another spelling",
            .stricter,
            "\(library) compares the bytes of names; RFC 5280 §7.1 compares letters and blanks as "
                + "people do, whatever the string type."
        ) { $0.has("spelled-issuer-name", "printable-issuer-name") && $0.says(words) }
    }

    /// A DNS name with a dot at its end.
    static func dotAfterName(of library: String) -> KnownDifference {
        KnownDifference(
            "a dot after a name",
            .laxer,
            "\(library) finds a DNS name with a dot at its end in a host that has one; no dNSName "
                + "has (RFC 5280 §4.2.1.6, RFC 1034 §3.5)."
        ) { $0.ours == .nameMismatch && $0.has("dot-in-certificate") }
    }

    /// A wildcard right below a top-level domain.
    static func wildcardsHighUp(of library: String) -> KnownDifference {
        KnownDifference(
            "wildcards below top-level domains",
            .laxer,
            right: .both,
            "\(library) lets * stand for every name of a top-level domain; RFC 6125 §7.2 leaves how "
                + "high it may stand to who compares."
        ) { $0.ours == .nameMismatch && $0.has("wildcard-too-high") }
    }

    /// A wildcard that covers an excluded name.
    static func wildcards(of library: String) -> KnownDifference {
        KnownDifference(
            "wildcards under exclusions",
            .laxer,
            "\(library) compares * as a label like others; a wildcard stands for names that RFC "
                + "5280 §4.2.1.10 excludes."
        ) { $0.isWildcardUnderExclusion }
    }

    /// A host with a dot at its end.
    static func dotAfterHost(of library: String, says word: String) -> KnownDifference {
        KnownDifference(
            "a dot after the host",
            .stricter,
            "\(library) compares a host as it is given; a dot at its end says that the name is "
                + "whole, and is no part of it (RFC 6066 §3)."
        ) { $0.has("trailing-dot") && $0.says(word) }
    }

    /// Anchors with a defect that path validation ignores in an anchor.
    static func oddAnchors(of library: String, says words: String...) -> KnownDifference {
        KnownDifference(
            "what an anchor says",
            .stricter,
            right: .both,
            "\(library) does not take such an anchor; RFC 5280 §6.1.1 (d) takes its name and its "
                + "key, and we not much more."
        ) { $0.says(words) && $0.has(oddInAnchors, at: $0.anchors) }
    }

    /// The defects that path validation ignores in an anchor.
    private static let oddInAnchors = [
        "empty-signature", "break-signature", "forged-field", "negative-serial", "long-serial",
        "zero-serial", "unknown-signature-algorithm", "other-issuer-name", "weak-digest",
        "length-without-authority", "v1-with-extensions",
    ]

    /// Common names of certificates without alternative names.
    static func commonNames(of library: String, says words: String...) -> KnownDifference {
        KnownDifference(
            "common names under constraints",
            .stricter,
            "Without a dNSName \(library) holds the common name against constraints on DNS names; "
                + "RFC 5280 §4.2.1.10 has them for alternative names."
        ) { $0.says(words) && $0.has("common-name-under-constraints") }
    }

    /// Critical extensions on policies.
    static func policies(of library: String, says word: String) -> KnownDifference {
        KnownDifference(
            "policies",
            .stricter,
            right: .both,
            "\(library) does not process policies, and refuses what it does not process where that "
                + "is critical, as RFC 5280 §4.2 has it; we process them (§6.1)."
        ) { difference in
            difference.says(word)
                && difference.has(criticalPolicies)
        }
    }
}
