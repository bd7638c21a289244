import Crypto
import X509

/// The reason why an entity cannot be made as declared; nearly every case names the entity first.
package enum ForgeError: Error, Hashable, Sendable {
    /// A field of an entity, a CRL or a response that names an entity.
    package enum Reference: String, Hashable, Sendable {
        case issuer
        case keyOf = "key-of"
        case copy
        case signer, responder, certificates, of, revokes
    }

    case openSSL(entity: String, OpenSSLError)
    /// A field names an entity that is not declared.
    case unknownEntity(String, field: Reference, of: String)
    /// Entities that copy each other, or share each other's keys, in a circle.
    case circle(Reference, [String])
    /// An entity states one key algorithm and shares the key of an entity that has another key
    /// algorithm.
    case keyConflict(entity: String, KeyAlgorithm, shares: String, KeyAlgorithm)
    /// The ring has too few primes for this many different RSA keys of one size.
    case noMoreKeys(entity: String, KeyAlgorithm, limit: Int)
    /// No signature algorithm combines the issuer's key and this digest; `available` has the
    /// digests for which there is an algorithm.
    case noSignatureAlgorithm(
        entity: String,
        KeyAlgorithm,
        Entity.Padding?,
        Digest,
        available: [Digest]
    )
    /// A padding is stated for a signature whose key uses no padding.
    case noPadding(entity: String, KeyAlgorithm)
    /// The issuer's modulus has no room for a PSS signature with this digest.
    case keyTooShort(entity: String, KeyAlgorithm, Digest)
    /// The certificate does not have an extension that is to be dropped or to get another
    /// criticality.
    case noExtension(entity: String, ObjectIdentifier)
    /// An instant that cannot be encoded: outside the years 0 to 9999, or in an SCT before 1970.
    case timeOutOfRange(entity: String, Instant)
    case unknownMutation(entity: String, String)
    /// A mutation that does not change this certificate.
    case noEffect(entity: String, String)
    /// A mutation of something that this certificate does not have.
    case mutation(entity: String, String, PathFault)
    case surgery(entity: String, PathFault)
    /// A certificate that is to be copied, or to issue certificates, does not decode.
    case undecodableOrigin(DERError)
}

extension ForgeError: CustomStringConvertible {
    package var description: String {
        switch self {
        case .openSSL(let entity, let error):
            "\(entity): \(error)"
        case .unknownEntity(let name, let field, let entity):
            "\(entity): \(field.rawValue) names \(name), which is not declared"
        case .circle(let field, let names):
            "\(field.rawValue) forms a cycle: \(names.joined(separator: " → "))"
        case .keyConflict(let entity, let own, let other, let algorithm):
            "\(entity): key is \(own.rawValue), but key-of names \(other), which has a"
                + " \(algorithm.rawValue) key"
        case .noMoreKeys(let entity, let algorithm, let limit):
            "\(entity): a setup holds at most \(limit) different \(algorithm.rawValue) keys;"
                + " share one with key-of"
        case .noSignatureAlgorithm(let entity, let key, let padding, let digest, let available):
            "\(entity): no signature algorithm combines \(key.rawValue)"
                + (padding.map { " with \($0.rawValue)" } ?? "")
                + " and \(digest.rawValue); available: "
                + (available.isEmpty
                    ? "only one without a digest"
                    : available.map(\.rawValue).joined(separator: ", "))
        case .noPadding(let entity, let key):
            "\(entity): padding requires an RSA key, but the issuer's key is \(key.rawValue)"
        case .keyTooShort(let entity, let key, let digest):
            "\(entity): \(key.rawValue) is too short for a pss signature with \(digest.rawValue)"
        case .noExtension(let entity, let identifier):
            "\(entity): drop or critical names the extension \(identifier), which is not there"
        case .timeOutOfRange(let entity, let instant):
            "\(entity): the time \(instant) cannot be encoded"
        case .unknownMutation(let entity, let name):
            "\(entity): unknown mutation \(name)"
        case .noEffect(let entity, let name):
            "\(entity): \(name) changes nothing in this certificate"
        case .mutation(let entity, let name, let fault):
            "\(entity): \(name) does not apply to this certificate: \(fault)"
        case .surgery(let entity, let fault):
            "\(entity): \(fault)"
        case .undecodableOrigin(let error):
            "the certificate does not decode: \(error.fault.rawValue) at byte"
                + " \(error.offset)"
        }
    }
}
