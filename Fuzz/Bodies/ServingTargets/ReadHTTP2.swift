import FuzzTargets
import TLS

extension FuzzTarget {
    /// For any bytes from a client, our HTTP/2 server waits for more or closes the connection.
    ///
    /// The server's output is little longer than the client's bytes, and stops after a failure. The
    /// same bytes in pieces of any size get exactly the same answer.
    ///
    /// Byte 0 of an input is the size of the pieces, byte 1 whether the client's preface and
    /// settings come before the other bytes.
    public static let readHTTP2 = FuzzTarget("ReadHTTP2") { bytes in
        guard bytes.count >= 2 else { return }
        let sent = (bytes[1] & 1 == 0 ? [] : beginning) + bytes[2...]
        let whole = HTTP2Play(sent, 1 << 20)
        invariant(whole == HTTP2Play(sent, max(1, Int(bytes[0]))), "pieces get another answer")
        // The limit allows for SETTINGS and GOAWAY. The answer to PING is as long as PING, and the
        // answer to empty settings has nine bytes.
        invariant(whole.output.count <= 64 + sent.count, "the answer grows")
    }

    private static let beginning =
        Array("PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n".utf8) + [0, 0, 0, 4, 0, 0, 0, 0, 0]
}

/// Everything that an HTTP/2 server did with bytes that came in pieces.
private struct HTTP2Play: Equatable {
    private(set) var output: [UInt8] = []
    private var requests: [HTTP2Server.Request] = []
    private var failure: HTTP2Server.Failure?

    init(_ bytes: [UInt8], _ pieceSize: Int) {
        var server = HTTP2Server()
        var start = 0
        while start < bytes.count {
            let end = min(start + pieceSize, bytes.count)
            server.receive(Array(bytes[start..<end]))
            start = end
            if failure != nil {
                invariant(server.takeOutput().isEmpty, "the server sends bytes after a failure")
            }
            output += server.takeOutput()
            while let request = server.takeRequest() { requests.append(request) }
            failure = server.failure
        }
    }
}
