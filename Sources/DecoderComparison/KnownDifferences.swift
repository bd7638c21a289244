// Where other decoders are known to differ from ours. Seen in OpenSSL 3.0.22, GnuTLS 3.7.9, NSS
// 3.87.1 and swift-certificates 1.21.1.

extension KnownDifference {
    static let all = openSSL + gnuTLS + nss + swiftCertificates

    private static let openSSL = of(
        "OpenSSL",
        [
            (
                .laxer(than: .malformed),
                "Drops unused bits of a signature (RFC 5280 §4.1.1.3) and takes sequences "
                    + "of nothing (§4.1, §4.1.2.4)."
            ),
            (
                .laxer(than: .ber),
                "Reads BER: lengths that are indefinite or longer than need be, any octet "
                    + "for true, values by default, sets in any order (X.690 §10.1, §11)."
            ),
            (.laxer(than: .time), "Takes a UTCTime without seconds (RFC 5280 §4.1.2.5.1)."),
            (
                .laxer(than: .name),
                "Looks into no string but UTF8String and BMPString (X.680 §41), and takes "
                    + "numbers of identifiers with leading zeros (X.690 §8.19.2)."
            ),
            (
                .laxer(than: .version),
                "Takes versions that nobody knows, and extensions in any (RFC 5280 "
                    + "§4.1.2.1, §4.1.2.9)."
            ),
            (
                .laxer(than: .key),
                "Drops unused bits of a key, and writes others than stand there: a pin of "
                    + "i2d_X509_PUBKEY is then not the one of the certificate's own octets."
            ),
            (.laxer(than: .parameters), "Takes identifiers with leading zeros (X.690 §8.19.2)."),
            (
                .laxer(than: .duplicate),
                "Misses an extension that stands there twice where it processes neither "
                    + "(RFC 5280 §4.2)."
            ),
            (
                .laxer(than: .extensionBody),
                "Drops what follows a body, zeros behind named bits and values by default, "
                    + "and takes lists of nothing, addresses of odd lengths and any octet in an "
                    + "IA5String (X.690 §11; RFC 5280 §4.2.1)."
            ),
            (
                .stricter(.name),
                "Holds names to types and lengths of its own list (X509_NAME_ENTRY); RFC "
                    + "5280 §4.1.2.4 has ANY."
            ),
            (.stricter(.key), "Decodes the key, which we leave to it."),
            (
                .stricter(.parameters),
                "Decodes parameters of any algorithm as a universal type (ASN1_TYPE); RFC "
                    + "5280 §4.1.1.2 has ANY."
            ),
            (
                .strictBody(butOf: bodiesOfOurs),
                "Decodes bodies that say nothing of a certificate, or that we keep: "
                    + "qualifiers of policies (RFC 5280 §4.2.1.4), timestamps of other algorithms "
                    + "than RFC 6962's."
            ),
        ]
    )

    /// The extensions that both decode, by OpenSSL's short names: to be refused one alone is no
    /// matter of taste.
    private static let bodiesOfOurs: Set<String> = [
        "authorityInfoAccess", "authorityKeyIdentifier", "basicConstraints",
        "crlDistributionPoints", "extendedKeyUsage", "freshestCRL", "inhibitAnyPolicy",
        "issuerAltName", "keyUsage", "nameConstraints", "policyConstraints", "policyMappings",
        "subjectAltName", "subjectInfoAccess", "subjectKeyIdentifier", "together", "tlsfeature",
    ]

    private static let gnuTLS = of(
        "GnuTLS",
        [
            (
                .laxer(than: .malformed),
                "Takes integers that are empty or longer than need be, and does not look at "
                    + "unused bits (X.690 §8.3)."
            ),
            (
                .laxer(than: .ber),
                "Takes long lengths, any octet for true and values by default (X.690 §10.1, §11)."
            ),
            (.laxer(than: .time), "Takes offsets and times without seconds (RFC 5280 §4.1.2.5)."),
            (.laxer(than: .name), "Keeps strings and identifiers as they are."),
            (.laxer(than: .version), "Knows version 4 (RFC 5280 §4.1.2.1)."),
            (.laxer(than: .key), "Does not look at the key before it is used."),
            (.laxer(than: .parameters), "Does not look at parameters before they are used."),
            (
                .laxer(than: .extensionBody),
                "Decodes a body where somebody asks, and drops what follows."
            ),
            (
                .stricter(.malformed, beginning: "GNUTLS_E_CERTIFICATE_ERROR"),
                "Compares the two signature algorithms at once; our path validation does "
                    + "(RFC 5280 §4.1.1.2)."
            ),
            (
                .stricter(.extensionBody, beginning: "basicConstraints"),
                "Has no number for a path length beyond 32 bits (RFC 5280 §4.2.1.9)."
            ),
            (
                .field(.purposes),
                "Reads 64 purposes of extKeyUsage, and says nothing of the others (RFC 5280 "
                    + "§4.2.1.12)."
            ),
        ]
    )

