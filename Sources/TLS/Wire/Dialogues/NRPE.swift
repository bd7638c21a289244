extension ApplicationProtocol {
    /// NRPE, in which this server sends no answers.
    ///
    /// An answer would need a checksum. A client that sends a request has already shown that it
    /// accepted the server.
    package static let nrpe = ApplicationProtocol(
        "nrpe",
        about: "checks by an agent of Nagios (NRPE, which gets no answer)",
        transports: [.implicit],
        length: { _ in nil }
    ) { _, _ in .says("") }
}
