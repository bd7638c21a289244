import Crypto

extension ProbeProtocol {
    /// A login without a password; a server that lets the user in has accepted.
    package static let postgres = ProbeProtocol(
        "postgres",
        about: "PostgreSQL, version 3 of its protocol",
        asksForUser: true,
        beforeTLS: { turn in
            // SSLRequest: length 8, code 80877103.
            if turn.sent == 0 { return .sends([0, 0, 0, 8, 4, 210, 22, 47]) }
            guard let answer = turn.received.first else { return .waits }
            return answer == UInt8(ascii: "S") ? .startsTLS : .refuses("no TLS")
        },
        insideTLS: { turn in
            guard turn.sent > 0 else { return .sends(startup(of: turn.question.user)) }
            let message = turn.received
            guard message.count >= 9 else { return .waits }
            let code = message[5..<9].reduce(0) { $0 << 8 | Int($1) }
            guard message[0] == UInt8(ascii: "R") else {
                return .refuses(message.dropFirst(5).readable)
            }
            return code == 0 ? .accepts : .refuses("another way to log in, number \(code)")
        }
    )

    /// Returns a StartupMessage: version 3.0, the user and the database.
    private static func startup(of user: String) -> [UInt8] {
        var content: [UInt8] = [0, 3, 0, 0]
        for text in ["user", user, "database", "postgres"] { content += Array(text.utf8) + [0] }
        content.append(0)
        var message: [UInt8] = []
        message.put(content.count + 4, bytes: 4)
        return message + content
    }
}

extension Sequence<UInt8> {
    /// The bytes as text, with spaces for unprintable ones; at most 200 bytes.
    var readable: String {
        String(decoding: prefix(200).map { (32..<127).contains($0) ? $0 : 32 }, as: UTF8.self)
    }
}
