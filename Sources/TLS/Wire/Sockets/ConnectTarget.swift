/// The host and port to which a client asks a proxy to connect (RFC 9110 §9.3.6).
package struct ConnectTarget: Hashable, Sendable {
    /// A lower-case name, or an address without brackets.
    package let host: String
    package let port: UInt16
    /// The User-Agent that the client sends to the proxy; nil for none.
    package let agent: String?

    /// The reason why a request opens no tunnel.
    package enum Fault: Error, Hashable, Sendable {
        /// The method is not CONNECT, as in a request for a page without TLS.
        case otherMethod
        /// The request is not HTTP/1.
        case malformed
        /// The target is not a host and port (RFC 9110 §9.3.6: "no default port").
        case badTarget

        /// The status code and text of the answer.
        package var status: String {
            switch self {
            case .otherMethod: "405 Method Not Allowed"
            case .malformed, .badTarget: "400 Bad Request"
            }
        }
    }

    /// Makes a target without a CONNECT request.
    package init(host: String, port: UInt16, agent: String? = nil) {
        (self.host, self.port, self.agent) = (host, port, agent)
    }

    /// Reads the head of a request, including its empty line.
    package init(head: [UInt8]) throws(Fault) {
        let lines = head.split(separator: 10).map { line in
            String(decoding: line.last == 13 ? line.dropLast() : line, as: UTF8.self)
        }
        let words = (lines.first ?? "").split(separator: " ", omittingEmptySubsequences: false)
        guard words.count == 3, words[2] == "HTTP/1.1" || words[2] == "HTTP/1.0",
            !words[0].isEmpty, words[0].allSatisfy({ $0.isASCII && $0.isLetter })
        else { throw .malformed }
        guard words[0] == "CONNECT" else { throw .otherMethod }
        guard let (host, port) = Self.authority(words[1]) else { throw .badTarget }
        self.init(host: host, port: port, agent: Self.agent(in: lines.dropFirst()))
    }

    /// Reads `host:port`, with an IPv6 address in brackets; nil for anything else.
    package static func authority(
        _ text: Substring,
        from lowest: UInt16 = 1
    ) -> (host: String, port: UInt16)? {
        guard let colon = text.lastIndex(of: ":") else { return nil }
        let digits = text[text.index(after: colon)...]
        guard let port = UInt16(digits), port >= lowest, digits.allSatisfy(\.isNumber) else {
            return nil
        }
        let host = text[..<colon]
        if host.hasPrefix("["), host.hasSuffix("]") {
            let address = NetworkAddress(host.dropFirst().dropLast(), port: port)
            return address.flatMap { $0.isIPv6 ? ($0.host, port) : nil }
        }
        // The longest name has 253 characters (RFC 1035 §2.3.4); names of services contain `_`.
        guard (1...253).contains(host.utf8.count),
            host.utf8.allSatisfy({
                switch $0 {
                case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                    UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "_"),
                    UInt8(ascii: "."):
                    true
                default: false
                }
            })
        else { return nil }
        return (host.lowercased(), port)
    }

    private static func agent(in fields: some Sequence<String>) -> String? {
        for field in fields {
            guard let colon = field.firstIndex(of: ":"),
                field[..<colon].lowercased() == "user-agent"
            else { continue }
            let value = field[field.index(after: colon)...].drop { $0 == " " || $0 == "\t" }
            // Keep the name and version at the start; some agents add hundreds of characters about
            // platforms.
            return value.isEmpty ? nil : String(value.prefix(120))
        }
        return nil
    }

    /// The address, if the host is an address.
    package var address: NetworkAddress? { NetworkAddress(host, port: port) }

    /// The server name indication; nil for addresses (RFC 6066 §3).
    package var serverName: String? { address == nil ? host : nil }

    /// The host and port, such as `www.example.test:443` or `[2001:db8::1]:443`.
    package var text: String { host.contains(":") ? "[\(host)]:\(port)" : "\(host):\(port)" }
}
