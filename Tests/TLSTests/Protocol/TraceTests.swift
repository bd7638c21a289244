import Crypto
import Foundation
import Testing

@testable import TLS

/// A handshake of RFC 8448: its bytes, by their names in `Traces/RFC8448.txt`.
struct Trace {
    private var values: [String: [UInt8]] = [:]

    init(_ name: String) throws {
        let file = URL(filePath: #filePath).deletingLastPathComponent()
            .appending(path: "Traces/RFC8448.txt")
        let text = try String(contentsOf: file, encoding: .utf8)
        let sections = text.split(separator: "\n[").dropFirst()
        let section = try #require(sections.first { $0.hasPrefix("\(name)]\n") })
        var last = ""
        for line in section.split(separator: "\n").dropFirst() {
            if line.hasSuffix(" =") {
                last = String(line.dropLast(2))
            } else {
                values[last, default: []] += SimpleTrace.bytes(String(line.dropFirst(2)))
            }
        }
    }

    subscript(name: String) -> [UInt8] {
        get throws { try #require(values[name], "\(name)") }
    }

    /// Returns a server with the trace's random bytes.
    func settings(_ key: KeyAlgorithm = .rsa1024) throws -> ServerSettings {
        var settings = try Served.settings(key)
        settings.chain = [SimpleTrace.bytes(SimpleTrace.certificate)]
        settings.schemes = [key == .p256 ? .ecdsaSecp256r1SHA256 : .rsaPSSSHA256]
        settings.draws = Draws(random: try self["server-random"], share: try self["server-private"])
        return settings
    }

    /// Uses the trace's extensions and signature, whose salt was random.
    func edit(
        _ more: @escaping @Sendable (inout Script) throws(NoOccasion) -> Void = { _ in }
    ) throws -> Violation {
        let extensions = try self["encrypted-extensions"]
        let signature = values["signature"]
        return Violation(
            "trace",
            about: "",
            gain: .nothing,
            rule: "",
            versions: [.v1_3],
            alert: nil
        ) {
            (script, _) throws(NoOccasion) in
            try script.edit(.encryptedExtensions) { $0.body = .bytes(extensions) }
            if let signature { try script.editProof { $0.signer = .literal(signature) } }
            try more(&script)
        }
    }
}

/// RFC 8448 §4 to §7, byte for byte.
struct TraceTests {
    private static func hear(_ session: inout ScriptedSession, _ bytes: [UInt8]) {
        bytes.withUnsafeBytes { session.receive($0) }
    }

    private static func output(_ session: inout ScriptedSession) -> [UInt8] {
        var bytes: [UInt8] = []
        session.takeOutput(into: &bytes)
        return bytes
    }

    /// Runs the session from the answered hello to the close_notify of both ends.
    private static func finish(_ session: inout ScriptedSession, _ trace: Trace) throws {
        var progress = try session.handshake()
        #expect(progress == .wantsInput)
        #expect(output(&session) == (try trace["server-hello"] + trace["server-flight"]))
        hear(&session, try trace["client-finished"])
        progress = try session.handshake()
        #expect(progress == .done)
        #expect(output(&session) == [])
        hear(&session, try trace["client-alert"])
        var data: [UInt8] = []
        progress = try session.read(into: &data)
        #expect(progress == .closed)
        session.close()
        #expect(output(&session) == (try trace["server-alert"]))
    }

    @Test func `a resumed session with early data equals the trace of RFC 8448`() throws {
        let trace = try Trace("resumption")
        let session = KeptSession(suite: 0x1301, secret: try trace["psk"])
        let edit = try trace.edit { (script) throws(NoOccasion) in try script.resume(session) }
        var server = ScriptedSession(try trace.settings(), violations: [edit])
        Self.hear(&server, try trace["client-hello"] + trace["early-data"])
        var progress = try server.handshake()
        #expect(progress == .wantsInput)
        #expect(Self.output(&server) == (try trace["server-hello"] + trace["server-flight"]))
        Self.hear(&server, try trace["client-finished"])
        progress = try server.handshake()
        #expect(progress == .done)
        Self.hear(&server, try trace["client-data"] + trace["client-alert"])
        var data: [UInt8] = []
        while try server.read(into: &data) == .done {}
        let sent = (0..<50).map { UInt8($0) }
        #expect(data == Array("ABCDEF".utf8) + sent)
        try server.write(sent)
        server.close()
        #expect(Self.output(&server) == (try trace["server-data"] + trace["server-alert"]))
    }

    @Test func `a retry with a cookie equals the trace of RFC 8448`() throws {
        let trace = try Trace("retry")
        var settings = try trace.settings()
        settings.groups = [.secp256r1]
        let cookie = try Extension(Extension.cookie, trace["cookie"])
        let edit = try trace.edit { (script) throws(NoOccasion) in
            try script.edit(.serverHello) {
                guard case .serverHello(var hello) = $0.body else { return }
                hello.extensions?.insert(cookie, at: 1)
                $0.body = .serverHello(hello)
            }
        }
        var session = ScriptedSession(settings, violations: [edit])
        Self.hear(&session, try trace["client-hello"])
        let progress = try session.handshake()
        #expect(progress == .wantsInput)
        #expect(Self.output(&session) == (try trace["server-retry"]))
        Self.hear(&session, try trace["second-hello"])
        try Self.finish(&session, trace)
    }

    @Test func `a handshake with a client certificate equals the trace of RFC 8448`() throws {
        let trace = try Trace("client-authentication")
        var settings = try trace.settings(.p256)
        settings.chain = [try trace["certificate"]]
        settings.schemes.append(.rsaPSSSHA256)
        settings.requiresClientCertificate = true
        let request = try trace["certificate-request"]
        let edit = try trace.edit { (script) throws(NoOccasion) in
            try script.edit(.certificateRequest) { $0.body = .bytes(request) }
        }
        var session = ScriptedSession(settings, violations: [edit])
        Self.hear(&session, try trace["client-hello"])
        try Self.finish(&session, trace)
        let count = session.clientCertificates.count
        #expect(count == 1)
    }

    @Test func `a handshake in middlebox compatibility mode equals the trace of RFC 8448`() throws {
        let trace = try Trace("compatibility")
        var session = ScriptedSession(try trace.settings(), violations: [try trace.edit()])
        Self.hear(&session, try trace["client-hello"])
        try Self.finish(&session, trace)
    }
}

extension Script {
    /// Resumes a session whose ticket is another server's, and accepts its early data.
    fileprivate mutating func resume(_ session: KeptSession) throws(NoOccasion) {
        var session = session
        session.earlyData = 1_024
        (resumption, earlySession) = (ResumedSession(ticket: [], session), session)
        // The trace has this extension first.
        try editHello { (hello) throws(NoOccasion) in
            hello.extensions?.insert(.preSharedKey(at: 0), at: 0)
        }
        try drop(.certificate)
        try drop(.certificateVerify)
        guard let start = steps.firstIndex(of: .reads(under: .handshake)),
            let end = steps.firstIndex(of: .expect(.finished))
        else { throw .noStep }
        steps.insert(contentsOf: [.expect(.endOfEarlyData), .reads(under: .handshake)], at: end)
        steps[start] = .reads(under: .early)
    }
}
