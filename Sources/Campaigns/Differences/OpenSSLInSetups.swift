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
            "OpenSSL compares a host as it is given (X509_check_host); a dot at its end says that "
                + "the name is whole, and is no part of it (RFC 6066 §3, RFC 9525 §6.3)."
        ) { $0.has("trailing-dot") && $0.says("hostname mismatch") },
        KnownDifference(
            "underscores under wildcards",
            .stricter,
            right: .both,
            "OpenSSL lets * stand for no label with an underscore (wildcard_match); RFC 9525 §6.3 "
                + "compares labels whatever is in them."
        ) {
            $0.has("underscore") && $0.has("wildcard", "wildcard-under-exclusion")
                && $0.says("hostname mismatch")
        },
        KnownDifference(
            "mailboxes in subjects under constraints",
            .stricter,
            "OpenSSL holds emailAddress in a subject against constraints on mailboxes in any case; "
                + "RFC 5280 §4.2.1.10 where there are no alternative names."
        ) {
            $0.says("permitted subtree violation", "excluded subtree violation")
                && $0.has("mailbox-in-subject-under-constraints", "mailbox-in-subject")
        },
        KnownDifference(
            "identifiers of issuers' keys",
            .stricter,
            right: .both,
            "OpenSSL takes no issuer whose key identifier is not the one that the certificate has "
                + "for it (X509_check_akid); RFC 5280 §4.2.1.1 has identifiers to find issuers, "
                + "§6.1 does not compare them."
        ) {
            $0.has("foreign-authority-key-identifier")
                && $0.says("unable to get local issuer certificate")
        },
        KnownDifference(
            "any purpose in issuers",
            .stricter,
            "OpenSSL wants serverAuth in an issuer that names purposes (check_purpose_ssl_server); "
                + "anyExtendedKeyUsage stands for every purpose there (RFC 5280 §4.2.1.12, CA/B "
                + "Forum BR §7.1.2.10.6)."
        ) { $0.has("issuer-of-any-purpose") && $0.says("purpose") },
        KnownDifference(
            "bodies of extensions of no concern",
            .stricter,
            right: .both,
            "OpenSSL uses no certificate in which an extension that it caches does not decode "
                + "(ossl_x509v3_cache_extensions), distribution points among them; we read what a "
                + "decision depends on (RFC 5280 §4.2)."
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
            "OpenSSL 3.0 does not know the strength of such signatures (x509_sig_info_init), nor "
                + "uses certificates so signed."
        ) {
            $0.has("odd-digest") && $0.says("unable to get local issuer certificate")
        },
        KnownDifference(
            "policies that curl does not ask for",
            .laxer,
            "curl has OpenSSL process no policies (X509_V_FLAG_POLICY_CHECK); RFC 5280 §6.1.5 (g) asks "
                + "for an acceptable one where a certificate requires it."
        ) { $0.ours == .policy && $0.isOfModel },
        KnownDifference(
            "policies that anchors demand",
            .laxer,
            right: .both,
            "OpenSSL takes an anchor for a name and a key (RFC 5280 §6.1.1 (d)); we heed the "
                + "policies and the constraints that its certificate states, as RFC 5937 §3.2 "
                + "allows."
        ) { difference in
            difference.ours == .policy
                && difference.anchorsWithPolicies.contains { anchor in
                    difference.vanishes { $0.policies?.constrain(by: anchor) }
                }
        },
        KnownDifference(
            "anchors that are no authorities",
            .laxer,
            right: .both,
            "OpenSSL takes a self-signed certificate of version 1, and one whose key usage has "
                + "keyCertSign, for an authority (check_ca); RFC 5280 §6.1.4 (k) wants a statement "
                + "of every issuer below the anchor, and we of the anchor too."
        ) {
            $0.ours == .issuerNotCA && $0.has(lackOfAuthority, at: $0.anchors)
        },
        KnownDifference(
            "key usages of handshakes long gone",
            .laxer,
            "OpenSSL takes keyEncipherment and keyAgreement for a server's "
                + "(check_purpose_ssl_server); a server of TLS 1.3 signs (RFC 8446 §4.4.2.2)."
        ) { $0.ours == .keyUsage && $0.has("no-signing-usage") },
        KnownDifference(
            "keys of end entities",
            .laxer,
            "OpenSSL does not look at a key that verifies nothing in the chain; a point off its "
                + "curve is no key (SEC 1 §3.2.2.1)."
        ) { $0.ours == .badKey && $0.hasBadKeyInLeaf },
        KnownDifference(
            "two signature algorithms in an anchor",
            .laxer,
            right: .both,
            "OpenSSL asks anchors neither for a signature nor for its algorithm; RFC 5280 §4.1.1.2 "
                + "wants one in both places of every certificate."
        ) {
            $0.ours == .signatureAlgorithmMismatch && $0.hasTwoAlgorithms(at: $0.anchors)
        },
        KnownDifference(
            "issuers out of form",
            .laxer,
            "OpenSSL decodes, and uses, issuers that are not DER of RFC 5280 §4.1; we do without "
                + "them."
        ) {
            $0.ours == .unknownIssuer && $0.lacksIssuers
                && $0.isOf(groups: formGroups + [Defect.ofIdentifiers])
        },
        KnownDifference(
            "extensions that stand there twice",
            .laxer,
            "OpenSSL does not count the extensions of what is trusted itself, nor any that it does "
                + "not ask for (RFC 5280 §4.2)."
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
    /// Moves what an anchor states into the question, but for mappings, which are no constraint.
    fileprivate mutating func constrain(by anchor: Entity) {
        let stated = anchor.policies ?? []
        if !stated.isEmpty { accepted = stated.map(\.description) }
        isExplicit = anchor.policyConstraints?.requireExplicitPolicy != nil
        inhibitsMapping = anchor.policyConstraints?.inhibitPolicyMapping != nil
        inhibitsAny = anchor.inhibitAnyPolicy != nil
    }
}
