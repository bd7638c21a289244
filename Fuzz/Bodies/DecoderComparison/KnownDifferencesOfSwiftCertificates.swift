import Basics

extension KnownDifference<DecodingDifference> {
    static let swiftCertificates = of(
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
            (.laxer(than: .extensionBody), "Decodes a body only when asked for it."),
            (
                .stricter(.capability),
                "Makes a key and a signature at once, of those that it knows: not of Ed448, "
                    + "of PSS and of DSA."
            ),
            (.stricter(.key), "Decodes the key at once, which we leave to libcrypto."),
            (
                .stricter(.signature),
                "Decodes the two numbers of an ECDSA signature at once, which we leave to libcrypto."
            ),
            (
                .stricter(.malformed, beginning: ["elements: "]),
                "Looks for elements inside of parameters and of values in names, of which RFC "
                    + "5280 §4.1.1.2 and §4.1.2.4 have ANY."
            ),
            (
                .stricter(
                    .malformed,
                    beginning: [
                        "fields: ASN1Error.invalidASN1IntegerEncoding: INTEGER encoded with top"
                    ]
                ),
                "Has no negative serial numbers, which we leave to path validation (RFC 5280 "
                    + "§4.1.2.2)."
            ),
            (
                .stricter(
                    .malformed,
                    beginning: [
                        "fields: ASN1Error.invalidASN1Object: Explicit tags should always be"
                    ]
                ),
                "Reads unique identifiers as tagged explicitly (RFC 5280 §4.1.2.8: IMPLICIT), and "
                    + "so refuses each."
            ),
            (
                .stricter(
                    .malformed,
                    beginning: ["fields: ASN1Error.invalidASN1Object: Too many extensions."]
                ),
                "Takes 32 extensions at most (RFC 5280 §4.2 has no limit)."
            ),
            (
                .stricter(
                    .extensionBody,
                    beginning: [
                        "basicConstraints: ASN1Error.invalidASN1Object: Unable to treat",
                        "basicConstraints: ASN1Error.invalidASN1Object: Invalid combination of isCA",
                    ]
                ),
                "Has no number for a path length beyond 64 bits, and none at all where there is "
                    + "no CA (RFC 5280 §4.2.1.9)."
            ),
            (
                .stricter(.extensionBody, beginning: ["elements of subjectAltName: "]),
                "Looks for elements inside of an otherName (RFC 5280 §4.2.1.6 has ANY)."
            ),
            (
                .stricter(
                    .extensionBody,
                    beginning: [
                        "extKeyUsage: ASN1Error.invalidASN1Object: Too many extended key usages.",
                        "extKeyUsage: CertificateError.duplicateOID",
                    ]
                ),
                "Takes 32 purposes at most, each once (RFC 5280 §4.2.1.12 limits neither)."
            ),
        ]
    )
}
