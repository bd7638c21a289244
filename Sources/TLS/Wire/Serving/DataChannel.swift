// FTP's data channel: connections to another port, each with its own handshake (RFC 4217).

extension Presentation {
    /// The presentation of the data channel; nil if there is none.
    ///
    /// The server of the data channel reads a client's upload and sends no answer.
    var ofDataChannel: Presentation? {
        guard let dataChannel else { return nil }
        var presentation = self
        presentation.credential = dataChannel
        (presentation.speaks, presentation.dataChannel) = (nil, nil)
        (presentation.named, presentation.protocols, presentation.earlier) = ([:], [], [])
        presentation.serverFault = .closeAfterRequest
        // If a client resumed a session of the control connection, it would not check the data
        // channel's certificate.
        if dataChannel.chain != credential.chain { presentation.tickets = nil }
        return presentation
    }
}

extension Observation {
    /// Returns this observation combined with the observation of the data channel, which presents
    /// the tested certificate.
    func followed(by dataChannel: Observation) -> Observation {
        var seen = self
        if dataChannel.requested { seen.takeRequest() }
        seen.alert = dataChannel.alert ?? alert
        seen.hasShownCertificates = dataChannel.hasShownCertificates
        return seen
    }
}
