import Basics
import PathValidation
import X509

// How OpenSSL 3.0.19 decodes certificates otherwise than we do.
extension KnownDifference<CertificateDifference> {
    /// The differences of the certificates of three files of vectors, with the certificates that each
    /// explained.
    static let ofCertificates: [KnownDifference] =
        (stricter + bodies + keys + frames).counted([
            "types of attribute values": 1, "policy qualifiers": 1, "algorithms of timestamps": 1,
            "extensions that stand there twice": 3, "bodies: badBitString": 44,
            "bodies: emptySequence": 14, "bodies: encodedDefault": 3, "bodies: unexpectedTag": 1,
            "bodies: trailingBytes": 6, "bodies: badString": 3, "bodies: badValue": 25,
            "curves of their own": 5, "RSA exponents": 5, "sizes of DSA": 1,
            "keys that sign nothing": 1, "frames: badBitString": 4, "frames: badBoolean": 2,
            "frames: badString": 5, "frames: unsortedSet": 2, "frames: badTime": 2,
            "frames: badVersion": 2, "frames: emptySequence": 90, "frames: encodedDefault": 6,
            "frames: highTagNumber": 1,
        ])

    /// OpenSSL refuses what we decode.
    private static let stricter: [KnownDifference] = [
        KnownDifference(
            "types of attribute values",
            .stricter,
            "OpenSSL holds a name to types of its own list (X509_NAME_ENTRY); RFC 5280 §4.1.2.4 has "
                + "ANY."
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
            "algorithms of timestamps",
            "ct_precert_scts",
            "OpenSSL takes those of RFC 6962 §2.1.4 alone, and nobody here verifies one"
        ),
    ]

    /// Extensions that we keep as bytes and OpenSSL decodes.
    private static func unread(
        _ name: String,
        _ extension: String,
        _ reason: String
    ) -> KnownDifference {
        KnownDifference(name, .stricter, "We keep them as they are: \(reason).") { difference in
            difference.ours == .accept && difference.theirs == .badExtension(`extension`)
        }
    }

    /// OpenSSL takes bodies of extensions that we refuse.
    private static let bodies: [KnownDifference] = [
        KnownDifference(
            "extensions that stand there twice",
            .laxer,
            "OpenSSL looks only for those that it processes (RFC 5280 §4.2)."
        ) { difference in
            if case .duplicate = difference.ours { true } else { false }
        },
        body(.badBitString, "OpenSSL takes zeros at the end of named bits (X.690 §11.2.2)."),
        body(.emptySequence, "OpenSSL takes lists of nothing (RFC 5280 §4.2.1: SIZE (1..MAX))."),
        body(.encodedDefault, "OpenSSL takes DEFAULT values that are encoded (X.690 §11.5)."),
        body(.unexpectedTag, "OpenSSL takes an x400Address of nothing (X.411 §8.5.5)."),
        body(.trailingBytes, "OpenSSL 3.0 drops what follows a body (X509V3_EXT_d2i)."),
        body(.badString, "OpenSSL does not look into an IA5String (X.690 §8.23)."),
        body(
            .badValue,
            "OpenSSL decodes values that have no meaning: addresses of odd lengths, a policy twice, "
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

    /// OpenSSL decodes keys that we refuse.
    private static let keys: [KnownDifference] = [
        KnownDifference(
            "curves of their own",
            .laxer,
            "OpenSSL decodes explicit and implicit parameters (RFC 5480 §2.1.1)."
        ) { $0.ours == .badKey(.ecPublicKey) },
        KnownDifference(
            "RSA exponents",
            .laxer,
            "OpenSSL takes any exponent, and parameters that are not NULL (RFC 8017 §3.1; RFC 3279 "
                + "§2.3.1)."
        ) { $0.ours == .badKey(.rsaEncryption) },
        KnownDifference(
            "sizes of DSA",
            .laxer,
            "OpenSSL decodes domains of any size, and keys without one (FIPS 186-4 §4.2)."
        ) { $0.ours == .badKey(.dsa) },
        KnownDifference(
            "keys that sign nothing",
            .laxer,
            "OpenSSL knows algorithms that no certificate is signed by."
        ) { difference in
            guard case .badKey(let algorithm) = difference.ours else { return false }
            return ![.ecPublicKey, .rsaEncryption, .dsa].contains(algorithm)
        },
    ]

    /// OpenSSL decodes what is no DER of RFC 5280.
    private static let frames: [KnownDifference] = [
        frame(.badBitString, "OpenSSL drops unused bits of a signature (RFC 5280 §4.1.1.3)."),
        frame(.badBoolean, "OpenSSL takes any byte for true (X.690 §11.1)."),
        frame(
            .badString,
            "OpenSSL looks into no string of a name but UTF8String and BMPString (X.680 §41)."
        ),
        frame(.unsortedSet, "OpenSSL takes the entries of a SET OF in any order (X.690 §11.6)."),
        frame(.badTime, "OpenSSL takes a UTCTime without seconds (RFC 5280 §4.1.2.5.1)."),
        frame(
            .badVersion,
            "OpenSSL takes versions that nobody knows, and extensions in any (RFC 5280 §4.1.2.1, "
                + "§4.1.2.9)."
        ),
        frame(
            .emptySequence,
            "OpenSSL takes extensions and relative names of nothing (RFC 5280 §4.1, §4.1.2.4)."
        ),
        frame(.encodedDefault, "OpenSSL takes DEFAULT values that are encoded (X.690 §11.5)."),
        frame(.highTagNumber, "OpenSSL takes tag numbers above 30, which no RFC uses."),
    ]

    private static func frame(_ fault: DERError.Fault, _ about: String) -> KnownDifference {
        KnownDifference("frames: \(fault.rawValue)", .laxer, about) { difference in
            guard case .malformed(let error) = difference.ours else { return false }
            return difference.theirs == .accept && error.fault == fault
        }
    }
}
