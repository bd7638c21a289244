import Crypto
import ScenarioFormat
import TLS
import X509

/// libssl's client in this process; two buffers of bytes, not a socket, connect it to Hatpin's
/// server.
///
/// The client accepts any certificate, so that the oracle only judges handshakes. The oracle
/// accepts a setup if the handshake completes, because the client then sends its request.
package final class LibsslOracle: ChainOracle {
    package let name = "libssl " + ChainVerification.fullVersion

    private let context: TLSContext
    private let servers: HandshakeServers
    private let memory: MemoryMark
    private let number = CaseNote.number()

    /// - Parameters:
    ///   - now: the time at which setups are forged.
    ///   - memory: the limit in bytes above which memory growth is a finding.
    /// - Throws: an error if TLS cannot be set up.
    package init(at now: Instant = ForgedSetup.now, memory: Int = MemoryMark.limit) throws {
        context = try TLSContext.client()
        servers = HandshakeServers(at: now)
        self.memory = MemoryMark(limit: memory)
    }

    package func verdicts(on setups: [ForgedSetup]) async -> [ChainVerdict] {
        CaseNote.begin()
        return setups.map { verdict(on: $0.setup, number: $0.number) }
    }

    private func verdict(on setup: Setup, number case: UInt64?) -> ChainVerdict {
        CaseNote.set(number, `case`)
        defer { CaseNote.set(number, nil) }
        do {
            let violations = setup.handshake.compactMap(Violation.named)
            let settings = try servers.settings(of: setup, violations)
            let verdict = try LibsslConnection.verdict(context, settings, violations)
            return memory.growth().map { .failed("memory grows by \($0 >> 20) MB") } ?? verdict
        } catch {
            return .failed("\(error)")
        }
    }
}

/// One connection of libssl's client to Hatpin's server.
private struct LibsslConnection: ~Copyable {
    private static let request = Array("GET / HTTP/1.1\r\n\r\n".utf8)
    private static let answer = Array("HTTP/1.1 200 OK\r\n\r\n".utf8)
    /// The limit on exchanges between client and server, far more than a retry, a request and its
    /// response need.
    private static let rounds = 64

    private var client: TLSSession
    private var server: ScriptedSession
    private var (received, returned): ([UInt8], [UInt8]) = ([], [])
    private var (isDone, isServing, hasAnswered) = (false, false, false)
    private var (hasFailed, hasStopped) = (false, false)

    static func verdict(
        _ context: TLSContext,
        _ settings: ServerSettings,
        _ violations: [Violation]
    ) throws(OpenSSLError) -> ChainVerdict {
        var connection = try LibsslConnection(context, settings, violations)
        return connection.run()
    }

    private init(
        _ context: TLSContext,
        _ settings: ServerSettings,
        _ violations: [Violation]
    ) throws(OpenSSLError) {
        client = try TLSSession.connecting(
            context,
            serverName: "www.example.test",
            offer: TLSOffer(versions: .v1_2 ... .v1_3),
            asksAtOnce: true
        ) { _ in .proceed }
        server = ScriptedSession(settings, violations: violations)
    }

    private mutating func run() -> ChainVerdict {
        var isOver = false
        for _ in 0..<Self.rounds where !isOver {
            moveClient()
            var sent: [UInt8] = []
            client.takeOutput(into: &sent)
            sent.withUnsafeBytes { server.receive($0) }
            moveServer()
            var answer: [UInt8] = []
            server.takeOutput(into: &answer)
            answer.withUnsafeBytes { client.receive($0) }
            isOver = sent.isEmpty && answer.isEmpty
        }
        guard isOver else { return .failed("the conversation does not end") }
        guard server.notApplicable.isEmpty, server.script != nil else { return .none }
        if isDone { return .accept }
        guard !hasFailed else {
            return .reject(server.peerAlert.map { "alert \($0)" } ?? "no alert")
        }
        client.endInput()
        moveClient()
        return hasFailed ? .reject("waits") : .failed("waits after the end of its input")
    }

    private mutating func moveClient() {
        guard !hasFailed else { return }
        do throws(TLSFailure) {
            if !isDone {
                switch try client.handshake() {
                case .wantsInput: return
                case .closed:
                    hasFailed = true
                    return
                case .done:
                    isDone = true
                    try client.write(Self.request)
                }
            }
            while try client.read(into: &returned) == .done {}
        } catch {
            hasFailed = true
        }
    }

    private mutating func moveServer() {
        guard !hasStopped else { return }
        do throws(ProtocolFailure) {
            if !isServing { isServing = try server.handshake() == .done }
            guard isServing else { return }
            while try server.read(into: &received) == .done {}
            guard received == Self.request, !hasAnswered else { return }
            hasAnswered = true
            try server.write(Self.answer)
            server.close()
        } catch {
            hasStopped = true
        }
    }
}
