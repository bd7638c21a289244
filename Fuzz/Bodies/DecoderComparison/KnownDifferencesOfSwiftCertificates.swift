import Basics

extension KnownDifference<DecodingDifference> {
    static let swiftCertificates = of(
        "swift-certificates",
        [
            (
                .laxer(than: .malformed),
                "Accepts empty sequences and unused bits of a signature (RFC 5280 §4.1, "
                    + "§4.1.1.3)."
            ),
            (.laxer(than: .ber), "Accepts sets in any order in a name (X.690 §11.6)."),
            (.laxer(than: .time), "Accepts a leap second."),
            (.laxer(than: .name), "Keeps the strings of a name undecoded."),
            (
                .laxer(than: .version),
                "Accepts extensions in versions 1 and 2 (RFC 5280 §4.1.2.9)."
            ),
            (.laxer(than: .parameters), "Keeps parameters undecoded."),
            (.laxer(than: .key), "Keeps the parameters of unknown algorithms undecoded."),
            (.laxer(than: .extensionBody), "Decodes a body only on request."),
            (
                .stricter(.capability),
                "Decodes keys and signatures with the certificate, and does not support Ed448, PSS "
                    + "and DSA."
            ),
            (.stricter(.key), "Decodes the key with the certificate; we leave that to libcrypto."),
            (
                .stricter(.signature),
                "Decodes the two integers of an ECDSA signature with the certificate; we leave "
                    + "that to libcrypto."
            ),
            (
                .stricter(.malformed, beginning: ["elements: "]),
                "Looks for elements in parameters and in values of names, which RFC 5280 §4.1.1.2 "
                    + "and §4.1.2.4 declare as ANY."
            ),
            (
                .stricter(
                    .malformed,
                    beginning: [
                        "fields: ASN1Error.invalidASN1IntegerEncoding: INTEGER encoded with top"
                    ]
                ),
                "Rejects negative serial numbers; we leave that to path validation (RFC 5280 "
                    + "§4.1.2.2)."
            ),
            (
                .stricter(
                    .malformed,
                    beginning: [
                        "fields: ASN1Error.invalidASN1Object: Explicit tags should always be"
                    ]
                ),
                "Reads unique identifiers as tagged explicitly, and therefore rejects every one "
                    + "(RFC 5280 §4.1.2.8: IMPLICIT)."
            ),
            (
                .stricter(
                    .malformed,
                    beginning: ["fields: ASN1Error.invalidASN1Object: Too many extensions."]
                ),
                "Accepts at most 32 extensions (RFC 5280 §4.2 has no limit)."
            ),
            (
                .stricter(
                    .extensionBody,
                    beginning: [
                        "basicConstraints: ASN1Error.invalidASN1Object: Unable to treat",
                        "basicConstraints: ASN1Error.invalidASN1Object: Invalid combination of isCA",
                    ]
                ),
                "Cannot represent a path length beyond 64 bits, and rejects any path length in a "
                    + "certificate that is not a CA (RFC 5280 §4.2.1.9)."
            ),
            (
                .stricter(.extensionBody, beginning: ["elements of subjectAltName: "]),
                "Looks for elements in an otherName, which RFC 5280 §4.2.1.6 declares as ANY."
            ),
            (
                .stricter(
                    .extensionBody,
                    beginning: [
                        "extKeyUsage: ASN1Error.invalidASN1Object: Too many extended key usages.",
                        "extKeyUsage: CertificateError.duplicateOID",
                    ]
                ),
                "Accepts at most 32 purposes, each once (RFC 5280 §4.2.1.12 limits neither)."
            ),
        ]
    )
}
