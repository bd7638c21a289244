import OpenSSL
import Testing

@testable import Interception
@testable import Wire

/// The server's name in a client's first bytes.
struct ClientHelloTests {
    private func hello(_ name: String?) throws -> [UInt8] {
        var session = try Loopback().fetching(serverName: name) { _ in }
        _ = try session.handshake()
        var bytes: [UInt8] = []
        session.takeOutput(into: &bytes)
        return bytes
    }

    @Test func `is read once all has come`() throws {
        let bytes = try hello("WWW.example.test")
        #expect(ClientHello(bytes) == .named("www.example.test"))
        #expect(ClientHello(bytes + [22, 3, 3]) == .named("www.example.test"))
        for count in bytes.indices {
            #expect(ClientHello(Array(bytes[..<count])) == .incomplete, "\(count)")
        }
    }

    @Test func `is read over several records`() throws {
        let bytes = try hello("www.example.test")
        let message = bytes.dropFirst(5)
        var records: [UInt8] = []
        for part in [message.prefix(100), message.dropFirst(100)] {
            records += [22, 3, 1, UInt8(part.count >> 8), UInt8(part.count & 0xff)]
            records += part
        }
        #expect(ClientHello(records) == .named("www.example.test"))
    }

    @Test func `may be missing`() throws {
        #expect(ClientHello(try hello(nil)) == .unnamed)
        #expect(ClientHello(Array("EHLO a.test\r\n".utf8)) == .unnamed)
        #expect(ClientHello([22, 3, 1, 0, 4, 2, 0, 0, 0]) == .unnamed)
        #expect(ClientHello([22] + [UInt8](repeating: 0xff, count: 9_000)) == .unnamed)
    }

    @Test func `no bytes of it trap`() throws {
        let bytes = try hello("www.example.test")
        for place in bytes.indices {
            for value: UInt8 in [0, 1, 0x7f, 0xff] {
                var changed = bytes
                changed[place] = value
                _ = ClientHello(changed)
            }
        }
    }
}
