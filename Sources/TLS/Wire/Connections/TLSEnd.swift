import Crypto

/// Whether the violations of a server's setup were possible on a connection.
package enum Occasion: Hashable, Sendable {
    case given
    /// The violations were not possible, for this reason.
    ///
    /// For example, a violation needs a scheme that the client does not offer, but the client
    /// offers all schemes. Or this machine's libcrypto lacks a cipher.
    case missing(String)

    var isGiven: Bool { self == .given }
}

/// One end of a TLS connection, of either implementation.
///
/// It has no socket: bytes in, bytes out. The methods are called in the same order as the methods
/// of `TLSSession`.
package protocol TLSEnd: AnyObject {
    /// Takes bytes that came from the network.
    func receive(_ bytes: UnsafeRawBufferPointer)
    /// Appends the output, the bytes for the peer, to `bytes`.
    func takeOutput(into bytes: inout [UInt8])
    /// Continues the handshake as far as possible.
    func handshake() throws(TLSFailure) -> TLSSession.Progress
    /// Appends decrypted bytes to `bytes`.
    func read(into bytes: inout [UInt8]) throws(TLSFailure) -> TLSSession.Progress
    /// Encrypts `bytes`.
    func write(_ bytes: [UInt8]) throws(TLSFailure)
    /// Sends close_notify.
    func close()

    /// The alert that the peer sent, by its number in RFC 8446; nil if the peer sent no alert
    /// except close_notify.
    var peerAlert: UInt8? { get }
    /// Whether this end's script has stopped, so that this end sends nothing more.
    var hasStopped: Bool { get }
    /// Whether the client has sent a heartbeat (RFC 6520 §3).
    var hasHeartbeat: Bool { get }
    /// Whether this end has sent its certificates.
    var hasShownCertificates: Bool { get }
    /// Whether the client has sent a certificate.
    var hasClientCertificate: Bool { get }
    /// Whether the client has requested a staple from this end (RFC 6066 §8).
    var wantsStaple: Bool { get }
    /// The application protocol that both ends agreed on; nil for none.
    var applicationProtocol: String? { get }
    /// Whether the server's violations were possible; nil before the client's hello, and without
    /// violations.
    var occasion: Occasion? { get }
}

/// A TLS end that uses libssl.
final class LibsslEnd: TLSEnd {
    private var session: TLSSession

    init(_ session: consuming TLSSession) { self.session = session }

    func receive(_ bytes: UnsafeRawBufferPointer) { session.receive(bytes) }

    func takeOutput(into bytes: inout [UInt8]) { session.takeOutput(into: &bytes) }

    func handshake() throws(TLSFailure) -> TLSSession.Progress { try session.handshake() }

    func read(into bytes: inout [UInt8]) throws(TLSFailure) -> TLSSession.Progress {
        try session.read(into: &bytes)
    }

    func write(_ bytes: [UInt8]) throws(TLSFailure) { try session.write(bytes) }

    func close() { session.close() }

    var peerAlert: UInt8? { session.peerAlert }
    var hasShownCertificates: Bool { session.hasShownCertificates }
    var hasStopped: Bool { false }
    // Only Hatpin's own engine observes heartbeats and client certificates.
    var hasHeartbeat: Bool { false }
    var hasClientCertificate: Bool { false }
    var wantsStaple: Bool { session.wantsStaple }
    var applicationProtocol: String? { session.applicationProtocol }
    var occasion: Occasion? { nil }
}

/// A server's end that uses our own engine.
final class ScriptedEnd: TLSEnd {
    private var session: ScriptedSession
    private let violations: [Violation]
    /// The error with which libcrypto could not compute the server's messages; nil if there was
    /// none.
    private var obstacle: OpenSSLError?

    init(
        _ presentation: Presentation,
        naming session: NamedSession,
        sealing tickets: TicketPolicy
    ) {
        violations = presentation.violations + (presentation.serverFault?.violations ?? [])
        var settings = ServerSettings(presentation, sealing: tickets)
        if presentation.tickets == .byID { settings.namedSession = session }
        self.session = ScriptedSession(settings, violations: violations)
    }

    func receive(_ bytes: UnsafeRawBufferPointer) { session.receive(bytes) }

    func takeOutput(into bytes: inout [UInt8]) { session.takeOutput(into: &bytes) }

    func handshake() throws(TLSFailure) -> TLSSession.Progress {
        do throws(ProtocolFailure) { return try session.handshake() } catch {
            if case .primitive(let obstacle) = error { self.obstacle = obstacle }
            throw TLSFailure(error)
        }
    }

