import X509

extension Reencoding {
    /// Requires that a decoded certificate encodes to its own bytes, under the strict rules.
    static func require(_ certificate: Certificate) {
        require(certificate.der.indices, of: certificate) { writer in
            writer.fields(of: certificate)
        }
    }

    private mutating func fields(of certificate: Certificate) {
        if !certificate.extensions.list.isEmpty {
            element(.context(3, constructed: true)) { writer in
                writer.extensions(certificate.extensions.list) { writer, next in
                    writer.body(of: next, certificate.extensions)
                }
            }
        }
        uniqueID(certificate.subjectUniqueID, 2)
        uniqueID(certificate.issuerUniqueID, 1)
        element(.sequence) { writer in
            writer.bitString(certificate.publicKey.bits)
            writer.algorithm(certificate.publicKey.algorithm)
        }
        name(certificate.subject)
        validity(certificate.validity)
        name(certificate.issuer)
        algorithm(certificate.innerAlgorithm)
        integer(certificate.serial)
        if certificate.version > 1 {
            element(.context(0, constructed: true)) { $0.number(certificate.version - 1) }
        }
    }

    /// Writes a BIT STRING whose first byte, the count of unused bits, is before `place`.
    private mutating func uniqueID(_ place: Range<Int>?, _ number: UInt8) {
        guard let place else { return }
        element(.context(number, constructed: false), place.lowerBound - 1..<place.upperBound)
    }

    private mutating func validity(_ validity: Validity) {
        element(.sequence) { writer in
            let end = writer.anyTime(validity.notAfter)
            let start = writer.anyTime(validity.notBefore)
            let places = [start, end].compactMap(\.self)
            invariant(validity.misencoded == places, "a time of the wrong type is not reported")
        }
    }

    /// Writes a time in the type that the bytes have.
    ///
    /// - Returns: the place of its content if the other type is required; else nil.
    private mutating func anyTime(_ instant: Instant) -> Int? {
        // The byte 15 places back is UTCTime's tag, 17; no digit of a GeneralizedTime has that
        // value.
        let isUTCTime = position >= 15 && bytes[position - 15] == DERTag.utcTime.rawValue
        let tag = isUTCTime ? DERTag.utcTime : .generalizedTime
        time(instant, tag)
        invariant(!isUTCTime || Self.isOfUTCTime(instant), "a UTCTime has the instant \(instant)")
        return !isUTCTime && instant < Instant(seconds: 2_524_608_000) ? position + 2 : nil
    }

    /// Writes the content of extnValue from its decoded form, or copies it if it was not decoded.
    private mutating func body(of next: Extension, _ extensions: Extensions) {
        let isDecoded =
            extensions.duplicate == nil && !extensions.faults.contains { $0.extension == next }
        guard isDecoded, let arc = next.arcBelowCE(in: bytes) else { return bytes(next.value) }
        switch arc {
        case 14: extensions.subjectKeyIdentifier.map { element(.octetString, $0) }
        case 15: extensions.keyUsage.map { keyUsage($0) }
        case 17: extensions.subjectAlternativeNames.map { generalNames($0) }
        case 19: extensions.basicConstraints.map { basicConstraints($0, next) }
        case 30: extensions.nameConstraints.map { nameConstraints($0, next) }
        case 32: extensions.certificatePolicies.map { policies($0) }
        case 33: extensions.policyMappings.map { mappings($0) }
        case 35: extensions.authorityKeyIdentifier.map { authorityKeyIdentifier($0) }
        case 36: extensions.policyConstraints.map { policyConstraints($0, next) }
        case 37: extensions.extendedKeyUsage.map { purposes($0) }
        case 54: extensions.inhibitAnyPolicy.map { inhibitAnyPolicy($0, next) }
        default: bytes(next.value)
        }
        invariant(position == next.value.lowerBound, "\(next) was decoded to another value")
    }

    private mutating func keyUsage(_ usage: KeyUsage) {
        var bits: UInt16 = 0
        for bit in KeyUsageBit.allCases where usage.contains(bit) {
            bits |= 0x8000 >> UInt16(bit.bit)
        }
        namedBits(bits)
    }

    private mutating func basicConstraints(_ constraints: BasicConstraints, _ next: Extension) {
        // The decoder reads any path length beyond Int as the largest Int.
        guard constraints.pathLength != .max else { return bytes(next.value) }
        element(.sequence) { writer in
            if let length = constraints.pathLength { writer.number(length) }
            writer.flag(constraints.isCA)
        }
    }

