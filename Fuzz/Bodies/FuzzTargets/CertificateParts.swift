import X509

/// Requires that each part decoded on demand encodes to its own bytes, or is rejected at an offset
/// in the certificate.
func checkParts(of certificate: Certificate) {
    check(certificate) { try checkAlgorithms(of: certificate) }
    for next in certificate.extensions.list {
        check(certificate) { try checkBody(of: next, certificate) }
    }
}

// The function throws untyped errors, because Swift 6.3.1 crashes on closures with typed errors
// here.
private func check(_ certificate: Certificate, _ part: () throws -> Void) {
    do {
        try part()
    } catch let error as DERError {
        checkPlace(of: error, in: certificate.der)
        invariant(!error.path.isEmpty, "an error without a path: \(error)")
    } catch {
        invariant(false, "\(error)")
    }
}

private func checkAlgorithms(of certificate: Certificate) throws {
    let (der, rules, key) = (certificate.der, certificate.rules, certificate.publicKey)
    _ = try SigningAlgorithm(certificate.innerAlgorithm, in: der, rules: rules)
    switch try PublicKeyAlgorithm(key.algorithm, in: der, rules: rules) {
    case .rsa, .rsaPSS:
        let (modulus, exponent) = try key.rsaKey(in: der, rules: rules)
        Reencoding.require(key.bits, of: der) { $0.numbers([modulus, exponent]) }
    case .dsa(let parameters):
        if let parameters, let place = key.algorithm.parameters {
            Reencoding.require(place, of: der) { writer in
                writer.numbers([parameters.modulus, parameters.order, parameters.generator])
            }
        }
        let number = try key.dsaKey(in: der, rules: rules)
        Reencoding.require(key.bits, of: der) { $0.unsignedInteger(number) }
    default: break
    }
}

/// Checks the body of an extension that path validation does not read.
private func checkBody(of next: Extension, _ certificate: Certificate) throws {
    let content = certificate.der[next.identifier]
    // Accessors return only the first extension with an identifier.
    guard let identifier = parts.first(where: { content.elementsEqual($0.content) }),
        certificate.extension(identifier) == next
    else { return }
    func require(_ write: (inout Reencoding) -> Void) {
        Reencoding.require(next.value, of: certificate.der, write)
    }
    switch identifier {
    case .authorityInformationAccess, .subjectInformationAccess:
        let access = try certificate.informationAccess(identifier) ?? []
        require { $0.access(access) }
    case .issuerAlternativeName:
        let names = try certificate.issuerAlternativeNames() ?? []
        require { $0.generalNames(names) }
    case .crlDistributionPoints, .freshestCRL:
        let points = try certificate.distributionPoints(identifier) ?? []
        require { $0.distributionPoints(points) }
    case .tlsFeature:
        let features = try certificate.tlsFeatures() ?? []
        require { $0.features(features, next.value) }
    case .signedCertificateTimestamps:
        let scts = try certificate.signedCertificateTimestamps() ?? []
        require { $0.scts(scts) }
    default: break
    }
}

private let parts: [ObjectIdentifier] = [
    .authorityInformationAccess, .subjectInformationAccess, .issuerAlternativeName,
    .crlDistributionPoints, .freshestCRL, .tlsFeature, .signedCertificateTimestamps,
]
