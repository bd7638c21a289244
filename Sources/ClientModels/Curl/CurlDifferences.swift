import Basics

// Known differences between curl 7.88.1 with OpenSSL 3.0 and the model, each observed.
extension [KnownModelDifference] {
    /// `FidelityTests` counts the setups of the suite that each difference explains.
    package static let ofCurl: [KnownModelDifference] = [
        KnownDifference(
            "available CRLs",
            .stricter,
            right: .both,
            "curl gets the available CRLs with `--crlfile`; OpenSSL then rejects a certificate "
                + "that one of them revokes, and a certificate that no CRL covers "
                + "(X509_V_FLAG_CRL_CHECK_ALL). The model reads CRLs only with `crl-file`."
        ) { $0.isIn("revocation", "curl/crl-file", "curl/crl-file-of-rustls") },
        KnownDifference(
            "limits of libssl",
            .stricter,
            right: .both,
            "libssl reads a certificate list of up to 100 KiB (SSL_MAX_CERT_LIST_DEFAULT), and "
                + "rejects a finite field of 1,024 bits at security level 2. The model's own "
                + "client has no such limits."
        ) {
            $0.isIn("malformed/size", "handshake/finite-fields")
        },
        .connectionsCut,
    ]
}
