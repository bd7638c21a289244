import PKIX

// DSA keys before OpenSSL sees them: whoever wrote the certificate chose every number, and what a
// verification costs follows from their sizes.
extension KeyForm {
    /// What reports call a key without domain parameters.
    static let inheritingText = "DSA with its issuer's parameters"

    /// What a DSA key is.
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

    /// Whether the key of `certificate`, DSA without parameters, is sound under those of `lender`.
    static func isSound(_ certificate: Certificate, under lender: Certificate) -> Bool {
        do throws(DERError) {
            let key = try certificate.publicKey.dsaKey(in: certificate.der)
            guard
                case .dsa(let parameters?) = try PublicKeyAlgorithm(
                    lender.publicKey.algorithm,
                    in: lender.der
                )
            else { return false }
            return parameters.isSound(in: lender.der, with: certificate.der[key])
        } catch {
            return false
        }
    }
}

extension DSAParameters {
    /// Whether the numbers are of the sizes that DSA has: a modulus of at most 3,072 bits and an
    /// order of 160, 224 or 256 (FIPS 186-4 §4.2; FIPS 186-2 had shorter moduli); and whether the
    /// generator and the public key lie between 1 and the modulus, neither included.
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
