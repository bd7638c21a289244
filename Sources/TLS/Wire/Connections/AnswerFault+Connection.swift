import Crypto

extension AnswerFault {
    /// Answers a request and ends the connection.
    ///
    /// - Parameters:
    ///   - request: the request, up to its empty line.
    ///   - token: the body of the correct answer.
    ///   - connection: a connection whose handshake is complete.
    /// - Throws: if TLS cannot continue.
    func answer(
        _ request: [UInt8],
        with token: String,
        on connection: Connection
    ) throws(TLSFailure) {
        let (head, body) = ("HTTP/1.1 200 OK\r\nConnection: close\r\n", Array(token.utf8))
        func announced(_ count: Int) -> [UInt8] {
            Array("\(head)Content-Length: \(count)\r\n\r\n".utf8)
        }
        switch self {
        case .cut: try connection.write(announced(body.count * 2) + body)
        case .unended: try connection.write(Array("\(head)\r\n".utf8) + body)
        case .endedInPlaintext:
            try connection.write(Array("\(head)\r\n".utf8) + body)
            connection.sendPlain([21, 3, 3, 0, 2, 1, 0])
        case .afterEnd:
            try connection.write(announced(body.count * 2) + body)
            connection.sayCloseNotify()
            try connection.write(body)
        case .otherHTTP where connection.applicationProtocol == "h2":
            try connection.write(announced(body.count) + body)
            return connection.close()
        case .otherHTTP:
            var server = HTTP2Server()
            server.answer(HTTP2Server.Request(stream: 1, path: []), "200", body: token)
            try connection.write(server.takeOutput())
            return connection.close()
        case .smtp, .imap, .pop3, .ftp:
            for line in request.split(separator: 10) {
                try connection.write(Array((other?.error ?? "").utf8) + line + [10])
            }
            return connection.close()
        case .redirect, .strictRedirect: return connection.close()
        }
        connection.finish()
    }
}
