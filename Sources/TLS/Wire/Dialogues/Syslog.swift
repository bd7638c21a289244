extension ApplicationProtocol {
    package static let syslog = ApplicationProtocol(
        "syslog",
        about: "log messages, which no server answers (RFC 5425)",
        transports: [.implicit],
        length: { input in input.isEmpty ? nil : input.count }
    ) { _, _ in .says("") }
}
