/// The rule by which clients of an application protocol compare a certificate's names with the
/// server's name; each rule is named after its document.
package enum NameRule: String, CaseIterable, Hashable, Sendable {
    /// The rule of most protocols: DNS names and addresses (RFC 9525 §6).
    case rfc9525
    /// The rule of LDAP: also a common name if the certificate has no DNS name.
    case rfc4513
    /// The rule of SIP: SIP URIs, or DNS names if the certificate has no SIP URI; no wildcards.
    case rfc5922
    /// The rule of XMPP: also service names of `xmpp-client`, and XMPP addresses.
    case rfc6120
    /// The rule of mail: also service names of mail, and a common name if the certificate has
    /// neither a service name nor a DNS name.
    case rfc7817

    /// The document and its section.
    package var source: String {
        switch self {
        case .rfc9525: "RFC 9525 §6"
        case .rfc4513: "RFC 4513 §3.1.3"
        case .rfc5922: "RFC 5922 §7"
        case .rfc6120: "RFC 6120 §13.7.1.2"
        case .rfc7817: "RFC 7817 §3"
        }
    }

    /// The services whose names (SRV-IDs, RFC 4985) identify the server, in lower case and without
    /// the underscore.
    ///
    /// An IMAP client also accepts the names of POP3 and submission, because these protocols give
    /// access to the same service (RFC 9525 §5).
    package var services: Set<String> {
        switch self {
        case .rfc9525, .rfc4513, .rfc5922: []
        case .rfc6120: ["xmpp-client"]
        // RFC 6186 §3, RFC 8314 §5.1, RFC 5804 §1.8.
        case .rfc7817:
            ["imap", "imaps", "pop3", "pop3s", "submission", "submissions", "sieve"]
        }
    }
}
