import PathValidation
import X509

/// The host whose keys are pinned: a DNS name, or a wildcard and a DNS name.
///
/// The name contains only letters, digits, hyphens and dots, which need no escape in a property
/// list, an XML document or a Kotlin string.
package struct PinHost: Hashable, Sendable {
    /// The DNS name, in lower case and without the wildcard.
    package let name: String
    /// Whether the host is a wildcard, which matches the names one label below `name`.
    package let isWildcard: Bool

    /// Parses a host; nil for any other text.
    package init?(_ text: some StringProtocol) {
        let bytes = Array(text.utf8)[...]
        let bare = HostName.withoutWildcard(bytes)
        // No system pins every name below a single label.
        guard NameSyntax.isHost(bare), bare == bytes || bare.contains(UInt8(ascii: ".")) else {
            return nil
        }
        name = String(decoding: bare.map(lowercased), as: UTF8.self)
        isWildcard = bare != bytes
    }

    /// Creates a host from the first valid DNS name of a certificate; nil if the certificate has no
    /// valid DNS name.
    package init?(of certificate: Certificate) {
        for name in certificate.dnsNames {
            guard let host = PinHost(String(decoding: name, as: UTF8.self)) else { continue }
            self = host
            return
        }
        return nil
    }
}
