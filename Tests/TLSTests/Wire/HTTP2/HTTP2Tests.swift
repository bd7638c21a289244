import Crypto
import Foundation
import Testing

@testable import TLS

/// The server's end of HTTP/2: with handmade frames, with curl, and in stories.
struct HTTP2Tests {
    private static let preface = Array("PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n".utf8)

    private static func headers(
        _ path: String,
        stream: UInt32 = 1,
        flags: UInt8 = HTTP2Frame.endHeaders | HTTP2Frame.endStream
    ) -> HTTP2Frame {
        let block = HeaderEncoder.block([
            (name: ":method", value: "GET"), (name: ":path", value: path),
        ])
        return HTTP2Frame(kind: .headers, flags: flags, stream: stream, payload: block)
    }

    private static func frames(_ bytes: [UInt8]) -> [HTTP2Frame] {
        var (bytes, frames) = (bytes, [HTTP2Frame]())
        while case .frame(let frame) = HTTP2Frame.read(&bytes) { frames.append(frame) }
        return frames
    }

    @Test func `serves a request that arrives in several frames`() throws {
        var server = HTTP2Server()
        #expect(Self.frames(server.takeOutput()) == [HTTP2Frame(kind: .settings)])
        let whole = Self.headers("/token", flags: HTTP2Frame.endStream)
        var first = whole
        first.flags |= HTTP2Frame.padded | HTTP2Frame.hasPriority
        first.payload = [3, 0, 0, 0, 0, 9] + whole.payload.prefix(5) + [0, 0, 0]
        let rest = HTTP2Frame(
            kind: .continuation,
            flags: HTTP2Frame.endHeaders,
            stream: 1,
            payload: Array(whole.payload.dropFirst(5))
        )
        let ping = HTTP2Frame(kind: .ping, payload: [1, 2, 3, 4, 5, 6, 7, 8])
        let unknown = HTTP2Frame(kind: nil, payload: [1])
        let said = [HTTP2Frame(kind: .settings), ping, unknown, first, rest]
        for byte in Self.preface + said.flatMap(\.encoded) { server.receive([byte]) }
        let request = server.takeRequest()
        #expect(request?.path == Array("/token".utf8) && request?.stream == 1)
        var answered = ping
        answered.flags = HTTP2Frame.acknowledges
        let settled = HTTP2Frame(kind: .settings, flags: HTTP2Frame.acknowledges)
        #expect(Self.frames(server.takeOutput()) == [settled, answered])
        server.answer(try #require(request), "200", body: "answer")
        server.leave()
        let answer = Self.frames(server.takeOutput())
        #expect(answer.map(\.kind) == [.headers, .data, .goAway])
        #expect(answer[1].payload == Array("answer".utf8))
        #expect(answer[1].has(HTTP2Frame.endStream))
        var decoder = HeaderDecoder()
        #expect(
            decoder.fields(of: answer[0].payload, atMost: 1_000)
                == [HeaderField(":status", "200"), HeaderField("content-length", "6")]
        )
    }

    struct Fault: CustomTestStringConvertible {
        let testDescription: String
        let bytes: [UInt8]
        let failure: HTTP2Server.Failure
    }

    private static func fault(
        _ name: String,
        _ frames: [HTTP2Frame],
        _ failure: HTTP2Server.Failure = .protocolError,
        settings: Bool = true
    ) -> Fault {
        let first = settings ? [HTTP2Frame(kind: .settings)] : []
        return Fault(
            testDescription: name,
            bytes: preface + (first + frames).flatMap(\.encoded),
            failure: failure
        )
    }

