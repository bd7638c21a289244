/// The algorithm of a public key, including its parameters.
package enum PublicKeyAlgorithm: Hashable, Sendable {
    /// RSA for any use (RFC 3279 §2.3.1).
    case rsa
    /// RSA only for RSASSA-PSS (RFC 4055 §3.1); nil if the key allows any parameters.
    case rsaPSS(PSSParameters?)
    /// An elliptic curve by its OBJECT IDENTIFIER's content bytes (RFC 5480 §2.1.1).
    case namedCurve(Range<Int>)
    /// A curve with explicit parameters; RFC 5480 §2.1.1 forbids such curves in certificates.
    case explicitCurve
    /// The curve of the issuer's key; RFC 5480 §2.1.1 forbids this choice in certificates.
    case implicitCurve
    /// DSA; nil if the domain parameters are absent or NULL, so that the parameters of the issuer's
    /// key apply (RFC 3279 §2.3.2).
    case dsa(DSAParameters?)
    case ed25519
    case ed448

    /// Returns the algorithm that `named` identifies in `bytes`; nil for an unknown identifier.
    ///
    /// - Throws: `DERError` if the parameters violate the algorithm's standard.
    package init?(
        _ named: AlgorithmIdentifier,
        in bytes: [UInt8],
        rules: DERRules = .strict
    ) throws(DERError) {
        switch ObjectIdentifier(content: Array(bytes[named.algorithm])) {
        case .rsaEncryption:
            try named.requireNull(
                in: bytes,
                orAbsent: rules.contains(.keysWithoutNull),
                rules
            )
            self = .rsa
        case .rsassaPSS: self = .rsaPSS(try PSSParameters(of: named, in: bytes, rules))
        case .ecPublicKey: self = try Self.curve(named, in: bytes, rules)
        case .dsa:
            let isNull = named.parameters.map { bytes[$0].elementsEqual([0x05, 0x00]) } ?? true
            self = .dsa(isNull ? nil : try DSAParameters(of: named, in: bytes, rules))
        case .ed25519:
            try named.requireAbsent()
            self = .ed25519
        case .ed448:
            try named.requireAbsent()
            self = .ed448
        default: return nil
        }
    }

    /// Reads ECParameters, one of three choices (RFC 5480 §2.1.1).
    private static func curve(
        _ named: AlgorithmIdentifier,
        in bytes: [UInt8],
        _ rules: DERRules
    ) throws(DERError) -> PublicKeyAlgorithm {
        guard let place = named.parameters else {
            throw DERError(.unexpectedTag, at: named.encoding.upperBound, in: "parameters")
        }
        var reader = DERReader(bytes, in: place, rules: rules)
        switch reader.nextTag {
        case .objectIdentifier:
            return .namedCurve(try field("parameters", reader.objectIdentifier()))
        case .sequence: return .explicitCurve
        case .null: return .implicitCurve
        default: throw DERError(.unexpectedTag, at: place.lowerBound, in: "parameters")
        }
    }
}

/// Dss-Parms (RFC 3279 §2.3.2): the byte ranges of p, q and g, without their leading zeros.
package struct DSAParameters: Hashable, Sendable {
    /// The prime p.
    package let modulus: Range<Int>
    /// The prime q.
    package let order: Range<Int>
    /// The generator g.
    package let generator: Range<Int>

    fileprivate init?(
        of named: AlgorithmIdentifier,
        in bytes: [UInt8],
        _ rules: DERRules
    ) throws(DERError) {
        guard let place = named.parameters else { return nil }
        var reader = DERReader(bytes, in: place, rules: rules)
        do throws(DERError) {
            var fields = try reader.inside(reader.next(.sequence))
            modulus = try field("p", fields.positiveInteger())
            order = try field("q", fields.positiveInteger())
            generator = try field("g", fields.positiveInteger())
            try fields.finish()
        } catch {
            throw error.inside("parameters")
        }
    }
}

extension SubjectPublicKey {
    /// Reads an RSAPublicKey (RFC 8017 §A.1.1); returns the ranges of both numbers without their
    /// leading zeros.
    ///
    /// - Throws: `DERError` unless subjectPublicKey consists of two INTEGERs above zero.
    package func rsaKey(
        in bytes: [UInt8],
        rules: DERRules = .strict
    ) throws(DERError) -> (modulus: Range<Int>, exponent: Range<Int>) {
        do throws(DERError) {
            var reader = DERReader(bytes, in: bits, rules: rules)
            var fields = try reader.inside(reader.next(.sequence))
            try reader.finish()
            let modulus = try field("modulus", fields.positiveInteger())
            let exponent = try field("publicExponent", fields.positiveInteger())
            try fields.finish()
            return (modulus, exponent)
        } catch {
            throw error.inside("subjectPublicKey")
        }
    }

    /// Reads a DSAPublicKey (RFC 3279 §2.3.2); returns the range of the number without leading
    /// zeros.
    ///
    /// - Throws: `DERError` unless subjectPublicKey is one INTEGER above zero.
    package func dsaKey(
        in bytes: [UInt8],
        rules: DERRules = .strict
    ) throws(DERError) -> Range<Int> {
        do throws(DERError) {
            var reader = DERReader(bytes, in: bits, rules: rules)
            let number = try reader.positiveInteger()
            try reader.finish()
            return number
        } catch {
            throw error.inside("subjectPublicKey")
        }
    }
}
