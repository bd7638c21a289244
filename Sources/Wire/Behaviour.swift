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
        ]
        + UpgradeFault.allCases.map { fault in
            Behaviour(name: fault.rawValue, about: fault.about) { $0.upgrade?.fault = fault }
        }
}
