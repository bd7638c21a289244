import Crypto

#if canImport(Musl)
    import Musl
#else
    import Glibc
#endif

/// A socket and, once it has begun, the TLS session on it.
///
/// Belongs to the thread that runs its exchange.
package final class Connection {
    /// The longest request, answer or CONNECT that is kept, in bytes; ours have a few hundred.
    static let longestText = 16_384

    /// The result of an attempt to go on.
    package enum Progress: Hashable, Sendable {
        case done
        /// Nothing more can be done before the peer says more.
        case waits
        /// The peer is gone or will say nothing more.
        case ended
    }

    /// Nil once both sides have said all.
    private var socket: Socket?
    private var session: (any TLSEnd)?
    /// Plain text that came before TLS began.
    package private(set) var preface: [UInt8] = []
    private var outgoing: [UInt8] = []
    /// Whether the peer will say nothing more.
    package private(set) var hasPeerEnded = false
    /// Whether the peer takes nothing more: what was to be sent is lost.
    package private(set) var isPeerGone = false
    private var hasFinished = false
    private var hasSaidEnd = false
    private let isOnLoopback: Bool
    private var hellos = HelloWatch()

    /// The bytes of `preface` that are kept; those beyond are lost.
    package var longestPreface = longestText
    /// Whether bytes of the peer are read; a relay waits where its other end is slow.
    package var takesInput = true

    /// How long nothing is read once the peer's next bytes have come; nil for no such pause.
    private var delay: Duration?
    /// When bytes of the peer are read again, after a pause; nil without one.
    private(set) var wakes: ContinuousClock.Instant?

    /// A connection on which nothing was said yet.
    ///
    /// On loopback the end of both sides may be abrupt, since all that was sent has arrived.
    package init(_ socket: consuming Socket, isOnLoopback: Bool = true) {
        self.socket = consume socket
        self.isOnLoopback = isOnLoopback
    }

    /// The bytes that wait until the peer takes them.
    package var unsent: Int { outgoing.count }

    /// The alert that the peer sent.
    package var peerAlert: TLSAlert? { session?.peerAlert.map(TLSAlert.init(rawValue:)) }

    /// The ClientHello that the peer has sent since this was asked last; nil for none.
    func takeHello() -> SeenHello? { hellos.take() }

    /// The ClientHello that has come before TLS began; nil while it is not whole.
    var helloInPlaintext: SeenHello? {
        var watch = HelloWatch()
        watch.receive(preface)
        return watch.take()
    }

    /// Whether this end's script has come to the step after which it says nothing.
    var hasStopped: Bool { session?.hasStopped ?? false }

    /// Whether the peer has sent a heartbeat.
    var hasHeartbeat: Bool { session?.hasHeartbeat ?? false }

    /// Whether this end has sent its certificates.
    var hasShownCertificates: Bool { session?.hasShownCertificates ?? false }

    /// Whether the peer has shown a certificate of its own.
    var hasClientCertificate: Bool { session?.hasClientCertificate ?? false }

    /// Whether the peer has asked this end for a staple.
    var wantsStaple: Bool { session?.wantsStaple ?? false }

    /// Whether the peer gave this end the occasion to break its rules; nil while that is unknown.
    var occasion: Occasion? { session?.occasion }

    package var hasBegunTLS: Bool { session != nil }

    /// The application protocol that both ends agreed on; nil for none.
    package var applicationProtocol: String? { session?.applicationProtocol }

    /// Whether both sides have nothing more to say.
    package var isOver: Bool { hasPeerEnded && outgoing.isEmpty }

    /// From here on the bytes are TLS, those of the preface too, and before them those that were taken
    /// out of it.
    package func begin(_ session: consuming TLSSession, after taken: [UInt8] = []) {
        begin(LibsslEnd(session), after: taken)
    }

    /// The same with either implementation of TLS.
    func begin(_ end: any TLSEnd, after taken: [UInt8] = []) {
        session = end
        let first = taken + takePreface()
        hellos.receive(first)
        first.withUnsafeBytes { end.receive($0) }
    }

    /// Moves bytes between the socket and the session, as many as go without waiting.
    ///
    /// - Returns: whether any moved.
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

    /// Reads nothing until the peer's next bytes have come, and for a time after that.
    func pause(for time: Duration) { (takesInput, delay) = (false, time) }

    /// Whether bytes of the peer, or its end, are there to be read.
    private var hasInput: Bool {
        var polled = pollfd(fd: socket?.descriptor ?? -1, events: Int16(POLLIN), revents: 0)
        return poll(&polled, 1, 0) == 1
    }

    private func deliver(_ incoming: [UInt8]) -> Bool {
        guard !incoming.isEmpty else { return false }
        if session == nil {
            preface += incoming.prefix(max(0, longestPreface - preface.count))
        } else if !hasFinished {
            // Bytes after close_notify are read, so that the peer can end, and dropped.
            hellos.receive(incoming)
            incoming.withUnsafeBytes { session?.receive($0) }
        }
        return true
    }

    private func flush() -> Bool {
        session?.takeOutput(into: &outgoing)
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

    /// Sends plain text, before TLS has begun.
    package func sendPlain(_ text: String) {
        sendPlain(Array(text.utf8))
    }

    /// Sends bytes as they are.
    package func sendPlain(_ bytes: [UInt8]) {
        outgoing += bytes
        _ = flush()
    }

    /// Takes the plain text that has come.
    package func takePreface() -> [UInt8] {
        defer { preface = [] }
        return preface
    }

    /// Takes the plain text up to the first empty line, that included, and leaves what follows; nil
    /// while there is none.
    package func takeHead() -> [UInt8]? {
        // RFC 9112 §2.2 lets a line end without its CR.
        let lines = preface.indices.filter { preface[$0] == 10 }
        let end = zip(lines, lines.dropFirst()).first { line, next in
            next - line == 1 || next - line == 2 && preface[line + 1] == 13
        }
        guard let end = end?.1 else { return nil }
        defer { preface.removeFirst(end + 1) }
        return Array(preface[...end])
    }

    /// Goes on with the handshake.
    ///
    /// - Throws: where it cannot be completed any more; what the peer is told of that is sent.
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

    /// Reads decrypted bytes after the end of `bytes`.
    package func read(into bytes: inout [UInt8]) throws(TLSFailure) -> Progress {
        came(try session?.read(into: &bytes) ?? .wantsInput)
    }

    /// Reads all there is; true where the peer has ended.
    package func drain(into bytes: inout [UInt8]) throws(TLSFailure) -> Bool {
        while true {
            switch try read(into: &bytes) {
            case .done: continue
            case .waits: return false
            case .ended: return true
            }
        }
    }

    /// Encrypts and sends; nothing where there are no bytes.
    package func write(_ bytes: [UInt8]) throws(TLSFailure) {
        guard !bytes.isEmpty else { return }
        try session?.write(bytes)
        _ = flush()
    }

    /// Says close_notify, after which more can be sent.
    func sayCloseNotify() {
        session?.close()
        _ = flush()
    }

    /// Says close_notify.
    package func close() {
        session?.close()
        finish()
    }

    /// Sends what is left and then says that nothing more will come; the peer's end is still
    /// awaited, because closing with unread bytes would reset the connection and could lose an alert.
    package func finish() {
        guard !hasFinished else { return }
        hasFinished = true
        _ = flush()
    }

    /// Ends a connection whose script has stopped, or leaves it open.
    func stop(_ end: ServerFault.Stop) {
        switch end {
        case .close: finish()
        case .reset: reset()
        case .stall: break
        }
    }

    /// Tears the connection down once all has been sent (RST, RFC 9293 §3.5.3).
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

    /// Closes the socket, now that both sides have said all.
    private func letGo() {
        if isOnLoopback { socket?.forgetAtClose() }
        socket = nil
    }

    /// The events to wait for; the kernel ignores a descriptor of -1.
    package var interest: pollfd {
        let isAwaited = (takesInput || delay != nil) && !hasPeerEnded
        // A connection without a wish is left out: the kernel would tell of its end again and again.
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
