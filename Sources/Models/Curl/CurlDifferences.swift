import KnownDifferences

// Where curl 7.88.1 over OpenSSL 3.0 decides otherwise than the model, each seen.
extension [KnownModelDifference] {
    /// `FidelityTests` counts the setups of the suite that each explains.
    package static let ofCurl: [KnownModelDifference] = [
        KnownDifference(
            "CRLs at hand",
            .stricter,
            right: .both,
            "curl takes the CRLs that are at hand with `--crlfile`; OpenSSL then refuses a certificate that "
                + "one of them names, and one that none is about (X509_V_FLAG_CRL_CHECK_ALL). The model has "
                + "no such option."
        ) { $0.isIn("revocation") },
        KnownDifference(
            "one path",
            .stricter,
            "OpenSSL builds one path, an issuer of the store before one that was served, and judges that "
                + "(x509_vfy.c build_chain); the model tries the others too, as RFC 4158 §2.4 asks."
        ) {
            $0.isIn(
                "anchors/namesake-roots",
                "anchors/root-rollover",
                "anchors/self-made-intermediate",
                "chain/bridge",
                "chain/circle",
                "chain/cross-signed",
                "chain/detour",
                "chain/two-bad-edges",
                "okhttp/never-turns-back"
            )
        },
        KnownDifference(
            "keys of no security",
            .laxer,
            "OpenSSL accepts a point of small order on an Edwards curve or a binary one, and an RSA exponent "
                + "of 1, with which anyone can sign (NIST SP 800-186 §D.1, RFC 8017 §3.1). The model refuses "
                + "them."
        ) { $0.isRefusedByModel(for: "bad-key") },
        KnownDifference(
            "constraints on other names",
            .laxer,
            "OpenSSL compares a wildcard of a certificate as a label like others, and constraints on "
                + "mailboxes that are other names as text (v3_ncons.c nc_dns, nc_match); the model refuses what "
                + "a wildcard may stand for, and a name that it cannot compare (RFC 5280 §4.2.1.10)."
        ) {
            $0.isIn(
                "constraints/kinds-that-no-rule-compares",
                "constraints/wildcard-under-constraints"
            )
        },
        KnownDifference(
            "masks with holes",
            .laxer,
            "OpenSSL applies a constraint on addresses whose mask is no prefix (v3_ncons.c nc_ip); RFC 4632 §3.1 "
                + "knows no such mask."
        ) { $0.isIn("constraints/constraint-that-says-nothing[mask-with-a-hole]") },
        KnownDifference(
            "mailboxes in a subject",
            .stricter,
            "OpenSSL compares the mailboxes of a subject with constraints even beside a subjectAltName "
                + "(v3_ncons.c NAME_CONSTRAINTS_check); RFC 5280 §4.2.1.10 asks that without one."
        ) { $0.isIn("constraints/mailbox-in-a-subject") },
        KnownDifference(
            "limits of libssl",
            .stricter,
            right: .both,
            "libssl reads a list of certificates up to 100 KiB (SSL_MAX_CERT_LIST_DEFAULT), and refuses "
                + "a field of 1,024 bits at security level 2. The model's own client has no such limits."
        ) {
            $0.isIn("malformed/size", "handshake/finite-fields")
        },
        .connectionsCut,
    ]
}
