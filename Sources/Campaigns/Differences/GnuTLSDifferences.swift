import Basics
import PathValidation

// Known differences between GnuTLS 3.7.9 (gnutls_x509_trust_list_verify_crt2) and `reference`.
extension KnownDifference<ChainDifference> {
    static let ofGnuTLS = stricterGnuTLS + laxForm(of: "GnuTLS") + laxerGnuTLS

    private static let stricterGnuTLS: [KnownDifference] = [
        onePath(of: "GnuTLS"),
        spelling(of: "GnuTLS", says: "GNUTLS_CERT_SIGNER_NOT_FOUND"),
        dotAfterHost(of: "GnuTLS", says: "GNUTLS_CERT_UNEXPECTED_OWNER"),
        commonNames(of: "GnuTLS", says: "GNUTLS_CERT_SIGNER_CONSTRAINTS_FAILURE"),
        KnownDifference(
            "constraints that permit every host",
            .stricter,
            "GnuTLS finds nothing in common of a constraint that permits every host and one that "
                + "permits one (gnutls_x509_name_constraints); the empty name is above all others "
                + "(RFC 5280 §4.2.1.10)."
        ) {
            $0.says("GNUTLS_CERT_SIGNER_CONSTRAINTS_FAILURE") && $0.has("permitted-everything")
                && $0.defects.count > 1
        },
        KnownDifference(
            "RSASSA-PSS over SHA-3",
            .stricter,
            right: .both,
            "GnuTLS 3.7 verifies RSASSA-PSS over SHA-2 alone (RFC 4055 §2.1 has no other)."
        ) { $0.says("GNUTLS_CERT_INVALID") && $0.has("pss", "pss-weak") && $0.has("odd-digest") },
        policies(of: "GnuTLS", says: "GNUTLS_CERT_UNKNOWN_CRIT_EXTENSIONS"),
        KnownDifference(
            "any purpose in issuers",
            .stricter,
            "GnuTLS wants serverAuth in an issuer that names purposes; anyExtendedKeyUsage stands "
                + "for every purpose there (RFC 5280 §4.2.1.12)."
        ) { $0.says("GNUTLS_CERT_PURPOSE_MISMATCH") && $0.has("issuer-of-any-purpose") },
        KnownDifference(
            "constraints of kinds that it does not compare",
            .stricter,
            right: .both,
            "GnuTLS compares no constraints on URIs and directory names and refuses the names, as "
                + "RFC 5280 §4.2.1.10 leaves to who does not process a kind; we process them."
        ) {
            $0.says("GNUTLS_CERT_SIGNER_CONSTRAINTS_FAILURE")
                && $0.has(
                    "excluded-other-uri",
                    "excluded-other-directory",
                    "permitted-uri",
                    "permitted-directory",
                    "constrained-other-name"
                )
        },
        KnownDifference(
            "mailboxes in subjects under constraints",
            .stricter,
            "GnuTLS holds emailAddress in a subject against constraints on mailboxes in any case; "
                + "RFC 5280 §4.2.1.10 where there are no alternative names."
        ) {
            $0.says("GNUTLS_CERT_SIGNER_CONSTRAINTS_FAILURE")
                && $0.has("mailbox-in-subject-under-constraints", "mailbox-in-subject")
        },
        KnownDifference(
            "large path lengths",
            .stricter,
            "GnuTLS takes a pathLenConstraint beyond 32 bits for no authority's; RFC 5280 §4.2.1.9 "
                + "has any number from 0."
        ) {
            $0.says("GNUTLS_CERT_SIGNER_NOT_CA")
                && $0.has("path-length-enough", "huge-path-length")
        },
        KnownDifference(
            "identifiers of issuers' keys",
            .stricter,
            right: .both,
            "GnuTLS takes no issuer whose key identifier is not the one that the certificate has "
                + "for it; RFC 5280 §4.2.1.1 has identifiers to find issuers, §6.1 does not "
                + "compare them."
        ) {
            $0.has("foreign-authority-key-identifier") && $0.says("GNUTLS_CERT_SIGNER_NOT_FOUND")
        },
        KnownDifference(
            "bodies of extensions of no concern",
            .stricter,
            right: .both,
            "GnuTLS uses no certificate whose freshestCRL, distribution points or the like it "
                + "cannot decode; we read what a decision depends on (RFC 5280 §4.2)."
        ) {
            $0.has("unread-extension-out-of-form")
                && $0.says("GNUTLS_CERT_SIGNER_NOT_FOUND", "GNUTLS_E_ASN1")
        },
        oddAnchors(
            of: "GnuTLS",
            says: "GNUTLS_CERT_SIGNER_NOT_CA",
            "GNUTLS_CERT_SIGNER_NOT_FOUND"
        ),
        KnownDifference(
            "TLS features of issuers",
            .stricter,
            right: .both,
            "GnuTLS wants what an issuer demands of handshakes to be demanded by what it issues; "
                + "RFC 7633 §4.2.2."
        ) { $0.has("pointers") && $0.says("GNUTLS_CERT_SIGNER_CONSTRAINTS_FAILURE") },
    ]

