import Basics

extension ModelScope {
    /// The scope of the model `curl`.
    static let curl = ModelScope(
        modelled: [
            "Only the end entity's key is compared with the pin. A CA or a backup CA cannot be "
                + "pinned.",
            "`--insecure` disables path and host, but not the pin. An application of libcurl can "
                + "disable only the host; the tool cannot.",
            "Without the option nothing is pinned. The tool rejects an empty argument; an empty "
                + "set of pins means that the option is not given.",
            "No key matches a file that is missing, too large, or not a public key, such as a "
                + "certificate.",
            "With OpenSSL a common name counts if the certificate has neither DNS names nor "
                + "addresses, and a wildcard may be directly below a public suffix of two labels, "
                + "such as `co.uk`.",
            "From 8.18.0 on any semicolon ends a hash, so that `sha256//H;` and `sha256//H; "
                + "sha256//X` match H. Up to 8.17, only a semicolon before `sha256//` ends a hash.",
            "The releases of CVE-2025-5025 and CVE-2025-13034 do not compare the pin over QUIC, and "
                + "those of CVE-2024-2466 and CVE-2025-4947 do not compare a host that is an address.",
        ] + ofBackends,
        inferred: [
            "From 8.18.0 on a list ends at an entry that does not begin with `sha256//`.",
            "On Windows a common name counts if there is no DNS name, as Microsoft documents for "
                + "CERT_NAME_DNS_TYPE of `CertGetNameString`.",
        ],
        violations: [
            "Paths are built and checked as by OpenSSL 3.0 at security level 2, which Debian sets "
                + "and OpenSSL itself from 3.2 on: the profile `openssl`, without policies and "
                + "revocation. OpenSSL 3.5 also supports ECDSA with SHA-3, and ML-DSA, whose keys "
                + "the model rejects.",
            "In cases of class strict, from which no attacker gains, OpenSSL differs further: it "
                + "rejects some character strings and times, and accepts some encodings that the "
                + "model's decoder rejects.",
            "The store is one bundle, whether an anchor comes with the platform or was installed "
                + "by the user.",
            "Paths of other libraries follow the nearest available profile: `gnutls`, `mbedtls` "
                + "and `wolfssl` use `openssl`, with the changes named here; `rustls` and "
                + "`schannel` use `reference`; `secure-transport` and `apple-sectrust` use `apple` "
                + "and may take any path.",
            "GnuTLS also rejects certificates with critical policies and end entities that are "
                + "trusted themselves, and accepts addresses of one IP version under constraints "
                + "on the other. Mbed TLS also ignores non-critical name constraints and rejects "
                + "critical ones, does not support Ed25519, and rejects certificates whose only "
                + "purpose is Server Gated Cryptography. How wolfSSL compares hosts was not read; "
                + "here it does as curl.",
            "Windows also checks the status of a root, and may build another path; its public "
                + "suffixes and its rules on keys are not modelled.",
            "With `crl-file` OpenSSL also requires a CRL for an anchor that another CA has issued.",
        ] + [KnownModelDifference].ofCurl.map(\.about),
        notModelled: [
            "`--proxy-pinnedpubkey`: pins are compared only with the origin's key.",
            "`--ca-native` except for `apple-sectrust`, and the status that SecTrust checks.",
            "`--cert-status` with `--insecure`. With GnuTLS some responses counted as good before "
                + "8.10.0 (CVE-2024-8096), and the response was not verified again after the "
                + "handshake before 8.21.0 (curl be6c4ee7fa).",
            "TLS versions: Secure Transport has no TLS 1.3, and Schannel has it from Windows "
                + "Server 2022 on.",
            "Programs that use libcurl get CURLE_NOT_BUILT_IN (4) if the tool ignores an option.",
        ]
    )

    /// The differences of TLS libraries from OpenSSL.
    private static let ofBackends = [
        "rustls cannot compare pins: the tool ignores `--pinnedpubkey`, with a warning from 8.10 on, and "
            + "connects.",
        "rustls compares the host even if CURLOPT_SSL_VERIFYHOST is 0.",
        "Schannel compares the pin before path and host, so a server that fails both causes the "
            + "pin's error (90).",
        "Schannel checks revocation unless `--ssl-no-revoke` is given, and rejects a certificate "
            + "with unknown status unless `--ssl-revoke-best-effort` is given.",
        "Secure Transport compares only RSA keys of 2048 and 4096 bits, P-256 and P-384: a pin of "
            + "another key never matches.",
        "GnuTLS and Mbed TLS encode the key again before it is compared, with the NULL of RSA's "
            + "parameters.",
        "GnuTLS compares only the purposes that a program requests, as its manual says. It checks "
            + "a stapled OCSP response without being configured to. Mbed TLS checks only the end "
            + "entity's purposes.",
        "GnuTLS accepts a wildcard for the beginning of a label (`*w.example.test`), and a single "
            + "common name if there is no name, address or URI. Mbed TLS accepts a wildcard above "
            + "any name (`*.test`) and any common name if there are no alternative names, and "
            + "compares an address with DNS names, including wildcards. rustls and Apple's "
            + "libraries ignore common names.",
        "`--crlfile`: OpenSSL and rustls reject a certificate that no CRL covers; GnuTLS and Mbed "
            + "TLS accept it. rustls before 8.10, and Schannel, Apple's libraries and wolfSSL "
            + "always, silently ignore the option.",
        "`--cert-status` has an effect only with OpenSSL and GnuTLS; the others silently ignore "
            + "it.",
        "Mbed TLS and wolfSSL skip certificates in a bundle that do not decode; the others reject "
            + "the bundle (77).",
        "HTTP/3 requires OpenSSL, GnuTLS or wolfSSL; the tool rejects it with the others (2).",
    ]
}
