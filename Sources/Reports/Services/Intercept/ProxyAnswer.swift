import TLS

/// The HTTP responses that the proxy itself sends to a client.
package enum ProxyAnswer {
    /// The tunnel is open.
    package static let established = "HTTP/1.1 200 Connection Established\r\n\r\n"

    /// The client sent no request in time.
    package static let late = refusal("408 Request Timeout", "no request arrived in time")

    /// The client started TLS instead of sending a request.
    package static let startedTLS = refusal(
        "400 Bad Request",
        "this proxy expects HTTP CONNECT; with --transparent it expects TLS"
    )

    /// The request is longer than the proxy's limit.
    package static let tooLong = refusal(
        "431 Request Header Fields Too Large",
        "the request is too long"
    )

    /// The proxy does not connect to this target.
    package static let forbidden = refusal(
        "403 Forbidden",
        "the proxy does not connect to itself, and only local clients reach its machine"
    )

    /// The target cannot be reached.
    package static let unreachable = refusal("502 Bad Gateway", "the host cannot be reached")

    /// Returns the response to a request that does not open a tunnel.
    package static func refusal(_ fault: ConnectTarget.Fault) -> String {
        let sentence =
            switch fault {
            case .otherMethod: "only CONNECT is supported; plain HTTP has no certificate to test"
            case .badTarget: "CONNECT needs a host and a port"
            case .malformed: "this is not an HTTP/1 request"
            }
        return refusal(fault.status, sentence)
    }

    /// Returns a response whose sentence never repeats text of the client, because a browser may
    /// show it.
    private static func refusal(_ status: String, _ sentence: String) -> String {
        let body = "hatpin intercept: \(sentence)\n"
        // RFC 9110 §15.5.6 requires the list of supported methods.
        let allowed = status.hasPrefix("405") ? "Allow: CONNECT\r\n" : ""
        return "HTTP/1.1 \(status)\r\n\(allowed)Content-Type: text/plain\r\n"
            + "Content-Length: \(body.utf8.count)\r\nConnection: close\r\n\r\n\(body)"
    }
}
