import Crypto
import X509

// Forge turns a declared PKI into keys, certificates, CRLs and OCSP responses, valid or broken. It
// writes them with its own DER writer, because libraries refuse to write broken certificates;
// OpenSSL only makes keys, digests and signatures. Forge reads no files and evaluates nothing.

/// A declared public-key infrastructure: entities and CRLs by name, in no order.
package struct PKI: Hashable, Sendable {
    package var entities: [String: Entity]
    package var lists: [String: RevocationList]

    /// Makes a PKI of these entities and lists, by name.
    package init(entities: [String: Entity] = [:], lists: [String: RevocationList] = [:]) {
        self.entities = entities
        self.lists = lists
    }
}

/// A declared certificate and its key; a field that is nil gets the default of the entity's role.
package struct Entity: Hashable, Sendable {
    /// The position of a certificate in a chain; it determines the defaults of fields that are not
    /// stated.
    package enum Role: Hashable, Sendable {
        case rootCA, intermediateCA, endEntity
    }

    /// The signer of the certificate.
    package enum Issuer: Hashable, Sendable {
        /// The entity's own key signs the certificate.
        case itself
        /// The key of the entity of this name signs the certificate; the issuer name is the subject
        /// of that entity.
        case entity(String)
    }

    /// The content of a key identifier extension.
    package enum KeyID: Hashable, Sendable {
        /// SHA-1 of the key's bits (RFC 5280 §4.2.1.2 (1)).
        case automatic
        /// The extension is omitted.
        case none
        case bytes([UInt8])
    }

    /// How RSA pads the digest that it signs (RFC 8017 §8).
    package enum Padding: String, CaseIterable, Hashable, Sendable {
        case pkcs1, pss
    }

    /// An extension that is added unchanged.
    package struct AddedExtension: Hashable, Sendable {
        package var oid: ObjectIdentifier
        package var critical: Bool
        /// The content of extnValue's OCTET STRING.
        package var value: [UInt8]

        package init(oid: ObjectIdentifier, critical: Bool, value: [UInt8]) {
            self.oid = oid
            self.critical = critical
            self.value = value
        }
    }

    /// The subtrees of nameConstraints (RFC 5280 §4.2.1.10).
    package struct NameConstraints: Hashable, Sendable {
        package var permitted: [DeclaredName]
        package var excluded: [DeclaredName]

        package init(permitted: [DeclaredName], excluded: [DeclaredName]) {
            self.permitted = permitted
            self.excluded = excluded
        }
    }

    /// An entry of policyMappings (RFC 5280 §4.2.1.5).
    package struct PolicyMapping: Hashable, Sendable {
        package var issuerDomainPolicy: ObjectIdentifier
        package var subjectDomainPolicy: ObjectIdentifier

        package init(
            _ issuerDomainPolicy: ObjectIdentifier,
            _ subjectDomainPolicy: ObjectIdentifier
        ) {
            self.issuerDomainPolicy = issuerDomainPolicy
            self.subjectDomainPolicy = subjectDomainPolicy
        }
    }

    /// policyConstraints (RFC 5280 §4.2.1.11); an empty SEQUENCE if both values are nil.
    package struct PolicyConstraints: Hashable, Sendable {
        package var requireExplicitPolicy: Int?
        package var inhibitPolicyMapping: Int?

        package init(requireExplicitPolicy: Int? = nil, inhibitPolicyMapping: Int? = nil) {
            self.requireExplicitPolicy = requireExplicitPolicy
            self.inhibitPolicyMapping = inhibitPolicyMapping
        }
    }

    package var role: Role
    package var issuer: Issuer
    /// The key algorithm; if nil, the algorithm of `keyOf`, or P-256 without `keyOf`.
    package var key: KeyAlgorithm?
    /// The entity whose key this entity shares.
    package var keyOf: String?
    /// Whether the key's point is the generator of explicit curve parameters, so that the private
    /// key is 1.
    package var hasOwnGenerator = false
    /// The entity from which this entity copies every field that it does not state, except the key,
    /// the issuer and the issuer name.
    ///
    /// A field that can be nil counts as not stated if it is nil; a list, if it is empty. Stated
    /// criticalities are added to the copied ones. The default subject is copied too. Two more
    /// fields are not copied: a serial number that was made by default, since it must be unique,
    /// and the revocation status, since it belongs to a serial number.
    package var copy: String?
    /// The start of validity; by default a year before `now` for a root, half a year for an
    /// intermediate, and a day for an end entity.
    package var notBefore: Moment?
    /// The end of validity; by default ten years after `now` for a root, five years for an
    /// intermediate, and 89 days for an end entity (44 days from 2029-03-15 on).
    package var notAfter: Moment?
    /// The subject; by default `CN=<entity>,O=Hatpin` for a CA, `OU=<entity>,O=Hatpin` for an end
    /// entity.
    package var subject: Name?
    /// The issuer name; if nil, the issuer's subject.
    package var issuerName: Name?
    /// Alternative names; if nil, `www.example.test` for an end entity; an empty list omits the
    /// extension.
    package var subjectAlternativeNames: [DeclaredName]?
    /// The cA flag of basicConstraints; if nil, the flag of the role.
    package var isCA: Bool?
    /// The path length constraint, which may be any number; if nil, no path length is written.
    package var pathLength: Int?
    /// The key usages; an empty list omits the extension.
    ///
    /// If nil, a CA has keyCertSign and cRLSign, and an end entity has digitalSignature; an end
    /// entity with an RSA key also has keyEncipherment.
    package var keyUsage: [KeyUsageBit]?
    /// The extended key usages; if nil, serverAuth for an end entity; an empty list omits the
    /// extension.
    package var extendedKeyUsage: [ObjectIdentifier]?
    package var nameConstraints: NameConstraints?
    /// Certificate policies without qualifiers; an empty list omits the extension.
    package var policies: [ObjectIdentifier]?
    /// Policy mappings; an empty list omits the extension.
    package var policyMappings: [PolicyMapping]?
    package var policyConstraints: PolicyConstraints?
    /// The value of inhibitAnyPolicy, which may be any number: how many more certificates may occur
    /// before anyPolicy is no longer permitted; nil omits the extension.
    package var inhibitAnyPolicy: Int?
    /// CRL distribution points; an empty list omits the extension.
    package var crlDistributionPoints: [DeclaredPoint]?
    /// The URIs of the issuer's certificate (RFC 5280 §4.2.2.1); an empty list omits the extension.
    package var issuerPlaces: [String]?
    /// Whether the TLS feature status_request is required (RFC 7633 §4.2.3.1).
    package var mustStaple: Bool?
    /// The SCTs embedded in the certificate; nil omits the extension.
    package var scts: [DeclaredSCT]?
    /// The digest of the signature on this certificate; if nil, SHA-256, or no digest with an
    /// Edwards key.
    package var digest: Digest?
    /// The padding of an RSA signature on this certificate; if nil, PKCS #1.
    package var padding: Padding?
    /// Big-endian two's complement content bytes of the serial number.
    package var serial: [UInt8]?
    /// The version, 1 to 3.
    package var version: Int?
    /// The subject key identifier; computed if nil.
    package var subjectKeyID: KeyID?
    /// The authority key identifier; computed if nil, and absent for an entity that issues itself
    /// (RFC 5280 §4.2.1.1).
    package var authorityKeyID: KeyID?
    /// Extensions added after all other extensions except the SCTs.
    package var extensions: [AddedExtension]
    /// Extensions to omit.
    package var drop: [ObjectIdentifier]
    /// The stated criticality of extensions; every other extension has its default criticality.
    package var critical: [ObjectIdentifier: Bool]
    /// The entry in the issuer's CRLs; nil if these CRLs do not list this certificate.
    package var crl: Revocation?
    /// The OCSP response for this certificate; nil for no response.
    package var ocsp: StatusResponse?
    /// The names of the mutations to apply, from `Mutation.catalogue`.
    package var mutate: [String]
    /// The DER surgery to apply, in order.
    package var raw: [Surgery]
    /// The index of the byte of the finished certificate whose lowest bit is flipped, counted from
    /// 0 and wrapping around at its end.
    package var flippedByte: Int?

    /// Makes an entity that states only its role and issuer.
    package init(role: Role, issuer: Issuer) {
        self.role = role
        self.issuer = issuer
        extensions = []
        drop = []
        critical = [:]
        mutate = []
        raw = []
    }
}

