import TLS

/// The answers of the proxy itself to a client, as they go over the wire.
package enum ProxyAnswer {
    /// A tunnel is open.
    package static let established = "HTTP/1.1 200 Connection Established\r\n\r\n"

    /// No request came.
    package static let late = refusal("408 Request Timeout", "no request came")

    /// TLS begins where a request should.
    package static let startedTLS = refusal(
        "400 Bad Request",
        "this is a proxy for HTTP CONNECT; --transparent takes TLS at once"
    )

    /// The request is longer than the proxy reads.
    package static let tooLong = refusal(
        "431 Request Header Fields Too Large",
        "the request is too long"
    )

    /// The target is one that the proxy does not connect to.
    package static let forbidden = refusal(
        "403 Forbidden",
        "the proxy connects neither to itself nor, for others, to its machine"
    )

    /// There is no connection to the target.
    package static let unreachable = refusal("502 Bad Gateway", "the host cannot be reached")

    /// A request is not one that opens a tunnel.
    package static func refusal(_ fault: ConnectTarget.Fault) -> String {
        let sentence =
            switch fault {
            case .otherMethod: "only CONNECT is taken; a request without TLS has no certificate"
            case .badTarget: "CONNECT takes a host and a port"
            case .malformed: "this is no request of HTTP/1"
            }
        return refusal(fault.status, sentence)
    }

    /// The sentence is ours and repeats no words of the client, whose browser may show it.
    private static func refusal(_ status: String, _ sentence: String) -> String {
        let body = "hatpin intercept: \(sentence)\n"
        // RFC 9110 §15.5.6 wants the methods that there are.
        let allowed = status.hasPrefix("405") ? "Allow: CONNECT\r\n" : ""
        return "HTTP/1.1 \(status)\r\n\(allowed)Content-Type: text/plain\r\n"
            + "Content-Length: \(body.utf8.count)\r\nConnection: close\r\n\r\n\(body)"
    }
}
