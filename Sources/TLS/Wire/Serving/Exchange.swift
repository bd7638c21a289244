import Crypto
import Dispatch

#if canImport(Musl)
    import Musl
#else
    import Glibc
#endif

/// The events that the servers of an exchange observed.
package struct Observation: Hashable, Sendable {
    /// TCP connections that the peer opened.
    package var connections = 0
    /// The last alert that the peer sent.
    package var alert: TLSAlert?
    /// The last ClientHello that came; nil for none.
    package private(set) var hello: SeenHello?
    /// Whether the peer has sent a heartbeat (RFC 6520 §3), as one whose answer to ours holds bytes
    /// of its memory; only `TLSEngine.hatpin` sees it.
    package var hasHeartbeat = false
    /// Whether the request with the exchange's challenge arrived after the handshake.
    package private(set) var requested = false
    /// Whether it came before TLS, in plaintext.
    package private(set) var hasRequestedInPlaintext = false
    /// Whether it arrived on a connection on which the server did as it was told.
    private var hasRequestedAsTold = false
    /// Whether a connection came as far as the server's certificates.
    package var hasShownCertificates = false
    /// Whether the peer asked for a staple.
    package var wantedStaple = false
    /// Whether the peer has shown a certificate of its own; only `TLSEngine.hatpin` sees it.
    package var hasClientCertificate = false
    /// How many steps of a story come after the one that the peer has come to.
    package var stepsLeft = 0
    /// Whether the peer gave the server the occasion to break its rules, on any connection; nil where
    /// none is to be broken.
    package var occasion: Occasion?

    package init() {}

    /// The request has arrived on a connection, or on one of the data channel.
    mutating func takeRequest(on occasion: Occasion? = nil) {
        requested = true
        if occasion?.isGiven != false { hasRequestedAsTold = true }
    }

    /// The request has come before TLS.
    mutating func takeRequestInPlaintext(on occasion: Occasion? = nil) {
        takeRequest(on: occasion)
        hasRequestedInPlaintext = true
    }

    /// Whether the request proves that the peer accepted what it was shown.
    ///
    /// A client that refuses a server that breaks the rules, and comes again without giving an occasion
    /// for it, such as without its session, has accepted another server.
    package var hasAccepted: Bool { requested && (occasion?.isGiven != true || hasRequestedAsTold) }

    mutating func take(_ hello: SeenHello) { self.hello = hello.following(self.hello) }

    /// Why the server could not break the rules as it was told to; nil where it did.
    package var missedOccasion: String? {
        guard case .missing(let reason)? = occasion else { return nil }
        return reason
    }
}

/// How a client's connection ended.
package enum ClientEnd: Hashable, Sendable {
    /// The server's answer bore this exchange's token.
    case answered
    /// The server answered something else.
    case wrongAnswer
    /// TLS failed, by the client's own refusal or otherwise.
    case failed(TLSFailure)
    /// The proxy would not connect; its answer's first line.
    case proxyRefused(String)
    /// The peer closed the connection without an alert.
    case closed
    /// The deadline came.
    case timedOut
}

/// The client that models speak through.
package struct Client {
    /// The name or address it means to reach, as it stands in a URL.
    package var host: String
    /// The server name indication; nil sends none.
    package var serverName: String?
    package var offer: TLSOffer
    /// The application protocols that it offers; it speaks HTTP/1.1 alone.
    package var protocols: [String] = []
    /// Asked once, with what the server showed of itself as it crossed the wire.
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

/// The loopback network of a run: what its servers and clients share.
package struct Loopback: Sendable {
    let serverContext: TLSContext
    let clientContext: TLSContext
    let loaded = LoadedCertificates()
    /// Passed while the port of documents is free.
    let documentTurn = DispatchSemaphore(value: 1)
    /// Whether servers listen on every address of their family.
    let isAlone: Bool

    /// - Parameter isAlone: whether the process is in a network of its own, which consists of loopback
    ///   alone; only then do servers listen on other addresses than 127.0.0.1 and ::1.
    /// - Throws: where TLS cannot be set up.
    package init(isAlone: Bool = false) throws(WireError) {
        self.isAlone = isAlone
        do {
            serverContext = try TLSContext.server()
            clientContext = try TLSContext.client()
        } catch {
            throw .openSSL(error)
        }
    }

    /// Serves `presentation` to `client` until both are done or the deadline comes.
    ///
    /// Blocks the calling thread; every socket is on loopback, on a port of the kernel's choice.
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

/// Steps all in turn; waits only where none of them can go on.
///
/// - Parameters:
///   - participants: those that take part.
///   - awaited: those of them that must be over; nil for all.
///   - deadline: when it ends nevertheless.
/// - Throws: the first failure of a participant.
func step(
    _ participants: [any Participant],
    awaiting awaited: [any Participant]? = nil,
    until deadline: ContinuousClock.Instant
) throws(WireError) {
    while !(awaited ?? participants).allSatisfy(\.isOver) {
        var hasHappened = false
        // Those that are over too: a server may still be visited.
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

/// The random texts by which the ends of an exchange know each other.
struct Secrets {
    /// In the request's path: only who read this exchange's URL knows it.
    let challenge = Secrets.text()
    /// In the answer's body: only who read the answer knows it.
    let token = Secrets.text()

    private static func text() -> String {
        String(UInt128.random(in: 0 ... .max), radix: 36)
    }
}