    private mutating func nameConstraints(_ constraints: NameConstraints, _ next: Extension) {
        let lists = [constraints.permitted, constraints.excluded]
        // The decoder keeps only whether some subtree has a minimum or a maximum.
        guard !lists.joined().contains(where: \.hasDistance) else { return bytes(next.value) }
        element(.sequence) { writer in
            for (number, list) in lists.enumerated().reversed() where !list.isEmpty {
                writer.element(.context(UInt8(number), constructed: true)) { writer in
                    for subtree in list.reversed() {
                        writer.element(.sequence) { $0.generalName(subtree.base) }
                    }
                }
            }
        }
    }

    private mutating func policies(_ policies: [PolicyInformation]) {
        element(.sequence) { writer in
            for policy in policies.reversed() {
                writer.element(.sequence) { writer in
                    if let qualifiers = policy.qualifiers {
                        writer.requireElements(.sequence, qualifiers, writer.requireAttribute)
                        writer.element(.sequence, qualifiers)
                    }
                    writer.identifier(policy.identifier)
                }
            }
        }
    }

    private mutating func mappings(_ mappings: [PolicyMapping]) {
        element(.sequence) { writer in
            for mapping in mappings.reversed() {
                writer.element(.sequence) { writer in
                    writer.identifier(mapping.subjectDomainPolicy)
                    writer.identifier(mapping.issuerDomainPolicy)
                }
            }
        }
    }

    private mutating func policyConstraints(_ constraints: PolicyConstraints, _ next: Extension) {
        let counts = [constraints.requireExplicitPolicy, constraints.inhibitPolicyMapping]
        guard !counts.contains(.max) else { return bytes(next.value) }
        element(.sequence) { writer in
            for (number, count) in counts.enumerated().reversed() {
                guard let count else { continue }
                writer.number(count, .context(UInt8(number), constructed: false))
            }
        }
    }

    private mutating func purposes(_ purposes: [Range<Int>]) {
        element(.sequence) { writer in
            for purpose in purposes.reversed() { writer.identifier(purpose) }
        }
    }

    private mutating func inhibitAnyPolicy(_ count: Int, _ next: Extension) {
        if count == .max { bytes(next.value) } else { number(count) }
    }
}

// Parts that are decoded on demand.
extension Reencoding {
    /// Writes TLS features (RFC 7633 §4.1), at the place of the extension's body.
    mutating func features(_ features: [Int], _ place: Range<Int>) {
        guard !features.contains(.max) else { return bytes(place) }
        element(.sequence) { writer in
            for feature in features.reversed() { writer.number(feature) }
        }
    }

    /// Writes a SignedCertificateTimestampList (RFC 6962 §3.3).
    mutating func scts(_ scts: [SignedCertificateTimestamp]) {
        element(.octetString) { writer in
            writer.vector { writer in
                for timestamp in scts.reversed() {
                    writer.vector { $0.timestamp(timestamp) }
                }
            }
        }
    }

    private mutating func timestamp(_ timestamp: SignedCertificateTimestamp) {
        switch timestamp {
        case .unknown(let place): bytes(place)
        case .v1(let fields):
            vector { $0.bytes(fields.signature) }
            byte(fields.signatureAlgorithm)
            byte(fields.hash)
            vector { $0.bytes(fields.extensions) }
            for shift in stride(from: UInt64(0), to: 64, by: 8) {
                byte(UInt8(truncatingIfNeeded: fields.timestamp >> shift))
            }
            bytes(fields.logID)
            byte(0)
        }
    }

    /// Writes a vector of at most 65,535 bytes (RFC 5246 §4.3).
    private mutating func vector(_ content: (inout Reencoding) -> Void) {
        let end = position
        content(&self)
        let length = end - position
        byte(UInt8(truncatingIfNeeded: length))
        byte(UInt8(truncatingIfNeeded: length >> 8))
    }

    /// Writes an RSAPublicKey, or the parameters of DSA: positive integers from their magnitudes.
    mutating func numbers(_ magnitudes: [Range<Int>]) {
        element(.sequence) { writer in
            for magnitude in magnitudes.reversed() { writer.unsignedInteger(magnitude) }
        }
    }
}
