extension ApplicationProtocol {
    package static let syslog = ApplicationProtocol(
        "syslog",
        about: "log messages, which no server answers (RFC 5425)",
        transports: [.implicit],
        length: { input in
            // RFC 5425 §4.3: a length, a blank and the message. Some clients send lines instead.
            let digits = input.prefix(6).prefix { (0x30...0x39).contains($0) }
            guard !digits.isEmpty else { return input.firstIndex(of: 10).map { $0 + 1 } }
            guard input.bytes(at: digits.count, count: 1)?.first == 0x20,
                let length = Int(String(decoding: digits, as: UTF8.self))
            else { return nil }
            return input.complete(digits.count + 1 + length)
        }
    ) { _, _ in .says("") }
}
