import Basics
import Crypto
import Forge
import PathValidation
import X509

// Known differences of OpenSSL 3.0 that generated setups show and public vectors do not.
extension KnownDifference<ChainDifference> {
    static let ofOpenSSLInSetups: [KnownDifference] = [
        dotAfterName(of: "OpenSSL"),
        KnownDifference(
            "a dot after the host",
            .stricter,
            "OpenSSL compares the host as given (X509_check_host); a dot at its end marks the name "
                + "as absolute and is not part of it (RFC 6066 §3, RFC 9525 §6.3)."
        ) { $0.has("trailing-dot") && $0.says("hostname mismatch") },
        KnownDifference(
            "underscores under wildcards",
            .stricter,
            right: .both,
            "OpenSSL does not let * match a label with an underscore (wildcard_match); RFC 9525 "
                + "§6.3 compares labels whatever they contain."
        ) {
            $0.has("underscore") && $0.has("wildcard", "wildcard-under-exclusion")
                && $0.says("hostname mismatch")
        },
        KnownDifference(
            "mailboxes in subjects under constraints",
            .stricter,
            "OpenSSL always applies constraints on mailboxes to emailAddress in a subject; RFC "
                + "5280 §4.2.1.10 requires this only if the certificate has no subject alternative "
                + "name."
        ) {
            $0.says("permitted subtree violation", "excluded subtree violation")
                && $0.has("mailbox-in-subject-under-constraints", "mailbox-in-subject")
        },
        KnownDifference(
            "authority key identifiers",
            .stricter,
            right: .both,
            "OpenSSL ignores an issuer whose key identifier differs from the certificate's "
                + "authority key identifier (X509_check_akid); RFC 5280 §4.2.1.1 uses identifiers "
                + "to find issuers, and §6.1 does not compare them."
        ) {
            $0.has("foreign-authority-key-identifier")
                && $0.says("unable to get local issuer certificate")
        },
        KnownDifference(
            "any purpose in issuers",
            .stricter,
            "OpenSSL requires serverAuth in an issuer that lists purposes "
                + "(check_purpose_ssl_server); anyExtendedKeyUsage includes every purpose (RFC "
                + "5280 §4.2.1.12, CA/B Forum BR §7.1.2.10.6)."
        ) { $0.has("issuer-of-any-purpose") && $0.says("purpose") },
        KnownDifference(
            "bodies of irrelevant extensions",
            .stricter,
            right: .both,
            "OpenSSL refuses a certificate in which an extension that it caches cannot be decoded "
                + "(ossl_x509v3_cache_extensions), distribution points among them; the reference "
                + "policy reads only what a decision depends on (RFC 5280 §4.2)."
        ) {
            $0.has(
                "unread-extension-out-of-form",
                "truncate extensions.subjectKeyIdentifier.value"
            )
                && $0.says("unable to get local issuer certificate")
        },
        KnownDifference(
            "ECDSA over SHA-3",
            .stricter,
            right: .both,
            "OpenSSL 3.0 does not know the strength of such signatures (x509_sig_info_init), and "
                + "refuses certificates with them."
        ) {
            $0.has("odd-digest") && $0.says("unable to get local issuer certificate")
        },
        KnownDifference(
            "policies that curl does not check",
            .laxer,
            "curl does not let OpenSSL process policies (X509_V_FLAG_POLICY_CHECK); RFC 5280 "
                + "§6.1.5 (g) requires an acceptable policy if a certificate demands one."
        ) { $0.ours == .policy && $0.isOfModel },
        KnownDifference(
            "policies required by anchors",
            .laxer,
            right: .both,
            "OpenSSL uses only the name and key of an anchor (RFC 5280 §6.1.1 (d)); the reference "
                + "policy also applies the policies and constraints of its certificate, as RFC "
                + "5937 §3.2 allows."
        ) { difference in
            difference.ours == .policy
                && difference.anchorsWithPolicies.contains { anchor in
                    difference.vanishes { $0.policies?.constrain(by: anchor) }
                }
        },
        KnownDifference(
            "anchors that are not CAs",
            .laxer,
            right: .both,
            "OpenSSL treats a self-signed certificate of version 1, and one with keyCertSign in "
                + "its key usage, as a CA (check_ca); RFC 5280 §6.1.4 (k) requires cA of each "
                + "issuer below the anchor, and the reference policy requires it of the anchor "
                + "too."
        ) {
            $0.ours == .issuerNotCA && $0.has(lackOfCA, at: $0.anchors)
        },
        KnownDifference(
            "key usages of obsolete handshakes",
            .laxer,
            "OpenSSL accepts keyEncipherment and keyAgreement for a server "
                + "(check_purpose_ssl_server); a server of TLS 1.3 signs (RFC 8446 §4.4.2.2)."
        ) { $0.ours == .keyUsage && $0.has("no-signing-usage") },
        KnownDifference(
            "keys of end entities",
            .laxer,
            "OpenSSL does not check a key that verifies nothing in the chain; a point off its "
                + "curve is not a valid key (SEC 1 §3.2.2.1)."
        ) { $0.ours == .badKey && $0.hasBadKeyInLeaf },
        KnownDifference(
            "two signature algorithms in an anchor",
            .laxer,
            right: .both,
            "OpenSSL checks neither the signature of anchors nor its algorithm; RFC 5280 §4.1.1.2 "
                + "requires the same algorithm in both places of every certificate."
        ) {
            $0.ours == .signatureAlgorithmMismatch && $0.hasTwoAlgorithms(at: $0.anchors)
        },
        KnownDifference(
            "malformed issuers",
            .laxer,
            "RFC 5280 §4.1 requires DER. OpenSSL decodes and uses issuers with another encoding; "
                + "the reference policy ignores them."
        ) {
            $0.ours == .unknownIssuer && $0.lacksIssuers
                && $0.isOf(groups: formGroups + [Defect.ofIdentifiers])
        },
        KnownDifference(
            "repeated extensions",
            .laxer,
            "OpenSSL does not detect repeated extensions in trusted certificates, nor repetitions "
                + "of extensions that it does not read (RFC 5280 §4.2)."
        ) { difference in
            difference.ours == .duplicateExtension
                && (difference.has("extension-out-of-form")
                    || difference.defects.contains { defect in
                        difference.anchors.contains(defect.place)
                            && formGroups.contains { $0.contains { $0.name == defect.name } }
                    })
        },
    ]
}

extension ChainVerification.Policies {
    /// Adds the policy constraints of an anchor to the input of OpenSSL, without the anchor's
    /// mappings.
    fileprivate mutating func constrain(by anchor: Entity) {
        let stated = anchor.policies ?? []
        if !stated.isEmpty { accepted = stated.map(\.description) }
        isExplicit = anchor.policyConstraints?.requireExplicitPolicy != nil
        inhibitsMapping = anchor.policyConstraints?.inhibitPolicyMapping != nil
        inhibitsAny = anchor.inhibitAnyPolicy != nil
    }
}
