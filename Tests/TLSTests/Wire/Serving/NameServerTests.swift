import Crypto
import Testing

@testable import TLS

/// Queries to a name server on loopback, over UDP and TCP.
struct NameServerTests {
    private static let question: [UInt8] =
        [0x12, 0x34, 1, 0, 0, 1, 0, 0, 0, 0, 0, 0]
        + Array("\u{3}www\u{7}example\u{4}test\u{0}".utf8)
        + [0, 1, 0, 1]

    /// Opens a server on a port that the kernel chooses: the real port needs the run's own network.
    private static func server() throws -> NameServer {
        var zone = DNSZone()
        let host = try #require(DNSName("www.example.test"))
        zone.addresses[host] = [127, 0, 0, 1]
        return try NameServer(zone, of: 25, on: NetworkAddress([127, 0, 0, 1], port: 0))
    }

    @Test func `answers over UDP`() throws {
        let server = try Self.server()
        let client = try DatagramSocket.bound(to: NetworkAddress([127, 0, 0, 1], port: 0))
        client.send([0], to: server.address)
        client.send(Self.question, to: server.address)
        var answer: [UInt8]?
        for _ in 0..<1_000_000 where answer == nil {
            _ = try server.advance()
            answer = client.received()?.bytes
        }
        #expect(answer?.suffix(4) == [127, 0, 0, 1])
        #expect(answer?.prefix(2) == [0x12, 0x34])
        #expect(server.questions == 2)
    }

    @Test(arguments: [1, 7, 1_000])
    func `answers over TCP, in pieces of any size`(size: Int) throws {
        let server = try Self.server()
        let client = Connection(try Socket.connecting(to: server.address))
        let framed = [0, UInt8(Self.question.count)] + Self.question
        var rest = (framed + framed)[...]
        for _ in 0..<1_000_000 where client.preface.count < 100 {
            if !rest.isEmpty {
                client.sendPlain(Array(rest.prefix(size)))
                rest = rest.dropFirst(size)
            }
            _ = try server.advance()
            _ = client.transfer()
        }
        let length = 2 + Self.question.count + 16
        #expect(client.preface.count == 2 * length)
        #expect(client.preface.suffix(4) == [127, 0, 0, 1])
        #expect(client.preface.prefix(length) == client.preface.suffix(length))
        #expect(server.questions == 2)
        client.finish()
    }

    @Test func `answers the longest message, and closes after an empty message`() throws {
        let server = try Self.server()
        let client = Connection(try Socket.connecting(to: server.address))
        let long = Self.question + [UInt8](repeating: 0, count: 0xffff - Self.question.count)
        client.sendPlain([0xff, 0xff] + long + [0, 0])
        for _ in 0..<1_000_000 where !client.hasPeerEnded {
            _ = try server.advance()
            _ = client.transfer()
        }
        // The answer is only a header with the response code FORMERR.
        #expect(client.preface.prefix(6) == [0, 12, 0x12, 0x34, 0x81, 0x81])
        #expect(client.preface.count == 14)
        client.finish()
    }
}
