import PathValidation
import TLS

extension TLSAlert {
    /// The reasons for which a relying party refuses a certificate with this alert (RFC 8446 §6.2);
    /// empty for alerts with several meanings, and for alerts about other things.
    package var reasonsAboutCertificate: [Rejection.Code] {
        switch name {
        case "certificate-expired": [.expired, .notYetValid, .badValidity]
        case "certificate-revoked": [.revoked]
        case "certificate-required": [.clientCertificateRequired]
        default: []
        }
    }
}
