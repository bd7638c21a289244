import Crypto

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
    /// The server answers the client's next question in plaintext, before TLS, and does not answer
    /// the question over TLS.
    case answerAfterGoAhead = "answer-after-go-ahead"
    /// The server lists login methods in plaintext, and no login methods over TLS.
    case loginsInPlaintext = "name-logins-in-clear"
    case refers = "refer-elsewhere"
    /// The server refuses to protect the data channel.
    case unprotected = "refuse-protection"

    /// The server's action, as in the catalogue of server faults.
    var about: String {
        switch self {
        case .refused: "Refuse STARTTLS, and continue in plaintext."
        case .hidden: "Do not list TLS among the capabilities, and refuse TLS."
        case .capabilitiesFail:
            "Answer the query for capabilities, or PostgreSQL's request for TLS, with an error."
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

    /// The commands that, sent over TLS, show that the client relied on what it read before TLS.
    ///
    /// Nil if every message that contains the client's secret shows this.
    var tellingCommands: Set<String>? {
        switch self {
        case .loginsInPlaintext: ["AUTH", "AUTHENTICATE"]
        case .unprotected: ["PASV", "EPSV", "PORT", "EPRT", "LIST", "NLST", "RETR", "STOR"]
        default: nil
        }
    }
}
