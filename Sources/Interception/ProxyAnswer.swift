/// The answers of the proxy itself to a client.
enum ProxyAnswer {
    /// A tunnel is open.
    static let established = "HTTP/1.1 200 Connection Established\r\n\r\n"

    /// A refusal with a sentence for people.
    ///
    /// The sentence is ours and repeats no words of the client, whose browser may show it.
    static func refusal(_ status: String, _ sentence: String) -> String {
        let body = "hatpin intercept: \(sentence)\n"
        // RFC 9110 §15.5.6 wants the methods that there are.
        let allowed = status.hasPrefix("405") ? "Allow: CONNECT\r\n" : ""
        return "HTTP/1.1 \(status)\r\n\(allowed)Content-Type: text/plain\r\n"
            + "Content-Length: \(body.utf8.count)\r\nConnection: close\r\n\r\n\(body)"
    }
}
