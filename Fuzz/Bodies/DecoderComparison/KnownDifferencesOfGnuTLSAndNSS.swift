import Basics

extension KnownDifference<DecodingDifference> {
    static let gnuTLS = of(
        "GnuTLS",
        [
            (
                .laxer(than: .malformed),
                "Takes integers that are empty or longer than need be, and does not look at "
                    + "unused bits (X.690 §8.3)."
            ),
            (
                .laxer(than: .ber),
                "Takes long lengths, any byte for true and values by default (X.690 §10.1, §11)."
            ),
            (.laxer(than: .time), "Takes offsets and times without seconds (RFC 5280 §4.1.2.5)."),
            (.laxer(than: .name), "Keeps strings and identifiers as they are."),
            (.laxer(than: .version), "Knows version 4 (RFC 5280 §4.1.2.1)."),
            (.laxer(than: .key), "Does not look at the key before it is used."),
            (.laxer(than: .parameters), "Does not look at parameters before they are used."),
            (
                .laxer(than: .extensionBody),
                "Decodes a body only when asked for it, and drops what follows."
            ),
            (
                .stricter(.malformed, beginning: ["GNUTLS_E_CERTIFICATE_ERROR"]),
                "Compares the two signature algorithms at once; our path validation does "
                    + "(RFC 5280 §4.1.1.2)."
            ),
            (
                .strictNames(.malformed, beginning: "GNUTLS_E_ASN1_DER_ERROR"),
                "Cannot read an x400Address or ediPartyName, of which its grammar has ANY "
                    + "(lib/pkix.asn; RFC 5280 §4.2.1.6)."
            ),
            (
                .stricter(.malformed, beginning: ["GNUTLS_E_X509_UNKNOWN_SAN"]),
                "Takes no empty rfc822Name, dNSName or URI among alternative names; by RFC 5280 "
                    + "§4.2.1.6 they name nothing, and we match them with nothing."
            ),
            (
                .stricter(.extensionBody, beginning: ["basicConstraints"]),
                "Has no number for a path length beyond 32 bits (RFC 5280 §4.2.1.9)."
            ),
            (
                .field(.purposes),
                "Reads 64 purposes of extKeyUsage, and says nothing of the others (RFC 5280 "
                    + "§4.2.1.12)."
            ),
        ]
    )

    static let nss = of(
        "NSS",
        [
            (
                .laxer(than: .malformed),
                "Takes sequences of nothing, integers that are empty or longer than need "
                    + "be, and any identifier (X.690 §8.3, §8.19)."
            ),
            (.laxer(than: .ber), "Takes any byte for true and values by default (X.690 §11)."),
            (.laxer(than: .time), "Takes offsets and times without seconds (RFC 5280 §4.1.2.5)."),
            (.laxer(than: .name), "Keeps strings and identifiers as they are."),
            (.laxer(than: .version), "Takes extensions in any version (RFC 5280 §4.1.2.9)."),
            (.laxer(than: .key), "Does not look at the key before it is used."),
            (.laxer(than: .parameters), "Does not look at parameters before they are used."),
            (.laxer(than: .duplicate), "Reads the first of two extensions (RFC 5280 §4.2)."),
            (
                .laxer(than: .extensionBody),
                "Decodes a body only when asked for it, and drops what follows."
            ),
            (
                .stricter(.malformed, beginning: ["SEC_ERROR_LIBRARY_FAILURE"]),
                "Refuses a NULL with content (X.690 §8.8) in parameters, which we read when "
                    + "they are used."
            ),
            (
                .stricter(.extensionBody, beginning: ["basicConstraints"]),
                "Has no number for a path length beyond 31 bits, and none at all where "
                    + "there is no CA (RFC 5280 §4.2.1.9)."
            ),
        ]
    )
}
