extension ApplicationProtocol {
    /// NRPE; the server waits, because its answer would need a checksum, and the client has shown
    /// that it accepted the server when it asks.
    package static let nrpe = ApplicationProtocol(
        "nrpe",
        about: "checks by an agent of Nagios (NRPE, which gets no answer)",
        transports: [.implicit],
        length: { _ in nil }
    ) { _, _ in .says("") }
}
