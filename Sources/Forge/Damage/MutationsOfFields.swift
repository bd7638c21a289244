import Crypto
import X509

// Damage to the fields before the extensions. Each mutation is one literal; a new mutation needs
// only a further literal.

extension Mutation {
    static let ofSerials = [
        Mutation(
            "negative-serial",
            "Make the serial number negative.",
            gain: .nothing,
            acceptedAt: [.rootCA],
            .fields { $0.serial = [0xff] }
        ),
        Mutation(
            "zero-serial",
            "Make the serial number zero; it must be positive.",
            gain: .nothing,
            acceptedAt: [.rootCA],
            .fields { $0.serial = [0x00] }
        ),
        Mutation(
            "long-serial",
            "Give the serial number 21 bytes, one more than RFC 5280 allows.",
            gain: .nothing,
            acceptedAt: [.rootCA],
            .fields { $0.serial = [0x01] + [UInt8](repeating: 0x23, count: 20) }
        ),
        Mutation(
            "non-minimal-serial",
            "Put a needless zero byte before the serial number.",
            gain: .nothing,
            isServable: false,
            .fields { $0.serial.insert(0x00, at: 0) }
        ),
        Mutation(
            "empty-serial",
            "Leave the serial number without bytes.",
            gain: .nothing,
            isServable: false,
            .fields { $0.serial = [] }
        ),
    ]

    static let ofVersions = [
        Mutation(
            "v1",
            "Make it a valid certificate of version 1, which has no extensions.",
            gain: .authentication,
            .fields {
                $0.version = 1
                $0.extensions = []
            }
        ),
        Mutation(
            "v1-with-extensions",
            "Claim version 1 but keep the extensions, which version 3 introduced.",
            gain: .nothing,
            .fields { $0.version = 1 }
        ),
        Mutation(
            "v2-with-extensions",
            "Claim version 2 but keep the extensions, which version 3 introduced.",
            gain: .nothing,
            .fields { $0.version = 2 }
        ),
        Mutation(
            "v4",
            "Claim version 4, which does not exist.",
            gain: .nothing,
            .fields { $0.version = 4 }
        ),
        Mutation(
            "explicit-default-version",
            "Encode version 1, the default, which DER requires to be omitted.",
            gain: .nothing,
            .tbs { (tree) throws(PathFault) in
                try tree.set("tbsCertificate.version", [0xa0, 0x03, 0x02, 0x01, 0x00])
            }
        ),
        Mutation(
            "unique-ids-in-v3",
            "Add issuer and subject unique identifiers, which a version 3 certificate may have.",
            gain: .nothing,
            acceptedAt: .all,
            .fields {
                $0.issuerUniqueID = [0x01]
                $0.subjectUniqueID = [0x02]
            }
        ),
    ]

    static let ofTimes = [
        Mutation(
            "swap-validity",
            "Let the validity end before it begins.",
            gain: .authentication,
            .fields { Swift.swap(&$0.notBefore, &$0.notAfter) }
        ),
        Mutation(
            "zero-length-validity",
            "Let the validity end in the second in which it begins.",
            gain: .authentication,
            .fields { $0.notAfter = $0.notBefore }
        ),
        Mutation(
            "utctime-2050",
            "Encode notAfter in 2050 as UTCTime, in which the year 50 means 1950.",
            gain: .authentication,
            .fields { $0.notAfter = Time(.utcTime, "500101000000Z") }
        ),
        Mutation(
            "generalized-time-early",
            "Encode notBefore before 2050 as GeneralizedTime.",
            gain: .nothing,
            .fields { fields in
                guard fields.notBefore.tag == .utcTime else { return }
                // RFC 5280 §4.1.2.5.1: years from 50 on are in the 20th century.
                let century = fields.notBefore.text < "50" ? "20" : "19"
                fields.notBefore = Time(.generalizedTime, century + fields.notBefore.text)
            }
        ),
        Mutation(
            "no-well-defined-end",
            "Set notAfter to 9999-12-31T23:59:59Z, which means that no end is known (RFC 5280 "
                + "§4.1.2.5).",
            gain: .nothing,
            acceptedAt: .all,
            .fields { $0.notAfter = Time(.generalizedTime, "99991231235959Z") }
        ),
        Mutation(
            "bad-time",
            "Set notAfter to a thirteenth month.",
            gain: .nothing,
            .fields { $0.notAfter = Time(.utcTime, "491301000000Z") }
        ),
        Mutation(
            "impossible-date",
            "Set notAfter to 30 February.",
            gain: .nothing,
            .fields { $0.notAfter = Time(.utcTime, "490230000000Z") }
        ),
        Mutation(
            "time-without-seconds",
            "Omit the seconds of notAfter.",
            gain: .nothing,
            .fields { $0.notAfter = Time(.utcTime, "4901010000Z") }
        ),
        Mutation(
            "time-with-offset",
            "Write notAfter with an offset from UTC.",
            gain: .nothing,
            .fields { $0.notAfter = Time(.utcTime, "490101000000+0100") }
        ),
        Mutation(
            "time-with-fraction",
            "Write notAfter with a fraction of a second.",
            gain: .nothing,
            .fields { $0.notAfter = Time(.generalizedTime, "20490101000000.5Z") }
        ),
    ]

