import Crypto

/// An in-memory connection between the strict client and the engine's server.
package struct StrictConnection: ~Copyable {
    /// The result of the connection.
    package struct End: Sendable {
        /// Whether the client's request arrived and the answer came back.
        package var isAnswered = false
        /// The reason why the client refused; nil if the client only waits.
        package var refusal: Refusal?
        /// The server's failure.
        package var failure: ProtocolFailure?
    }

    package private(set) var client: StrictClient
    package private(set) var server: ScriptedSession
    private var end = End()
    private var (received, returned): ([UInt8], [UInt8]) = ([], [])
    /// A function that changes the bytes sent to the server; its first argument is the number of
    /// the flight.
    package var tamper: ((Int, inout [UInt8]) -> Void)?
    private var (isClientDone, isServerDone, hasAnswered) = (false, false, false)

    package init(
        _ settings: ServerSettings,
        violations: [Violation] = [],
        _ offer: ClientOffer,
        without omitted: Set<ClientCheck> = []
    ) throws {
        client = try StrictClient(offer, without: omitted)
        server = ScriptedSession(settings, violations: violations)
    }

    package static let request = Array("GET / HTTP/1.1\r\n\r\n".utf8)
    /// The server's answer, which is longer than a record.
    private static let answer = [UInt8](repeating: 0x61, count: 20_000)

    /// Runs the handshake, a request, an answer and close_notify.
    package mutating func run() throws -> End {
        // A retry of a retry takes four round trips; request and answer take one more.
        for flight in 0..<8 {
            try moveClient()
            var toServer = client.takeOutput()
            tamper?(flight, &toServer)
            toServer.withUnsafeBytes { server.receive($0) }
            moveServer()
            var toClient: [UInt8] = []
            server.takeOutput(into: &toClient)
            client.receive(toClient)
            if toServer.isEmpty, toClient.isEmpty { break }
        }
        end.isAnswered = returned == Self.answer
        return end
    }

    private mutating func moveClient() throws {
        guard end.refusal == nil else { return }
        do throws(Refusal) {
            let isDone = try client.advance(into: &returned)
            guard isDone, !isClientDone else { return }
            isClientDone = true
        } catch {
            end.refusal = error
            return
        }
        let rest = Array(Self.request.dropFirst(client.earlyDataTaken))
        if !rest.isEmpty { try client.write(rest) }
    }

    private mutating func moveServer() {
        do throws(ProtocolFailure) {
            if !isServerDone { isServerDone = try server.handshake() == .done }
            if isServerDone { while try server.read(into: &received) == .done {} }
            guard received == Self.request, !hasAnswered else { return }
            hasAnswered = true
            try server.write(Self.answer)
            server.close()
        } catch {
            end.failure = error
        }
    }
}
