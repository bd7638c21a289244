import PKIX

// DSA keys before OpenSSL sees them: whoever wrote the certificate chose every number, and what a
// verification costs follows from their sizes.
extension KeyForm {
    /// What reports call a key without domain parameters.
    static let inheritingText = "DSA with its issuer's parameters"

    /// What a DSA key is.
    ///
    /// - Parameters:
    ///   - key: the octets of subjectPublicKey, a DSAPublicKey (RFC 3279 §2.3.2).
    ///   - parameters: an encoding of Dss-Parms or NULL; nil where there is none.
    init(dsa key: ArraySlice<UInt8>, parameters: ArraySlice<UInt8>?) {
        let isNull = parameters?.elementsEqual([0x05, 0x00]) ?? true
        if isNull {
            self = Self.number(key) == nil ? .broken : .inheriting
        } else {
            let domain = parameters.flatMap(DSADomain.init)
            let isSound = domain.flatMap { domain in Self.number(key).map(domain.contains) }
            self = isSound == true ? .decodable : .broken
        }
    }

    /// The magnitude of the one INTEGER that `encoding` is, if it is positive.
    private static func number(_ encoding: ArraySlice<UInt8>) -> ArraySlice<UInt8>? {
        do throws(DERError) {
            var reader = DERReader(Array(encoding))
            let number = try reader.positiveInteger()
            try reader.finish()
            return number
        } catch {
            return nil
        }
    }
}

/// Dss-Parms (RFC 3279 §2.3.2), each a magnitude without leading zeros.
private struct DSADomain {
    private let modulus: ArraySlice<UInt8>

    /// Nil where the numbers are not of the sizes that DSA has: a modulus of at most 3,072 bits and
    /// an order of 160, 224 or 256 (FIPS 186-4 §4.2; FIPS 186-2 had shorter moduli).
    init?(_ encoding: ArraySlice<UInt8>) {
        do throws(DERError) {
            var reader = DERReader(Array(encoding))
            var fields = try reader.inside(reader.next(.sequence))
            try reader.finish()
            modulus = try fields.positiveInteger()
            let order = try fields.positiveInteger()
            let generator = try fields.positiveInteger()
            try fields.finish()
            guard modulus.count <= 3_072 / 8, (modulus.last ?? 0) & 1 == 1,
                [20, 28, 32].contains(order.count), (order.first ?? 0) >= 0x80,
                contains(generator)
            else { return nil }
        } catch {
            return nil
        }
    }

    /// Whether a number lies between 1 and the modulus, neither included.
    func contains(_ number: ArraySlice<UInt8>) -> Bool {
        guard !number.elementsEqual([1]) else { return false }
        guard number.count == modulus.count else { return number.count < modulus.count }
        return number.lexicographicallyPrecedes(modulus)
    }
}

extension DERReader {
    /// The magnitude of an INTEGER above zero, without leading zeros.
    fileprivate mutating func positiveInteger() throws(DERError) -> ArraySlice<UInt8> {
        let start = position
        let content = bytes[try integer()]
        guard (content.first ?? 0x80) < 0x80 else { throw DERError(.badValue, at: start) }
        let magnitude = content.drop { $0 == 0 }
        guard !magnitude.isEmpty else { throw DERError(.badValue, at: start) }
        return magnitude
    }
}
