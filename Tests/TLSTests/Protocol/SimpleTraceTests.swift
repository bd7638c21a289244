import Crypto
import Testing

@testable import TLS

/// RFC 8448 §3, byte for byte.
struct SimpleTraceTests {
    /// The trace's own ticket and extensions, and its signature, whose salt was random.
    private static func edit() throws -> Deviation {
        let sealed = SimpleTrace.octets(SimpleTrace.ticket)
        let protection = try RecordProtection(
            .aes128GCM,
            .newest,
            key: SimpleTrace.octets(SimpleTrace.serverKey),
            vector: SimpleTrace.octets(SimpleTrace.serverVector),
            seals: false
        )
        let opened = try protection.open(Array(sealed.dropFirst(5)), type: 23)
        let ticket = try #require(opened).content
        return Deviation(
            "trace",
            about: "",
            gain: .nothing,
            rule: "",
            versions: [.v1_3],
            alert: nil
        ) {
            (script, _) throws(NoOccasion) in
            try script.edit(.encryptedExtensions) {
                $0.body = .octets(SimpleTrace.octets(SimpleTrace.encryptedExtensions))
            }
            try script.editProof {
                $0.signer = .literal(SimpleTrace.octets(SimpleTrace.signature))
            }
            let body = Message(.newSessionTicket, .octets(Array(ticket.dropFirst(4))))
            script.steps.append(.say(body))
        }
    }

    private static func feed(_ session: inout ScriptedSession, _ record: String) {
        SimpleTrace.octets(record).withUnsafeBytes { session.receive($0) }
    }

    private static func output(_ session: inout ScriptedSession) -> [UInt8] {
        var bytes: [UInt8] = []
        session.takeOutput(into: &bytes)
        return bytes
    }

    @Test func `the server's side is the trace's`() throws {
        var settings = try Served.settings(.rsa1024)
        settings.chain = [SimpleTrace.octets(SimpleTrace.certificate)]
        settings.schemes = [.rsaPSSSHA256]
        settings.draws = Draws(
            random: SimpleTrace.octets(SimpleTrace.serverRandom),
            share: SimpleTrace.octets(SimpleTrace.serverPrivate)
        )
        var session = ScriptedSession(settings, deviations: [try Self.edit()])
        Self.feed(&session, SimpleTrace.clientHello)
        var progress = try session.handshake()
        #expect(progress == .wantsInput)
        let flight = SimpleTrace.octets(SimpleTrace.serverHello + SimpleTrace.serverFlight)
        #expect(Self.output(&session) == flight)
        Self.feed(&session, SimpleTrace.clientFinished)
        progress = try session.handshake()
        #expect(progress == .done)
        #expect(Self.output(&session) == SimpleTrace.octets(SimpleTrace.ticket))
        Self.feed(&session, SimpleTrace.clientData + SimpleTrace.clientAlert)
        var data: [UInt8] = []
        progress = try session.read(into: &data)
        #expect(data == (0..<50).map { UInt8($0) })
        try session.write(data)
        session.close()
        let last = SimpleTrace.octets(SimpleTrace.serverData + SimpleTrace.serverAlert)
        #expect(Self.output(&session) == last)
        progress = try session.read(into: &data)
        #expect(progress == .closed)
    }
}
