import OpenSSL
import PKIX

/// Keys and certificates made of a `PKI`.
package struct ForgedPKI: Sendable {
    package struct Member: Sendable {
        /// The certificate as it will be presented; it need not decode.
        package let certificate: [UInt8]
        package let key: PrivateKey
    }

    /// By entity name.
    package let members: [String: Member]

    package init(members: [String: Member]) {
        self.members = members
    }
}
