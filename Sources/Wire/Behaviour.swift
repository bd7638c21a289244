/// The misconduct of a hostile or broken server on a connection.
package enum Misconduct: Hashable, Sendable {
    /// Accepts and never says a word.
    case hang
    /// Closes as soon as the ClientHello has come.
    case closeAfterHello
    /// Answers the ClientHello with bytes that are no TLS record.
    case garbage
    /// Closes once the request has come, without an answer.
    case closeAfterRequest
    /// Greets in clear, and never begins TLS.
    case greetInClear
    /// Answers the request in a wrong way.
    case answers(AnswerFault)
}

/// A word of the behaviour catalogue (`server.behave`).
package struct Behaviour: Sendable {
    package let name, about: String
    package let apply: @Sendable (inout Presentation) -> Void

    package init(
        name: String,
        about: String,
        apply: @escaping @Sendable (inout Presentation) -> Void
    ) {
        self.name = name
        self.about = about
        self.apply = apply
    }

    package static let catalogue: [Behaviour] =
        [
            Behaviour(name: "hang", about: "Accept the connection and never say a word.") {
                $0.misconduct = .hang
            },
            Behaviour(
                name: "close-after-hello",
                about: "Close as soon as the ClientHello has come."
            ) {
                $0.misconduct = .closeAfterHello
            },
            Behaviour(name: "garbage", about: "Answer the ClientHello with bytes that are not TLS.")
            {
                $0.misconduct = .garbage
            },
            Behaviour(name: "close-after-request", about: "Close when the request has come.") {
                $0.misconduct = .closeAfterRequest
            },
            Behaviour(
                name: Misconduct.greetingInClear,
                about: "Greet in clear on a port of TLS, and go on in clear."
            ) {
                $0.misconduct = .greetInClear
            },
        ]
        + AnswerFault.allCases.map { fault in
            Behaviour(name: fault.rawValue, about: fault.about) {
                $0.misconduct = .answers(fault)
                if !fault.isOfHTTP2 { $0.protocols.removeAll { $0 == "h2" } }
            }
        }
        + UpgradeFault.allCases.map { fault in
            Behaviour(name: fault.rawValue, about: fault.about) { $0.upgrade?.fault = fault }
        }
}

extension Presentation {
    /// Whether its answer sends the client on to a request in clear.
    var redirectsToClear: Bool {
        guard case .answers(let fault)? = misconduct else { return false }
        return fault.redirectsToClear
    }
}

extension Misconduct {
    /// Bytes that are no TLS record.
    static let noise = "\u{1}no TLS is spoken here\r\n"
    /// The first words in clear on a port of TLS.
    static let greeting = "220 mail.example.test ESMTP\r\n"
    /// The word of the behaviour catalogue for `greetInClear`.
    package static let greetingInClear = "greet-in-clear"

    /// Whether it happens instead of TLS.
    package var isBeforeTLS: Bool {
        switch self {
        case .hang, .closeAfterHello, .garbage, .greetInClear: true
        case .closeAfterRequest, .answers: false
        }
    }
}
