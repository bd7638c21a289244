import Basics
import PathValidation
import X509

// The differences between OpenSSL 3.0.19 and our decoder on certificates.
extension KnownDifference<CertificateDifference> {
    /// The known differences for the certificates of three files of vectors, each with the number
    /// of certificates that it explains.
    static let ofCertificates: [KnownDifference] =
        (stricter + bodies + keys + frames).counted([
            "types of attribute values": 1, "policy qualifiers": 1, "SCT algorithms": 1,
            "repeated extensions": 3, "bodies: badBitString": 44,
            "bodies: emptySequence": 14, "bodies: encodedDefault": 3, "bodies: unexpectedTag": 1,
            "bodies: trailingBytes": 6, "bodies: badString": 3, "bodies: badValue": 25,
            "explicit curves": 5, "RSA exponents": 5, "DSA sizes": 1,
            "keys that cannot sign": 1, "frames: badBitString": 4, "frames: badBoolean": 2,
            "frames: badString": 5, "frames: unsortedSet": 2, "frames: badTime": 2,
            "frames: badVersion": 2, "frames: emptySequence": 90, "frames: encodedDefault": 6,
            "frames: highTagNumber": 1,
        ])

    /// OpenSSL rejects certificates that we decode.
    private static let stricter: [KnownDifference] = [
        KnownDifference(
            "types of attribute values",
            .stricter,
            "OpenSSL restricts the values in a name to its own list of types (X509_NAME_ENTRY); RFC "
                + "5280 §4.1.2.4 declares ANY."
        ) { difference in
            guard difference.ours == .accept, case .undecodable(let words) = difference.theirs
            else {
                return false
            }
            return words.contains("ASN1_PRINTABLE")
        },
        unread(
            "policy qualifiers",
            "certificatePolicies",
            "no verdict depends on their text (RFC 5280 §4.2.1.4)"
        ),
        unread(
            "SCT algorithms",
            "ct_precert_scts",
            "OpenSSL accepts only the algorithms of RFC 6962 §2.1.4, and neither side verifies an SCT here"
        ),
    ]

    /// Extensions that we keep undecoded and OpenSSL decodes.
    private static func unread(
        _ name: String,
        _ extension: String,
        _ reason: String
    ) -> KnownDifference {
        KnownDifference(name, .stricter, "We keep them undecoded: \(reason).") { difference in
            difference.ours == .accept && difference.theirs == .badExtension(`extension`)
        }
    }

    /// OpenSSL accepts bodies of extensions that we reject.
    private static let bodies: [KnownDifference] = [
        KnownDifference(
            "repeated extensions",
            .laxer,
            "OpenSSL checks only the extensions that it processes (RFC 5280 §4.2)."
        ) { difference in
            if case .duplicate = difference.ours { true } else { false }
        },
        body(.badBitString, "OpenSSL accepts zeros at the end of named bits (X.690 §11.2.2)."),
        body(.emptySequence, "OpenSSL accepts empty lists (RFC 5280 §4.2.1: SIZE (1..MAX))."),
        body(.encodedDefault, "OpenSSL accepts encoded DEFAULT values (X.690 §11.5)."),
        body(.unexpectedTag, "OpenSSL accepts an empty x400Address (X.411 §8.5.5)."),
        body(.trailingBytes, "OpenSSL 3.0 ignores bytes after a body (X509V3_EXT_d2i)."),
        body(.badString, "OpenSSL does not check the characters of an IA5String (X.690 §8.23)."),
        body(
            .badValue,
            "OpenSSL decodes meaningless values: addresses of odd lengths, a repeated policy, "
                + "mappings of anyPolicy, an issuer without its serial number (RFC 5280 §4.2.1.1, "
                + ".4, .5, .6)."
        ),
    ]

    private static func body(_ fault: DERError.Fault, _ about: String) -> KnownDifference {
        KnownDifference("bodies: \(fault.rawValue)", .laxer, about) { difference in
            guard case .badExtension(_, let error) = difference.ours else { return false }
            return difference.theirs == .accept && error.fault == fault
        }
    }

    /// OpenSSL decodes keys that we reject.
    private static let keys: [KnownDifference] = [
        KnownDifference(
            "explicit curves",
            .laxer,
            "OpenSSL decodes explicit and implicit parameters (RFC 5480 §2.1.1)."
        ) { $0.ours == .badKey(.ecPublicKey) },
        KnownDifference(
            "RSA exponents",
            .laxer,
            "OpenSSL accepts any exponent, and parameters that are not NULL (RFC 8017 §3.1; RFC 3279 "
                + "§2.3.1)."
        ) { $0.ours == .badKey(.rsaEncryption) },
        KnownDifference(
            "DSA sizes",
            .laxer,
            "OpenSSL decodes domain parameters of any size, and keys without them (FIPS 186-4 §4.2)."
        ) { $0.ours == .badKey(.dsa) },
        KnownDifference(
            "keys that cannot sign",
            .laxer,
            "OpenSSL supports algorithms that cannot sign certificates."
        ) { difference in
            guard case .badKey(let algorithm) = difference.ours else { return false }
            return ![.ecPublicKey, .rsaEncryption, .dsa].contains(algorithm)
        },
    ]

    /// OpenSSL decodes certificates that are not DER or not in the form of RFC 5280.
    private static let frames: [KnownDifference] = [
        frame(.badBitString, "OpenSSL ignores unused bits of a signature (RFC 5280 §4.1.1.3)."),
        frame(.badBoolean, "OpenSSL accepts any byte for true (X.690 §11.1)."),
        frame(
            .badString,
            "OpenSSL checks only UTF8String and BMPString in a name (X.680 §41)."
        ),
        frame(.unsortedSet, "OpenSSL accepts the entries of a SET OF in any order (X.690 §11.6)."),
        frame(.badTime, "OpenSSL accepts a UTCTime without seconds (RFC 5280 §4.1.2.5.1)."),
        frame(
            .badVersion,
            "OpenSSL accepts versions that do not exist, and extensions in any version (RFC 5280 "
                + "§4.1.2.1, §4.1.2.9)."
        ),
        frame(
            .emptySequence,
            "OpenSSL accepts empty extensions and empty relative names (RFC 5280 §4.1, §4.1.2.4)."
        ),
        frame(.encodedDefault, "OpenSSL accepts encoded DEFAULT values (X.690 §11.5)."),
        frame(.highTagNumber, "OpenSSL accepts tag numbers above 30, which no RFC uses."),
    ]

    private static func frame(_ fault: DERError.Fault, _ about: String) -> KnownDifference {
        KnownDifference("frames: \(fault.rawValue)", .laxer, about) { difference in
            guard case .malformed(let error) = difference.ours else { return false }
            return difference.theirs == .accept && error.fault == fault
        }
    }
}
