/// A feature of cases that a client can be asked for; a case that needs another is not applicable.
package enum ClientAbility: String, CaseIterable, Hashable, Sendable {
    case addresses, redirects, http2
    case keyPins = "spki-pins"
    case certificatePins = "certificate-pins"
    case clientCertificates = "client-certificates"
    case crls, alpn, versions
    case severalURLs = "several-urls"
    case startTLSOverSMTP = "starttls-smtp"
    case startTLSOverIMAP = "starttls-imap"
    case startTLSOverPOP3 = "starttls-pop3"

    /// The word's meaning.
    package var about: String {
        switch self {
        case .addresses: "reaches a host that is an IP address, and verifies that"
        case .redirects: "follows redirects"
        case .http2: "speaks HTTP/2"
        case .keyPins: "takes pins of public keys"
        case .certificatePins: "takes pins of certificates"
        case .clientCertificates: "presents a certificate of its own"
        case .crls: "takes CRLs"
        case .alpn: "offers application protocols"
        case .versions: "offers TLS 1.2 and older versions too, if it is asked to"
        case .severalURLs: "fetches several URLs in one process"
        case .startTLSOverSMTP: "upgrades SMTP by STARTTLS"
        case .startTLSOverIMAP: "upgrades IMAP by STARTTLS"
        case .startTLSOverPOP3: "upgrades POP3 by STLS"
        }
    }
}

/// A feature of cases for which a client's command needs words more.
package enum ClientOption: String, CaseIterable, Hashable, Sendable {
    case pins, redirects, http2
    case clientCertificate = "client-certificate"
    case crls

    /// When the words stand at `{options}`.
    package var about: String {
        switch self {
        case .pins: "words for a case with pins"
        case .redirects: "words for a case with redirects"
        case .http2: "words for a case over HTTP/2"
        case .clientCertificate: "words for a case with a certificate of the client"
        case .crls: "words for a case with CRLs"
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
