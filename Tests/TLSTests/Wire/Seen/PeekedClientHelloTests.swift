import Crypto
import Testing

@testable import TLS

/// The reader of the first bytes of a connection, which anyone may send.
struct PeekedClientHelloTests {
    /// Returns the bytes of our own client, which uses libssl.
    private static func hello(to name: String?) throws -> [UInt8] {
        var session = try TLSSession.connecting(
            try TLSContext.client(),
            serverName: name,
            offer: TLSOffer(versions: .v1_0 ... .v1_3)
        ) { _ in .proceed }
        _ = try session.handshake()
        var bytes: [UInt8] = []
        session.takeOutput(into: &bytes)
        return bytes
    }

    @Test(arguments: ["www.example.test", "WWW.Example.TEST", "localhost", "a_b.example.test"])
    func `reads the server name in lowercase`(name: String) throws {
        let hello = try Self.hello(to: name)
        #expect(
            PeekedClientHello.read(hello)
                == .hello(PeekedClientHello(serverName: name.lowercased()))
        )
    }

    @Test func `accepts a ClientHello without a server name`() throws {
        let hello = try Self.hello(to: nil)
        #expect(PeekedClientHello.read(hello) == .hello(PeekedClientHello(serverName: nil)))
    }

    @Test func `ignores bytes after the message`() throws {
        let hello = try Self.hello(to: "a.test") + [1, 2, 3]
        #expect(PeekedClientHello.read(hello) == .hello(PeekedClientHello(serverName: "a.test")))
    }

    @Test func `every prefix of a message is incomplete`() throws {
        let hello = try Self.hello(to: "www.example.test")
        for count in hello.indices {
            #expect(PeekedClientHello.read(Array(hello.prefix(count))) == .incomplete, "\(count)")
        }
        // The start of the longest hello.
        #expect(PeekedClientHello.read([22, 3, 1, 0, 4, 1, 0, 0x40, 0]) == .incomplete)
    }

    @Test(arguments: [1, 3, 100])
    func `accepts a message split over records`(size: Int) throws {
        let hello = try Self.hello(to: "www.example.test")
        let message = hello.dropFirst(5)
        var split: [UInt8] = []
        var start = message.startIndex
        while start < message.endIndex {
            let part = message[start..<min(start + size, message.endIndex)]
            split += [22, 3, 1, 0, UInt8(part.count)] + part
            start = part.endIndex
        }
        #expect(
            PeekedClientHello.read(split)
                == .hello(PeekedClientHello(serverName: "www.example.test"))
        )
    }

    /// Returns a message with this body in one record.
    private static func record(_ body: [UInt8], type: UInt8 = 1) -> [UInt8] {
        func length(_ count: Int) -> [UInt8] { [UInt8(count >> 8), UInt8(count & 0xff)] }
        let message = [type, 0] + length(body.count) + body
        return [22, 3, 1] + length(message.count) + message
    }

    /// Returns a body with these extensions, each with its stated length.
    private static func body(_ extensions: [UInt8]) -> [UInt8] {
        [3, 3] + [UInt8](repeating: 7, count: 32) + [0] + [0, 2, 0x13, 1] + [1, 0]
            + [0, UInt8(extensions.count)] + extensions
    }

    @Test func `accepts a message without extensions`() {
        let body = Array(Self.body([]).dropLast(2))
        #expect(
            PeekedClientHello.read(Self.record(body)) == .hello(PeekedClientHello(serverName: nil))
        )
        #expect(
            PeekedClientHello.read(Self.record(Self.body([])))
                == .hello(PeekedClientHello(serverName: nil))
        )
    }

    @Test(arguments: [
        ("one name", [0, 0, 0, 6, 0, 4, 0, 0, 1, 97], "a" as String?),
        ("another extension first", [0, 9, 0, 1, 5, 0, 0, 0, 6, 0, 4, 0, 0, 1, 97], "a"),
        ("an extension without content", [0, 9, 0, 0], nil),
    ])
    func `reads extensions`(what: String, extensions: [UInt8], name: String?) {
        let reading = PeekedClientHello.read(Self.record(Self.body(extensions)))
        #expect(reading == .hello(PeekedClientHello(serverName: name)), "\(what)")
    }

    @Test(arguments: [
        ("not a handshake", [23, 3, 1, 0, 1, 1] as [UInt8]),
        ("HTTP in plaintext", Array("GET / HTTP/1.1\r\n".utf8)),
        ("SSL 2", [0x80, 46, 1, 3, 1]),
        ("a record of another protocol", [22, 2, 0, 0, 4]),
        ("an empty record", [22, 3, 1, 0, 0]),
        ("a record that is too long", [22, 3, 1, 0x40, 1]),
        ("another message", record(body([]), type: 2)),
        ("a message that is too long", [22, 3, 1, 0, 4, 1, 0, 0x40, 1]),
        ("a message that is much too long", [22, 3, 1, 0, 4, 1, 1, 0, 0]),
        ("a body that is too short", record([3, 3])),
        ("a body without its random", record([0] + [0, 2, 0x13, 1] + [1, 0])),
        (
            "suites beyond the end",
            record([3, 3] + [UInt8](repeating: 7, count: 32) + [0] + [5, 1] + [0])
        ),
        (
            "a session beyond the end",
            record([3, 3] + [UInt8](repeating: 7, count: 32) + [255] + [0, 0] + [0])
        ),
        ("bytes after the extensions", record(body([]) + [0])),
        ("an extension beyond the end", record(body([0, 0, 0, 9, 0]))),
        ("a name list beyond the end", record(body([0, 0, 0, 4, 0, 9, 0, 0]))),
        ("a byte after a name list", record(body([0, 0, 0, 7, 0, 4, 0, 0, 1, 97, 0]))),
        ("an empty name", record(body([0, 0, 0, 5, 0, 3, 0, 0, 0]))),
        ("an empty list", record(body([0, 0, 0, 2, 0, 0]))),
        ("another type of name", record(body([0, 0, 0, 6, 0, 4, 1, 0, 1, 97]))),
        ("two names", record(body([0, 0, 0, 10, 0, 8, 0, 0, 1, 97, 0, 0, 1, 98]))),
        (
            "two lists",
            record(body([0, 0, 0, 6, 0, 4, 0, 0, 1, 97, 0, 0, 0, 6, 0, 4, 0, 0, 1, 97]))
        ),
        ("a zero in the name", record(body([0, 0, 0, 6, 0, 4, 0, 0, 1, 0]))),
        ("a name that is not ASCII", record(body([0, 0, 0, 6, 0, 4, 0, 0, 1, 0xe4]))),
    ])
    func `rejects malformed bytes`(what: String, bytes: [UInt8]) {
        #expect(PeekedClientHello.read(bytes) == .malformed, "\(what)")
    }
}
