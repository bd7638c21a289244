/// A feature of cases that a client can be asked for; a case that needs another is not applicable.
package enum ClientAbility: String, CaseIterable, Hashable, Sendable {
    case addresses, redirects, http2, answers
    case internationalNames = "international-names"
    case keyPins = "spki-pins"
    case certificatePins = "certificate-pins"
    case clientCertificates = "client-certificates"
    case crls, alpn, versions
    /// By the word of `UpgradedProtocol` in Wire.
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

    /// The word's meaning.
    package var about: String {
        switch self {
        case .addresses: "reaches a host that is an IP address, and verifies that"
        case .redirects: "follows redirects"
        case .http2: "speaks HTTP/2"
        case .answers:
            "reads the answer to its end, and exits with 0 only where it takes that for whole"
        case .internationalNames: "takes a host in any script, and asks for it by its A-labels"
        case .keyPins: "takes pins of public keys"
        case .certificatePins: "takes pins of certificates"
        case .clientCertificates: "presents a certificate of its own"
        case .crls: "takes CRLs"
        case .alpn: "offers application protocols"
        case .versions: "offers TLS 1.2 and older versions too, if it is asked to"
        case .smtp: "goes over to TLS in SMTP"
        case .lmtp: "goes over to TLS in LMTP"
        case .imap: "goes over to TLS in IMAP"
        case .pop3: "goes over to TLS in POP3"
        case .ftp: "goes over to TLS in FTP"
        case .sieve: "goes over to TLS in ManageSieve"
        case .nntp: "goes over to TLS in NNTP"
        case .xmpp: "goes over to TLS in XMPP"
        case .ldap: "goes over to TLS in LDAP"
        case .postgres: "goes over to TLS in PostgreSQL's protocol"
        case .mysql: "goes over to TLS in MySQL's protocol"
        case .dialogue:
            "speaks these protocols over TLS, too, and logs in with {token} as its name or password"
        case .dataChannel: "uploads a file of {token} over FTP's data channel"
        }
    }
}

/// A feature of cases for which a client's command needs words more.
package enum ClientOption: String, CaseIterable, Hashable, Sendable {
    case pins, redirects, http2
    case clientCertificate = "client-certificate"
    case crls, starttls
    case dataChannel = "data-channel"
    case documents

    /// When the words stand at `{options}`.
    package var about: String {
        switch self {
        case .pins: "words for a case with pins"
        case .redirects: "words for a case with redirects"
        case .http2: "words for a case over HTTP/2"
        case .clientCertificate: "words for a case with a certificate of the client"
        case .crls: "words for a case with CRLs"
        case .documents: "words for a case in which certificates point to documents"
        case .starttls: "words for a case in which a protocol goes over to TLS, {starttls}"
        case .dataChannel: "words for a case in which FTP has a data channel: those for an upload"
        }
    }
}

extension ClientPlaceholder {
    /// The ability that a client has whose command contains this; nil for those that every case
    /// fills.
    var ability: ClientAbility? {
        switch self {
        case .pin, .pins: .keyPins
        case .certificateHash: .certificatePins
        case .clientCertificate, .clientKey: .clientCertificates
        case .crls: .crls
        default: nil
        }
    }
}
