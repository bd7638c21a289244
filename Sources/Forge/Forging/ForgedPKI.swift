import Crypto
import X509

/// The keys, certificates, CRLs and OCSP responses of a `PKI`.
package struct ForgedPKI: Sendable {
    /// An entity's certificate and key, with its name and key identifier as an issuer.
    package struct Member: Sendable {
        /// The certificate as presented; it need not decode.
        package let certificate: [UInt8]
        package let key: PrivateKey
        /// The DER `Name` in the issuer field of certificates that this entity issues.
        package let subject: [UInt8]
        /// The authority key identifier in certificates that this entity issues.
        package let keyIdentifier: [UInt8]
    }

    /// The forged certificates and keys by entity name.
    package let members: [String: Member]
    /// CRLs by name, as DER.
    package let crls: [String: [UInt8]]
    /// OCSP responses, as DER, by the name of the entity that declares them.
    package let responses: [String: [UInt8]]
    /// The seed of keys and serial numbers.
    package let seed: UInt64

    init(
        members: [String: Member],
        crls: [String: [UInt8]],
        responses: [String: [UInt8]],
        seed: UInt64
    ) {
        self.members = members
        self.crls = crls
        self.responses = responses
        self.seed = seed
    }
}
