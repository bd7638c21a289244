/// A handshake message of the server: planned until it is sent.
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
        /// These bytes and nothing planned.
        case bytes([UInt8])
    }

    package var type: HandshakeType
    package var body: Body
    /// Done to the bytes of the body; the header's length is of the result.
    package var damage: [Damage] = []
    /// Added to the length that the header states.
    package var lengthError = 0
    /// The bytes at its front, its header's among them, that are not sent with it.
    package var skipped = 0
    /// Whether the server's own transcript has it.
    ///
    /// A client that hashes it all the same fails at
    /// Finished, so an edit that leaves it out has two defects.
    package var isHashed = true

    package init(_ type: HandshakeType, _ body: Body) {
        self.type = type
        self.body = body
    }

    static func serverHello(_ hello: ServerHello) -> Message {
        Message(.serverHello, .serverHello(hello))
    }
}
