import KnownDifferences
import Policies

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
            "A common name counts where the certificate has neither DNS names nor addresses, and a "
                + "wildcard may stand above a public suffix of two labels, such as `*.co.uk`.",
            "From 8.18.0 on any semicolon ends a hash, so that `sha256//H;` and `sha256//H; "
                + "sha256//X` match H. Up to 8.17 only one before `sha256//` does.",
            "The releases of CVE-2025-5025 and CVE-2025-13034 do not compare the pin over QUIC.",
        ],
        inferred: [
            "From 8.18.0 on a list ends at an entry that does not begin with `sha256//`."
        ],
        deviations: [
            "The path is built and judged as by OpenSSL 3.0 at security level 2, which Debian sets and OpenSSL "
                + "itself from 3.2 on: by the profile `openssl`, which asks for no policies and no revocation. OpenSSL 3.5 "
                + "knows ECDSA over SHA-3 besides, and ML-DSA, whose keys the model refuses.",
            "In cases of class strict, from which no attacker gains, OpenSSL differs further: it refuses some "
                + "character strings and times, and takes some encodings that the model's decoder refuses.",
            "The store is one bundle, whether an anchor came with the platform or the user "
                + "installed it.",
            "Paths are judged as by OpenSSL for `gnutls` and `wolfssl`, too, which decide on the pin alone; "
                + "GnuTLS and wolfSSL build paths differently.",
        ] + [KnownModelDifference].ofCurl.map(\.about),
        notModelled: [
            "`--proxy-pinnedpubkey`: the option is the origin's.",
            "Options that ask for revocation.",
        ]
    )
}
