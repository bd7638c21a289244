import Crypto

/// A fault of a hostile or broken server; it applies to a whole connection.
package enum ServerFault: Hashable, Sendable {
    /// Accepts the connection and stays silent.
    case hang
    /// Closes the connection when the ClientHello has come.
    case closeAfterHello
    /// Answers the ClientHello with bytes that are not a TLS record.
    case garbage
    /// Closes each connection whose hello offers TLS 1.3, as a downgrade attacker does.
    case closeNewest
    /// Stops during the handshake, after the server's first message of this type; needs
    /// `TLSEngine.hatpin`.
    case stop(after: HandshakeType, Stop)
    /// Reads the client's answer to the ServerHello a hundredth of a second late.
    case readLate
    /// Closes the connection when the request has come, and sends no answer.
    case closeAfterRequest
    /// Greets in plaintext and never starts TLS.
    case greetInPlaintext
    /// Answers the request incorrectly.
    case answers(AnswerFault)

    /// What a server does with the connection when the server stops.
    package enum Stop: String, CaseIterable, Hashable, Sendable {
        /// The connection is closed properly (FIN).
        case close
        /// The connection is reset (RST), and data in transit is lost.
        case reset
        /// The connection stays open, and the server sends nothing more.
        case stall

        fileprivate var about: String {
            switch self {
            case .close: "Close"
            case .reset: "Reset the connection"
            case .stall: "Keep the connection open but stay silent"
            }
        }
    }
}

/// A server fault of the catalogue, with its word in scenario files (`server.fault`).
///
/// ```swift
/// NamedServerFault(
///     name: "hang",
///     about: "Accept the connection and stay silent.",
///     gain: .nothing
/// ) { $0.serverFault = .hang }
/// ```
package struct NamedServerFault: Sendable {
    package let name, about: String
    /// What an attacker gains from a client that continues; nil if no client need reject the
    /// server.
    package let gain: Gain?
    /// Whether the server stops during the handshake and keeps the client waiting.
    package let stalls: Bool
    /// Whether the server acts on the connection's first bytes, which must be a ClientHello.
    package let actsOnHello: Bool
    /// Whether only `TLSEngine.hatpin` supports the fault.
    package let needsEngine: Bool
    package let apply: @Sendable (inout Presentation) -> Void

    package init(
        name: String,
        about: String,
        gain: Gain?,
        stalls: Bool = false,
        actsOnHello: Bool = false,
        needsEngine: Bool = false,
        apply: @escaping @Sendable (inout Presentation) -> Void
    ) {
        self.name = name
        self.about = about
        self.gain = gain
        self.stalls = stalls
        self.actsOnHello = actsOnHello
        self.needsEngine = needsEngine
        self.apply = apply
    }

    package static let catalogue: [NamedServerFault] =
        [
            NamedServerFault(
                name: "hang",
                about: "Accept the connection and stay silent.",
                gain: .nothing,
                actsOnHello: true
            ) {
                $0.serverFault = .hang
            },
            NamedServerFault(
                name: "close-after-hello",
                about: "Close the connection after the ClientHello.",
                gain: .nothing,
                actsOnHello: true
            ) {
                $0.serverFault = .closeAfterHello
            },
            NamedServerFault(
                name: "garbage",
                about: "Answer the ClientHello with bytes that are not TLS.",
                gain: .nothing,
                actsOnHello: true
            ) {
                $0.serverFault = .garbage
            },
            NamedServerFault(
                name: "close-newest",
                about: "Close each connection whose ClientHello offers TLS 1.3.",
                // An attacker can force a client that retries with a weaker hello to use weaker
                // parameters.
                gain: .secrecy,
                actsOnHello: true
            ) { $0.serverFault = .closeNewest },
            NamedServerFault(
                name: "read-late",
                about: "Read the client's answer to the ServerHello a hundredth of a second late.",
                gain: nil
            ) { $0.serverFault = .readLate },
            NamedServerFault(
                name: "close-after-request",
                about: "Close the connection after the request.",
                gain: nil
            ) {
                $0.serverFault = .closeAfterRequest
            },
            NamedServerFault(
                name: ServerFault.greetingInPlaintext,
                about: "Greet in plaintext on a TLS port, and continue in plaintext.",
                gain: .authentication,
                actsOnHello: true
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
                $0.speaks?.fault = fault
            }
        }
}

extension Presentation {
    /// Whether the fault is an answer that redirects the client to a plaintext request.
    var redirectsToPlaintext: Bool {
        guard case .answers(let fault)? = serverFault else { return false }
        return fault.redirectsToPlaintext
    }
}

extension ServerFault {
    /// The time for which a late server does not read the client's flight.
    static let pause = Duration.milliseconds(10)
    /// Bytes that are not a TLS record.
    static let noise = "\u{1}no TLS is spoken here\r\n"
    /// The first line in plaintext on a TLS port.
    static let greeting = ApplicationProtocol.smtp.greeting(Manner(fault: nil))
    /// The catalogue's word for `greetInPlaintext`.
    package static let greetingInPlaintext = "greet-in-clear"

    /// Whether the fault happens before the client gets certificates.
    package var isBeforeCertificates: Bool {
        switch self {
        case .closeNewest, .stop(after: .serverHello, _): true
        default: isBeforeTLS
        }
    }

    /// Whether the fault replaces TLS: the server never starts TLS.
    package var isBeforeTLS: Bool {
        switch self {
        case .hang, .closeAfterHello, .garbage, .greetInPlaintext: true
        case .closeNewest, .stop, .readLate, .closeAfterRequest, .answers: false
        }
    }
}
