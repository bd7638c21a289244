import Crypto
import X509

extension RevocationReason {
    /// The number of the bit in ReasonFlags (RFC 5280 §4.2.1.13), which does not use bit 0; nil for
    /// reasons without a bit.
    package var flag: Int? {
        switch self {
        case .unspecified, .removeFromCRL: nil
        case .privilegeWithdrawn: 7
        case .aACompromise: 8
        default: Int(rawValue)
        }
    }
}

/// The revocation of a certificate, as an entry of a CRL (RFC 5280 §5.1.2.6).
package struct Revocation: Hashable, Sendable {
    /// The revocation date; 18 hours before the run's `now` by default.
    package var date = Moment.relative(-18 * hour)
    /// The number in reasonCode, which may be any number; nil omits the extension.
    package var reason: Int?
    /// Extensions added after the other extensions.
    package var extensions: [Entity.AddedExtension] = []

    /// Makes a revocation with all defaults.
    package init() {}
}

/// A declared certificate revocation list (RFC 5280 §5.1).
package struct RevocationList: Hashable, Sendable {
    /// The content of issuingDistributionPoint (RFC 5280 §5.2.5).
    package struct Scope: Hashable, Sendable {
        /// The kinds of certificates that a list can be limited to, in the order of the fields.
        package enum Kind: String, CaseIterable, Hashable, Sendable {
            case user, ca, attribute
        }

        /// The distribution point's names; an empty list omits the field.
        package var names: [DeclaredName] = []
        package var only: [Kind] = []
        package var reasons: [RevocationReason] = []
        package var isIndirect = false

        /// Makes a scope without limits.
        package init() {}
    }

    /// The entity that the list names as its issuer.
    package var issuer: String
    /// The entity whose key signs the list; nil for the issuer.
    package var signer: String?
    /// The time of issue; 12 hours before the run's `now` by default.
    package var thisUpdate = Moment.relative(-12 * hour)
    /// The time of the next update; a week after the run's `now` by default (CA/B Forum BR §4.9.7
    /// allows 10 days at most); nil omits the field.
    package var nextUpdate: Moment? = .relative(168 * hour)
    /// The version.
    ///
    /// A CRL has version 1 or 2 (RFC 5280 §5.1.2.1); the field is not written for version 1.
    package var version = 2
    /// The content bytes of cRLNumber; nil omits the extension.
    package var number: [UInt8]? = [1]
    /// The content bytes of BaseCRLNumber in deltaCRLIndicator; nil for a complete list.
    package var deltaOf: [UInt8]?
    package var scope: Scope?
    /// The listed entities; if nil, the entities that the issuer issued and that state `crl`.
    package var revokes: [String]?
    /// The number of entries for certificates outside the setup, which come before the listed
    /// entities.
    package var others = 0
    /// Entries of this list that replace the `crl` of their entities, by entity.
    package var entries: [String: Revocation] = [:]
    /// The digest of the signature; if nil, SHA-256, or no digest with an Edwards key.
    package var digest: Digest?
    package var authorityKeyID = Entity.KeyID.automatic
    /// Extensions added after the other extensions.
    package var extensions: [Entity.AddedExtension] = []
    /// Extensions to omit.
    package var drop: [ObjectIdentifier] = []
    /// The stated criticality of extensions; every other extension has its default criticality.
    package var critical: [ObjectIdentifier: Bool] = [:]
    /// The DER surgery to apply, in order.
    package var raw: [Surgery] = []

    /// Makes an entity's list with all defaults.
    package init(issuer: String) {
        self.issuer = issuer
    }
}

/// A declared OCSP response about a certificate (RFC 6960 §4.2.1).
package struct StatusResponse: Hashable, Sendable {
    /// The status of a certificate, or the error of the responder (RFC 6960 §2.2, §2.3).
    package enum Status: String, CaseIterable, Hashable, Sendable {
        case good, revoked, unknown
        case malformedRequest = "malformed-request"
        case internalError = "internal-error"
        case tryLater = "try-later"
        case sigRequired = "sig-required"
        case unauthorized

        /// The number of OCSPResponseStatus; nil for a successful response.
        var errorCode: UInt8? {
            switch self {
            case .good, .revoked, .unknown: nil
            case .malformedRequest: 1
            case .internalError: 2
            case .tryLater: 3
            case .sigRequired: 5
            case .unauthorized: 6
            }
        }
    }

    /// How a responder names itself (RFC 6960 §4.2.1, ResponderID).
    package enum ResponderID: String, CaseIterable, Hashable, Sendable {
        case name, key
    }

    package var status = Status.good
    /// The revocation date; 18 hours before the run's `now` by default.
    package var date = Moment.relative(-18 * hour)
    /// The number of the CRLReason; nil omits the reason.
    package var reason: Int?
    /// The entities in the response, each with the status that it declares; if nil, the entity that
    /// declares this response.
    package var of: [String]?
    /// The entity whose key signs the response; nil for the certificate's issuer.
    package var signer: String?
    /// The entity that the response names as its responder; nil for the signer.
    package var responder: String?
    package var responderID = ResponderID.name
    /// The entities whose certificates the response contains; if nil, the signer, unless the signer
    /// is the certificate's issuer.
    package var certificates: [String]?
    /// The time of issue; 12 hours before the run's `now` by default.
    package var thisUpdate = Moment.relative(-12 * hour)
    /// The time of the next update; three and a half days after the run's `now` by default (CA/B
    /// Forum BR §4.9.10 allows 10 days at most); nil omits the field.
    package var nextUpdate: Moment? = .relative(84 * hour)
    /// The time of production; if nil, `thisUpdate`.
    package var producedAt: Moment?
    /// The digest that CertID uses for issuer name and key; SHA-1, as in RFC 5019 §2.1.1.
    package var hash = Digest.sha1
    /// The digest of the signature; if nil, SHA-256, or no digest with an Edwards key.
    package var digest: Digest?
    /// The SCTs in the entry about the certificate; nil omits the extension.
    package var scts: [DeclaredSCT]?
    /// The extensions of the response, responseExtensions.
    package var extensions: [Entity.AddedExtension] = []
    /// The DER surgery to apply, in order.
    package var raw: [Surgery] = []

    /// Makes a response with all defaults: the certificate is good.
    package init() {}
}

extension StatusResponse.Status {
    /// The meaning of the status, in a sentence (RFC 6960 §2.2, §2.3).
    package var about: String {
        switch self {
        case .good: "The certificate is not revoked."
        case .revoked: "The certificate is revoked, permanently or temporarily."
        case .unknown: "The responder does not know the certificate."
        case .malformedRequest: "An error: the request was malformed."
        case .internalError: "An error: the responder has an internal error."
        case .tryLater: "An error: the responder cannot answer now."
        case .sigRequired: "An error: the request must be signed."
        case .unauthorized: "An error: the responder refuses to answer, or cannot."
        }
    }
}

/// A declared entry of cRLDistributionPoints (RFC 5280 §4.2.1.13).
package struct DeclaredPoint: Hashable, Sendable {
    /// The names; an empty list omits the field.
    package var names: [DeclaredName] = []
    package var reasons: [RevocationReason] = []
    /// The entity that issues the CRL; nil for the certificate's issuer.
    package var issuer: String?

    /// Makes a distribution point with no content.
    package init() {}
}

/// The length of an hour, in seconds.
private let hour: Int64 = 3_600
