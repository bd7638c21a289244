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
            "GnuTLS finds no intersection of a constraint that permits every host with one that "
                + "permits one host (gnutls_x509_name_constraints); the empty name includes all "
                + "others (RFC 5280 §4.2.1.10)."
        ) {
            $0.says("GNUTLS_CERT_SIGNER_CONSTRAINTS_FAILURE") && $0.has("permitted-everything")
                && $0.defects.count > 1
        },
        KnownDifference(
            "RSASSA-PSS over SHA-3",
            .stricter,
            right: .both,
            "GnuTLS 3.7 verifies RSASSA-PSS only over SHA-2; RFC 4055 §2.1 does not list SHA-3."
        ) { $0.says("GNUTLS_CERT_INVALID") && $0.has("pss", "pss-weak") && $0.has("odd-digest") },
        policies(of: "GnuTLS", says: "GNUTLS_CERT_UNKNOWN_CRIT_EXTENSIONS"),
        KnownDifference(
            "any purpose in issuers",
            .stricter,
            "GnuTLS requires serverAuth in an issuer that lists purposes; anyExtendedKeyUsage "
                + "includes every purpose (RFC 5280 §4.2.1.12)."
        ) { $0.says("GNUTLS_CERT_PURPOSE_MISMATCH") && $0.has("issuer-of-any-purpose") },
        KnownDifference(
            "constraints on unsupported name types",
            .stricter,
            right: .both,
            "GnuTLS does not compare constraints on URIs and directory names, and refuses such "
                + "names, as RFC 5280 §4.2.1.10 allows; the reference policy processes them."
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
            "GnuTLS always applies constraints on mailboxes to emailAddress in a subject; RFC 5280 "
                + "§4.2.1.10 requires this only if the certificate has no subject alternative name."
        ) {
            $0.says("GNUTLS_CERT_SIGNER_CONSTRAINTS_FAILURE")
                && $0.has("mailbox-in-subject-under-constraints", "mailbox-in-subject")
        },
        KnownDifference(
            "large path lengths",
            .stricter,
            "GnuTLS refuses an issuer with a pathLenConstraint beyond 32 bits; RFC 5280 §4.2.1.9 "
                + "allows any number from 0."
        ) {
            $0.says("GNUTLS_CERT_SIGNER_NOT_CA")
                && $0.has("path-length-enough", "huge-path-length")
        },
        KnownDifference(
            "authority key identifiers",
            .stricter,
            right: .both,
            "GnuTLS ignores an issuer whose key identifier differs from the certificate's "
                + "authority key identifier; RFC 5280 §4.2.1.1 uses identifiers to find issuers, "
                + "and §6.1 does not compare them."
        ) {
            $0.has("foreign-authority-key-identifier") && $0.says("GNUTLS_CERT_SIGNER_NOT_FOUND")
        },
        KnownDifference(
            "bodies of irrelevant extensions",
            .stricter,
            right: .both,
            "GnuTLS refuses a certificate whose freshestCRL, distribution points or similar "
                + "extensions it cannot decode; the reference policy reads only what a decision "
                + "depends on (RFC 5280 §4.2)."
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
            "GnuTLS requires the TLS features of an issuer in the certificates that it issues "
                + "(RFC 7633 §4.2.2)."
        ) { $0.has("pointers") && $0.says("GNUTLS_CERT_SIGNER_CONSTRAINTS_FAILURE") },
    ]

    private static let laxerGnuTLS: [KnownDifference] = [
        KnownDifference(
            "keys of 80 bits",
            .laxer,
            "GnuTLS's NORMAL has the security level low, which accepts RSA of 1,024 bits "
                + "(gnutls_sec_param_t); CA/B Forum BR §6.1.5 requires 2,048."
        ) { $0.ours == .weakKey && $0.has("weak-key") },
        KnownDifference(
            "points off their curve",
            .laxer,
            "GnuTLS does not check the end entity's key before a handshake uses it (SEC 1 "
                + "§3.2.2.1)."
        ) { $0.ours == .badKey && $0.hasBadKeyInLeaf },
        KnownDifference(
            "anchors that are not CAs",
            .laxer,
            right: .both,
            "GnuTLS treats any anchor as a CA (RFC 5280 §6.1.1 (d)); the reference policy requires "
                + "cA of anchors too."
        ) {
            $0.ours == .issuerNotCA && $0.has(lackOfCA, at: $0.anchors)
        },
        KnownDifference(
            "key usages of handshakes",
            .laxer,
            right: .both,
            "GnuTLS checks key usages in the handshake, not in the chain; RFC 8446 §4.4.2.2 "
                + "requires digitalSignature."
        ) { $0.ours == .keyUsage && $0.has("no-signing-usage") },
        wildcards(of: "GnuTLS"),
        KnownDifference(
            "a wildcard inside a label",
            .laxer,
            "GnuTLS lets * match a part of a label; RFC 9525 §6.3 does not."
        ) { $0.ours == .nameMismatch && $0.has("wildcard-before-text", "wildcard-inside-label") },
        KnownDifference(
            "permitted URIs and directory names",
            .laxer,
            "GnuTLS ignores permitted subtrees of URIs and directory names; RFC 5280 §4.2.1.10 "
                + "requires a client to process critical name constraints or reject the certificate."
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
            "GnuTLS does not apply constraints on IPv4 addresses to IPv6 addresses, nor the "
                + "reverse. Both are iPAddress, and an address that no permitted subtree contains "
                + "is not permitted (RFC 5280 §4.2.1.10)."
        ) {
            $0.ours == .nameNotPermitted && $0.isAddress
                && $0.has("permitted-address", "permitted-other-address")
        },
        dotAfterName(of: "GnuTLS"),
        KnownDifference(
            "critical extensions of trusted end entities",
            .laxer,
            right: .both,
            "GnuTLS ignores the extensions of an end entity that is an anchor (RFC 5280 §6.1); the "
                + "reference policy refuses critical extensions that it does not know (§4.2)."
        ) { $0.ours == .unhandledCriticalExtension && $0.has("self-signed-trusted") },
        KnownDifference(
            "critical key identifiers",
            .laxer,
            right: .both,
            "GnuTLS supports these extensions; the reference policy processes none of them, and "
                + "RFC 5280 §4.2.1.1 and §4.2.1.2 forbid them to be critical."
        ) {
            $0.ours == .unhandledCriticalExtension
                && $0.has("critical-subject-key-identifier", "critical-authority-key-identifier")
        },
    ]
}