    static let faults = [
        Fault(
            testDescription: "HTTP/1.1",
            bytes: Array("GET / HTTP/1.1\r\n\r\n".utf8),
            failure: .protocolError
        ),
        fault("no settings", [headers("/")], settings: false),
        fault("a pushed promise", [HTTP2Frame(kind: .pushPromise, stream: 1)]),
        fault("an even stream", [headers("/", stream: 2)]),
        fault("a header inside a header", [headers("/", flags: 0), headers("/", stream: 3)]),
        fault(
            "a continuation of another stream",
            [
                headers("/", flags: 0),
                HTTP2Frame(kind: .continuation, flags: HTTP2Frame.endHeaders, stream: 3),
            ]
        ),
        fault(
            "a window of the same stream inside a header",
            [headers("/", flags: 0), HTTP2Frame(kind: .windowUpdate, stream: 1)]
        ),
        fault("a stray continuation", [HTTP2Frame(kind: .continuation, stream: 1)]),
        fault("data before a request", [HTTP2Frame(kind: .data, stream: 1)]),
        fault(
            "settings of five bytes",
            [HTTP2Frame(kind: .settings, payload: [0, 1, 0, 0, 0])],
            .frameSize
        ),
        fault("a short ping", [HTTP2Frame(kind: .ping, payload: [0])], .frameSize),
        fault(
            "a ping of a stream",
            [HTTP2Frame(kind: .ping, stream: 1, payload: [1, 2, 3, 4, 5, 6, 7, 8])]
        ),
        fault(
            "padding beyond the frame",
            [HTTP2Frame(kind: .headers, flags: HTTP2Frame.padded, stream: 1, payload: [9, 0])]
        ),
        fault(
            "an undecodable block",
            [HTTP2Frame(kind: .headers, flags: HTTP2Frame.endHeaders, stream: 1, payload: [0x80])],
            .compression
        ),
        fault(
            "a frame of 16385 bytes",
            [HTTP2Frame(kind: .data, stream: 1, payload: [UInt8](repeating: 0, count: 16_385))],
            .frameSize
        ),
        fault(
            "a header block without an end",
            [headers("/", flags: 0)]
                + (0..<2).map { _ in
                    HTTP2Frame(
                        kind: .continuation,
                        stream: 1,
                        payload: [UInt8](repeating: 0, count: 16_000)
                    )
                },
            .enhanceYourCalm
        ),
    ]

    @Test(arguments: faults)
    func `a protocol error ends the connection`(fault: Fault) {
        var server = HTTP2Server()
        server.receive(fault.bytes)
        #expect(server.failure == fault.failure)
        #expect(Self.frames(server.takeOutput()).last?.kind == .goAway)
        server.receive(Self.preface + Self.headers("/").encoded)
        #expect(server.takeRequest() == nil && server.takeOutput() == [])
    }

    // MARK: Over TLS

    private static func presentation(_ engine: TLSEngine) throws -> Presentation {
        var presentation = Presentation(credential: try TestServer(.p256).credential)
        presentation.engine = engine
        presentation.protocols = ["h2"]
        presentation.authority = "127.0.0.1"
        return presentation
    }

    private static let curl = "/usr/bin/curl"

