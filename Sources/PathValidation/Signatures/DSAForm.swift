import X509

// Checks of DSA keys before OpenSSL sees them. An attacker chooses every number in a DSA key, and
// the sizes of these numbers decide the cost of a verification.
extension KeyForm {
    /// The name that reports use for a DSA key without domain parameters.
    static let inheritingText = "DSA with its issuer's parameters"

    /// Determines the form of a DSA key.
    init(
        dsa key: SubjectPublicKey,
        _ parameters: DSAParameters?,
        _ bytes: [UInt8]
    ) throws(DERError) {
        let number = bytes[try key.dsaKey(in: bytes)]
        guard let parameters else {
            self = .inheriting
            return
        }
        self = parameters.isSound(in: bytes, with: number) ? .decodable : .broken
    }

    /// Whether the DSA key of `certificate` is valid with the domain parameters of `source`.
    static func isSound(_ certificate: Certificate, parametersOf source: Certificate) -> Bool {
        do throws(DERError) {
            let key = try certificate.publicKey.dsaKey(in: certificate.der)
            guard
                case .dsa(let parameters?) = try PublicKeyAlgorithm(
                    source.publicKey.algorithm,
                    in: source.der
                )
            else { return false }
            return parameters.isSound(in: source.der, with: certificate.der[key])
        } catch {
            return false
        }
    }
}

extension DSAParameters {
    /// Whether the numbers have the sizes of DSA.
    ///
    /// The modulus has at most 3,072 bits, and the order 160, 224 or 256 bits (FIPS 186-4 §4.2;
    /// FIPS 186-2 allowed shorter moduli).
    ///
    /// The generator and the public key must lie strictly between 1 and the modulus.
    fileprivate func isSound(in bytes: [UInt8], with key: ArraySlice<UInt8>) -> Bool {
        let (modulus, order) = (bytes[modulus], bytes[order])
        return modulus.count <= 3_072 / 8 && (modulus.last ?? 0) & 1 == 1
            && [20, 28, 32].contains(order.count) && (order.first ?? 0) >= 0x80
            && [bytes[generator], key].allSatisfy { number in
                !number.elementsEqual([1])
                    && (number.count < modulus.count
                        || number.count == modulus.count
                            && number.lexicographicallyPrecedes(modulus))
            }
    }
}
