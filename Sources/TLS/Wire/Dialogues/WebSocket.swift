import Basics
import Crypto
import X509

extension ApplicationProtocol {
    package static let websocket = ApplicationProtocol(
        "websocket",
        about: "WebSocket over HTTP/1.1 (RFC 6455)",
        transports: [.implicit],
        secureScheme: "wss",
        applicationNames: ["http/1.1"],
        length: lengthOfMessage(in:)
    ) { message, _ in
        isRequest(message)
            ? .says(answer(toRequest: message)) : .says(answer(toFrame: message))
    }

    /// Whether the bytes are a request, which starts with a capital letter; a frame never does (RFC
    /// 6455 §5.2).
    private static func isRequest(_ message: [UInt8]) -> Bool {
        message.first.map { (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains($0) } ?? false
    }

    @Sendable private static func lengthOfMessage(in input: [UInt8]) -> Int? {
        guard !isRequest(input) else {
            return input.firstPlace(of: Array("\r\n\r\n".utf8)).flatMap {
                input.complete($0.upperBound)
            }
        }
        return payload(in: input).flatMap { input.complete($0.upperBound) }
    }

    /// Returns the range of a frame's payload, even if the payload is incomplete.
    ///
    /// Returns nil if the frame's header is incomplete, or if the payload has more than four
    /// gigabytes.
    private static func payload(in frame: [UInt8]) -> Range<Int>? {
        guard let second = frame.number(at: 1, count: 1) else { return nil }
        var (start, length) = (2, second & 0x7f as Int?)
        switch second & 0x7f {
        case 126: (start, length) = (4, frame.number(at: 2, count: 2))
        case 127:
            guard frame.number(at: 2, count: 4) == 0 else { return nil }
            (start, length) = (10, frame.number(at: 6, count: 4))
        default: break
        }
        // Clients mask their frames with four bytes.
        if second & 0x80 != 0 { start += 4 }
        return length.map { start..<start + $0 }
    }

    /// Accepts the upgrade, with the first subprotocol that the client offers (RFC 6455 §4.2.2).
    private static func answer(toRequest request: [UInt8]) -> String {
        let lines = request.split(separator: 10).map { Line(Array($0)) }
        func value(_ name: String) -> String? {
            lines.first { $0.command == name }?.words.dropFirst().first
        }
        guard lines.first?.command == "GET", let key = value("SEC-WEBSOCKET-KEY:"),
            let digest = try? Digest.sha1.hash(Array((key + identifier).utf8))
        else { return "HTTP/1.1 400 Bad Request\r\nContent-Length: 0\r\n\r\n" }
        let offered = value("SEC-WEBSOCKET-PROTOCOL:")?.split(separator: ",").first
        let chosen = offered.map { "Sec-WebSocket-Protocol: \($0)\r\n" } ?? ""
        let accept = String(decoding: Base64.encode(digest), as: UTF8.self)
        return "HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
            + "Sec-WebSocket-Accept: \(accept)\r\n\(chosen)\r\n"
    }

    /// The text that the digest adds to the client's key (RFC 6455 §1.3).
    private static let identifier = "258EAFA5-E914-47DA-95CA-C5AB0DC85B11"

    /// Answers a ping and a close with their payload (RFC 6455 §5.5).
    private static func answer(toFrame frame: [UInt8]) -> [UInt8] {
        let answers: [UInt8: UInt8] = [0x89: 0x8a, 0x88: 0x88]
        guard let kind = frame.first.flatMap({ answers[$0] }), let place = payload(in: frame),
            place.count < 126, let bytes = frame.bytes(at: place.lowerBound, count: place.count),
            let second = frame.number(at: 1, count: 1)
        else { return [] }
        // The mask precedes the payload.
        let isMasked = second & 0x80 != 0
        let mask = Array(isMasked ? frame[place.lowerBound - 4..<place.lowerBound] : [0, 0, 0, 0])
        let plain = bytes.enumerated().map { index, byte in byte ^ mask[index % 4] }
        return [kind, UInt8(plain.count)] + plain
    }
}
