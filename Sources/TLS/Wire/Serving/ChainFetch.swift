import Crypto

#if canImport(Musl)
    import Musl
#else
    import Glibc
#endif

/// The certificates that a server of any network shows, taken without verification.
///
/// Dials beyond loopback: for the proxy's clients, or because the user named the host.
package final class ChainFetch {
    /// A server that shows no chain.
    package enum Fault: Error, CustomStringConvertible {
        case dial(DialFault)
        /// The server's answer is no TLS handshake with certificates.
        case handshake(String)
        case ended
        case timedOut

        package var description: String {
            switch self {
            case .dial(let fault): fault.description
            case .handshake(let words): words
            case .ended: "the server ended the TLS handshake"
            case .timedOut: "no answer"
            }
        }
    }

    private var dial: OutwardDial?
    private var connection: Connection?
    private let serverName: String?
    private let loopback: Loopback
    private var shown: ShownCertificates?

    /// Begins to fetch.
    ///
    /// - Parameters:
    ///   - dial: leads to the server.
    ///   - serverName: the server name indication; nil sends none.
    ///   - loopback: has the client's TLS settings.
    package init(_ dial: OutwardDial, serverName: String?, on loopback: Loopback) {
        (self.dial, self.serverName, self.loopback) = (dial, serverName, loopback)
    }

    /// When it must be advanced though nothing has come; nil for no such time.
    package var alarm: ContinuousClock.Instant? { dial?.alarm }

    package var interest: pollfd {
        connection?.interest ?? dial?.interest ?? pollfd(fd: -1, events: 0, revents: 0)
    }

    /// Goes on as far as it can without waiting.
    ///
    /// - Returns: the certificates, once; nil while there are none.
    package func advance() throws(Fault) -> ShownCertificates? {
        if let dial {
            let socket: Socket?
            do throws(DialFault) { socket = try dial.advance() } catch { throw .dial(error) }
            guard let socket else { return nil }
            self.dial = nil
            do throws(WireError) { try begin(socket) } catch { throw .handshake(error.description) }
        }
        return try handshake()
    }

    private func begin(_ socket: consuming Socket) throws(WireError) {
        let connection = Connection(socket, isOnLoopback: false)
        connection.begin(
            try loopback.fetching(serverName: serverName) { [weak self] in self?.shown = $0 }
        )
        self.connection = connection
    }

    private func handshake() throws(Fault) -> ShownCertificates? {
        guard let connection else { return nil }
        _ = connection.transfer()
        var words: String?
        do {
            // A server that has shown its chain has done so, whatever it asks for next.
            if try connection.handshake() == .waits, shown == nil { return nil }
        } catch {
            words = "\(error)"
        }
        connection.close()
        self.connection = nil
        if let shown, !shown.chain.isEmpty { return shown }
        throw words.map(Fault.handshake) ?? .ended
    }
}

extension ChainFetch {
    /// The certificates of a server, waited for.
    ///
    /// - Parameters:
    ///   - target: the host and port that the user named.
    ///   - patience: for the name, the connection and the handshake together.
    /// - Returns: the certificates in the order sent, at least one.
    /// - Throws: where the server cannot be reached or shows none in time.
    package static func certificates(
        of target: ConnectTarget,
        within patience: Duration
    ) throws(Fault) -> [[UInt8]] {
        let deadline = ContinuousClock.now + patience
        let (signal, loopback) = try waiting()
        let dial = OutwardDial(target, by: Resolver { signal.send() }, until: deadline) { _ in
            true
        }
        let fetch = ChainFetch(dial, serverName: target.serverName, on: loopback)
        while ContinuousClock.now < deadline {
            if let shown = try fetch.advance() { return shown.chain }
            var polled = [signal.interest, fetch.interest]
            let left = min(fetch.alarm ?? deadline, deadline) - .now
            _ = poll(&polled, 2, left.pollTimeout)
            signal.clear()
        }
        throw .timedOut
    }

    private static func waiting() throws(Fault) -> (WakeSignal, Loopback) {
        do {
            return (try WakeSignal(), try Loopback())
        } catch {
            throw .handshake(error.description)
        }
    }
}
