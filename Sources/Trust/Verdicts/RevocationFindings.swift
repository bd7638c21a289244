import PKIX

/// That a certificate was revoked, as a CRL or an OCSP response says it.
package struct RevocationRecord: Hashable, Sendable {
    /// The content octets of the certificate's serial number.
    package let serial: [UInt8]
    /// Nil where none is stated.
    package let reason: RevocationReason?
    package let date: Instant

    package init(serial: [UInt8], reason: RevocationReason?, date: Instant) {
        self.serial = serial
        self.reason = reason
        self.date = date
    }
}

/// When a CRL or an OCSP response was known to be right.
package struct StatusPeriod: Hashable, Sendable {
    package let thisUpdate: Instant
    /// Nil where none is stated.
    package let nextUpdate: Instant?

    package init(thisUpdate: Instant, nextUpdate: Instant?) {
        self.thisUpdate = thisUpdate
        self.nextUpdate = nextUpdate
    }
}

/// Why nobody knows whether a certificate was revoked.
package enum RevocationGap: Hashable, Sendable {
    /// No CRL and no OCSP response about it is there.
    case nothingAtHand
    /// Of the CRLs that are there, the one that came nearest to being of use.
    case list(ListFault)
    /// The CRLs that are there cover these reasons only.
    case someReasons(ReasonFlags)
    /// The OCSP responder does not know it.
    case unknownToResponder
    case responderError(OCSPResponse.Status)
    /// The OCSP responder may have been revoked itself.
    case responder
    /// The certificate promises an OCSP response (RFC 7633), and none came with it.
    case missingStaple
}

/// Why a CRL says nothing about a certificate.
package enum ListFault: Hashable, Sendable {
    case malformed(DERError)
    /// It is about other certificates.
    case scope
    /// It says only what changed, and what it changed is not there.
    case deltaAlone
    case unhandledCriticalExtension(ObjectIdentifier)
    case missing(ObjectIdentifier)
    case criticality(ObjectIdentifier, isCritical: Bool)
    case noNextUpdate
    /// It takes certificates off a list, which only a delta CRL can.
    case removal
    case stale(StatusPeriod, verifyDate: Instant)
    case algorithmMismatch
    case unsupportedAlgorithm(ObjectIdentifier)
    case weakSignature(algorithm: String)
    /// No certificate of its issuer's name is there.
    case unknownIssuer
    case badSignature
    case keyUsage
    /// The path of its issuer was refused.
    case issuer(Rejection.Code)
}

/// Why an OCSP response that came with a certificate cannot stand.
package enum ResponseFault: Error, Hashable, Sendable {
    case malformed(DERError)
    case unsupportedType(ObjectIdentifier)
    case unhandledCriticalExtension(ObjectIdentifier)
    /// It is about another certificate.
    case certificate
    /// It ends before it begins.
    case period(StatusPeriod)
    case unsupportedAlgorithm(ObjectIdentifier)
    case weakSignature(algorithm: String)
    /// Neither the issuer nor a certificate in it is who it says signed it.
    case unknownResponder
    /// Whom it says signed it was not made a responder by the issuer.
    case unauthorizedResponder
    /// The path of its responder was refused.
    case responder(Rejection.Code)
    case badSignature
}

extension ListFault: Error {
    /// How near the CRL came to being of use: of several, the fault of the highest is told.
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
