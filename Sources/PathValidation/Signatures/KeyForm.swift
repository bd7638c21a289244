import X509

/// The form of a public key, checked before OpenSSL reads the key.
///
/// Explicit curve parameters once sent OpenSSL into an endless loop (CVE-2022-0778), and OpenSSL
/// accepts RSA exponents and Edwards points that give no security. `PublicKey` rejects points of
/// small order on other curves, because it knows their groups.
enum KeyForm: Hashable {
    case unknown(ObjectIdentifier)
    case broken
    case explicitCurve
    /// A DSA key without domain parameters, which the key inherits from its issuer (RFC 3279
    /// §2.3.2).
    case inheriting
    case decodable

    /// The report text for a curve given by explicit parameters.
    static let explicitText = "on a curve with explicit parameters"

    init(of certificate: Certificate) {
        let (key, bytes) = (certificate.publicKey, certificate.der)
        do throws(DERError) {
            switch try PublicKeyAlgorithm(key.algorithm, in: bytes, rules: certificate.rules) {
            case .rsa, .rsaPSS: self = try Self.isSoundRSA(key, bytes) ? .decodable : .broken
            case .namedCurve:
                // A compressed or uncompressed point; RFC 5480 §2.2 allows no other form.
                let form = bytes[key.bits].first ?? 0
                self = (2...4).contains(form) ? .decodable : .broken
            case .ed25519, .ed448:
                self = EdwardsPoint.isOfSmallOrder(bytes[key.bits]) ? .broken : .decodable
            case .explicitCurve: self = .explicitCurve
            case .implicitCurve: self = .broken
            case .dsa(let parameters): self = try KeyForm(dsa: key, parameters, bytes)
            case nil:
                let unverified = key.unverifiedAlgorithm(in: bytes)
                self =
                    unverified.map(key.isWellFormed) ?? true
                    ? .unknown(certificate.identifier(at: key.algorithm.algorithm)) : .broken
            }
        } catch {
            self = .broken
        }
    }

    /// Whether the exponent is odd and at least 3 (RFC 8017 §3.1).
    private static func isSoundRSA(
        _ key: SubjectPublicKey,
        _ bytes: [UInt8]
    ) throws(DERError) -> Bool {
        let exponent = bytes[try key.rsaKey(in: bytes).exponent]
        return (exponent.last ?? 0) & 1 == 1 && !exponent.elementsEqual([1])
    }
}
