// Code that protocols over HTTP/2 share. Their servers answer each request by itself.

/// The part of a request over HTTP/2 that its last frame shows.
struct HTTP2Request {
    /// The path; empty if the request has a body, because the last frame then contains no path.
    let path: [UInt8]
    /// The last part of the body; empty without a body.
    let body: [UInt8]
}

/// An answer over HTTP/2.
struct HTTP2Answer {
    let status: String
    var fields: [(name: String, value: String)] = []
    var body: [UInt8] = []
    var trailers: [(name: String, value: String)] = []
}

extension ApplicationProtocol {
    /// Makes a protocol of requests over HTTP/2.
    ///
    /// The answers fit into the smallest reasonable window of a client, so the server does no flow
    /// control.
    init(
        overHTTP2 name: String,
        about: String,
        answer: @escaping @Sendable (HTTP2Request) -> HTTP2Answer
    ) {
        self.init(
            name,
            about: about,
            transports: [.implicit],
            secureScheme: "https",
            applicationNames: ["h2"],
            greeting: { _ in HTTP2Frame(kind: .settings).encoded },
            readable: { message in
                let fields = HTTP2Frame(message).flatMap(Self.fields(of:)) ?? []
                return message + fields.values
            },
            length: { input in
                // The client's preface (RFC 9113 §3.4) begins with P; a frame that begins with P
                // would be too long.
                guard input.first != UInt8(ascii: "P") else { return input.complete(24) }
                return input.number(at: 0, count: 3).flatMap { input.complete(9 + $0) }
            },
            reply: { message, _ in .says(Self.reply(to: message, answer).flatMap(\.encoded)) }
        )
    }

    private static func reply(
        to message: [UInt8],
        _ answer: (HTTP2Request) -> HTTP2Answer
    ) -> [HTTP2Frame] {
        guard let frame = HTTP2Frame(message) else { return [] }
        let isAnswer = frame.has(HTTP2Frame.acknowledges)
        switch frame.kind {
        case .settings where !isAnswer:
            return [HTTP2Frame(kind: .settings, flags: HTTP2Frame.acknowledges)]
        case .ping where !isAnswer:
            let flags = HTTP2Frame.acknowledges
            return [HTTP2Frame(kind: .ping, flags: flags, payload: frame.payload)]
        case .headers where frame.has(HTTP2Frame.endStream):
            let path = fields(of: frame)?.first { $0.name == Array(":path".utf8) }?.value
            return answer(HTTP2Request(path: path ?? [], body: [])).frames(on: frame.stream)
        case .data where frame.has(HTTP2Frame.endStream):
            let body = frame.unpadded ?? []
            return answer(HTTP2Request(path: [], body: body)).frames(on: frame.stream)
        default: return []
        }
    }

    /// Returns the fields of a complete header block; nil for other frames.
    ///
    /// Returns nil, too, if the block depends on earlier blocks. The block of a client's first
    /// request depends on no earlier block.
    @Sendable private static func fields(of frame: HTTP2Frame) -> [HeaderField]? {
        guard frame.kind == .headers, frame.has(HTTP2Frame.endHeaders),
            let content = frame.unpadded
        else { return nil }
        var decoder = HeaderDecoder()
        let block = content.dropFirst(frame.has(HTTP2Frame.hasPriority) ? 5 : 0)
        return decoder.fields(of: Array(block), atMost: longestMessage)
    }
}

extension HTTP2Frame {
    /// Reads a frame that is the whole message; nil for other messages.
    fileprivate init?(_ message: [UInt8]) {
        var rest = message
        guard case .frame(let frame) = Self.read(&rest), rest.isEmpty else { return nil }
        self = frame
    }

    /// The payload without padding (RFC 9113 §6.1); nil if the padding is longer than the payload.
    fileprivate var unpadded: [UInt8]? {
        guard has(Self.padded) else { return payload }
        guard let count = payload.first.map(Int.init), count < payload.count else { return nil }
        return Array(payload[1...].dropLast(count))
    }
}

extension HTTP2Answer {
    fileprivate func frames(on stream: UInt32) -> [HTTP2Frame] {
        let end = HTTP2Frame.endStream
        var (head, last) = (HTTP2Frame(kind: .headers), HTTP2Frame(kind: .data, flags: end))
        head.flags = HTTP2Frame.endHeaders
        head.payload = HeaderEncoder.block([(name: ":status", value: status)] + fields)
        last.payload = body
        var frames = [head, last]
        if !trailers.isEmpty {
            frames[1].flags = 0
            let block = HeaderEncoder.block(trailers)
            let flags = HTTP2Frame.endHeaders | end
            frames.append(HTTP2Frame(kind: .headers, flags: flags, payload: block))
        }
        for index in frames.indices { frames[index].stream = stream }
        return frames
    }
}

extension [HeaderField] {
    /// The values, each after a line feed.
    fileprivate var values: [UInt8] { flatMap { [10] + $0.value } }
}
