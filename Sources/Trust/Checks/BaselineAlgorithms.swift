import OpenSSL
import PKIX

// Keys and signatures of the CA/B Forum's Baseline Requirements, which list their encodings.
extension PathCheck {
    static let baselineKey = PathCheck(
        "baseline-key",
        about: "Keys are RSA or on P-256, P-384 or P-521, in their listed encodings; an RSA "
            + "modulus has a multiple of eight bits.",
        source: "CA/B Forum BR §6.1.5, §7.1.3.1"
    ) { joining throws(Rejection) in
        let certificate = joining.certificate
        let algorithm = certificate.publicKey.algorithm
        guard keyEncodings.contains(Octets(certificate.der[algorithm.encoding])) else {
            let identifier = certificate.identifier(at: algorithm.algorithm)
            throw joining.nonconforming(.algorithmEncoding(identifier))
        }
        guard case .rsa(let bits)? = joining.cache.key(of: certificate)?.kind,
            !bits.isMultiple(of: 8)
        else { return }
        throw Rejection.weakKey("RSA of \(bits) bits, no multiple of 8", depth: joining.depth)
    }

    static let baselineSignature = PathCheck(
        "baseline-signature",
        about: "Signatures name their algorithm in a listed encoding, and the digest of ECDSA "
            + "goes with the curve.",
        source: "CA/B Forum BR §7.1.3.2"
    ) { joining throws(Rejection) in
        // Judged with the issuer, whose curve counts; what an anchor says of its own does not.
        guard let child = joining.below.last else { return }
        let algorithm = child.outerAlgorithm
        let identifier = child.identifier(at: algorithm.algorithm)
        guard signatureEncodings.contains(Octets(child.der[algorithm.encoding])) else {
            throw Rejection.nonconforming(
                .algorithmEncoding(identifier),
                depth: joining.depth - 1
            )
        }
        let key = joining.certificate.publicKey.algorithm.encoding
        guard let digest = digests[Octets(joining.certificate.der[key])], digest != identifier
        else { return }
        throw Rejection.nonconforming(.digestOfCurve(identifier), depth: joining.depth - 1)
    }

    static let baselineRootSignature = PathCheck(
        "baseline-root-signature",
        about: "A root names the algorithm of its own signature, which nobody checks, in a listed "
            + "encoding, RSA with SHA-1 among them.",
        source: "CA/B Forum BR §7.1.3.2, §7.1.3.2.1"
    ) { joining throws(Rejection) in
        guard joining.isRoot else { return }
        let algorithm = joining.certificate.outerAlgorithm
        let octets = Octets(joining.certificate.der[algorithm.encoding])
        // Roots signed with SHA-1 go on; many of the public ones are.
        guard !signatureEncodings.contains(octets), octets != sha1WithRSA else { return }
        let identifier = joining.certificate.identifier(at: algorithm.algorithm)
        throw joining.nonconforming(.algorithmEncoding(identifier))
    }

    private static let sha1WithRSA = encoding(of: .sha1WithRSA, parameters: [0x05, 0x00])

    /// AlgorithmIdentifiers of keys: §7.1.3.1.1 (rsaEncryption with NULL) and §7.1.3.1.2.
    private static let keyEncodings = Set(
        [encoding(of: .rsaEncryption, parameters: [0x05, 0x00])]
            + curves.map { encoding(of: .ecPublicKey, parameters: named($0.curve)) }
    )

    /// AlgorithmIdentifiers of signatures: §7.1.3.2.1 (RSASSA-PKCS1-v1_5 with NULL, RSASSA-PSS with
    /// one digest and its length of salt) and §7.1.3.2.2.
    private static let signatureEncodings = Set(
        [ObjectIdentifier.sha256WithRSA, .sha384WithRSA, .sha512WithRSA]
            .map { encoding(of: $0, parameters: [0x05, 0x00]) }
            + curves.map { encoding(of: $0.signature, parameters: []) }
            + [(ObjectIdentifier.sha256, 32), (.sha384, 48), (.sha512, 64)]
            .map { encoding(of: .rsassaPSS, parameters: pss($0.0, saltLength: $0.1)) }
    )

    /// The signature algorithm that goes with a key on a curve, by the key's AlgorithmIdentifier.
    private static let digests = Dictionary(
        curves.map { (encoding(of: .ecPublicKey, parameters: named($0.curve)), $0.signature) },
        uniquingKeysWith: { first, _ in first }
    )

    private static let curves: [(curve: ObjectIdentifier, signature: ObjectIdentifier)] = [
        (.prime256v1, .ecdsaWithSHA256), (.secp384r1, .ecdsaWithSHA384),
        (.secp521r1, .ecdsaWithSHA512),
    ]

    private static func encoding(of identifier: ObjectIdentifier, parameters: [UInt8]) -> Octets {
        Octets(
            DERWriter.bytes { writer in
                writer.constructed(.sequence) { writer in
                    writer.objectIdentifier(identifier)
                    writer.raw(parameters)
                }
            }
        )
    }

    private static func named(_ curve: ObjectIdentifier) -> [UInt8] {
        DERWriter.bytes { $0.objectIdentifier(curve) }
    }

    /// RSASSA-PSS-params whose mask has the same digest (RFC 4055 §3.1).
    private static func pss(_ digest: ObjectIdentifier, saltLength: Int) -> [UInt8] {
        let hash = Array(encoding(of: digest, parameters: [0x05, 0x00]).bytes)
        let mask = Array(encoding(of: .mgf1, parameters: hash).bytes)
        return DERWriter.bytes { writer in
            writer.constructed(.sequence) { writer in
                writer.constructed(.context(0, constructed: true)) { $0.raw(hash) }
                writer.constructed(.context(1, constructed: true)) { $0.raw(mask) }
                writer.constructed(.context(2, constructed: true)) { $0.integer(saltLength) }
            }
        }
    }
}
