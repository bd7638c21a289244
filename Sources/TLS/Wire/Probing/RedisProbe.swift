extension ProbeProtocol {
    /// ECHO; a server that repeats the token has accepted.
    package static let redis = ProbeProtocol(
        "redis",
        about: "Redis and Valkey, version 2 of their protocol (RESP)"
    ) { turn in
        guard turn.sent > 0 else {
            let token = turn.question.token
            return .sends(
                Array("*2\r\n$4\r\nECHO\r\n$\(token.utf8.count)\r\n\(token)\r\n".utf8)
            )
        }
        // An error may repeat the token, too.
        guard let line = turn.received.firstLine else { return .waits }
        if line.first == UInt8(ascii: "-") { return .refuses(line.readable) }
        guard line.first == UInt8(ascii: "$") else { return .isNot("RESP") }
        let token = turn.question.token
        let echo = Array("$\(token.utf8.count)\r\n\(token)\r\n".utf8)
        if turn.received.starts(with: echo) { return .accepts }
        return turn.received.count < echo.count ? .waits : .refuses("an answer without the token")
    }
}
