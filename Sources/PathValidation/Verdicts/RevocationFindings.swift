import X509

/// A revocation as a CRL or an OCSP response states it.
package struct RevocationRecord: Hashable, Sendable {
    /// The content bytes of the certificate's serial number.
    package let serial: [UInt8]
    /// The reason; nil if the CRL or response states no reason.
    package let reason: RevocationReason?
    package let date: Instant

    package init(serial: [UInt8], reason: RevocationReason?, date: Instant) {
        self.serial = serial
        self.reason = reason
        self.date = date
    }
}

/// The period for which a CRL or an OCSP response is valid.
package struct StatusPeriod: Hashable, Sendable {
    package let thisUpdate: Instant
    /// The end of the period; nil if the CRL or response states no end.
    package let nextUpdate: Instant?

    package init(thisUpdate: Instant, nextUpdate: Instant?) {
        self.thisUpdate = thisUpdate
        self.nextUpdate = nextUpdate
    }
}

/// The reason why the status of a certificate is unknown.
package enum RevocationGap: Hashable, Sendable {
    /// Neither a CRL nor an OCSP response for the certificate is available.
    case nothingAtHand
    /// The fault of the CRL that came nearest to being usable.
    case list(ListFault)
    /// The available CRLs cover only these reasons.
    case someReasons(ReasonFlags)
    /// The OCSP responder does not know the certificate.
    case unknownToResponder
    case responderError(OCSPResponse.Status)
    /// The OCSP responder's own status is unknown.
    case responder
    /// The certificate requires an OCSP response (RFC 7633), and no response came with it.
    case missingStaple
}

/// The reason why a CRL cannot be used for a certificate.
package enum ListFault: Hashable, Sendable {
    case malformed(DERError)
    /// The CRL covers other certificates.
    case scope
    /// The CRL is a delta CRL, and the complete CRL that it updates is not available.
    case deltaAlone
    case unhandledCriticalExtension(ObjectIdentifier)
    case missing(ObjectIdentifier)
    case criticality(ObjectIdentifier, isCritical: Bool)
    case noNextUpdate
    /// A complete CRL has a removeFromCRL entry, which only a delta CRL may have.
    case removal
    case stale(StatusPeriod, verifyDate: Instant)
    case algorithmMismatch
    case unsupportedAlgorithm(ObjectIdentifier)
    case weakSignature(algorithm: String)
    /// No certificate with the name of the CRL's issuer is available.
    case unknownIssuer
    case badSignature
    case keyUsage
    /// The path of the CRL's issuer was rejected.
    case issuer(Rejection.Code)
}

/// A CRL for a certificate of the path that could not be used.
///
/// A client that accepts an unknown status (`RevocationMode.softFail`) continues without the CRL.
package struct UnusedList: Hashable, Sendable {
    /// The depth of the certificate that the CRL covers, or of the certificate whose status depends
    /// on the CRL.
    package let depth: Int
    package let fault: ListFault
}

/// The reason why an OCSP response cannot be used.
package enum ResponseFault: Error, Hashable, Sendable {
    case malformed(DERError)
    case unsupportedType(ObjectIdentifier)
    case unhandledCriticalExtension(ObjectIdentifier)
    /// The response covers another certificate.
    case certificate
    /// The validity period of the response ends before it begins.
    case period(StatusPeriod)
    case unsupportedAlgorithm(ObjectIdentifier)
    case weakSignature(algorithm: String)
    /// Neither the issuer nor a certificate in the response matches the response's responderID.
    case unknownResponder
    /// The signer is not authorized as a responder by the issuer.
    case unauthorizedResponder
    /// The path of the response's responder was rejected.
    case responder(Rejection.Code)
    case badSignature
}

extension ListFault: Error {
    /// The rank among the faults of several CRLs.
    ///
    /// The fault with the highest rank is reported; its CRL came nearest to being usable.
    var rank: Int {
        switch self {
        case .scope: 0
        case .malformed: 1
        case .deltaAlone: 2
        case .unhandledCriticalExtension, .missing, .criticality, .noNextUpdate, .removal: 3
        case .unknownIssuer: 4
        case .badSignature: 5
        case .algorithmMismatch, .unsupportedAlgorithm, .weakSignature, .keyUsage, .issuer: 6
        case .stale: 7
        }
    }
}
