import Basics

extension ModelScope {
    /// The scope of `curl`.
    static let curl = ModelScope(
        modelled: [
            "Only the end entity's key is compared with the pin. Neither an authority nor a backup "
                + "of one can be pinned.",
            "`--insecure` turns off path and host and leaves the pin on. An application of libcurl "
                + "can turn off the host alone; the tool cannot.",
            "Without the option nothing is pinned. The tool refuses an empty argument; an empty set "
                + "of pins means that the option is not given.",
            "No key matches a file that is missing, too large, or not a public key, such as a "
                + "certificate.",
            "With OpenSSL a common name counts where the certificate has neither DNS names nor "
                + "addresses, and a wildcard may stand above a public suffix of two labels, such as "
                + "`*.co.uk`.",
            "From 8.18.0 on any semicolon ends a hash, so that `sha256//H;` and `sha256//H; "
                + "sha256//X` match H. Up to 8.17 only one before `sha256//` does.",
            "The releases of CVE-2025-5025 and CVE-2025-13034 do not compare the pin over QUIC, and "
                + "those of CVE-2024-2466 and CVE-2025-4947 do not compare a host that is an address.",
        ] + ofBackends,
        inferred: [
            "From 8.18.0 on a list ends at an entry that does not begin with `sha256//`.",
            "On Windows a common name counts wherever there is no DNS name, as Microsoft documents "
                + "CERT_NAME_DNS_TYPE of `CertGetNameString`.",
        ],
        violations: [
            "The path is built and judged as by OpenSSL 3.0 at security level 2, which Debian sets and OpenSSL "
                + "itself from 3.2 on: by the profile `openssl`, which asks for no policies and no revocation. OpenSSL 3.5 "
                + "knows ECDSA over SHA-3 besides, and ML-DSA, whose keys the model refuses.",
            "In cases of class strict, from which no attacker gains, OpenSSL differs further: it refuses some "
                + "character strings and times, and takes some encodings that the model's decoder refuses.",
            "The store is one bundle, whether an anchor came with the platform or the user "
                + "installed it.",
            "The paths of other libraries are judged by the nearest profile that there is: those of "
                + "`gnutls`, `mbedtls` and `wolfssl` by `openssl`, with the changes that are named here; of "
                + "`rustls` and `schannel` by `reference`; of `secure-transport` and `apple-sectrust` by "
                + "`apple`, any path of which may be taken.",
            "GnuTLS also refuses certificates with critical policies and end entities that are trusted "
                + "themselves, and takes addresses of one IP version under constraints on the other. "
                + "Mbed TLS also ignores name constraints that are not critical and refuses critical ones, "
                + "knows no Ed25519, and refuses certificates whose purpose is gated cryptography alone. How "
                + "wolfSSL compares hosts was not read: as curl does, here.",
            "Windows asks for the status of a root, too, and may build another path; its public suffixes "
                + "and its rules on keys are not modelled.",
            "With `crl-file` OpenSSL also asks for a CRL about an anchor that another authority has "
                + "issued.",
        ] + [KnownModelDifference].ofCurl.map(\.about),
        notModelled: [
            "`--proxy-pinnedpubkey`: the option is the origin's.",
            "`--ca-native` but for `apple-sectrust`, and the status that SecTrust asks for.",
            "`--cert-status` with `--insecure`. With GnuTLS some answers passed for good before 8.10.0 "
                + "(CVE-2024-8096), and the response was not verified again after the handshake before 8.21.0 "
                + "(curl be6c4ee7fa).",
            "Versions of TLS: Secure Transport has no TLS 1.3, and Schannel has it from Windows Server 2022 "
                + "on.",
            "Programs on libcurl are told CURLE_NOT_BUILT_IN (4) where the tool ignores an option.",
        ]
    )

    /// What TLS libraries decide otherwise than OpenSSL.
    private static let ofBackends = [
        "rustls cannot compare pins: the tool ignores `--pinnedpubkey`, with a warning from 8.10 on, and "
            + "connects.",
        "rustls compares the host even where CURLOPT_SSL_VERIFYHOST is 0.",
        "Schannel compares the pin before path and host, so that a server that fails both has the pin's "
            + "error (90).",
        "Schannel asks for revocation unless `--ssl-no-revoke` is there, and refuses a certificate whose "
            + "status is unknown unless `--ssl-revoke-best-effort` is.",
        "Secure Transport compares RSA keys of 2048 and 4096 bits, P-256 and P-384 alone: a pin of "
            + "another key never matches.",
        "GnuTLS and Mbed TLS encode the key anew before it is compared, with the NULL of RSA's parameters.",
        "GnuTLS compares the purposes alone that a program asks for, as its manual says. It judges a "
            + "stapled OCSP response, unasked. Mbed TLS asks the end entity alone for its purposes.",
        "GnuTLS lets a wildcard stand for the beginning of a label (`*w.example.test`), and takes a single "
            + "common name where there is no name, address or URI. Mbed TLS lets one stand above any "
            + "name (`*.test`), takes any common name where there are no alternative names, and compares an "
            + "address with DNS names, wildcards included. rustls and Apple's libraries take no common name.",
        "`--crlfile`: OpenSSL and rustls refuse a certificate that no CRL is about; GnuTLS and Mbed TLS "
            + "accept it. Before 8.10 rustls, and Schannel, Apple's libraries and wolfSSL always, ignore the "
            + "option without notice.",
        "`--cert-status` has an effect with OpenSSL and GnuTLS alone; the others ignore it without notice.",
        "Mbed TLS and wolfSSL leave out what does not decode in a bundle; the others refuse the bundle (77).",
        "HTTP/3 takes OpenSSL, GnuTLS or wolfSSL; the tool refuses it with the others (2).",
    ]
}
