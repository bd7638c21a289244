import Crypto
import X509

/// An application protocol over TLS: what the server says until the client has shown that it
/// accepts the server.
///
/// ```swift
/// extension ApplicationProtocol {
///     package static let pop3 = ApplicationProtocol(
///         "pop3",
///         about: "mailboxes (RFC 2595 §4)",
///         secureScheme: "pop3s",
///         greeting: { _ in "+OK ready\r\n" }
///     ) { line, _ in
///         line.command == "CAPA" ? .says("+OK\r\nUSER\r\n.\r\n") : .says("+OK\r\n")
///     }
/// }
/// ```
package struct ApplicationProtocol: Sendable {
    /// The name of the protocol in scenario files and client definitions, as in `openssl s_client
    /// -starttls` and URL schemes.
    package let name: String
    /// The protocol's use, and the document that defines its use of TLS.
    package let about: String
    /// The ways in which TLS starts; clients that do not state a way use the first.
    package let transports: [Transport]
    /// The URL scheme for TLS from the start; nil if `name` is the only scheme.
    let secureScheme: String?
    /// The ALPN names that the server agrees to, the preferred first; empty if the server ignores
    /// the extension.
    package let applicationNames: [String]
    /// The rule by which clients compare names.
    package let names: NameRule
    /// The faults before TLS that this protocol can have; empty if the protocol has no upgrade to
    /// TLS.
    let upgradeFaults: Set<UpgradeFault>

    /// Returns the first message on the connection; empty if the client starts.
    let greeting: @Sendable (Manner) -> [UInt8]
    /// Whether a greeting that lists TLS also starts TLS: the client sends its ClientHello without
    /// requesting TLS first.
    let greetingStartsTLS: Bool
    /// Whether packets of the protocol carry the handshake after an upgrade.
    let hasEnvelope: Bool
    /// Whether packets of RADIUS carry the connection, so that clients send datagrams.
    let isInsideRADIUS: Bool
    /// The first message after an upgrade; empty if the client starts.
    let greetingAfterUpgrade: [UInt8]
    /// Returns a message with its compressed texts uncompressed after it; the dialogue searches for
    /// the client's secret in both.
    let readable: @Sendable (_ message: [UInt8]) -> [UInt8]
    /// Returns the length of the client's first complete message, in bytes; nil if no message is
    /// complete.
    let length: @Sendable (_ input: [UInt8]) -> Int?
    let reply: @Sendable (_ message: [UInt8], Manner) -> Reply
    /// Returns the answer to the client's first question after an upgrade; the argument is the
    /// client's request for TLS.
    let nextAnswer: @Sendable (_ request: [UInt8]) -> [UInt8]

    init(
        _ name: String,
        about: String,
        transports: [Transport] = [.starttls, .implicit],
        secureScheme: String? = nil,
        applicationNames: [String] = [],
        names: NameRule = .rfc9525,
        upgradeFaults: Set<UpgradeFault> = [],
        greeting: @escaping @Sendable (Manner) -> [UInt8] = { _ in [] },
        greetingStartsTLS: Bool = false,
        hasEnvelope: Bool = false,
        isInsideRADIUS: Bool = false,
        greetingAfterUpgrade: [UInt8] = [],
        nextAnswer: @escaping @Sendable (_ request: [UInt8]) -> [UInt8] = { _ in [] },
        readable: @escaping @Sendable (_ message: [UInt8]) -> [UInt8] = { $0 },
        length: @escaping @Sendable (_ input: [UInt8]) -> Int?,
        reply: @escaping @Sendable (_ message: [UInt8], Manner) -> Reply
    ) {
        self.name = name
        self.about = about
        self.transports = transports
        self.secureScheme = secureScheme
        self.applicationNames = applicationNames
        self.names = names
        // If the client sends no request for TLS, the server cannot refuse a request. If packets
        // carry the handshake, the server finds no ClientHello to answer in plaintext.
        let requestFaults: Set<UpgradeFault> = greetingStartsTLS ? [] : [.refused]
        let helloFaults: Set<UpgradeFault> =
            hasEnvelope ? [] : [.plaintextAfterGoAhead, .plaintextAfterAlert]
        self.upgradeFaults =
            transports.contains(.starttls)
            ? upgradeFaults.union(helloFaults).union(requestFaults) : []
        self.greeting = greeting
        self.greetingStartsTLS = greetingStartsTLS
        self.hasEnvelope = hasEnvelope
        self.isInsideRADIUS = isInsideRADIUS
        self.greetingAfterUpgrade = greetingAfterUpgrade
        self.readable = readable
        self.length = length
        self.reply = reply
        self.nextAnswer = nextAnswer
    }

    /// All protocols.
    ///
    /// Add new protocols at the end: the seeds of a fuzz target contain the index of a protocol.
    package static let catalogue = [
        smtp, lmtp, imap, pop3, ftp, sieve, nntp, xmpp, ldap, postgres, mysql, irc, redis, syslog,
        mqtt, amqp, nats, mongodb, kafka, dns, ntske, sip, relp, nbd, rfb, rdp, tds, websocket,
        zabbix, nrpe, grpc, doh, eapTTLS,
    ]

    /// The maximum length of a message, in bytes; a client's login needs a few hundred bytes.
    static let longestMessage = 16_384

    /// The protocols that start in plaintext and are upgraded to TLS.
    package static let upgraded = catalogue.filter { $0.transports.contains(.starttls) }

    /// Returns the protocol with this name; nil for an unknown name.
    package static func named(_ name: String) -> ApplicationProtocol? {
        catalogue.first { $0.name == name }
    }

    /// Returns the scheme of a client's URL.
    package func scheme(over transport: Transport) -> String {
        transport == .implicit ? secureScheme ?? name : name
    }

    /// Whether a fault before TLS is possible.
    package func has(_ fault: UpgradeFault) -> Bool { upgradeFaults.contains(fault) }
}