    private static let nss = of(
        "NSS",
        [
            (
                .laxer(than: .malformed),
                "Takes sequences of nothing, integers that are empty or longer than need "
                    + "be, and any identifier (X.690 §8.3, §8.19)."
            ),
            (.laxer(than: .ber), "Takes any octet for true and values by default (X.690 §11)."),
            (.laxer(than: .time), "Takes offsets and times without seconds (RFC 5280 §4.1.2.5)."),
            (.laxer(than: .name), "Keeps strings and identifiers as they are."),
            (.laxer(than: .version), "Takes extensions in any version (RFC 5280 §4.1.2.9)."),
            (.laxer(than: .key), "Does not look at the key before it is used."),
            (.laxer(than: .parameters), "Does not look at parameters before they are used."),
            (.laxer(than: .duplicate), "Reads the first of two extensions (RFC 5280 §4.2)."),
            (
                .laxer(than: .extensionBody),
                "Decodes a body where somebody asks, and drops what follows."
            ),
            (
                .stricter(.malformed, beginning: "SEC_ERROR_LIBRARY_FAILURE"),
                "Refuses a NULL with content (X.690 §8.8) in parameters, which we read when "
                    + "they are used."
            ),
            (
                .stricter(.extensionBody, beginning: "basicConstraints"),
                "Has no number for a path length beyond 31 bits, and none at all where "
                    + "there is no CA (RFC 5280 §4.2.1.9)."
            ),
        ]
    )

    private static let swiftCertificates = of(
        "swift-certificates",
        [
            (
                .laxer(than: .malformed),
                "Takes sequences of nothing and unused bits of a signature (RFC 5280 §4.1, "
                    + "§4.1.1.3)."
            ),
            (.laxer(than: .ber), "Takes sets in any order in a name (X.690 §11.6)."),
            (.laxer(than: .time), "Takes a leap second."),
            (.laxer(than: .name), "Keeps strings of a name as they are."),
            (.laxer(than: .version), "Takes extensions in versions 1 and 2 (RFC 5280 §4.1.2.9)."),
            (.laxer(than: .parameters), "Keeps parameters as they are."),
            (.laxer(than: .key), "Keeps what is no parameter of a known algorithm as it is."),
            (.laxer(than: .extensionBody), "Decodes a body where somebody asks."),
            (
                .stricter(.capability),
                "Makes a key and a signature at once, of those that it knows: not of Ed448, "
                    + "of PSS and of DSA."
            ),
            (.stricter(.key), "Decodes the key at once, which we leave to libcrypto."),
            (
                .stricter(.malformed),
                "Decodes the values of a signature at once; has no negative serial numbers, which "
                    + "we leave to path validation (RFC 5280 §4.1.2.2); reads unique identifiers "
                    + "as tagged explicitly (§4.1.2.8: IMPLICIT), and so refuses each."
            ),
            (
                .stricter(.extensionBody, beginning: "basicConstraints"),
                "Has no number for a path length beyond 64 bits (RFC 5280 §4.2.1.9)."
            ),
            (
                .stricter(.extensionBody, beginning: "extKeyUsage"),
                "Takes 32 purposes at most, each once (RFC 5280 §4.2.1.12 limits neither)."
            ),
        ]
    )

    private static func of(
        _ decoder: String,
        _ differences: [(kind: Kind, about: String)]
    ) -> [KnownDifference] {
        differences.map { KnownDifference(decoder: decoder, kind: $0.kind, about: $0.about) }
    }
}
