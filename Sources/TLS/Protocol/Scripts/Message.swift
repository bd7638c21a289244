/// A handshake message of the server.
///
/// Most messages are plans, which become bytes when the server sends them.
package struct Message: Hashable, Sendable {
    package enum Body: Hashable, Sendable {
        case serverHello(ServerHello)
        case encryptedExtensions([Extension])
        case certificateRequest(CertificateRequest)
        case certificate(CertificateMessage)
        case certificateVerify(Proof)
        case serverKeyExchange(KeyExchangePlan)
        case finished(FinishedPlan)
        case newSessionTicket(SessionTicket)
        case ticket(TicketPlan)
        /// The bytes of the body, which need no plan.
        case bytes([UInt8])
    }

    package var type: HandshakeType
    package var body: Body
    /// The damage to the body; the header states the length of the damaged body.
    package var damage: [Damage] = []
    /// The number that is added to the length in the header.
    package var lengthError = 0
    /// The number of bytes, counted from the start of the header, that the server does not send.
    package var skipped = 0
    /// Whether the server's own transcript contains the message.
    ///
    /// If the transcript omits the message, a client that hashes it fails at Finished, so the
    /// violation has two defects.
    package var isHashed = true

    package init(_ type: HandshakeType, _ body: Body) {
        self.type = type
        self.body = body
    }

    static func serverHello(_ hello: ServerHello) -> Message {
        Message(.serverHello, .serverHello(hello))
    }
}
