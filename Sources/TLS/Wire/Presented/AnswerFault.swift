import Crypto

/// A fault of a server after an honest handshake: in its answer to a request.
///
/// The request has come by then, so that the certificate was accepted; the client tells what it makes of
/// the answer.
package enum AnswerFault: String, CaseIterable, Hashable, Sendable {
    case cut = "cut-answer"
    case unended = "unended-answer"
    case endedInPlaintext = "end-answer-in-clear"
    case afterEnd = "answer-after-end"
    case otherHTTP = "speak-other-http"
    case smtp = "greet-as-smtp"
    case imap = "greet-as-imap"
    case pop3 = "greet-as-pop3"
    case ftp = "greet-as-ftp"
    case redirect = "redirect-to-clear"
    case strictRedirect = "redirect-strict-host-to-clear"

    /// The server's act, as the behaviour catalogue has it.
    var about: String {
        switch self {
        case .cut: "Answer with half of the body that is announced, and end without close_notify."
        case .unended: "Answer without a length, and end without close_notify."
        case .endedInPlaintext: "Answer without a length, and say close_notify in plaintext."
        case .afterEnd: "Say close_notify amid the body, and the rest of the body after it."
        case .otherHTTP: "Answer in HTTP/1.1 where HTTP/2 was agreed on, and in HTTP/2 elsewhere."
        case .smtp, .imap, .pop3, .ftp:
            "Greet over TLS as a server of \(other?.application.rawValue.uppercased() ?? "") does, "
                + "and repeat the request in errors."
        case .redirect: "Redirect the request to a page in plaintext, which is heard."
        case .strictRedirect:
            "The same, with the demand that the host be asked over TLS alone (RFC 6797)."
        }
    }

    /// The gain of an attacker from a client that takes the answer.
    var gain: Gain {
        switch self {
        // What an attacker cuts, adds, or fetches from another service of the certificate's (ALPACA).
        case .cut, .unended, .endedInPlaintext, .afterEnd, .smtp, .imap, .pop3, .ftp: .secrecy
        case .otherHTTP: .nothing
        // In plaintext anyone answers.
        case .redirect, .strictRedirect: .authentication
        }
    }

    /// Whether the answer is a redirect to a request in plaintext, which then shows that the client goes on.
    package var redirectsToClear: Bool { self == .redirect || self == .strictRedirect }

    /// Whether the answer can be given over HTTP/2.
    var isOfHTTP2: Bool { self == .otherHTTP }

    /// Whether only `TLSEngine.hatpin` gives the answer: libssl sends nothing after its close_notify.
    var needsEngine: Bool { self == .afterEnd }

    /// The protocol in place of HTTP, and the words before a line that its server does not know; nil for
    /// HTTP.
    var other: (application: UpgradedProtocol, error: String)? {
        switch self {
        case .smtp: (.smtp, "500 unrecognized: ")
        case .imap: (.imap, "* BAD ")
        case .pop3: (.pop3, "-ERR ")
        case .ftp: (.ftp, "500 unknown: ")
        case .cut, .unended, .endedInPlaintext, .afterEnd, .otherHTTP, .redirect, .strictRedirect:
            nil
        }
    }

    /// The first words over TLS; empty where the client begins.
    var greeting: [UInt8] {
        other?.application.speaker.greeting(Manner(fault: nil, isSecured: true)) ?? []
    }
}
