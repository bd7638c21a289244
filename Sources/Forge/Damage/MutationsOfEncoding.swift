import Crypto
import X509

// Damage to the encoding itself. Each mutation is one literal; a new mutation needs only a further
// literal.

extension Mutation {
    static let ofEncoding = [
        Mutation(
            "non-minimal-length",
            "Encode the length of the subject's SEQUENCE with one byte more than needed.",
            gain: .nothing,
            .tbs { (tree) throws(PathFault) in
                let length = try tree.contentLength("subject")
                let shortest = withUnsafeBytes(of: length.bigEndian) { $0.drop { $0 == 0 } }
                let bytes = length < 0x80 ? [UInt8(length)] : [0] + shortest
                try tree.relength("subject", [0x80 | UInt8(bytes.count)] + bytes)
            }
        ),
        Mutation(
            "indefinite-length",
            "Encode the validity with an indefinite length, which is BER.",
            gain: .nothing,
            .tbs { (tree) throws(PathFault) in
                try tree.append([0x00, 0x00], to: "validity")
                try tree.relength("validity", [0x80])
            }
        ),
        Mutation(
            "extra-field",
            "Insert an INTEGER after the last field of the signed part.",
            gain: .nothing,
            isServable: false,
            .tbs { (tree) throws(PathFault) in
                try tree.append([0x02, 0x01, 0x2a], to: "tbsCertificate")
            }
        ),
        Mutation(
            "trailing-bytes",
            "Append four bytes to the certificate.",
            gain: .nothing,
            isServable: false,
            .finished { (tree) throws(PathFault) in tree.trail([0xde, 0xad, 0xbe, 0xef]) }
        ),
        Mutation(
            "cut-short",
            "Omit the certificate's last byte, which its length still counts.",
            gain: .authentication,
            isServable: false,
            .finished { (tree) throws(PathFault) in tree.cut(1) }
        ),
        Mutation(
            "pem",
            "Write the certificate as PEM text.",
            gain: .nothing,
            isServable: false,
            drawnFrom: 2,
            .finished { (tree) throws(PathFault) in tree.armour() }
        ),
        Mutation(
            "unused-bits-in-signature",
            "Clear the last bit of the signature and mark it as unused.",
            gain: .nothing,
            .finished { (tree) throws(PathFault) in
                try tree.changeContent("signatureValue") { bytes in
                    guard bytes.count > 1 else { return }
                    bytes[0] = 1
                    // DER requires unused bits to be zero (X.690 §11.2.1), and libssl sends only
                    // certificates with zero bits there.
                    bytes[bytes.count - 1] &= 0xfe
                }
            }
        ),
        Mutation(
            "drop-validity",
            "Omit the validity.",
            gain: .nothing,
            isServable: false,
            .tbs { (tree) throws(PathFault) in try tree.drop("validity") }
        ),
        Mutation(
            "drop-spki",
            "Omit the subject's public key.",
            gain: .authentication,
            isServable: false,
            .tbs { (tree) throws(PathFault) in try tree.drop("subjectPublicKeyInfo") }
        ),
    ]
}
