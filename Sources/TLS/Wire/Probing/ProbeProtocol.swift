/// How Hatpin finds out in a protocol whether a server has accepted a client certificate.
///
/// ```swift
/// extension ProbeProtocol {
///     package static let echo = ProbeProtocol("echo", about: "lines (RFC 862)") { turn in
///         if turn.sent == 0 { return .sends(Array(turn.question.token.utf8)) }
///         return turn.received.isEmpty ? .waits : .accepts
///     }
/// }
/// ```
package struct ProbeProtocol: Sendable {
    /// The word for the protocol in definitions of servers, as in `probe: smtp`.
    package let name: String
    /// The protocol's use, and the document that defines it.
    package let about: String
    /// The ALPN names that the client offers; empty for none.
    let applicationNames: [String]
    /// Whether the client asks to be a user, and only that user gets an answer.
    package let asksForUser: Bool
    /// Returns what an application said in an answer, without the protocol's framing.
    package let content: @Sendable (_ answer: [UInt8]) -> [UInt8]
    /// Returns what the client does next before TLS; nil if TLS starts with the connection.
    let beforeTLS: (@Sendable (Turn) -> Step)?
    /// Returns what the client does next inside TLS.
    let insideTLS: @Sendable (Turn) -> Step

    /// The state of a connection, before TLS or inside TLS.
    struct Turn {
        let question: ProbeQuestion
        /// The bytes that the server has sent since TLS started or, before that, on the connection.
        let received: [UInt8]
        /// The number of messages that the client has sent since TLS started or, before that, on
        /// the connection.
        let sent: Int
        /// Whether the server will send nothing more.
        let isLast: Bool
    }

    /// What a client does next.
    package enum Step: Hashable {
        case waits
        case sends([UInt8])
        /// Starts TLS; only before TLS.
        case startsTLS
        /// Ends, because the server's application has answered.
        case accepts
        /// Ends, because the server has refused, in these words.
        case refuses(String)
    }

    init(
        _ name: String,
        about: String,
        applicationNames: [String] = [],
        asksForUser: Bool = false,
        content: @escaping @Sendable ([UInt8]) -> [UInt8] = { $0 },
        beforeTLS: (@Sendable (Turn) -> Step)? = nil,
        insideTLS: @escaping @Sendable (Turn) -> Step
    ) {
        (self.name, self.about) = (name, about)
        self.applicationNames = applicationNames
        (self.asksForUser, self.content) = (asksForUser, content)
        (self.beforeTLS, self.insideTLS) = (beforeTLS, insideTLS)
    }

    /// All protocols.
    package static let catalogue = [
        http, postgres, redis, mqtt, nats, amqp, mysql, ldap, ldaps, imap, imaps, smtp, smtps,
    ]

    /// Returns the protocol with this name; nil for none.
    package static func named(_ name: String) -> ProbeProtocol? {
        catalogue.first { $0.name == name }
    }
}

extension ProbeProtocol: Hashable {
    /// Compares the names, which are unique.
    package static func == (one: Self, other: Self) -> Bool { one.name == other.name }

    package func hash(into hasher: inout Hasher) { hasher.combine(name) }
}

/// What a client asks of a server.
package struct ProbeQuestion: Hashable, Sendable {
    /// The host in the protocol's own words, such as HTTP's Host.
    package var host: String
    /// The server name indication; nil sends none.
    package var serverName: String?
    /// The user that the client wants to be.
    package var user: String
    /// A text that the application repeats in its answer.
    package var token: String
    /// Further header lines of an HTTP request, without their ends.
    package var headers: [String] = []
    /// Whether only an answer with the token shows that the server has accepted.
    package var wantsToken = true

    package init(host: String, serverName: String?, user: String, token: String) {
        (self.host, self.serverName, self.user, self.token) = (host, serverName, user, token)
    }
}
