import Basics

// Where curl 7.88.1 over OpenSSL 3.0 decides otherwise than the model, each seen.
extension [KnownModelDifference] {
    /// `FidelityTests` counts the setups of the suite that each explains.
    package static let ofCurl: [KnownModelDifference] = [
        KnownDifference(
            "CRLs at hand",
            .stricter,
            right: .both,
            "curl takes the CRLs that are at hand with `--crlfile`; OpenSSL then refuses a certificate that "
                + "one of them names, and one that none is about (X509_V_FLAG_CRL_CHECK_ALL). The model "
                + "reads them with `crl-file` alone."
        ) { $0.isIn("revocation", "curl/crl-file", "curl/crl-file-of-rustls") },
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