    func read(into bytes: inout [UInt8]) throws(TLSFailure) -> TLSSession.Progress {
        do throws(ProtocolFailure) { return try session.read(into: &bytes) } catch {
            throw TLSFailure(error)
        }
    }

    func write(_ bytes: [UInt8]) throws(TLSFailure) {
        do throws(ProtocolFailure) { try session.write(bytes) } catch { throw TLSFailure(error) }
    }

    func close() { session.close() }

    var peerAlert: UInt8? { session.peerAlert }
    var hasShownCertificates: Bool { session.hasShownCertificates }
    var hasStopped: Bool { session.hasStopped }
    var hasHeartbeat: Bool { session.hasHeartbeat }
    var hasClientCertificate: Bool { !session.clientCertificates.isEmpty }
    var wantsStaple: Bool { session.wantsStaple }
    var applicationProtocol: String? { session.applicationProtocol }

    var occasion: Occasion? {
        // A client that did not see the whole handshake has rejected nothing.
        if let obstacle { return .missing("the server cannot continue: \(obstacle)") }
        guard !violations.isEmpty, session.hello != nil else { return nil }
        guard session.script != nil else {
            return .missing("client and server have no version, suite or group in common")
        }
        for violation in violations {
            guard let reason = session.notApplicable[violation.name] else { continue }
            return .missing("no \(violation.name): \(reason)")
        }
        return .given
    }
}

extension ServerFault {
    /// The violations of the TLS handshake that this server fault consists of.
    fileprivate var violations: [Violation] {
        guard case .stop(let type, _) = self else { return [] }
        let violation = Violation(
            "stop",
            about: "The server is silent after the \(type).",
            gain: .nothing,
            rule: "RFC 8446 §4",
            versions: [.v1_0, .v1_1, .v1_2, .v1_3],
            alert: nil
        ) { (script, _) throws(NoOccasion) in try script.stop(after: type) }
        return [violation]
    }
}

extension TLSFailure {
    /// Converts a failure of our own engine.
    fileprivate init(_ failure: ProtocolFailure) {
        let cause: Cause =
            switch failure {
            case .notTLS: .notTLS
            case .version: .version
            case .alert(let alert): .alert(alert)
            case .fallback, .tooLong, .undecryptable, .malformed, .malformedRecord,
                .repeatedExtension, .preSharedKeyNotLast, .missingExtension, .context,
                .unrequestedExtension, .unexpected, .parameters, .share, .cookie, .binder,
                .renegotiation, .finished, .certificateRequired, .proof, .primitive:
                .other
            }
        self.init(cause: cause, error: OpenSSLError(function: "TLSProtocol", queue: ["\(failure)"]))
    }
}

extension TicketPolicy {
    /// The key of campaigns, whose servers are not those of an exchange.
    package static let shared = fresh()

    static func fresh() -> TicketPolicy {
        TicketPolicy(key: Draws.system().random)
    }
}

extension ServerSettings {
    /// Makes the settings of our own engine for a presentation.
    ///
    /// If the engine supports no suite of the presentation, the server agrees on no suite.
    ///
    /// - Parameters:
    ///   - presentation: what the server presents.
    ///   - shared: the key of tickets that other connections can open.
    package init(_ presentation: Presentation, sealing shared: TicketPolicy = .shared) {
        let (credential, offer) = (presentation.credential, presentation.offer)
        self.init(chain: credential.chain, key: credential.key)
        staples = credential.staples
        scts = credential.scts
        versions = offer.usableVersions
        if let offered = offer.suites { suites = offered.compactMap(EngineSuite.init) }
        groups = presentation.groups ?? groups
        schemes = presentation.schemes ?? schemes
        requestsClientCertificate = presentation.clientAuthentication != nil
        requiresClientCertificate = presentation.clientAuthentication == .require
        chooseProtocol = presentation.chooseProtocol
        // A server without `tickets` sends no tickets, whether it uses this engine or libssl,
        // unless a violation needs them. So each connection has a full handshake, in which the
        // client checks the certificate.
        switch presentation.tickets {
        case .resumed: tickets = shared
        case .refused: tickets = .fresh()
        case .earlyData:
            tickets = shared
            // Accept as much early data as the longest stored request.
            tickets?.earlyData = UInt32(Connection.longestText)
        case nil where presentation.violations.contains(where: \.needsTickets): tickets = shared
        case .byID, nil: break
        }
    }
}
