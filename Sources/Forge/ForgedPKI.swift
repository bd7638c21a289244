import OpenSSL
import PKIX

/// Keys and certificates made of a `PKI`.
package struct ForgedPKI: Sendable {
    /// An entity's certificate and key, and what certificates that it issues say of it.
    package struct Member: Sendable {
        /// The certificate as it will be presented; it need not decode.
        package let certificate: [UInt8]
        package let key: PrivateKey
        /// The DER `Name` that certificates issued by this entity bear as their issuer.
        package let subject: [UInt8]
        /// The identifier of the key as certificates issued by this entity bear it.
        package let keyIdentifier: [UInt8]
    }

    /// By entity name.
    package let members: [String: Member]
    /// What keys and serial numbers followed from.
    package let seed: UInt64

    init(members: [String: Member], seed: UInt64) {
        self.members = members
        self.seed = seed
    }
}
