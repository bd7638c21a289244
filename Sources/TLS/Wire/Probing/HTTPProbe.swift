extension ProbeProtocol {
    /// One request; a server that repeats the request's path has accepted.
    package static let http = ProbeProtocol(
        "http",
        about: "web servers (RFC 9112)",
        applicationNames: ["http/1.1"],
        content: { answer in
            HTTPResponse(answer).map { Array($0.head) + $0.body } ?? answer
        }
    ) { turn in
        let question = turn.question
        guard turn.sent > 0 else {
            let lines =
                ["GET /\(question.token) HTTP/1.1", "Host: \(question.host)", "Connection: close"]
                + question.headers
            return .sends(Array(lines.map { $0 + "\r\n" }.joined().utf8) + [13, 10])
        }
        guard let line = turn.received.firstLine else {
            return turn.isLast && !turn.received.isEmpty
                ? .isNot("HTTP") : .waits
        }
        guard line.starts(with: "HTTP/".utf8) else { return .isNot("HTTP") }
        // The reason may be missing, so that the status is before the end of the line.
        let words = line.split { $0 == 32 || $0 == 13 }
        let digits = words.dropFirst().first ?? []
        guard digits.count == 3, digits.allSatisfy({ (0x30...0x39).contains($0) }) else {
            return .isNot("HTTP")
        }
        let status = String(decoding: digits, as: UTF8.self)
        guard question.wantsToken else {
            return refusals.contains(status) ? .refuses("HTTP \(status)") : .accepts
        }
        guard status.hasPrefix("2") else { return .refuses("HTTP \(status)") }
        // The client's name may follow the token, so the whole answer is read.
        guard turn.isLast || HTTPResponse(turn.received)?.isWhole ?? false else { return .waits }
        return turn.received.contains(question.token.utf8)
            ? .accepts : .refuses("an answer without the token")
    }

    /// The statuses with which a server refuses a client certificate inside TLS: Bad Request,
    /// Unauthorized, Forbidden, Misdirected Request, and nginx's own.
    private static let refusals: Set<String> = ["400", "401", "403", "421", "495", "496", "497"]
}

extension [UInt8] {
    /// The bytes before the first line feed; nil if there is none.
    var firstLine: ArraySlice<UInt8>? { firstIndex(of: 10).map { self[..<$0] } }
}
