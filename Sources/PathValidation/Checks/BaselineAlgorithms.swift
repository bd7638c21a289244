import Crypto
import X509

// The CA/B Forum's Baseline Requirements on keys and signatures, including their exact encodings.
extension PathCheck {
    static let baselineKey = PathCheck(
        "baseline-key",
        about: "Keys are RSA or on P-256, P-384 or P-521, in the listed encodings; the bit length "
            + "of an RSA modulus is a multiple of eight.",
        source: "CA/B Forum BR §6.1.5, §7.1.3.1"
    ) { joining throws(Rejection) in
        let certificate = joining.certificate
        let algorithm = certificate.publicKey.algorithm
        guard keyEncodings.contains(Bytes(certificate.der[algorithm.encoding])) else {
            let identifier = certificate.identifier(at: algorithm.algorithm)
            throw joining.nonconforming(.algorithmEncoding(identifier))
        }
        guard case .rsa(let bits)? = joining.cache.key(of: certificate)?.kind,
            !bits.isMultiple(of: 8)
        else { return }
        throw Rejection.weakKey("RSA of \(bits) bits, not a multiple of 8", depth: joining.depth)
    }

    static let baselineSignature = PathCheck(
        "baseline-signature",
        about: "Signature algorithm identifiers use a listed encoding, and the ECDSA digest "
            + "matches the curve.",
        source: "CA/B Forum BR §7.1.3.2"
    ) { joining throws(Rejection) in
        // The issuer's curve decides, so this rule waits until the issuer is known.
        // `baselineRootSignature` checks an anchor's own signature.
        guard let child = joining.below.last else { return }
        let algorithm = child.outerAlgorithm
        let identifier = child.identifier(at: algorithm.algorithm)
        guard signatureEncodings.contains(Bytes(child.der[algorithm.encoding])) else {
            throw Rejection.nonconforming(
                .algorithmEncoding(identifier),
                depth: joining.depth - 1
            )
        }
        let key = joining.certificate.publicKey.algorithm.encoding
        guard let fitting = signatures[Bytes(joining.certificate.der[key])], fitting != identifier
        else { return }
        throw Rejection.nonconforming(.digestOfCurve(identifier), depth: joining.depth - 1)
    }

    static let baselineRootSignature = PathCheck(
        "baseline-root-signature",
        about:
            "A root's own signature, which no client checks, uses a listed algorithm encoding; RSA "
            + "with SHA-1 is allowed.",
        source: "CA/B Forum BR §7.1.3.2, §7.1.3.2.1"
    ) { joining throws(Rejection) in
        guard joining.isRoot else { return }
        let algorithm = joining.certificate.outerAlgorithm
        let bytes = Bytes(joining.certificate.der[algorithm.encoding])
        // Roots signed with SHA-1 remain acceptable; many public roots have such signatures.
        guard !signatureEncodings.contains(bytes), bytes != sha1WithRSA else { return }
        let identifier = joining.certificate.identifier(at: algorithm.algorithm)
        throw joining.nonconforming(.algorithmEncoding(identifier))
    }

    private static let sha1WithRSA = SigningAlgorithm.rsaPKCS1(.sha1).encoding.map(Bytes.init)

    /// AlgorithmIdentifiers of keys: §7.1.3.1.1 (rsaEncryption with NULL) and §7.1.3.1.2.
    private static let keyEncodings = Set(
        [
            Bytes(
                AlgorithmIdentifier.encoding(
                    of: .rsaEncryption,
                    parameters: AlgorithmIdentifier.null
                )
            )
        ]
            + curves.map { keyEncoding(on: $0.curve) }
    )

    /// AlgorithmIdentifiers of signatures: §7.1.3.2.1 (RSASSA-PKCS1-v1_5 with NULL, RSASSA-PSS with
    /// one digest and its salt length) and §7.1.3.2.2.
    private static let signatureEncodings = Set(
        listedSignatures.compactMap { $0.encoding.map(Bytes.init) }
    )

    private static let listedSignatures: [SigningAlgorithm] =
        [
            .rsaPKCS1(.sha256), .rsaPKCS1(.sha384), .rsaPKCS1(.sha512),
            .rsaPSS(PSSParameters(.sha256, saltLength: 32)),
            .rsaPSS(PSSParameters(.sha384, saltLength: 48)),
            .rsaPSS(PSSParameters(.sha512, saltLength: 64)),
        ] + curves.map { .ecdsa($0.digest) }

    /// The signature algorithms for keys on curves, by the AlgorithmIdentifier of the key.
    private static let signatures = Dictionary(
        curves.map { (keyEncoding(on: $0.curve), SigningAlgorithm.ecdsa($0.digest).identifier) },
        uniquingKeysWith: { first, _ in first }
    )

    private static let curves: [(curve: ObjectIdentifier, digest: DigestAlgorithm)] = [
        (.prime256v1, .sha256), (.secp384r1, .sha384), (.secp521r1, .sha512),
    ]

    private static func keyEncoding(on curve: ObjectIdentifier) -> Bytes {
        let name = DERWriter.bytes { $0.objectIdentifier(curve) }
        return Bytes(AlgorithmIdentifier.encoding(of: .ecPublicKey, parameters: name))
    }
}
