import Crypto
import Testing

@testable import TLS

/// A client that answers a heartbeat with its memory is detected.
struct HeartbeatTests {
    @Test(arguments: [true, false])
    func `records and ignores a heartbeat`(isSent: Bool) throws {
        var settings = try Served.settings()
        settings.versions = .v1_2 ... .v1_2
        var offer = ClientOffer(draws: Served.clientDraws)
        offer.versions = .v1_2 ... .v1_2
        let violations = Violation.records.filter { isSent && $0.name == "heartbleed" }
        let omitted: Set<ClientCheck> = [.rule(.recordType)]
        var connection = try StrictConnection(
            settings,
            violations: violations,
            offer,
            without: omitted
        )
        // heartbeat_response with four bytes of memory, before the client's flight.
        let response: [UInt8] = [24, 3, 3, 0, 7, 2, 0, 4, 0x73, 0x65, 0x63, 0x72]
        connection.tamper = { flight, bytes in
            if isSent, flight == 1 { bytes = response + bytes }
        }
        let end = try connection.run()
        #expect(end.isAnswered, "\(end)")
        #expect(connection.server.hasHeartbeat == isSent)
    }
}
