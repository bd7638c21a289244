import Crypto

/// A protocol that starts in plaintext and is upgraded to TLS on the same connection (STARTTLS).
///
/// The raw values are the words of `openssl s_client -starttls` and URL schemes.
package enum UpgradedProtocol: String, CaseIterable, Hashable, Sendable {
    case smtp, lmtp, imap, pop3, ftp, sieve, nntp, xmpp, ldap, postgres, mysql

    /// The protocol's name, and the document that defines its upgrade to TLS.
    package var about: String {
        switch self {
        case .smtp: "mail submission and transport (RFC 3207)"
        case .lmtp: "local mail transport (RFC 2033, RFC 3207)"
        case .imap: "mailboxes (RFC 9051 §6.2.1)"
        case .pop3: "mailboxes (RFC 2595 §4)"
        case .ftp: "files, and uploads over the data channel (RFC 4217)"
        case .sieve: "mail filters (RFC 5804 §2.2)"
        case .nntp: "news (RFC 4642)"
        case .xmpp: "messages (RFC 6120 §5)"
        case .ldap: "directories (RFC 4511 §4.14)"
        case .postgres: "PostgreSQL's SSLRequest, version 3 of its protocol"
        case .mysql: "MySQL's SSL request, version 10 of its protocol"
        }
    }

    /// The type with the server's messages of this protocol.
    var speaker: any Speaker.Type {
        switch self {
        case .smtp, .lmtp: SMTP.self
        case .imap: IMAP.self
        case .pop3: POP3.self
        case .ftp: FTP.self
        case .sieve: Sieve.self
        case .nntp: NNTP.self
        case .xmpp: XMPP.self
        case .ldap: LDAP.self
        case .postgres: PostgreSQL.self
        case .mysql: MySQL.self
        }
    }
}

/// A server's upgrade from plaintext to TLS.
package struct Upgrade: Hashable, Sendable {
    package var application: UpgradedProtocol
    /// The fault; nil for a server that starts TLS as requested.
    package var fault: UpgradeFault?

    package init(_ application: UpgradedProtocol, fault: UpgradeFault? = nil) {
        (self.application, self.fault) = (application, fault)
    }
}

/// A fault of a server, or of an attacker in front of it, before TLS.
///
/// If TLS never starts, a client that still sends its secret sends it in plaintext.
package enum UpgradeFault: String, CaseIterable, Hashable, Sendable {
    case refused = "refuse-upgrade"
    case hidden = "hide-upgrade"
    case capabilitiesFail = "fail-capabilities"
    case authenticated = "greet-authenticated"
    case plaintextAfterGoAhead = "clear-after-go-ahead"
    case plaintextAfterAlert = "clear-after-alert"
    /// The server answers the client's next question before TLS, and not over TLS.
    case answerAfterGoAhead = "answer-after-go-ahead"
    /// The server lists login methods in plaintext, and no login methods over TLS.
    case loginsInPlaintext = "name-logins-in-clear"
    case refers = "refer-elsewhere"
    /// The data channel must stay in plaintext.
    case unprotected = "refuse-protection"

    /// The server's action, as in the catalogue of server faults.
    var about: String {
        switch self {
        case .refused: "Refuse STARTTLS, and continue in plaintext."
        case .hidden: "Do not list TLS among the capabilities, and refuse TLS."
        case .capabilitiesFail:
            "Answer the query for capabilities with an error, and refuse TLS."
        case .authenticated: "Greet in plaintext as if the client had logged in, and refuse TLS."
        case .plaintextAfterGoAhead: "Agree to STARTTLS, but continue in plaintext."
        case .plaintextAfterAlert:
            "Answer the ClientHello with a fatal alert; continue in plaintext."
        case .answerAfterGoAhead:
            "After the go-ahead, send an answer in plaintext; then do not answer the first command over TLS."
        case .loginsInPlaintext: "List login methods among the capabilities only in plaintext."
        case .refers:
            "Refuse STARTTLS, and refer the client to another address in plaintext."
        case .unprotected: "Start TLS, but refuse TLS for the data channel."
        }
    }

    /// What an attacker gains from a client that continues.
    ///
    /// If TLS starts, the attacker only controls the answers that came before it.
    var gain: Gain { staysInPlaintext ? .authentication : .secrecy }

    /// Whether TLS never starts.
    package var staysInPlaintext: Bool {
        switch self {
        case .refused, .hidden, .capabilitiesFail, .authenticated, .plaintextAfterGoAhead,
            .plaintextAfterAlert, .refers:
            true
        case .answerAfterGoAhead, .loginsInPlaintext, .unprotected: false
        }
    }

    /// The commands over TLS that show that the client believed the plaintext; nil if every command
    /// that contains the client's secret shows it.
    var tellingCommands: Set<String>? {
        switch self {
        case .loginsInPlaintext: ["AUTH", "AUTHENTICATE"]
        case .unprotected: ["PASV", "EPSV", "PORT", "EPRT", "LIST", "NLST", "RETR", "STOR"]
        default: nil
        }
    }

    /// Whether the fault is possible in a protocol.
    package func exists(in application: UpgradedProtocol) -> Bool {
        switch self {
        case .refused, .plaintextAfterGoAhead, .plaintextAfterAlert: true
        // PostgreSQL's client requests TLS without a capability.
        case .hidden: ![.ldap, .postgres].contains(application)
        case .capabilitiesFail: [.smtp, .lmtp, .imap, .pop3, .nntp].contains(application)
        case .authenticated: [.imap, .ftp].contains(application)
        case .loginsInPlaintext: [.smtp, .lmtp, .imap, .pop3].contains(application)
        case .refers: application == .imap
        case .unprotected: application == .ftp
        // In MySQL, the server sends nothing between the client's request and its hello.
        case .answerAfterGoAhead: application != .mysql
        }
    }
}
