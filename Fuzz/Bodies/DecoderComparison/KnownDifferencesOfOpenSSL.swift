import Basics

// The known differences between our decoder and OpenSSL 3.0.22, GnuTLS 3.7.9, NSS 3.87.1 and
// swift-certificates 1.21.1.

extension KnownDifference<DecodingDifference> {
    static let ofDecoders = openSSL + gnuTLS + nss + swiftCertificates

    private static let openSSL = of(
        "OpenSSL",
        [
            (
                .laxer(than: .malformed),
                "Ignores unused bits of a signature (RFC 5280 §4.1.1.3) and accepts empty "
                    + "sequences (§4.1, §4.1.2.4)."
            ),
            (
                .laxer(than: .ber),
                "Reads BER: indefinite lengths, long forms of lengths, any byte for true, encoded "
                    + "defaults, sets in any order (X.690 §10.1, §11)."
            ),
            (.laxer(than: .time), "Accepts a UTCTime without seconds (RFC 5280 §4.1.2.5.1)."),
            (
                .laxer(than: .name),
                "Checks the characters of UTF8String and BMPString only (X.680 §41), and accepts "
                    + "leading zeros in arcs of identifiers (X.690 §8.19.2)."
            ),
            (
                .laxer(than: .version),
                "Accepts versions that do not exist, and extensions in any version (RFC 5280 "
                    + "§4.1.2.1, §4.1.2.9)."
            ),
            (
                .laxer(than: .key),
                "Ignores the unused bits of a key and encodes them differently: a pin computed "
                    + "with i2d_X509_PUBKEY then differs from one of the certificate's own bytes."
            ),
            (
                .laxer(than: .parameters),
                "Accepts leading zeros in arcs of identifiers (X.690 §8.19.2)."
            ),
            (
                .laxer(than: .duplicate),
                "Accepts a repeated extension if it processes neither copy (RFC 5280 §4.2)."
            ),
            (
                .laxer(than: .extensionBody),
                "Ignores bytes after a body, zeros after named bits and encoded defaults, and "
                    + "accepts empty lists, addresses of odd lengths and any byte in an IA5String "
                    + "(X.690 §11; RFC 5280 §4.2.1)."
            ),
            (
                .stricter(
                    .name,
                    beginning: [
                        "mstring not universal: ASN1_PRINTABLE value",
                        "mstring wrong tag: ASN1_PRINTABLE value",
                        "type not constructed: value",
                        // The errors of bit strings and of the contents of constructed strings
                        // (asn1_collect).
                        "bad object header: value", "header too long: value",
                        "invalid bit string bits left: value", "missing eoc: value",
                        "nested asn1 string: value", "string too short: value",
                        "too long: value", "unexpected eoc: value",
                    ]
                ),
                "Restricts values in names to its own list of types (X509_NAME_ENTRY), and decodes "
                    + "them; RFC 5280 §4.1.2.4 declares ANY."
            ),
            (.stricter(.key), "Decodes the key; we leave that to libcrypto."),
            (
                .strictField(.parameters, "parameter"),
                "Decodes the parameters of every algorithm as a universal type (ASN1_TYPE); RFC "
                    + "5280 §4.1.1.2 declares ANY."
            ),
            (
                .strictBody(butOf: bodiesOfOurs),
                "Decodes bodies that we do not decode: policy qualifiers (RFC 5280 §4.2.1.4), SCTs "
                    + "with algorithms outside RFC 6962, and extensions that a proxy certificate "
                    + "must not have (RFC 3820 §3)."
            ),
        ]
    )

    /// The extensions that both decoders decode, by OpenSSL's short names.
    ///
    /// If only one decoder rejects such an extension, a known difference must explain it.
    private static let bodiesOfOurs: Set<String> = [
        "authorityInfoAccess", "authorityKeyIdentifier", "basicConstraints",
        "crlDistributionPoints", "extendedKeyUsage", "freshestCRL", "inhibitAnyPolicy",
        "issuerAltName", "keyUsage", "nameConstraints", "policyConstraints", "policyMappings",
        "subjectAltName", "subjectInfoAccess", "subjectKeyIdentifier", "together", "tlsfeature",
    ]
}
