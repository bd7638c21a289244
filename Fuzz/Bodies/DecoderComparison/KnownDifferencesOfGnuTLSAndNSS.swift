import Basics

extension KnownDifference<DecodingDifference> {
    static let gnuTLS = of(
        "GnuTLS",
        [
            (
                .laxer(than: .malformed),
                "Accepts integers that are empty or longer than necessary, and ignores unused "
                    + "bits (X.690 §8.3)."
            ),
            (
                .laxer(than: .ber),
                "Accepts long forms of lengths, any byte for true, and encoded defaults "
                    + "(X.690 §10.1, §11)."
            ),
            (
                .laxer(than: .time),
                "Accepts offsets and times without seconds (RFC 5280 §4.1.2.5)."
            ),
            (.laxer(than: .name), "Keeps strings and identifiers undecoded."),
            (.laxer(than: .version), "Accepts version 4 (RFC 5280 §4.1.2.1)."),
            (.laxer(than: .key), "Checks the key only when it is used."),
            (.laxer(than: .parameters), "Checks parameters only when they are used."),
            (
                .laxer(than: .extensionBody),
                "Decodes a body only on request, and ignores bytes after it."
            ),
            (
                .stricter(.malformed, beginning: ["GNUTLS_E_CERTIFICATE_ERROR"]),
                "Compares the two signature algorithms while it decodes; we compare them in path "
                    + "validation (RFC 5280 §4.1.1.2)."
            ),
            (
                .strictNames(.malformed, beginning: "GNUTLS_E_ASN1_DER_ERROR"),
                "Cannot read an x400Address or ediPartyName: its grammar declares them as ANY "
                    + "(lib/pkix.asn; RFC 5280 §4.2.1.6)."
            ),
            (
                .stricter(.malformed, beginning: ["GNUTLS_E_X509_UNKNOWN_SAN"]),
                "Rejects an empty rfc822Name, dNSName or URI in subjectAltName. We accept it, and "
                    + "it matches no name (RFC 5280 §4.2.1.6)."
            ),
            (
                .stricter(.extensionBody, beginning: ["basicConstraints"]),
                "Cannot represent a path length beyond 32 bits (RFC 5280 §4.2.1.9)."
            ),
            (
                .field(.purposes),
                "Reads at most 64 purposes of extKeyUsage and ignores the rest (RFC 5280 §4.2.1.12)."
            ),
        ]
    )

    static let nss = of(
        "NSS",
        [
            (
                .laxer(than: .malformed),
                "Accepts empty sequences, integers that are empty or longer than necessary, and "
                    + "any identifier (X.690 §8.3, §8.19)."
            ),
            (.laxer(than: .ber), "Accepts any byte for true and encoded defaults (X.690 §11)."),
            (
                .laxer(than: .time),
                "Accepts offsets and times without seconds (RFC 5280 §4.1.2.5)."
            ),
            (.laxer(than: .name), "Keeps strings and identifiers undecoded."),
            (.laxer(than: .version), "Accepts extensions in any version (RFC 5280 §4.1.2.9)."),
            (.laxer(than: .key), "Checks the key only when it is used."),
            (.laxer(than: .parameters), "Checks parameters only when they are used."),
            (.laxer(than: .duplicate), "Reads the first of two equal extensions (RFC 5280 §4.2)."),
            (
                .laxer(than: .extensionBody),
                "Decodes a body only on request, and ignores bytes after it."
            ),
            (
                .stricter(.malformed, beginning: ["SEC_ERROR_LIBRARY_FAILURE"]),
                "Rejects a NULL with content (X.690 §8.8) in parameters; we read parameters only "
                    + "when they are used."
            ),
            (
                .stricter(.extensionBody, beginning: ["basicConstraints"]),
                "Cannot represent a path length beyond 31 bits, and rejects any path length in a "
                    + "certificate that is not a CA (RFC 5280 §4.2.1.9)."
            ),
        ]
    )
}
