import X509

/// See `FuzzTarget.decodeCertificate`.
func checkCertificateDecoding(_ bytes: [UInt8]) {
    let share = Share(of: bytes)
    let strict = decoded(bytes, .strict)
    if let strict {
        Reencoding.require(strict)
        invariant(
            firstRepetition(strict.extensions.list, bytes) == strict.extensions.duplicate,
            "an extension is repeated, or is not"
        )
        checkParts(of: strict)
    }
    // A sample only: the check decodes the certificate a second time.
    if share.isOne(in: 32) {
        checkLeniency(bytes, strict)
    }
    requireLinear(bytes, share) { _ = try? Certificate(der: $0) }
}

/// The certificate that `bytes` decode to under these rules; nil if they are rejected.
///
/// Each fault must lie inside its extension or, for a rejection, inside the bytes.
private func decoded(_ bytes: [UInt8], _ rules: DERRules) -> Certificate? {
    do {
        let certificate = try Certificate(der: bytes, rules: rules)
        for fault in certificate.extensions.faults {
            let value = fault.extension.value
            invariant(
                (value.lowerBound...value.upperBound).contains(fault.error.offset),
                "the fault at \(fault.error.offset) lies outside of its extension at \(value)"
            )
            invariant(
                fault.error.path.hasPrefix("tbsCertificate.extensions["),
                "an extension's fault is at \(fault.error.path)"
            )
        }
        return certificate
    } catch {
        checkPlace(of: error, in: bytes)
        return nil
    }
}

/// Requires that DER has the same meaning under the most lenient rules.
private func checkLeniency(_ bytes: [UInt8], _ strict: Certificate?) {
    let lenient = decoded(bytes, everything)
    if let lenient { checkPlaces(of: lenient) }
    guard let strict else { return }
    checkPlaces(of: strict)
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
    invariant(subject.matches(subject) && subject.isWithin(subject), "a name differs from itself")
    invariant(
        subject.relativeNames.isEmpty == subject.isEmpty,
        "a name has relative names and is empty"
    )
}
