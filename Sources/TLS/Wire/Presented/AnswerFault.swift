import Crypto

/// A server fault in the answer to a request, after an honest handshake.
///
/// The request shows that the client accepted the certificate. Whether the client accepted the
/// faulty answer is in the client's own report.
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

    /// The server's action, as in the catalogue of server faults.
    var about: String {
        switch self {
        case .cut: "Answer with half of the announced body, and end without close_notify."
        case .unended: "Answer without a length, and end without close_notify."
        case .endedInPlaintext: "Answer without a length, and send close_notify in plaintext."
        case .afterEnd: "Send close_notify in the middle of the body, then the rest of the body."
        case .otherHTTP: "Answer in HTTP/1.1 if HTTP/2 was agreed on, otherwise in HTTP/2."
        case .smtp, .imap, .pop3, .ftp:
            "Send the greeting of \(other?.application.name.uppercased() ?? "") over TLS, "
                + "and quote the request in error replies."
        case .redirect: "Redirect the request to a plaintext page, which is also served."
        case .strictRedirect:
            "Redirect the request to a plaintext page, and send Strict-Transport-Security for "
                + "the host (RFC 6797)."
        }
    }

    /// What an attacker gains from a client that accepts the answer.
    var gain: Gain {
        switch self {
        // An attacker truncates the answer, adds to it, or inserts data of another service that has
        // this certificate (ALPACA).
        case .cut, .unended, .endedInPlaintext, .afterEnd, .smtp, .imap, .pop3, .ftp: .secrecy
        case .otherHTTP: .nothing
        // Anyone can answer a plaintext request.
        case .redirect, .strictRedirect: .authentication
        }
    }

    /// Whether the answer redirects to a plaintext request, which then shows that the client
    /// continued.
    package var redirectsToPlaintext: Bool { self == .redirect || self == .strictRedirect }

    /// Whether the server can send the faulty answer over HTTP/2.
    var isOfHTTP2: Bool { self == .otherHTTP }

    /// Whether only `TLSEngine.hatpin` can send the answer: libssl sends nothing after its
    /// close_notify.
    var needsEngine: Bool { self == .afterEnd }

    /// The protocol used instead of HTTP, and the prefix of its error messages; nil for HTTP.
    var other: (application: ApplicationProtocol, error: String)? {
        switch self {
        case .smtp: (.smtp, "500 unrecognized: ")
        case .imap: (.imap, "* BAD ")
        case .pop3: (.pop3, "-ERR ")
        case .ftp: (.ftp, "500 unknown: ")
        case .cut, .unended, .endedInPlaintext, .afterEnd, .otherHTTP, .redirect, .strictRedirect:
            nil
        }
    }

    /// The server's first message over TLS; empty if the client starts.
    var greeting: [UInt8] {
        other?.application.greeting(Manner(fault: nil, isSecured: true)) ?? []
    }
}
