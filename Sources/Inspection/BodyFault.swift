import PKIX

extension Certificate {
    /// The first fault in the body of an extension; nil if all that are known decode.
    ///
    /// Path validation does not need all of them, so some are decoded on request only.
    var bodyFault: DERError? {
        var faults = extensions.faults.map(\.error)
        for known in extensions.list {
            do throws(DERError) {
                try decodeBody(of: identifier(at: known.identifier))
            } catch {
                faults.append(error)
            }
        }
        return faults.min { $0.offset < $1.offset }
    }

    private func decodeBody(of identifier: ObjectIdentifier) throws(DERError) {
        switch identifier {
        case .authorityInformationAccess, .subjectInformationAccess:
            _ = try informationAccess(identifier)
        case .crlDistributionPoints, .freshestCRL: _ = try distributionPoints(identifier)
        case .issuerAlternativeName: _ = try issuerAlternativeNames()
        case .tlsFeature: _ = try tlsFeatures()
        case .signedCertificateTimestamps: _ = try signedCertificateTimestamps()
        default: break
        }
    }
}