extension ApplicationProtocol: Hashable {
    /// Compares the names, which are unique.
    package static func == (one: Self, other: Self) -> Bool { one.name == other.name }

    package func hash(into hasher: inout Hasher) { hasher.combine(name) }
}

/// How TLS starts on a connection.
package enum Transport: String, CaseIterable, Hashable, Sendable {
    /// TLS starts after a plaintext request for TLS, on the same connection.
    case starttls
    /// TLS starts with the connection.
    case implicit

    package var about: String {
        switch self {
        case .starttls: "after a plaintext request for TLS, on the same connection"
        case .implicit: "with the connection"
        }
    }
}

/// A protocol, and the way in which TLS starts.
package struct SpokenProtocol: Hashable, Sendable {
    package var application: ApplicationProtocol
    package var transport: Transport
    /// The server's fault before TLS; nil for a server that starts TLS as requested.
    package var fault: UpgradeFault?

    /// Makes a protocol with its way of starting TLS.
    ///
    /// - Parameters:
    ///   - application: the protocol.
    ///   - transport: how TLS starts; nil for the protocol's usual way.
    ///   - fault: the server's fault before TLS; nil for none.
    package init(
        _ application: ApplicationProtocol,
        over transport: Transport? = nil,
        fault: UpgradeFault? = nil
    ) {
        self.application = application
        self.transport = transport ?? application.transports.first ?? .implicit
        self.fault = fault
    }
}

extension SpokenProtocol: CustomStringConvertible {
    /// The protocol and how TLS starts, such as `imap, implicit`.
    package var description: String { "\(application.name), \(transport.rawValue)" }
}

/// What shows that a client has accepted the server.
package enum Witness: String, CaseIterable, Hashable, Sendable {
    /// The secret of the test case, sent inside TLS.
    case token
    /// Any bytes inside TLS after the handshake.
    case data

    package var about: String {
        switch self {
        case .token: "{token} inside TLS"
        case .data:
            "any bytes inside TLS after the handshake, for programs that cannot send {token}"
        }
    }
}
