import Crypto

/// A protocol that begins in plaintext and goes over to TLS on the same connection (STARTTLS).
///
/// The raw values are the words of `openssl s_client -starttls` and the schemes of URLs.
package enum UpgradedProtocol: String, CaseIterable, Hashable, Sendable {
    case smtp, lmtp, imap, pop3, ftp, sieve, nntp, xmpp, ldap, postgres, mysql

    /// Its name, and where it says how it goes over to TLS.
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

    /// The server's side of it.
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

/// The way of a server from clear to TLS.
package struct Upgrade: Hashable, Sendable {
    package var application: UpgradedProtocol
    /// Nil for a server that goes over to TLS as it is asked to.
    package var fault: UpgradeFault?

    package init(_ application: UpgradedProtocol, fault: UpgradeFault? = nil) {
        (self.application, self.fault) = (application, fault)
    }
}

/// A fault of a server, or of an attacker before it, on the way to TLS.
///
/// Where TLS never begins, a client that says its secret all the same says it in plaintext.
package enum UpgradeFault: String, CaseIterable, Hashable, Sendable {
    case refused = "refuse-upgrade"
    case hidden = "hide-upgrade"
    case capabilitiesFail = "fail-capabilities"
    case authenticated = "greet-authenticated"
    case clearAfterGoAhead = "clear-after-go-ahead"
    case clearAfterAlert = "clear-after-alert"
    /// The client's next question is answered before TLS begins, and by nothing in it.
    case answerAfterGoAhead = "answer-after-go-ahead"
    /// Ways to log in are named in plaintext, and none over TLS.
    case loginsInPlaintext = "name-logins-in-clear"
    case refers = "refer-elsewhere"
    /// The channel of data is to stay in plaintext.
    case unprotected = "refuse-protection"

    /// The server's act, as the behaviour catalogue has it.
    var about: String {
        switch self {
        case .refused: "Refuse to go over to TLS, and go on in plaintext."
        case .hidden: "Do not name TLS among the capabilities, and refuse it."
        case .capabilitiesFail:
            "Answer the question for capabilities with an error, and refuse TLS."
        case .authenticated: "Greet in plaintext as if the client had logged in, and refuse TLS."
        case .clearAfterGoAhead: "Agree to go over to TLS, and go on in plaintext."
        case .clearAfterAlert: "Answer the ClientHello with a fatal alert, and go on in plaintext."
        case .answerAfterGoAhead:
            "Send an answer in plaintext after the go-ahead, and none to the first command over TLS."
        case .loginsInPlaintext: "Name ways to log in among the capabilities in plaintext alone."
        case .refers:
            "Refuse to go over to TLS, and refer the client to another address in plaintext."
        case .unprotected: "Go over to TLS, and refuse it for the channel of data."
        }
    }

    /// The gain of an attacker from a client that goes on.
    ///
    /// Where TLS begins, what came before it is the attacker's.
    var gain: Gain { staysInPlaintext ? .authentication : .secrecy }

    /// Whether TLS never begins.
    package var staysInPlaintext: Bool {
        switch self {
        case .refused, .hidden, .capabilitiesFail, .authenticated, .clearAfterGoAhead,
            .clearAfterAlert, .refers:
            true
        case .answerAfterGoAhead, .loginsInPlaintext, .unprotected: false
        }
    }

    /// The commands over TLS that show that the client goes on; nil for any with its secret.
    var tellingCommands: Set<String>? {
        switch self {
        case .loginsInPlaintext: ["AUTH", "AUTHENTICATE"]
        case .unprotected: ["PASV", "EPSV", "PORT", "EPRT", "LIST", "NLST", "RETR", "STOR"]
        default: nil
        }
    }

    /// Whether a protocol has an occasion for it.
    package func exists(in application: UpgradedProtocol) -> Bool {
        switch self {
        case .refused, .clearAfterGoAhead, .clearAfterAlert: true
        // PostgreSQL's client asks unasked.
        case .hidden: ![.ldap, .postgres].contains(application)
        case .capabilitiesFail: [.smtp, .lmtp, .imap, .pop3, .nntp].contains(application)
        case .authenticated: [.imap, .ftp].contains(application)
        case .loginsInPlaintext: [.smtp, .lmtp, .imap, .pop3].contains(application)
        case .refers: application == .imap
        case .unprotected: application == .ftp
        // In MySQL the server says nothing between the client's request and its hello.
        case .answerAfterGoAhead: application != .mysql
        }
    }
}
