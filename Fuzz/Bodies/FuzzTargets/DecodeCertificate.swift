import X509

/// See `FuzzTarget.decodeCertificate`.
func checkCertificateDecoding(_ bytes: [UInt8]) {
    let share = Share(of: bytes)
    let strict = decoded(bytes, .strict)
    if let strict {
        Reencoding.require(strict)
        invariant(
            firstRepetition(strict.extensions.list, bytes) == strict.extensions.duplicate,
            "the report of a repeated extension is wrong"
        )
        checkParts(of: strict)
    }
    // The check runs on a sample only, because it decodes the certificate a second time.
    if share.isOne(in: 32) {
        checkLeniency(bytes, strict)
    }
    requireLinear(bytes, share) { _ = try? Certificate(der: $0) }
}

/// Decodes `bytes` to a certificate under these rules; nil if the rules reject them.
///
/// Each error must lie inside its extension or, for a rejection, inside the bytes.
private func decoded(_ bytes: [UInt8], _ rules: DERRules) -> Certificate? {
    do {
        let certificate = try Certificate(der: bytes, rules: rules)
        for fault in certificate.extensions.faults {
            let value = fault.extension.value
            invariant(
                (value.lowerBound...value.upperBound).contains(fault.error.offset),
                "the error at \(fault.error.offset) is outside its extension at \(value)"
            )
            invariant(
                fault.error.path.hasPrefix("tbsCertificate.extensions["),
                "the error of an extension names the path \(fault.error.path)"
            )
        }
        return certificate
    } catch {
        checkPlace(of: error, in: bytes)
        return nil
    }
}

/// Requires that the most lenient rules read DER as the strict rules do.
private func checkLeniency(_ bytes: [UInt8], _ strict: Certificate?) {
    let lenient = decoded(bytes, everything)
    if let lenient { checkPlaces(of: lenient) }
    guard let strict else { return }
    checkPlaces(of: strict)
    invariant(
        strict.signature == lenient?.signature,
        "lenient rules reject DER or read other bytes"
    )
    invariant(
        strict.extensions.list == lenient?.extensions.list
            && strict.validity == lenient?.validity,
        "lenient rules read another value"
    )
    invariant(
        strict.extensions.faults.count >= lenient?.extensions.faults.count ?? .max,
        "lenient rules report an error in DER"
    )
}

private let everything = DERRules(DERRules.catalogue.map(\.rules))

private func checkPlaces(of certificate: Certificate) {
    checkOrder(
        [certificate.serial, certificate.issuer, certificate.subject, certificate.spki],
        in: certificate.tbs
    )
    for listed in certificate.extensions.list {
        checkPlaces([listed.identifier, listed.value], in: certificate.tbs)
    }
    let subject = certificate.subjectName
    invariant(subject.matches(subject) && subject.isWithin(subject), "a name does not match itself")
    invariant(
        subject.relativeNames.isEmpty == subject.isEmpty,
        "a name with attributes is reported as empty"
    )
}
