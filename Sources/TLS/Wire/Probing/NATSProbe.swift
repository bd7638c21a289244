extension ProbeProtocol {
    /// A message that the client sends to itself; a server that delivers it has accepted.
    package static let nats = ProbeProtocol(
        "nats",
        about: "message brokers (NATS's client protocol); TLS starts after the server's INFO",
        beforeTLS: { turn in
            guard let line = turn.received.firstLine else { return .waits }
            return line.starts(with: "INFO ".utf8) ? .startsTLS : .isNot("NATS")
        },
        insideTLS: { turn in
            let token = turn.question.token
            guard turn.sent > 0 else {
                return .sends(
                    Array(
                        ("CONNECT {\"verbose\":false,\"pedantic\":false,\"tls_required\":true,"
                            + "\"protocol\":1,\"lang\":\"hatpin\",\"version\":\"1\"}\r\n"
                            + "SUB \(token) 1\r\nPUB \(token) 0\r\n\r\nPING\r\n").utf8
                    )
                )
            }
            let expected = Array((turn.question.wantsToken ? "MSG \(token) 1 " : "PONG").utf8)
            for line in turn.received.lines {
                if line.starts(with: "-ERR".utf8) { return .refuses(line.readable) }
                if line.starts(with: expected) { return .accepts }
            }
            return .waits
        }
    )
}
