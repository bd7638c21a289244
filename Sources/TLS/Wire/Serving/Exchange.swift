import Crypto
import Dispatch

#if canImport(Musl)
    import Musl
#else
    import Glibc
#endif

/// The events that the servers of an exchange observed.
package struct Observation: Hashable, Sendable {
    /// The number of TCP connections that the peer opened.
    package var connections = 0
    /// The number of questions that the exchange's name server got.
    package var questions = 0
    /// The last alert that the peer sent.
    package var alert: TLSAlert?
    /// The last ClientHello that came; nil for none.
    package private(set) var hello: SeenHello?
    /// Whether the peer has sent a heartbeat (RFC 6520 §3).
    ///
    /// A peer that answers our heartbeat may leak bytes of its memory in the answer. Only
    /// `TLSEngine.hatpin` observes heartbeats.
    package var hasHeartbeat = false
    /// Whether the request with the exchange's challenge came, over TLS or in plaintext.
    package private(set) var requested = false
    /// Whether the request with the exchange's challenge came in plaintext, before TLS.
    package private(set) var hasRequestedInPlaintext = false
    /// Whether the request with the exchange's challenge came on a connection on which the server's
    /// violations were possible.
    private var hasRequestedAsTold = false
    /// Whether the server's side of a handshake has ended.
    ///
    /// In TLS 1.3 the client may still reject the certificates.
    package var hasFinishedHandshake = false
    /// The number of bytes that came inside TLS after handshakes.
    package var bytesOverTLS = 0
    /// Whether the peer started TLS at once, although the protocol starts in plaintext.
    package var hasStartedTLSAtOnce = false
    /// Whether the server has sent its certificates on any connection.
    package var hasShownCertificates = false
    /// Whether the peer requested a staple.
    package var wantedStaple = false
    /// Whether the peer has sent a certificate; only `TLSEngine.hatpin` observes client
    /// certificates.
    package var hasClientCertificate = false
    /// The number of redirects that the peer has not followed yet.
    package var stepsLeft = 0
    /// The number of the earlier step, from 0, on whose connection the last request came; nil for a
    /// connection of this step.
    package internal(set) var stepOfConnection: Int?
    /// Whether the server has answered the request with status 421, on a connection of an earlier
    /// step.
    package internal(set) var hasMisdirected = false
    /// Whether the server's violations were possible on any connection; nil for a server without
    /// violations.
    package var occasion: Occasion?

    package init() {}

    /// Records that the request came.
    ///
    /// `occasion` is nil for a connection without violations, such as a connection of the data
    /// channel.
    mutating func takeRequest(on occasion: Occasion? = nil) {
        requested = true
        if occasion?.isGiven != false { hasRequestedAsTold = true }
    }

    /// Records that the request came before TLS.
    mutating func takeRequestInPlaintext(on occasion: Occasion? = nil) {
        takeRequest(on: occasion)
        hasRequestedInPlaintext = true
    }

    /// Whether the request proves that the peer accepted the presentation.
    ///
    /// A client may reject a server with violations and then retry in a way that makes the
    /// violations impossible, for example without its session. The client has then accepted a
    /// server without violations.
    package var hasAccepted: Bool { requested && (occasion?.isGiven != true || hasRequestedAsTold) }

    mutating func take(_ hello: SeenHello) { self.hello = hello.following(self.hello) }

    /// The reason why the server's violations were not possible; nil if they were.
    package var missedOccasion: String? {
        guard case .missing(let reason)? = occasion else { return nil }
        return reason
    }
}

/// The end of a client's connection.
package enum ClientEnd: Hashable, Sendable {
    /// The server's answer contained this exchange's token.
    case answered
    /// The server's answer did not contain this exchange's token.
    case wrongAnswer
    /// TLS failed, because the client rejected the server or for another reason.
    case failed(TLSFailure)
    /// The proxy did not connect to the origin; the value is the first line of the proxy's answer.
    case proxyRefused(String)
    /// The peer closed the connection without an alert.
    case closed
    /// The deadline passed.
    case timedOut
}