    private static let laxerGnuTLS: [KnownDifference] = [
        KnownDifference(
            "keys of 80 bits",
            .laxer,
            "GnuTLS's profile of NORMAL is low, which takes RSA of 1,024 bits "
                + "(gnutls_sec_param_t); CA/B Forum BR §6.1.5 has 2,048."
        ) { $0.ours == .weakKey && $0.has("weak-key") },
        KnownDifference(
            "points off their curve",
            .laxer,
            "GnuTLS does not look at the end entity's key before it is used in a handshake; SEC 1 "
                + "§3.2.2.1."
        ) { $0.ours == .badKey && $0.hasBadKeyInLeaf },
        KnownDifference(
            "anchors that are no authorities",
            .laxer,
            right: .both,
            "GnuTLS takes an anchor for an authority whatever it says (RFC 5280 §6.1.1 (d)); we "
                + "want a statement of it too."
        ) {
            $0.ours == .issuerNotCA && $0.has(lackOfAuthority, at: $0.anchors)
        },
        KnownDifference(
            "key usages of handshakes",
            .laxer,
            right: .both,
            "GnuTLS asks the handshake for key usages, and not the chain; RFC 8446 §4.4.2.2 asks "
                + "for digitalSignature."
        ) { $0.ours == .keyUsage && $0.has("no-signing-usage") },
        wildcards(of: "GnuTLS"),
        KnownDifference(
            "a wildcard inside a label",
            .laxer,
            "GnuTLS lets * stand for a part of a label; RFC 9525 §6.3 does not."
        ) { $0.ours == .nameMismatch && $0.has("wildcard-before-text", "wildcard-inside-label") },
        KnownDifference(
            "constraints on URIs and directory names that permit",
            .laxer,
            "GnuTLS passes over permitted subtrees of these kinds; RFC 5280 §4.2.1.10 has critical "
                + "ones processed, or the certificate refused."
        ) {
            $0.ours == .nameNotPermitted
                && $0.has(
                    "permitted-other-uri",
                    "permitted-other-directory",
                    "permitted-uri",
                    "permitted-directory"
                )
        },
        KnownDifference(
            "addresses of the other family",
            .laxer,
            "GnuTLS holds addresses of IP version 6 against no constraint on addresses of version 4, "
                + "nor the other way round; both are iPAddress, and one that no permitted subtree "
                + "has is not permitted (RFC 5280 §4.2.1.10)."
        ) {
            $0.ours == .nameNotPermitted && $0.isAddress
                && $0.has("permitted-address", "permitted-other-address")
        },
        dotAfterName(of: "GnuTLS"),
        KnownDifference(
            "critical extensions of what is trusted itself",
            .laxer,
            right: .both,
            "GnuTLS looks at no extension of an end entity that is an anchor (RFC 5280 §6.1); we "
                + "do not use what we do not understand (§4.2)."
        ) { $0.ours == .unhandledCriticalExtension && $0.has("self-signed-trusted") },
        KnownDifference(
            "critical key identifiers",
            .laxer,
            right: .both,
            "GnuTLS knows these extensions; we process none of them, and RFC 5280 §4.2.1.1 and "
                + "§4.2.1.2 rule the mark out."
        ) {
            $0.ours == .unhandledCriticalExtension
                && $0.has("critical-subject-key-identifier", "critical-authority-key-identifier")
        },
    ]
}
