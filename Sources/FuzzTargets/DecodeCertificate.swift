import PKIX

/// See `FuzzTarget.decodeCertificate`.
func checkCertificateDecoding(_ bytes: [UInt8]) {
    let strict = decoded(bytes, .strict)
    let lenient = decoded(bytes, DERRules(DERRules.catalogue.map(\.rules)))
    guard let strict else { return }
    invariant(strict.signature.upperBound == bytes.count, "the signature is not the end")
    invariant(reencoded(strict) == bytes, "the frame encodes to other bytes")
    invariant(strict.signature == lenient?.signature, "a leniency refuses, or reads other bytes")
    invariant(
        strict.extensions.list == lenient?.extensions.list
            && strict.validity == lenient?.validity,
        "a leniency reads something else"
    )
    invariant(
        strict.extensions.faults.count >= lenient?.extensions.faults.count ?? .max,
        "a leniency faults what is DER"
    )
}

/// What `bytes` decode to by these rules, its places checked; nil where it is refused.
private func decoded(_ bytes: [UInt8], _ rules: DERRules) -> Certificate? {
    do {
        let certificate = try Certificate(der: bytes, rules: rules)
        check(certificate, decodedFrom: bytes)
        return certificate
    } catch {
        check(error, in: bytes)
        return nil
    }
}

private func check(_ error: DERError, in bytes: [UInt8]) {
    invariant(
        (0...bytes.count).contains(error.offset),
        "the fault at \(error.offset) lies outside \(bytes.count) bytes"
    )
}

private func check(_ certificate: Certificate, decodedFrom bytes: [UInt8]) {
    let places = [
        certificate.serial, certificate.issuer, certificate.subject, certificate.spki,
    ]
    var end = certificate.tbs.lowerBound
    for place in places {
        invariant(place.lowerBound >= end, "\(place) begins before the field in front has ended")
        end = place.upperBound
    }
    invariant(end <= certificate.tbs.upperBound, "a field ends outside tbsCertificate")
    for listed in certificate.extensions.list {
        invariant(
            certificate.tbs.contains(listed.identifier)
                && (listed.value.isEmpty || certificate.tbs.contains(listed.value)),
            "an extension lies outside tbsCertificate"
        )
    }
    for fault in certificate.extensions.faults {
        check(fault.error, in: bytes)
        invariant(
            fault.error.path.hasPrefix("tbsCertificate.extensions["),
            "an extension's fault is at \(fault.error.path)"
        )
    }
    let subject = certificate.subjectName
    invariant(subject.matches(subject) && subject.isWithin(subject), "a name differs from itself")
    invariant(
        subject.relativeNames.isEmpty == subject.isEmpty,
        "a name has relative names and is empty"
    )
    checkParts(of: certificate)
}

/// Whatever is decoded only where somebody asks is decoded, or refused with a place.
private func checkParts(of certificate: Certificate) {
    let (der, rules, key) = (certificate.der, certificate.rules, certificate.publicKey)
    // Untyped: Swift 6.3.1 crashes on closures that throw a typed error here.
    let parts: [() throws -> Void] = [
        { _ = try certificate.informationAccess(.authorityInformationAccess) },
        { _ = try certificate.informationAccess(.subjectInformationAccess) },
        { _ = try certificate.issuerAlternativeNames() },
        { _ = try certificate.signedCertificateTimestamps() },
        { _ = try SigningAlgorithm(certificate.innerAlgorithm, in: der, rules: rules) },
        { _ = try PublicKeyAlgorithm(key.algorithm, in: der, rules: rules) },
        { _ = try key.rsaKey(in: der, rules: rules) },
        { _ = try key.dsaKey(in: der, rules: rules) },
    ]
    for part in parts {
        do {
            try part()
        } catch let error as DERError {
            check(error, in: der)
            invariant(!error.path.isEmpty, "a fault without a path: \(error)")
        } catch {
            invariant(false, "\(error)")
        }
    }
}

/// The certificate's frame written again around its parts: DER has one encoding for each value.
private func reencoded(_ certificate: Certificate) -> [UInt8] {
    var writer = DERWriter()
    writer.constructed(.sequence) { writer in
        writer.raw(certificate.der[certificate.tbs])
        writer.raw(certificate.der[certificate.outerAlgorithm.encoding])
        writer.bitString(certificate.der[certificate.signature])
    }
    return writer.bytes
}

extension Range<Int> {
    /// Whether all of `other` lies inside.
    fileprivate func contains(_ other: Range<Int>) -> Bool {
        lowerBound <= other.lowerBound && other.upperBound <= upperBound
    }
}
