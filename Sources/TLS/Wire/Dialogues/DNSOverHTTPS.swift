import Basics
import X509

extension ApplicationProtocol {
    /// DNS over HTTPS; a client can put the secret into a label of the question's name.
    package static let doh = ApplicationProtocol(
        overHTTP2: "doh",
        about: "names over HTTPS (RFC 8484), with HTTP/2"
    ) { request in
        let answer = dnsAnswer(to: query(in: request))
        guard !answer.isEmpty else { return HTTP2Answer(status: "400") }
        return HTTP2Answer(
            status: "200",
            fields: [
                (name: "content-type", value: "application/dns-message"),
                (name: "content-length", value: String(answer.count)),
            ],
            body: answer
        )
    }

    /// Returns the DNS query: the body of a POST, or the parameter `dns` of a GET, in base64url
    /// without padding (RFC 8484 §4.1, §6).
    ///
    /// Returns no bytes if the request has no query.
    private static func query(in request: HTTP2Request) -> [UInt8] {
        guard request.body.isEmpty else { return request.body }
        guard let start = request.path.firstPlace(of: Array("dns=".utf8))?.upperBound else {
            return []
        }
        let text = request.path[start...].prefix { $0 != UInt8(ascii: "&") }
            .map { $0 == UInt8(ascii: "-") ? UInt8(ascii: "+") : $0 }
            .map { $0 == UInt8(ascii: "_") ? UInt8(ascii: "/") : $0 }
        let padding = [UInt8](repeating: UInt8(ascii: "="), count: (4 - text.count % 4) % 4)
        return Base64.decode(text + padding) ?? []
    }
}
