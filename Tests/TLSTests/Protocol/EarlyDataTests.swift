import Crypto
import Synchronization
import Testing

@testable import TLS

/// Early data, which the server accepts, rejects or skips.
struct EarlyDataTests {
    private static func settings(_ limit: UInt32 = 1_024) throws -> ServerSettings {
        var settings = try Served.settings()
        settings.tickets = Served.tickets
        settings.tickets?.earlyData = limit
        settings.chooseProtocol = { $0.first }
        return settings
    }

    private static func offer(_ settings: ServerSettings) throws -> ClientOffer {
        var offer = ClientOffer(draws: Served.clientDraws)
        offer.resumes = true
        var first = try StrictConnection(settings, offer)
        #expect(try first.run().isAnswered)
        offer.sessions = first.client.sessions
        offer.earlyData = Array(StrictConnection.request.prefix(9))
        return offer
    }

    @Test(arguments: EngineSuite.all.filter { $0.keyExchange == .unstated })
    func `accepts early data`(suite: EngineSuite) throws {
        var settings = try Self.settings()
        settings.suites = [suite]
        var connection = try StrictConnection(settings, Self.offer(settings))
        let end = try connection.run()
        #expect(end.isAnswered, "\(suite.name): \(end)")
        let (taken, hasCome) = (connection.client.earlyDataTaken, connection.server.hasEarlyData)
        #expect(taken == 9 && hasCome)
        let secrets = (connection.client.log, connection.server.secrets)
        #expect(secrets.0 == secrets.1)
    }

    /// The reasons why an honest server accepts no early data and still answers.
    enum Reason: CaseIterable {
        case wantsNone, otherKey, otherSuite, otherDigest, otherProtocol, retry
    }

    @Test(arguments: Reason.allCases)
    func `skips early data`(reason: Reason) throws {
        var settings = try Self.settings()
        let offer = try Self.offer(settings)
        switch reason {
        case .wantsNone: settings.tickets?.earlyData = nil
        case .otherKey: settings.tickets?.key = [UInt8](repeating: 1, count: 32)
        case .otherSuite: settings.suites.removeAll { $0.code == 0x1301 || $0.code == 0x1302 }
        case .otherDigest: settings.suites.removeAll { $0.code == 0x1301 || $0.code == 0x1303 }
        case .otherProtocol: settings.chooseProtocol = { $0.last }
        case .retry: settings.groups = [.secp384r1]
        }
        var connection = try StrictConnection(settings, offer)
        let end = try connection.run()
        #expect(end.isAnswered, "\(reason): \(end)")
        let (taken, hasCome) = (connection.client.earlyDataTaken, connection.server.hasEarlyData)
        #expect(taken == 0 && hasCome)
    }

    @Test func `the server ends a connection with more early data than the ticket allows`() throws {
        let settings = try Self.settings(8)
        let offer = try Self.offer(settings)
        var connection = try StrictConnection(
            settings,
            offer,
            without: [.rule(.earlyDataLimit)]
        )
        let end = try connection.run()
        #expect(end.failure == .unexpected(type: ContentType.applicationData))
    }

    /// Records that no key opens are skipped up to a limit; beyond it, the connection ends.
    @Test func `the server skips rejected early data only up to the limit`() throws {
        let settings = try Self.settings()
        let offer = try Self.offer(settings)
        var other = settings
        other.tickets?.key = [UInt8](repeating: 1, count: 32)
        var connection = try StrictConnection(other, offer)
        let record: [UInt8] = [23, 3, 3, 0x10, 0] + [UInt8](repeating: 7, count: 0x1000)
        connection.tamper = { flight, bytes in
            guard flight == 0 else { return }
            for _ in 0..<9 { bytes += record }
        }
        #expect(try connection.run().failure == .undecryptable)
    }

    @Test(arguments: [true, false])
    func `libssl sends early data`(isTaken: Bool) throws {
        var settings = try Self.settings()
        var first = try LibsslClient(settings)
        #expect(first.run().isAnswered)
        if !isTaken { settings.tickets?.earlyData = nil }
        var second = try LibsslClient(settings, session: first.session, sendsEarlyData: true)
        let end = second.run()
        #expect(end.isAnswered, "\(end)")
        let (wasTaken, hasCome) = (second.isEarlyDataTaken, second.server.hasEarlyData)
        #expect(wasTaken == isTaken && hasCome)
        let lines = LibsslClient.keyLog.withLock { $0 }
        #expect(second.logged.filter { !lines.contains($0) } == [])
    }
}