    static let ofKeys = [
        Mutation(
            "unknown-key-algorithm",
            "Give the key an algorithm that no client knows: 1.3.6.1.4.1.55555.2.",
            gain: .authentication,
            isServable: false,
            .tbs { (tree) throws(PathFault) in
                try tree.set("subjectPublicKeyInfo.algorithm.algorithm", unknownAlgorithm)
            }
        ),
        Mutation(
            "empty-public-key",
            "Leave the key's BIT STRING empty.",
            gain: .authentication,
            isServable: false,
            .tbs { (tree) throws(PathFault) in
                try tree.set("subjectPublicKeyInfo.subjectPublicKey", [0x03, 0x01, 0x00])
            }
        ),
        Mutation(
            "corrupt-public-key",
            "Flip a bit in the key's last byte: an elliptic-curve point leaves its curve, an RSA"
                + " exponent becomes even.",
            gain: .authentication,
            isServable: false,
            .tbs { (tree) throws(PathFault) in
                try tree.changeContent("subjectPublicKeyInfo.subjectPublicKey") {
                    flipLastBit(&$0)
                }
            }
        ),
        Mutation(
            "compressed-point",
            "Write the key's point as one coordinate and a bit (compressed), which RFC 5480 "
                + "allows.",
            gain: .nothing,
            acceptedAt: .all,
            drawnFrom: 2,
            .tbs { (tree) throws(PathFault) in
                try tree.changeContent("subjectPublicKeyInfo.subjectPublicKey") {
                    writePoint(in: &$0, as: 2, keeping: 1)
                }
            }
        ),
        Mutation(
            "hybrid-point",
            "Write the key's point as both coordinates and a bit (hybrid), which RFC 5480 forbids.",
            gain: .nothing,
            drawnFrom: 2,
            .tbs { (tree) throws(PathFault) in
                try tree.changeContent("subjectPublicKeyInfo.subjectPublicKey") {
                    writePoint(in: &$0, as: 6, keeping: 2)
                }
            }
        ),
    ]
}

private typealias Time = CertificateFields.Time

/// OBJECT IDENTIFIER 1.3.6.1.4.1.55555.2.
let unknownAlgorithm: [UInt8] = [
    0x06, 0x09, 0x2b, 0x06, 0x01, 0x04, 0x01, 0x83, 0xb2, 0x03, 0x02,
]

func flipLastBit(_ bytes: inout [UInt8]) {
    guard let last = bytes.indices.last else { return }
    bytes[last] ^= 1
}

/// Converts an uncompressed point, which follows the byte of unused bits, to another form.
///
/// The result begins with the form's number plus the lowest bit of y (SEC 1 §2.3.3). The first
/// `count` coordinates follow.
private func writePoint(in bytes: inout [UInt8], as form: UInt8, keeping count: Int) {
    guard bytes.count > 2, bytes[1] == 4, let last = bytes.last else { return }
    let coordinate = (bytes.count - 2) / 2
    bytes = [bytes[0], form | last & 1] + bytes[2..<2 + coordinate * count]
}
