import Crypto

/// The server fault of a hostile or broken server on a connection.
package enum ServerFault: Hashable, Sendable {
    /// Accepts and never says a word.
    case hang
    /// Closes as soon as the ClientHello has come.
    case closeAfterHello
    /// Answers the ClientHello with bytes that are no TLS record.
    case garbage
    /// Closes each connection whose hello offers TLS 1.3, as an attacker who wants an older one.
    case closeNewest
    /// Stops amid the handshake, after its first message of this type; only `TLSEngine.hatpin` does.
    case stop(after: HandshakeType, Stop)
    /// Reads nothing for a tenth of a second once the hello has come.
    case readLate
    /// Closes once the request has come, without an answer.
    case closeAfterRequest
    /// Greets in plaintext, and never begins TLS.
    case greetInPlaintext
    /// Answers the request in a wrong way.
    case answers(AnswerFault)

    /// The end of a connection that stops.
    package enum Stop: String, CaseIterable, Hashable, Sendable {
        /// The connection is closed in order (FIN).
        case close
        /// It is torn down (RST), with all that is under way.
        case reset
        /// It stays open, and nothing more is said.
        case stall

        fileprivate var about: String {
            switch self {
            case .close: "Close"
            case .reset: "Reset the connection"
            case .stall: "Say nothing more, and keep the connection open"
            }
        }
    }
}

/// A word of the behaviour catalogue (`server.behave`).
///
/// ```swift
/// NamedServerFault(
///     name: "hang",
///     about: "Accept the connection and never say a word.",
///     gain: .nothing
/// ) { $0.server fault = .hang }
/// ```
package struct NamedServerFault: Sendable {
    package let name, about: String
    /// The gain of an attacker from a client that goes on all the same; nil for what no client need
    /// refuse.
    package let gain: Gain?
    /// Whether the server stops amid the handshake and keeps the client waiting.
    package let stalls: Bool
    /// Whether only `TLSEngine.hatpin` can do it.
    package let needsEngine: Bool
    package let apply: @Sendable (inout Presentation) -> Void

    package init(
        name: String,
        about: String,
        gain: Gain?,
        stalls: Bool = false,
        needsEngine: Bool = false,
        apply: @escaping @Sendable (inout Presentation) -> Void
    ) {
        self.name = name
        self.about = about
        self.gain = gain
        self.stalls = stalls
        self.needsEngine = needsEngine
        self.apply = apply
    }

    package static let catalogue: [NamedServerFault] =
        [
            NamedServerFault(
                name: "hang",
                about: "Accept the connection and never say a word.",
                gain: .nothing
            ) {
                $0.serverFault = .hang
            },
            NamedServerFault(
                name: "close-after-hello",
                about: "Close as soon as the ClientHello has come.",
                gain: .nothing
            ) {
                $0.serverFault = .closeAfterHello
            },
            NamedServerFault(
                name: "garbage",
                about: "Answer the ClientHello with bytes that are not TLS.",
                gain: .nothing
            ) {
                $0.serverFault = .garbage
            },
            NamedServerFault(
                name: "close-newest",
                about: "Close each connection whose ClientHello offers TLS 1.3.",
                // A client that comes again with less can be held to less.
                gain: .secrecy
            ) { $0.serverFault = .closeNewest },
            NamedServerFault(
                name: "read-late",
                about: "Read the client's answer to the ServerHello a hundredth of a second late.",
                gain: nil
            ) { $0.serverFault = .readLate },
            NamedServerFault(
                name: "close-after-request",
                about: "Close when the request has come.",
                gain: nil
            ) {
                $0.serverFault = .closeAfterRequest
            },
            NamedServerFault(
                name: ServerFault.greetingInPlaintext,
                about: "Greet in plaintext on a port of TLS, and go on in plaintext.",
                gain: .authentication
            ) {
                $0.serverFault = .greetInPlaintext
            },
        ]
        + AnswerFault.allCases.map { fault in
            NamedServerFault(
                name: fault.rawValue,
                about: fault.about,
                gain: fault.gain,
                needsEngine: fault.needsEngine
            ) {
                $0.serverFault = .answers(fault)
                if !fault.isOfHTTP2 { $0.protocols.removeAll { $0 == "h2" } }
            }
        }
        + ServerFault.Stop.allCases.flatMap { stop in
            [("server-hello", .serverHello), ("certificate", .certificate)].map {
                (message: String, type: HandshakeType) in
                NamedServerFault(
                    name: "\(stop.rawValue)-after-\(message)",
                    about: "\(stop.about) after the \(type).",
                    gain: .nothing,
                    stalls: stop == .stall,
                    needsEngine: true
                ) { $0.serverFault = .stop(after: type, stop) }
            }
        }
        + UpgradeFault.allCases.map { fault in
            NamedServerFault(name: fault.rawValue, about: fault.about, gain: fault.gain) {
                $0.upgrade?.fault = fault
            }
        }
}

extension Presentation {
    /// Whether its answer sends the client on to a request in plaintext.
    var redirectsToClear: Bool {
        guard case .answers(let fault)? = serverFault else { return false }
        return fault.redirectsToClear
    }
}

extension ServerFault {
    /// How long a server that reads late leaves the client's flight unread.
    static let pause = Duration.milliseconds(10)
    /// Bytes that are no TLS record.
    static let noise = "\u{1}no TLS is spoken here\r\n"
    /// The first words in plaintext on a port of TLS.
    static let greeting = SMTP.greeting(Manner(fault: nil))
    /// The word of the behaviour catalogue for `greetInPlaintext`.
    package static let greetingInPlaintext = "greet-in-clear"

    /// Whether it is done before a client is shown certificates.
    package var isBeforeCertificates: Bool {
        switch self {
        case .closeNewest, .stop(after: .serverHello, _): true
        default: isBeforeTLS
        }
    }

    /// Whether it happens instead of TLS.
    package var isBeforeTLS: Bool {
        switch self {
        case .hang, .closeAfterHello, .garbage, .greetInPlaintext: true
        case .closeNewest, .stop, .readLate, .closeAfterRequest, .answers: false
        }
    }
}