/// The TLS client of the models.
package struct Client {
    /// The name or address that the client wants to reach, as in a URL.
    package var host: String
    /// The server name indication; nil sends none.
    package var serverName: String?
    package var offer: TLSOffer
    /// The application protocols that the client offers; the client speaks only HTTP/1.1.
    package var protocols: [String] = []
    /// Decides about the certificates that the server sent; called once.
    package var judge: (ShownCertificates) -> CertificateAnswer

    package init(
        host: String,
        serverName: String?,
        offer: TLSOffer = TLSOffer(versions: .v1_2 ... .v1_3),
        judge: @escaping (ShownCertificates) -> CertificateAnswer
    ) {
        self.host = host
        self.serverName = serverName
        self.offer = offer
        self.judge = judge
    }
}

/// The settings that the servers and clients of a run share.
package struct Loopback: Sendable {
    let serverContext: TLSContext
    let clientContext: TLSContext
    let loaded = LoadedCertificates()
    /// A lock for the port of the document server.
    let documentTurn = DispatchSemaphore(value: 1)
    /// Whether servers listen on every address, because the network has only loopback.
    let isAlone: Bool

    /// Makes the TLS settings for the servers and clients of a run.
    ///
    /// - Parameter isAlone: whether the process is in a network of its own that has only loopback.
    ///   Only then do servers listen on other addresses than 127.0.0.1 and ::1.
    /// - Throws: if TLS cannot be set up.
    package init(isAlone: Bool = false) throws(WireError) {
        self.isAlone = isAlone
        do {
            serverContext = try TLSContext.server()
            clientContext = try TLSContext.client()
        } catch {
            throw .openSSL(error)
        }
    }

    /// Returns a port of loopback that was free just now.
    ///
    /// - Throws: if no port is free.
    package static func freePort() throws(WireError) -> UInt16 {
        try Socket.listening(on: .ipv4).port()
    }

    /// Serves `presentation` to `client` until both are done or the deadline passes.
    ///
    /// Blocks the calling thread; every socket is on loopback, on a port that the kernel chooses.
    package func exchange(
        _ presentation: Presentation,
        with client: Client,
        deadline: Duration
    ) throws(WireError) -> (end: ClientEnd, observation: Observation) {
        let servers = try Servers(presentation, on: self)
        let end = ContinuousClock.now + deadline
        let dialer = try Dialer(client, to: servers.endpoint(until: end), on: self)
        try step(servers.participants + [dialer], until: end)
        return (dialer.end ?? .timedOut, servers.observation)
    }
}

/// Runs the participants in turns; waits only if none of them can continue.
///
/// - Parameters:
///   - participants: the clients, servers and proxies.
///   - awaited: the participants that must finish; nil for all.
///   - deadline: the time at which the function returns in any case.
/// - Throws: the first failure of a participant.
func step(
    _ participants: [any Participant],
    awaiting awaited: [any Participant]? = nil,
    until deadline: ContinuousClock.Instant
) throws(WireError) {
    while !(awaited ?? participants).allSatisfy(\.isOver) {
        var hasHappened = false
        // Include finished participants: a server may still get a connection.
        for participant in participants where try participant.advance() {
            hasHappened = true
        }
        guard deadline > .now else { return }
        if hasHappened { continue }
        let left = participants.compactMap(\.wakes).reduce(deadline, min) - .now
        var polled: [pollfd] = []
        for participant in participants { participant.addInterests(to: &polled) }
        try waitForEvents(of: &polled, atMost: left)
    }
}

/// The random texts by which the ends of an exchange recognise each other.
struct Secrets {
    /// The text in the request's path: only a client that knows this exchange's URL knows it.
    let challenge = Secrets.text()
    /// The text in the answer's body: only a client that read the answer knows it.
    let token = Secrets.text()

    private static func text() -> String {
        String(UInt128.random(in: 0 ... .max), radix: 36)
    }
}