    @Test(
        .enabled(if: FileManager.default.isExecutableFile(atPath: curl)),
        arguments: TLSEngine.allCases,
        [0, 2]
    )
    func `curl gets an answer`(engine: TLSEngine, redirects: Int) throws {
        var presentation = try Self.presentation(engine)
        presentation.earlier = [Presentation](repeating: presentation, count: redirects)
        let (result, seen) = try Loopback().open(presentation, deadline: .seconds(60)) { endpoint in
            Result {
                let process = Process()
                process.executableURL = URL(filePath: Self.curl)
                let url = "https://127.0.0.1:\(endpoint.origin.port)\(endpoint.path)"
                // The test is about HTTP/2, not about the certificate.
                process.arguments = ["-sSkL", "--http2", "-w", " %{http_version}", url]
                let pipe = Pipe()
                process.standardOutput = pipe
                try process.run()
                let answer = pipe.fileHandleForReading.readDataToEndOfFile()
                process.waitUntilExit()
                return (String(decoding: answer, as: UTF8.self), endpoint.answer)
            }
        }
        let (text, token) = try result.get()
        #expect(seen.requested && seen.stepsLeft == 0)
        #expect(text.hasSuffix(" 2"))
        if redirects == 0 { #expect(text == token + " 2") }
    }

    /// A client that requests another host on the connection that it already has.
    @Test
    func `a request on the connection of an earlier step counts for the requested step`() throws {
        var story = try Self.presentation(.hatpin)
        story.authority = "other.example.test"
        story.earlier = [try Self.presentation(.hatpin)]
        let loopback = try Loopback()
        let (result, seen) = try loopback.open(story, deadline: .seconds(20)) { endpoint in
            Result { try Self.askTwice(endpoint, on: loopback) }
        }
        #expect(try result.get() == ["302", "200"])
        #expect(seen.requested && seen.stepsLeft == 0)
        #expect(seen.connections == 0 && !seen.hasShownCertificates)
    }

    @Test
    func `a server that answers an HTTP/2 request in HTTP/1.1 sends no HTTP/2 frames`() throws {
        var presentation = try Self.presentation(.hatpin)
        presentation.serverFault = .answers(.otherHTTP)
        let loopback = try Loopback()
        let (result, _) = try loopback.open(presentation, deadline: .seconds(20)) { endpoint in
            Result {
                let connection = try Self.opened(endpoint, on: loopback)
                defer { connection.close() }
                var bytes: [UInt8] = []
                for _ in 0..<20 {
                    Thread.sleep(forTimeInterval: 0.001)
                    _ = connection.transfer()
                    _ = try connection.read(into: &bytes)
                }
                #expect(bytes.isEmpty, "an answer before the request")
                try connection.write(Self.headers(endpoint.path).encoded)
                try Self.waits(connection) {
                    while try connection.read(into: &bytes) == .done {}
                    return bytes.hasWholeHead
                }
                return bytes
            }
        }
        #expect(try result.get().starts(with: "HTTP/1.1 200 OK\r\n".utf8))
    }

    /// Returns a connection on which HTTP/2 has started.
    private static func opened(_ endpoint: Endpoint, on loopback: Loopback) throws -> Connection {
        let connection = Connection(try Socket.connecting(to: endpoint.origin))
        connection.begin(
            try loopback.fetching(serverName: "www.example.test", protocols: ["h2"]) { _ in }
        )
        try waits(connection) { try connection.handshake() == .done }
        try connection.write(preface + HTTP2Frame(kind: .settings).encoded)
        return connection
    }

    private static func askTwice(
        _ endpoint: Endpoint,
        on loopback: Loopback
    ) throws -> [String] {
        let connection = try opened(endpoint, on: loopback)
        defer { connection.close() }
        var (path, statuses, decoder) = (endpoint.path, [String](), HeaderDecoder())
        for stream in [UInt32(1), 3] {
            try connection.write(headers(path, stream: stream).encoded)
            var (bytes, fields) = ([UInt8](), [HeaderField]())
            try waits(connection) {
                while try connection.read(into: &bytes) == .done {}
                while case .frame(let frame) = HTTP2Frame.read(&bytes) {
                    guard frame.kind == .headers else { continue }
                    fields = decoder.fields(of: frame.payload, atMost: 1_000) ?? []
                    return true
                }
                return false
            }
            func value(_ name: String) -> String {
                String(
                    decoding: fields.first { $0.name == Array(name.utf8) }?.value ?? [],
                    as: UTF8.self
                )
            }
            statuses.append(value(":status"))
            path = URL(string: value("location"))?.path ?? ""
        }
        return statuses
    }

    private static func waits(
        _ connection: Connection,
        for condition: () throws -> Bool
    ) throws {
        let end = ContinuousClock.now + .seconds(10)
        repeat {
            _ = connection.transfer()
            if try condition() { return }
            Thread.sleep(forTimeInterval: 0.001)
        } while ContinuousClock.now < end && !connection.hasPeerEnded
    }
}
