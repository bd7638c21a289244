// FTP's data channel: connections to another port, each with a handshake of its own (RFC 4217).

extension Presentation {
    /// The presentation on the data channel; nil where there is none.
    ///
    /// It hears what a client uploads, and answers nothing.
    var ofDataChannel: Presentation? {
        guard let dataChannel else { return nil }
        var presentation = self
        presentation.credential = dataChannel
        (presentation.upgrade, presentation.dataChannel) = (nil, nil)
        (presentation.named, presentation.protocols, presentation.earlier) = ([:], [], [])
        presentation.serverFault = .closeAfterRequest
        // A session of the control connection would go on without a look at another certificate.
        if dataChannel.chain != credential.chain { presentation.tickets = nil }
        return presentation
    }
}

extension Observation {
    /// The same of a server whose data channel shows the certificate in question.
    func followed(by dataChannel: Observation) -> Observation {
        var seen = self
        if dataChannel.requested { seen.takeRequest() }
        seen.alert = dataChannel.alert ?? alert
        seen.hasShownCertificates = dataChannel.hasShownCertificates
        return seen
    }
}
