import PKIX

/// See `FuzzTarget.decodeCertificate`.
func checkCertificateDecoding(_ bytes: [UInt8]) {
    do {
        check(try Certificate(der: bytes), decodedFrom: bytes)
    } catch {
        invariant(
            (0...bytes.count).contains(error.offset),
            "the fault at \(error.offset) lies outside \(bytes.count) bytes"
        )
    }
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
    invariant(certificate.signature.upperBound == bytes.count, "the signature is not the end")
    for listed in certificate.extensions.list {
        invariant(
            certificate.tbs.contains(listed.identifier)
                && (listed.value.isEmpty || certificate.tbs.contains(listed.value)),
            "an extension lies outside tbsCertificate"
        )
    }
    for fault in certificate.extensions.faults {
        invariant(
            (0...bytes.count).contains(fault.error.offset),
            "an extension's fault lies outside the bytes"
        )
    }
    invariant(
        certificate.subjectName.matches(certificate.subjectName),
        "a name differs from itself"
    )
    invariant(reencoded(certificate) == bytes, "the frame encodes to other bytes")
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
