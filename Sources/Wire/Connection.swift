import OpenSSL

#if canImport(Musl)
    import Musl
#else
    import Glibc
#endif

/// A socket and, once it has begun, the TLS session on it.
///
/// Belongs to the thread that runs its exchange.
final class Connection {
    /// The longest request, answer or CONNECT that is kept, in bytes; ours have a few hundred.
    static let longestText = 16_384

    /// The result of an attempt to go on.
    enum Progress: Hashable {
        case done
        /// Nothing more can be done before the peer says more.
        case waits
        /// The peer is gone or will say nothing more.
        case ended
    }

    /// Nil once both sides have said all.
    private var socket: Socket?
    private var session: TLSSession?
    /// Plain text that came before TLS began.
    private(set) var preface: [UInt8] = []
    private var outgoing: [UInt8] = []
    private var hasPeerEnded = false
    private var hasFinished = false

    init(_ socket: consuming Socket) {
        self.socket = consume socket
    }

    /// The alert that the peer sent.
    var peerAlert: TLSAlert? { session?.peerAlert.map(TLSAlert.init(rawValue:)) }

    var hasBegunTLS: Bool { session != nil }

    /// Whether both sides have nothing more to say.
    var isOver: Bool { hasPeerEnded && (outgoing.isEmpty || hasFinished) }

    /// From here on the bytes are TLS.
    func begin(_ session: consuming TLSSession) {
        self.session = consume session
    }

    /// Moves bytes between the socket and the session, as many as go without waiting.
    ///
    /// - Returns: whether any moved.
    func transfer() -> Bool {
        var hasMoved = flush()
        var incoming: [UInt8] = []
        while !hasPeerEnded, incoming.count < 65_536 {
            switch socket?.read(into: &incoming) ?? .ended {
            case .bytes: hasMoved = true
            case .wouldBlock: return deliver(incoming) || hasMoved
            case .ended:
                hasPeerEnded = true
                hasMoved = true
            }
        }
        return deliver(incoming) || hasMoved
    }

    private func deliver(_ incoming: [UInt8]) -> Bool {
        guard !incoming.isEmpty else { return false }
        if hasFinished {
            // Bytes after close_notify are read, so that the peer can end, and dropped.
        } else if session != nil {
            incoming.withUnsafeBytes { session?.receive($0) }
        } else {
            preface += incoming.prefix(Self.longestText - preface.count)
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
                return true
            }
        }
        outgoing.removeAll(keepingCapacity: true)
        return sent > 0
    }

    /// Sends plain text, before TLS has begun.
    func sendPlain(_ text: String) {
        outgoing += text.utf8
        _ = flush()
    }

    /// Takes the plain text that has come.
    func takePreface() -> [UInt8] {
        defer { preface = [] }
        return preface
    }

    func handshake() throws(TLSFailure) -> Progress {
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

    func read(into bytes: inout [UInt8]) throws(TLSFailure) -> Progress {
        came(try session?.read(into: &bytes) ?? .wantsInput)
    }

    func write(_ bytes: [UInt8]) throws(TLSFailure) {
        try session?.write(bytes)
        _ = flush()
    }

    /// Says close_notify.
    func close() {
        session?.close()
        finish()
    }

    /// Sends what is left and says that nothing more will come; the peer's end is still awaited,
    /// because closing with unread bytes would reset the connection and could lose an alert.
    func finish() {
        guard !hasFinished else { return }
        _ = flush()
        hasFinished = true
        if hasPeerEnded, outgoing.isEmpty {
            socket?.forgetAtClose()
            socket = nil
        } else {
            socket?.finishWriting()
        }
    }

    /// The events to wait for; the kernel ignores a descriptor of -1.
    var interest: pollfd {
        let events = outgoing.isEmpty ? POLLIN : POLLIN | POLLOUT
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
