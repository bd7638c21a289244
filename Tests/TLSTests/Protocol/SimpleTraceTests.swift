import Crypto
import Testing

@testable import TLS

/// RFC 8448 §3, byte for byte.
struct SimpleTraceTests {
    /// Uses the trace's ticket, extensions and signature, whose salt was random.
    private static func edit() throws -> Violation {
        let sealed = SimpleTrace.bytes(SimpleTrace.ticket)
        let protection = try RecordProtection(
            .aes128GCM,
            .newest,
            key: SimpleTrace.bytes(SimpleTrace.serverKey),
            vector: SimpleTrace.bytes(SimpleTrace.serverVector),
            seals: false
        )
        let opened = try protection.open(Array(sealed.dropFirst(5)), type: 23)
        let ticket = try #require(opened).content
        return Violation(
            "trace",
            about: "",
            gain: .nothing,
            rule: "",
            versions: [.v1_3],
            alert: nil
        ) {
            (script, _) throws(NoOccasion) in
            try script.edit(.encryptedExtensions) {
                $0.body = .bytes(SimpleTrace.bytes(SimpleTrace.encryptedExtensions))
            }
            try script.editProof {
                $0.signer = .literal(SimpleTrace.bytes(SimpleTrace.signature))
            }
            let body = Message(.newSessionTicket, .bytes(Array(ticket.dropFirst(4))))
            script.steps.append(.say(body))
        }
    }

    private static func feed(_ session: inout ScriptedSession, _ record: String) {
        SimpleTrace.bytes(record).withUnsafeBytes { session.receive($0) }
    }

    private static func output(_ session: inout ScriptedSession) -> [UInt8] {
        var bytes: [UInt8] = []
        session.takeOutput(into: &bytes)
        return bytes
    }

    @Test func `the server sends the same bytes as in the trace of RFC 8448`() throws {
        var settings = try Served.settings(.rsa1024)
        settings.chain = [SimpleTrace.bytes(SimpleTrace.certificate)]
        settings.schemes = [.rsaPSSSHA256]
        settings.draws = Draws(
            random: SimpleTrace.bytes(SimpleTrace.serverRandom),
            share: SimpleTrace.bytes(SimpleTrace.serverPrivate)
        )
        var session = ScriptedSession(settings, violations: [try Self.edit()])
        Self.feed(&session, SimpleTrace.clientHello)
        var progress = try session.handshake()
        #expect(progress == .wantsInput)
        let flight = SimpleTrace.bytes(SimpleTrace.serverHello + SimpleTrace.serverFlight)
        #expect(Self.output(&session) == flight)
        Self.feed(&session, SimpleTrace.clientFinished)
        progress = try session.handshake()
        #expect(progress == .done)
        #expect(Self.output(&session) == SimpleTrace.bytes(SimpleTrace.ticket))
        Self.feed(&session, SimpleTrace.clientData + SimpleTrace.clientAlert)
        var data: [UInt8] = []
        progress = try session.read(into: &data)
        #expect(data == (0..<50).map { UInt8($0) })
        try session.write(data)
        session.close()
        let last = SimpleTrace.bytes(SimpleTrace.serverData + SimpleTrace.serverAlert)
        #expect(Self.output(&session) == last)
        progress = try session.read(into: &data)
        #expect(progress == .closed)
    }
}
