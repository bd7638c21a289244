/// A feature that cases may need.
///
/// A case is not applicable to a client that lacks a needed feature.
package enum ClientAbility: String, CaseIterable, Hashable, Sendable {
    case addresses, redirects, http2, answers
    case internationalNames = "international-names"
    case keyPins = "spki-pins"
    case certificatePins = "certificate-pins"
    case clientCertificates = "client-certificates"
    case crls, alpn, versions
    /// The names after `starttls-`, except `dialogue`, are those of `ApplicationProtocol`.
    case smtp = "starttls-smtp"
    case lmtp = "starttls-lmtp"
    case imap = "starttls-imap"
    case pop3 = "starttls-pop3"
    case ftp = "starttls-ftp"
    case sieve = "starttls-sieve"
    case nntp = "starttls-nntp"
    case xmpp = "starttls-xmpp"
    case ldap = "starttls-ldap"
    case postgres = "starttls-postgres"
    case mysql = "starttls-mysql"
    case dialogue = "starttls-dialogue"
    case dataChannel = "data-channel"
    case dane
    case mtaSTS = "mta-sts"
    case virtualHosts = "virtual-hosts"

    /// The abilities that a client can have.
    package static let ofClients = allCases.filter { $0 != .virtualHosts }
    /// The abilities that a server can have.
    package static let ofServers: [ClientAbility] = [.crls, .virtualHosts]
    /// The abilities that only a client of HTTP can have.
    static let ofHTTP: Set<ClientAbility> = [.redirects, .http2, .answers]

    /// The description of the ability.
    package var about: String {
        switch self {
        case .addresses: "connects to a host that is an IP address, and verifies the address"
        case .redirects: "follows redirects"
        case .http2: "speaks HTTP/2"
        case .answers:
            "reads the whole response, and exits with 0 only if the response is complete"
        case .internationalNames: "accepts a host in any script, and resolves its A-labels"
        case .keyPins: "accepts pins of public keys"
        case .certificatePins: "accepts pins of certificates"
        case .clientCertificates: "sends a client certificate"
        case .crls: "takes CRLs"
        case .alpn: "offers application protocols"
        case .versions: "also offers TLS 1.2 and older versions, if configured to"
        case .smtp: "upgrades to TLS in SMTP"
        case .lmtp: "upgrades to TLS in LMTP"
        case .imap: "upgrades to TLS in IMAP"
        case .pop3: "upgrades to TLS in POP3"
        case .ftp: "upgrades to TLS in FTP"
        case .sieve: "upgrades to TLS in ManageSieve"
        case .nntp: "upgrades to TLS in NNTP"
        case .xmpp: "upgrades to TLS in XMPP"
        case .ldap: "upgrades to TLS in LDAP"
        case .postgres: "upgrades to TLS in PostgreSQL's protocol"
        case .mysql: "upgrades to TLS in MySQL's protocol"
        case .dialogue:
            "also speaks these protocols over TLS, and logs in with {token} as name or password"
        case .dataChannel: "uploads a file with {token} over FTP's data channel"
        case .dane:
            "asks DNS for TLSA records of {port}, and connects only to servers that they match"
        case .mtaSTS:
            "asks DNS for the MTA-STS policy of {domain}, and obeys it"
        case .virtualHosts:
            "is a server that also has the host open.example.test, which requires no certificate"
        }
    }
}

/// A feature that only some cases use, and that needs additional words in a client's command.
package enum ClientOption: String, CaseIterable, Hashable, Sendable {
    case pins, redirects, http2
    case clientCertificate = "client-certificate"
    case crls, starttls
    case dataChannel = "data-channel"
    case documents

    /// A description of the cases in which the words of the option replace `{options}`.
    package var about: String {
        switch self {
        case .pins: "words for a case with pins"
        case .redirects: "words for a case with redirects"
        case .http2: "words for a case over HTTP/2"
        case .clientCertificate: "words for a case with a client certificate"
        case .crls: "words for a case with CRLs"
        case .documents: "words for a case in which certificates point to documents"
        case .starttls: "words for a case in which a protocol, {starttls}, upgrades to TLS"
        case .dataChannel:
            "words for a case with an FTP data channel; they make the client upload a file"
        }
    }
}

extension ClientPlaceholder {
    /// The ability that a client has if its command contains this placeholder; nil if the
    /// placeholder implies no ability.
    var ability: ClientAbility? {
        switch self {
        case .pin, .pins: .keyPins
        case .certificateHash, .certificateColons, .certificateBase64, .certificateSHA1,
            .certificateSHA1Colons, .certificateMD5Colons, .pinnedCertificates:
            .certificatePins
        case .clientCertificate, .clientKey: .clientCertificates
        case .crls: .crls
        default: nil
        }
    }
}
