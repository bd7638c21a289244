/// The server's end of an HTTP/2 connection over TLS, without a socket: bytes in, bytes out.
///
/// The server takes requests, answers them, and can announce that it takes no more requests. It
/// reads and discards the bodies of requests. Its answers fit into the smallest reasonable window
/// of a client, so it does no flow control.
package struct HTTP2Server {
    /// A request.
    package struct Request: Hashable, Sendable {
        package let stream: UInt32
        /// The decoded `:path`, which may be arbitrary bytes.
        package let path: [UInt8]
    }

    /// The reason for ending a connection (RFC 9113 §7).
    package enum Failure: UInt32, Error, Hashable, Sendable {
        case protocolError = 1
        case frameSize = 6
        case compression = 9
        case enhanceYourCalm = 11
    }

    /// The maximum length of a header block; its decoded form may have twice this length.
    ///
    /// A browser's header block has a few thousand bytes.
    private static let longestBlock = 16_384
    private static let preface = Array("PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n".utf8)

    private var input: [UInt8] = []
    private var output: [UInt8] = []
    private var decoder = HeaderDecoder()
    private var hasPreface = false
    private var hasSettings = false
    /// The incomplete header block, which a CONTINUATION frame must continue; nil if there is none.
    private var open: (stream: UInt32, block: [UInt8])?
    private var lastStream: UInt32 = 0
    /// Requests that `takeRequest` has not returned yet.
    private var requests: [Request] = []
    package private(set) var failure: Failure?

    /// Makes a connection whose output contains the server's SETTINGS, because some clients wait
    /// for them.
    package init() {
        say(HTTP2Frame(kind: .settings))
    }

    /// Takes bytes that came over TLS.
    package mutating func receive(_ bytes: [UInt8]) {
        guard failure == nil else { return }
        input += bytes
        do throws(Failure) {
            try readAll()
        } catch {
            failure = error
            sayFarewell(error.rawValue)
        }
    }

    /// Returns all bytes that must be sent.
    package mutating func takeOutput() -> [UInt8] {
        defer { output = [] }
        return output
    }

    /// Returns the next request whose header is complete; nil if there is none.
    package mutating func takeRequest() -> Request? {
        requests.isEmpty ? nil : requests.removeFirst()
    }

    /// Announces that no more requests are taken.
    package mutating func leave() { sayFarewell(0) }

    /// Answers a request.
    package mutating func answer(
        _ request: Request,
        _ status: String,
        fields: [(name: String, value: String)] = [],
        body: String
    ) {
        let length = (name: "content-length", value: String(body.utf8.count))
        let head = [(name: ":status", value: status)] + fields + [length]
        let isEmpty = body.isEmpty
        var headers = HTTP2Frame(
            kind: .headers,
            flags: HTTP2Frame.endHeaders | (isEmpty ? HTTP2Frame.endStream : 0)
        )
        headers.stream = request.stream
        headers.payload = HeaderEncoder.block(head)
        say(headers)
        if !isEmpty {
            var data = HTTP2Frame(kind: .data, flags: HTTP2Frame.endStream)
            (data.stream, data.payload) = (request.stream, Array(body.utf8))
            say(data)
        }
    }

    private mutating func say(_ frame: HTTP2Frame) { output += frame.encoded }

    /// Sends GOAWAY (RFC 9113 §6.8).
    private mutating func sayFarewell(_ code: UInt32) {
        var payload: [UInt8] = []
        for number in [lastStream, code] {
            for shift in [24, 16, 8, 0] {
                payload.append(UInt8(truncatingIfNeeded: number >> UInt32(shift)))
            }
        }
        say(HTTP2Frame(kind: .goAway, payload: payload))
    }

    // MARK: The client's frames

    private mutating func readAll() throws(Failure) {
        if !hasPreface {
            // RFC 9113 §3.4: the client starts with this preface.
            guard input.starts(with: Self.preface) else {
                guard Self.preface.starts(with: input) else { throw .protocolError }
                return
            }
            input.removeFirst(Self.preface.count)
            hasPreface = true
        }
        while true {
            switch HTTP2Frame.read(&input) {
            case .frame(let frame): try take(frame)
            case .incomplete: return
            case .tooLong: throw .frameSize
            }
        }
    }

    private mutating func take(_ frame: HTTP2Frame) throws(Failure) {
        // RFC 9113 §3.4 and §6.10: settings come first, and a header block must not be interrupted.
        guard hasSettings || frame.kind == .settings,
            open == nil || frame.kind == .continuation && frame.stream == open?.stream
        else { throw .protocolError }
        switch frame.kind {
        case .settings: try take(settings: frame)
        case .headers: try take(headers: frame)
        case .continuation: try append(frame.payload, isEnd: frame.has(HTTP2Frame.endHeaders))
        case .ping:
            guard frame.stream == 0 else { throw .protocolError }
            guard frame.payload.count == 8 else { throw .frameSize }
            guard !frame.has(HTTP2Frame.acknowledges) else { return }
            say(
                HTTP2Frame(
                    kind: .ping,
                    flags: HTTP2Frame.acknowledges,
                    payload: frame.payload
                )
            )
        // RFC 9113 §8.4: a client must not push.
        case .pushPromise: throw .protocolError
        case .data:
            guard frame.stream != 0, frame.stream <= lastStream else { throw .protocolError }
        case .priority, .resetStream, .goAway, .windowUpdate, nil: break
        }
    }

    /// Reads SETTINGS (RFC 9113 §6.5).
    private mutating func take(settings: HTTP2Frame) throws(Failure) {
        guard settings.stream == 0 else { throw .protocolError }
        let isAnswer = settings.has(HTTP2Frame.acknowledges)
        guard isAnswer ? settings.payload.isEmpty : settings.payload.count % 6 == 0 else {
            throw .frameSize
        }
        guard !isAnswer else { return }
        hasSettings = true
        say(HTTP2Frame(kind: .settings, flags: HTTP2Frame.acknowledges))
    }

    /// Reads HEADERS (RFC 9113 §6.2).
    private mutating func take(headers: HTTP2Frame) throws(Failure) {
        // RFC 9113 §5.1.1: stream numbers are odd and increase; trailers use the number of their
        // request.
        guard headers.stream % 2 == 1 else { throw .protocolError }
        var cursor = Cursor(headers.payload[...])
        var padding = 0
        if headers.has(HTTP2Frame.padded) {
            guard let count = cursor.byte() else { throw .frameSize }
            padding = Int(count)
        }
        if headers.has(HTTP2Frame.hasPriority), cursor.take(5) == nil { throw .frameSize }
        guard padding <= cursor.rest.count else { throw .protocolError }
        open = (headers.stream, [])
        try append(
            Array(cursor.rest.dropLast(padding)),
            isEnd: headers.has(HTTP2Frame.endHeaders)
        )
    }

    private mutating func append(_ part: [UInt8], isEnd: Bool) throws(Failure) {
        guard var block = open else { throw .protocolError }
        block.block += part
        guard block.block.count <= Self.longestBlock else { throw .enhanceYourCalm }
        open = isEnd ? nil : block
        guard isEnd else { return }
        // Decode every block, because otherwise the tables of both ends would differ.
        guard let fields = decoder.fields(of: block.block, atMost: Self.longestBlock * 2) else {
            throw .compression
        }
        guard block.stream > lastStream else { return }
        lastStream = block.stream
        let path = fields.first { $0.name == Array(":path".utf8) }?.value
        requests.append(Request(stream: block.stream, path: path ?? []))
    }
}
