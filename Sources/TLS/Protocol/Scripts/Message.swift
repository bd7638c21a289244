/// A handshake message of the server: a plan until it is sent.
package struct Message: Hashable, Sendable {
    package enum Body: Hashable, Sendable {
        case serverHello(ServerHello)
        case encryptedExtensions([Extension])
        case certificateRequest(CertificateRequest)
        case certificate(CertificateList)
        case certificateVerify(Proof)
        case serverKeyExchange(KeyExchangePlan)
        case finished(FinishedPlan)
        case newSessionTicket(SessionTicket)
        case ticket(TicketPlan)
        /// Exactly these bytes; nothing is planned.
        case bytes([UInt8])
    }

    package var type: HandshakeType
    package var body: Body
    /// The damage to the body; the header states the length of the result.
    package var damage: [Damage] = []
    /// The number that is added to the length in the header.
    package var lengthError = 0
    /// The number of leading bytes, including the header, that are not sent with it.
    package var skipped = 0
    /// Whether the server's own transcript contains it.
    ///
    /// If not, a client that does hash it fails at Finished. So an edit that leaves it out has two
    /// defects.
    package var isHashed = true

    package init(_ type: HandshakeType, _ body: Body) {
        self.type = type
        self.body = body
    }

    static func serverHello(_ hello: ServerHello) -> Message {
        Message(.serverHello, .serverHello(hello))
    }
}
