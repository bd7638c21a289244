import Crypto
import PathValidation
import X509

/// A release of TrustKit; releases differ in the kinds of keys for which they have a header to
/// hash.
struct TrustKitRelease: ModelledRelease {
    let releases: ReleaseRange
    /// Whether the release has a header for RSA keys of 3072 bits: from 3.0.5 on (TrustKit
    /// 84508a8).
    var knowsRSA3072 = true
    /// Whether a key without a header causes an uncaught exception: up to 1.6.5 (TrustKit 26c7010).
    var endsAtUnknownKey = false

    static let current = TrustKitRelease(releases: ReleaseRange("3.0.7", from: "3.0.5", to: "3"))

    static let v3_0_4 = TrustKitRelease(
        releases: ReleaseRange("3.0.4", from: "1.7.0", to: "3.0.4"),
        knowsRSA3072: false
    )

    /// The releases that decide differently, newest first.
    ///
    /// Releases before 1.6.2 choose among entries in the arbitrary order of a dictionary (TrustKit
    /// 96045ef).
    static let catalogue = [
        current,
        v3_0_4,
        TrustKitRelease(
            releases: ReleaseRange("1.6.5", from: "1.6.2", to: "1.6"),
            knowsRSA3072: false,
            endsAtUnknownKey: true
        ),
    ]
}

/// The SHA-256 that TrustKit compares with its pins: it covers the usual header for the key's kind
/// and size, and then the key's bits (TrustKit c48790f3, TSKSPKIHashCache.m).
///
/// The certificate's own SubjectPublicKeyInfo is not read. A key in an unusual encoding, such as
/// RSA with another exponent than 65537, therefore has a different hash here than in tools that
/// make pins.
struct TSKSPKIHash: Hashable {
    /// The hash, 32 bytes.
    let bytes: [UInt8]

    /// Computes the hash; nil for a key without a header in TrustKit, and for a key that the
    /// platform cannot extract.
    init?(of certificate: [UInt8], by release: TrustKitRelease = .current) {
        guard let key = ServerTrust.copyKey(of: certificate),
            let decoded = try? ServerTrust.decoded(certificate),
            let kind = SignatureCache.shared.key(of: decoded)?.kind,
            kind != .rsa(bits: 3_072) || release.knowsRSA3072,
            let header = Self.header(of: kind),
            let hash = try? Digest.sha256.hash(header + key.bits)
        else { return nil }
        bytes = hash
    }

    /// Returns the reason for a certificate without a hash.
    static func rejection(of certificate: [UInt8], depth: Int) -> Rejection {
        guard let decoded = try? ServerTrust.decoded(certificate) else {
            return .badKey(depth: depth)
        }
        let algorithm = decoded.identifier(at: decoded.publicKey.algorithm.algorithm)
        return .unsupportedAlgorithm(algorithm, depth: depth)
    }

    /// Returns the bytes that precede the key's bits in the SubjectPublicKeyInfo of keys of this
    /// kind.
    private static func header(of kind: PublicKeyKind) -> [UInt8]? {
        switch kind {
        case .rsa(2_048): rsa(modulus: 2_048)
        case .rsa(3_072): rsa(modulus: 3_072)
        case .rsa(4_096): rsa(modulus: 4_096)
        case .ec("prime256v1", _): elliptic(.prime256v1, coordinate: 32)
        case .ec("secp384r1", _): elliptic(.secp384r1, coordinate: 48)
        default: nil
        }
    }

    /// Returns the header for RSA keys with an exponent of three bytes, such as 65537.
    private static func rsa(modulus: Int) -> [UInt8] {
        let key = DERWriter.bytes { writer in
            writer.constructed(.sequence) { writer in
                writer.unsignedInteger([UInt8](repeating: 0xff, count: modulus / 8))
                writer.integer(65_537)
            }
        }
        return header(bits: key.count) { writer in
            writer.objectIdentifier(.rsaEncryption)
            writer.primitive(.null, [])
        }
    }

    private static func elliptic(_ curve: ObjectIdentifier, coordinate: Int) -> [UInt8] {
        header(bits: 1 + 2 * coordinate) { writer in
            writer.objectIdentifier(.ecPublicKey)
            writer.objectIdentifier(curve)
        }
    }

    /// Returns a SubjectPublicKeyInfo up to its bits, which have this many bytes.
    private static func header(
        bits: Int,
        algorithm: (inout DERWriter) -> Void
    ) -> [UInt8] {
        let info = DERWriter.bytes { writer in
            writer.constructed(.sequence) { writer in
                writer.constructed(.sequence, algorithm)
                writer.bitString([UInt8](repeating: 0, count: bits))
            }
        }
        return Array(info.dropLast(bits))
    }
}
