import Basics

// Known differences between other decoders and ours, as seen in OpenSSL 3.0.22, GnuTLS 3.7.9, NSS
// 3.87.1 and swift-certificates 1.21.1.

extension KnownDifference<DecodingDifference> {
    static let ofDecoders = openSSL + gnuTLS + nss + swiftCertificates

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
                "Reads BER: lengths that are indefinite or longer than need be, any byte "
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
                "Takes versions that do not exist, and extensions in any (RFC 5280 "
                    + "§4.1.2.1, §4.1.2.9)."
            ),
            (
                .laxer(than: .key),
                "Drops unused bits of a key, and writes others than stand there: a pin of "
                    + "i2d_X509_PUBKEY is then not the one of the certificate's own bytes."
            ),
            (.laxer(than: .parameters), "Takes identifiers with leading zeros (X.690 §8.19.2)."),
            (
                .laxer(than: .duplicate),
                "Misses an extension that stands there twice where it processes neither "
                    + "(RFC 5280 §4.2)."
            ),
            (
                .laxer(than: .extensionBody),
                "Drops what follows a body, zeros after named bits and values by default, "
                    + "and takes lists of nothing, addresses of odd lengths and any byte in an "
                    + "IA5String (X.690 §11; RFC 5280 §4.2.1)."
            ),
            (
                .stricter(
                    .name,
                    beginning: [
                        "mstring not universal: ASN1_PRINTABLE value",
                        "mstring wrong tag: ASN1_PRINTABLE value",
                        "type not constructed: value",
                        // Of bit strings, and inside of strings that are constructed (asn1_collect).
                        "bad object header: value", "header too long: value",
                        "invalid bit string bits left: value", "missing eoc: value",
                        "nested asn1 string: value", "string too short: value",
                        "too long: value", "unexpected eoc: value",
                    ]
                ),
                "Holds values in names to types of its own list (X509_NAME_ENTRY), and reads them; "
                    + "RFC 5280 §4.1.2.4 has ANY."
            ),
            (.stricter(.key), "Decodes the key, which we leave to it."),
            (
                .strictField(.parameters, "parameter"),
                "Decodes parameters of any algorithm as a universal type (ASN1_TYPE); RFC "
                    + "5280 §4.1.1.2 has ANY."
            ),
            (
                .strictBody(butOf: bodiesOfOurs),
                "Decodes bodies that say nothing of a certificate, or that we keep: "
                    + "qualifiers of policies (RFC 5280 §4.2.1.4), timestamps of other algorithms "
                    + "than RFC 6962's, and what a proxy's certificate must not have (RFC 3820 §3)."
            ),
        ]
    )

    /// The extensions that both decode, by OpenSSL's short names.
    ///
    /// If only one of the two rejects one of these, the difference must be explained.
    private static let bodiesOfOurs: Set<String> = [
        "authorityInfoAccess", "authorityKeyIdentifier", "basicConstraints",
        "crlDistributionPoints", "extendedKeyUsage", "freshestCRL", "inhibitAnyPolicy",
        "issuerAltName", "keyUsage", "nameConstraints", "policyConstraints", "policyMappings",
        "subjectAltName", "subjectInfoAccess", "subjectKeyIdentifier", "together", "tlsfeature",
    ]
}
