import Crypto
import Testing

@testable import TLS

/// The reader of a ClientHello accepts or rejects any bytes, and never traps.
struct ClientHelloTests {
    private static func hello() throws -> ClientHello {
        var connection = try LibsslClient(Served.settings())
        _ = connection.run()
        let hello = connection.server.hello
        return try #require(hello)
    }

    @Test func `never traps on a truncated or changed hello`() throws {
        let bytes = try Self.hello().bytes
        for index in bytes.indices {
            #expect(throws: ProtocolFailure.self) { try ClientHello(Array(bytes[..<index])) }
            for byte: UInt8 in [0, 0xff, bytes[index] &+ 1] {
                var changed = bytes
                changed[index] = byte
                let read = try? ClientHello(changed)
                #expect(read == nil || read?.bytes == changed)
            }
        }
    }

    @Test func `rejects a hello with a byte after its end`() throws {
        let bytes = try Self.hello().bytes
        #expect(throws: ProtocolFailure.malformed(message: 1)) { try ClientHello(bytes + [0]) }
    }

    @Test func `a stream of one repeated byte ends in an error`() throws {
        for first: UInt8 in 0...255 {
            var session = ScriptedSession(try Served.settings())
            [UInt8](repeating: first, count: 70_000).withUnsafeBytes { session.receive($0) }
            var failure: ProtocolFailure?
            do throws(ProtocolFailure) {
                _ = try session.handshake()
            } catch {
                failure = error
            }
            #expect(failure != nil, "\(first)")
        }
    }
}