/// A time, absolute or relative to the run's `now`.
package enum Moment: Hashable, Sendable {
    /// Seconds after the run's `now`; negative for an earlier time.
    case relative(Int64)
    case absolute(Instant)

    /// Returns the instant in a run at `now`.
    package func instant(at now: Instant) -> Instant {
        switch self {
        case .relative(let offset): now + offset
        case .absolute(let instant): instant
        }
    }
}

/// A GeneralName as scenario files declare it (RFC 5280 §4.2.1.6); in name constraints the same
/// names are subtrees.
package enum DeclaredName: Hashable, Sendable {
    case dns(String)
    /// `dns-bytes:`: any bytes in a dNSName.
    case dnsBytes([UInt8])
    /// An address of 4 or 16 bytes; in name constraints, address and mask of 8 or 32 bytes.
    case ip([UInt8])
    /// `ip-bytes:`: any bytes in an iPAddress.
    case ipBytes([UInt8])
    case email(String)
    case uri(String)
    case directory(Name)
    /// `srv:`: a service name such as `_imap.example.test` (RFC 4985 §2).
    case service(String)
    /// `xmpp-addr:`: an XMPP address (RFC 6120 §13.7.1.4).
    case xmppAddress(String)
    /// An otherName: its type, and the DER encoding of its value.
    case other(ObjectIdentifier, [UInt8])
}

/// A change of the finished DER of a certificate, a CRL or an OCSP response.
///
/// Paths consist of field names of RFC 5280 or RFC 6960, such as
/// `tbsCertificate.validity.notAfter` or `extensions.basicConstraints.pathLenConstraint`.
package enum Surgery: Hashable, Sendable {
    case drop(path: String)
    case duplicate(path: String)
    /// Replaces the whole element at the path.
    case set(path: String, encoding: [UInt8])
    /// Replaces the identifier byte.
    case retag(path: String, tag: UInt8)
    /// Replaces the length bytes, which need not fit the content.
    case relength(path: String, bytes: [UInt8])
    /// Swaps two elements.
    case swap(path: String, with: String)
    /// Truncates the element's content; enclosing lengths are updated.
    case truncate(path: String, count: Int)
    /// Signs the current encoding; without this operation the old signature stays.
    case resign
}
