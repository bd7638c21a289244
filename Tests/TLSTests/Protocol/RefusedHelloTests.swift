import Crypto
import Testing

@testable import TLS

/// Hellos that end the handshake with an honest server.
struct RefusedHelloTests {
    /// A client that fell back to TLS 1.2.
    struct Fallback: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let newest: TLSVersion
        let saysSo: Bool
        let failure: ProtocolFailure?
    }

    /// RFC 7507 §3.
    @Test(arguments: [
        Fallback(
            testDescription: "the server supports a newer version",
            newest: .v1_3,
            saysSo: true,
            failure: .fallback
        ),
        Fallback(
            testDescription: "the server supports no newer version",
            newest: .v1_2,
            saysSo: true,
            failure: nil
        ),
        Fallback(testDescription: "unsaid", newest: .v1_3, saysSo: false, failure: nil),
    ])
    func `rejects TLS_FALLBACK_SCSV below its newest version`(_ example: Fallback) throws {
        var settings = try Served.settings()
        settings.versions = .v1_2...example.newest
        var offer = ClientOffer(draws: Served.clientDraws)
        offer.versions = .v1_2 ... .v1_2
        if example.saysSo { offer.suites.append(0x5600) }
        var connection = try StrictConnection(settings, offer)
        let end = try connection.run()
        #expect(end.failure == example.failure)
        #expect(end.isAnswered == (example.failure == nil), "\(end)")
    }

    /// Returns the offer of a client with a session of this server.
    private static func offer(resuming settings: ServerSettings) throws -> ClientOffer {
        var offer = ClientOffer(draws: Served.clientDraws)
        offer.resumes = true
        var first = try StrictConnection(settings, offer)
        #expect(try first.run().isAnswered)
        offer.sessions = first.client.sessions
        return offer
    }

    /// RFC 8446 §4.2.11: no other session is tried, and no full handshake follows.
    @Test(arguments: [false, true])
    func `a session with a wrong binder ends the handshake`(isTampered: Bool) throws {
        var settings = try Served.settings()
        settings.tickets = Served.tickets
        var second = try StrictConnection(settings, Self.offer(resuming: settings))
        // The last byte belongs to the last binder.
        second.tamper = { flight, bytes in
            if isTampered, flight == 0 { bytes[bytes.endIndex - 1] ^= 1 }
        }
        let end = try second.run()
        #expect(end.failure == (isTampered ? .binder : nil))
        #expect(end.isAnswered == !isTampered, "\(end)")
        let isResumed = second.server.script?.resumption != nil
        #expect(isResumed == !isTampered)
    }

    /// RFC 8446 §4.2.11.
    @Test(arguments: [[], [Extension.earlyData]])
    func `rejects an extension after pre_shared_key`(types: [UInt16]) {
        let list = ([Extension.preSharedKey] + types).map { Extension($0) }
        let body = [3, 3] + [UInt8](repeating: 7, count: 32) + [0, 0, 2, 0x13, 1, 1, 0]
        let message = HandshakeType.clientHello.message(body + list.encoded)
        var failure: ProtocolFailure?
        do throws(ProtocolFailure) { _ = try ClientHello(message) } catch { failure = error }
        #expect(failure == (types.isEmpty ? nil : .preSharedKeyNotLast))
    }

    /// RFC 6066 §3: the session already has the name.
    @Test func `in TLS 1.2, the server confirms the server name only in a full handshake`() throws {
        var settings = try Served.settings()
        settings.versions = .v1_2 ... .v1_2
        settings.tickets = Served.tickets
        let offers = [
            ClientOffer(draws: Served.clientDraws), try Self.offer(resuming: settings),
        ]
        for (offer, isResumed) in zip(offers, [false, true]) {
            var connection = try StrictConnection(settings, offer)
            #expect(try connection.run().isAnswered)
            let played = connection.server.script
            let script = try #require(played)
            #expect((script.resumption != nil) == isResumed)
            #expect(script.confirmsName == !isResumed)
        }
    }
}

extension Script {
    /// Whether its ServerHello contains server_name.
    fileprivate var confirmsName: Bool {
        steps.contains { step in
            guard case .say(let message) = step, case .serverHello(let hello) = message.body else {
                return false
            }
            return hello.extensions?.contains { $0.type == Extension.serverName } ?? false
        }
    }
}
