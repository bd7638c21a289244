import Crypto

#if canImport(Musl)
    import Musl
#else
    import Glibc
#endif

/// A socket and, once TLS has started, the TLS session on it.
///
/// Use a connection only on the thread that runs its exchange.
package final class Connection {
    /// The maximum length of a stored request or answer, in bytes; tests need a few hundred bytes.
    static let longestText = ApplicationProtocol.longestMessage

    /// The result of an attempt to continue.
    package enum Progress: Hashable, Sendable {
        case done
        /// The connection cannot continue until the peer sends more.
        case waits
        /// The peer has gone or will send nothing more.
        case ended
    }

    /// The socket; nil after both sides have closed.
    private var socket: Socket?
    private var session: (any TLSEnd)?
    /// The packets that carry the handshake; nil if the handshake has no packets.
    private var envelope: PacketEnvelope?
    /// The plaintext bytes that came before TLS.
    package private(set) var preface: [UInt8] = []
    private var outgoing: [UInt8] = []
    /// Whether the peer will send nothing more.
    package private(set) var hasPeerEnded = false
    /// Whether the peer no longer reads, so that data to send is lost.
    package private(set) var isPeerGone = false
    private var hasFinished = false
    private var hasSaidEnd = false
    private let isOnLoopback: Bool
    private var hellos = HelloWatch()

    /// The maximum number of bytes of `preface` to store; later bytes are lost.
    package var longestPreface = longestText
    /// Whether the peer's bytes are read; false while a relay's other end is slow.
    package var takesInput = true

    /// The delay from the arrival of the peer's next bytes until they are read; nil for no delay.
    private var delay: Duration?
    /// The time at which a pause in reading ends; nil if no pause has started.
    private(set) var wakes: ContinuousClock.Instant?

    /// Makes a connection from a socket on which nothing was sent yet.
    ///
    /// If `isOnLoopback` is true, both sides may close abruptly: on loopback, everything sent has
    /// arrived.
    package init(_ socket: consuming Socket, isOnLoopback: Bool = true) {
        self.socket = consume socket
        self.isOnLoopback = isOnLoopback
    }

    /// The number of bytes that wait to be sent to the peer.
    package var unsent: Int { outgoing.count }

    /// The alert that the peer sent.
    package var peerAlert: TLSAlert? { session?.peerAlert.map(TLSAlert.init(rawValue:)) }

    /// Returns the ClientHello that the peer has sent since the last call; nil for none.
    func takeHello() -> SeenHello? { hellos.take() }

    /// The ClientHello that came before TLS started; nil while the ClientHello is incomplete.
    var helloInPlaintext: SeenHello? {
        var watch = HelloWatch()
        watch.receive(preface)
        return watch.take()
    }

    /// Whether this end's script has stopped, so that this end sends nothing more.
    var hasStopped: Bool { session?.hasStopped ?? false }

    /// Whether the peer has sent a heartbeat.
    var hasHeartbeat: Bool { session?.hasHeartbeat ?? false }

    /// Whether this end has sent its certificates.
    package var hasShownCertificates: Bool { session?.hasShownCertificates ?? false }

    /// Whether the peer has sent a client certificate.
    var hasClientCertificate: Bool { session?.hasClientCertificate ?? false }

    /// Whether the peer has requested a staple from this end.
    var wantsStaple: Bool { session?.wantsStaple ?? false }

    /// Whether the server's violations were possible on this connection; nil while that is unknown.
    var occasion: Occasion? { session?.occasion }

    package var hasBegunTLS: Bool { session != nil }

    /// The application protocol that both ends agreed on; nil for none.
    package var applicationProtocol: String? { session?.applicationProtocol }

    /// Whether the peer will send nothing more, and nothing waits to be sent.
    package var isOver: Bool { hasPeerEnded && outgoing.isEmpty }

    /// Starts TLS with this session, and passes the bytes that have already arrived to the session:
    /// first `taken`, then the preface.
    package func begin(_ session: consuming TLSSession, after taken: [UInt8] = []) {
        begin(LibsslEnd(session), after: taken)
    }

    /// Starts TLS with this end (`LibsslEnd` or `ScriptedEnd`), and passes the bytes that have
    /// already arrived to the end, after removing the packets of `envelope`.
    func begin(
        _ end: any TLSEnd,
        after taken: [UInt8] = [],
        inside envelope: PacketEnvelope? = nil
    ) {
        session = end
        self.envelope = envelope
        let first = unwrapped(taken + takePreface())
        hellos.receive(first)
        first.withUnsafeBytes { end.receive($0) }
    }

    /// Moves bytes between the socket and the session, without waiting.
    ///
    /// - Returns: whether any bytes moved.
    package func transfer() -> Bool {
        var hasMoved = flush()
        if let delay, hasInput { (self.delay, wakes) = (nil, .now + delay) }
        if let wakes, wakes <= .now { (takesInput, self.wakes) = (true, nil) }
        var incoming: [UInt8] = []
        while !hasPeerEnded, takesInput, incoming.count < 65_536 {
            switch socket?.read(into: &incoming) ?? .ended {
            case .bytes: hasMoved = true
            case .wouldBlock: return deliver(incoming) || hasMoved
            case .ended:
                hasPeerEnded = true
                hasMoved = true
                if hasSaidEnd { letGo() }
            }
        }
        return deliver(incoming) || hasMoved
    }

    /// Delays reading by this time, from the arrival of the peer's next bytes.
    func pause(for time: Duration) { (takesInput, delay) = (false, time) }

    /// Whether bytes of the peer, or the end of its bytes, are ready to be read.
    private var hasInput: Bool {
        var polled = pollfd(fd: socket?.descriptor ?? -1, events: Int16(POLLIN), revents: 0)
        return poll(&polled, 1, 0) == 1
    }

    private func deliver(_ incoming: [UInt8]) -> Bool {
        guard !incoming.isEmpty else { return false }
        if session == nil {
            preface += incoming.prefix(max(0, longestPreface - preface.count))
        } else if !hasFinished {
            // After close_notify, read and discard bytes, so that the peer can close.
            let records = unwrapped(incoming)
            hellos.receive(records)
            records.withUnsafeBytes { session?.receive($0) }
        }
        return true
    }

    private func unwrapped(_ bytes: [UInt8]) -> [UInt8] { envelope?.unwrap(bytes) ?? bytes }

    private func takeOutput() {
        guard let envelope else { return session?.takeOutput(into: &outgoing) ?? () }
        var records: [UInt8] = []
        session?.takeOutput(into: &records)
        outgoing += envelope.wrap(records)
    }

    private func flush() -> Bool {
        takeOutput()
        var sent = 0
        while sent < outgoing.count {
            switch socket?.write(outgoing[sent...]) ?? .ended {
            case .bytes(let count): sent += count
            case .wouldBlock:
                outgoing.removeFirst(sent)
                return sent > 0
            case .ended:
                outgoing.removeAll()
                isPeerGone = true
                sayEnd()
                return true
            }
        }
        outgoing.removeAll(keepingCapacity: true)
        if hasFinished { sayEnd() }
        return sent > 0
    }

    /// Sends plaintext, before TLS has started.
    package func sendPlain(_ text: String) {
        sendPlain(Array(text.utf8))
    }

    /// Sends bytes unchanged.
    package func sendPlain(_ bytes: [UInt8]) {
        outgoing += bytes
        _ = flush()
    }

    /// Removes and returns the plaintext that has come.
    package func takePreface() -> [UInt8] {
        defer { preface = [] }
        return preface
    }

    /// Removes and returns the plaintext up to and including the first empty line; nil if no empty
    /// line has come.
    ///
    /// The bytes after that line stay in `preface`.
    package func takeHead() -> [UInt8]? {
        guard let end = preface.endOfHead else { return nil }
        defer { preface.removeFirst(end) }
        return Array(preface[..<end])
    }

    /// Continues the handshake.
    ///
    /// - Throws: if the handshake can no longer succeed; the alert for the peer is sent.
    package func handshake() throws(TLSFailure) -> Progress {
        let progress: TLSSession.Progress
        do {
            progress = try session?.handshake() ?? .wantsInput
        } catch {
            finish()
            throw error
        }
        _ = flush()
        return came(progress)
    }

    /// Appends decrypted bytes to `bytes`.
    package func read(into bytes: inout [UInt8]) throws(TLSFailure) -> Progress {
        came(try session?.read(into: &bytes) ?? .wantsInput)
    }

    /// Reads everything available; returns true if the peer has ended.
    package func drain(into bytes: inout [UInt8]) throws(TLSFailure) -> Bool {
        while true {
            switch try read(into: &bytes) {
            case .done: continue
            case .waits: return false
            case .ended: return true
            }
        }
    }

    /// Encrypts and sends bytes; sends nothing for no bytes.
    package func write(_ bytes: [UInt8]) throws(TLSFailure) {
        guard !bytes.isEmpty else { return }
        try session?.write(bytes)
        _ = flush()
    }

    /// Sends close_notify without closing: more bytes can be sent after it.
    func sayCloseNotify() {
        session?.close()
        _ = flush()
    }

    /// Sends close_notify.
    package func close() {
        session?.close()
        finish()
    }

    /// Sends the remaining bytes and then shuts down sending.
    ///
    /// The connection still waits for the peer to close. Closing with unread bytes would reset the
    /// connection and could lose an alert.
    package func finish() {
        guard !hasFinished else { return }
        hasFinished = true
        _ = flush()
    }

    /// Closes or resets a connection whose script has stopped, or leaves it open.
    func stop(_ end: ServerFault.Stop) {
        switch end {
        case .close: finish()
        case .reset: reset()
        case .stall: break
        }
    }

    /// Resets the connection after everything was sent (RST, RFC 9293 §3.5.3).
    private func reset() {
        _ = flush()
        guard outgoing.isEmpty else { return }
        (hasFinished, hasSaidEnd, hasPeerEnded) = (true, true, true)
        socket?.forgetAtClose()
        socket = nil
    }

    private func sayEnd() {
        guard !hasSaidEnd else { return }
        hasSaidEnd = true
        if hasPeerEnded { letGo() } else { socket?.finishWriting() }
    }

    /// Closes the socket after both sides have ended.
    private func letGo() {
        if isOnLoopback { socket?.forgetAtClose() }
        socket = nil
    }

    /// The events to wait for; the kernel ignores descriptor -1.
    package var interest: pollfd {
        let isAwaited = (takesInput || delay != nil) && !hasPeerEnded
        // Leave out a connection that waits for nothing: the kernel would report the end of the
        // connection again and again.
        guard isAwaited || !outgoing.isEmpty else { return pollfd(fd: -1, events: 0, revents: 0) }
        let events = (isAwaited ? POLLIN : 0) | (outgoing.isEmpty ? 0 : POLLOUT)
        return pollfd(fd: socket?.descriptor ?? -1, events: Int16(events), revents: 0)
    }

    private func came(_ progress: TLSSession.Progress) -> Progress {
        switch progress {
        case .done: .done
        case .wantsInput: hasPeerEnded ? .ended : .waits
        case .closed: .ended
        }
    }
}
