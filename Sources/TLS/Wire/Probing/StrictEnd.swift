import Crypto

/// The client's end of TLS that uses our own engine.
final class StrictEnd: TLSEnd {
    private(set) var client: StrictClient
    private var pending: [UInt8] = []
    private var isDone = false
    /// Whether the server has closed the connection during the handshake.
    private var hasClosedEarly = false

    init(_ client: StrictClient) { self.client = client }

    func receive(_ bytes: UnsafeRawBufferPointer) { client.receive(Array(bytes)) }

    func takeOutput(into bytes: inout [UInt8]) { bytes += client.takeOutput() }

    func handshake() throws(TLSFailure) -> TLSSession.Progress {
        try advance()
        return isDone ? .done : hasClosedEarly ? .closed : .wantsInput
    }

    func read(into bytes: inout [UInt8]) throws(TLSFailure) -> TLSSession.Progress {
        try advance()
        guard pending.isEmpty else {
            bytes += pending
            pending = []
            return .done
        }
        return client.hasClosed ? .closed : .wantsInput
    }

    func write(_ bytes: [UInt8]) throws(TLSFailure) {
        do { try client.write(bytes) } catch { throw TLSFailure(Refusal(nil, 80)) }
    }

    func close() {
        // An alert that cannot be sent changes no verdict.
        try? client.send([1, 0], type: ContentType.alert)
    }

    private func advance() throws(TLSFailure) {
        do throws(Refusal) {
            isDone = try client.advance(into: &pending)
        } catch {
            hasClosedEarly = error.check == .rule(.alertEnds) && client.serverAlert == nil
            if hasClosedEarly { return }
            throw client.serverAlert.map { TLSFailure(alert: $0) } ?? TLSFailure(error)
        }
    }

    var peerAlert: UInt8? { client.serverAlert }
    var applicationProtocol: String? { client.applicationProtocol }
    // What only a server's end observes.
    var hasStopped: Bool { false }
    var hasHeartbeat: Bool { false }
    var hasShownCertificates: Bool { false }
    var hasClientCertificate: Bool { false }
    var wantsStaple: Bool { false }
    var occasion: Occasion? { nil }
}

extension TLSFailure {
    fileprivate init(_ refusal: Refusal) {
        let text = refusal.check.map { "the check \($0)" } ?? "unreadable"
        self.init(cause: .other, error: OpenSSLError(function: "TLSClient", queue: [text]))
    }

    fileprivate init(alert: UInt8) {
        let name = TLSAlert(rawValue: alert).name
        self.init(cause: .alert(alert), error: OpenSSLError(function: "TLSClient", queue: [name]))
    }
}
