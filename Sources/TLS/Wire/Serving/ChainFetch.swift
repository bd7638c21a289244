import Basics
import Crypto

#if canImport(Musl)
    import Musl
#else
    import Glibc
#endif

/// Fetches the certificates of a server on any network, without verification.
///
/// This code connects beyond loopback: for the proxy's clients, or to a host that the user named.
package final class ChainFetch {
    /// The reason why no chain could be fetched.
    package enum Fault: Error, CustomStringConvertible {
        case dial(DialFault)
        /// The server's answer is not a TLS handshake with certificates.
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

    /// Starts to fetch the certificates.
    ///
    /// - Parameters:
    ///   - dial: the connection to the server.
    ///   - serverName: the server name indication; nil sends none.
    ///   - loopback: the owner of the client's TLS settings.
    package init(_ dial: OutwardDial, serverName: String?, on loopback: Loopback) {
        (self.dial, self.serverName, self.loopback) = (dial, serverName, loopback)
    }

    /// The time at which `advance` must be called even without new data; nil for none.
    package var alarm: ContinuousClock.Instant? { dial?.alarm }

    package var interest: pollfd {
        connection?.interest ?? dial?.interest ?? pollfd(fd: -1, events: 0, revents: 0)
    }

    /// Continues as far as possible without waiting.
    ///
    /// - Returns: the certificates, in the call that completes them; otherwise nil.
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
            // A server that has sent its chain is done, even if it requests a client certificate
            // next.
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
    /// Fetches the certificates of a server, and waits for them.
    ///
    /// - Parameters:
    ///   - target: the host and port that the user named.
    ///   - patience: the limit for name resolution, connection and handshake together.
    /// - Returns: the certificates in the order sent, at least one.
    /// - Throws: if the server cannot be reached, or sends no certificates in time.
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
