import Crypto
import Reports
import TLS

/// A client's connection with a false certificate, until its verdict.
struct Trial {
    /// The attack's position in the run.
    let attack: Int
    /// The time by which `advance` must be called even without input.
    private(set) var alarm: ContinuousClock.Instant
    /// The data that arrived after the handshake.
    private(set) var data: [UInt8] = []
    private var hasShakenHands = false

    /// The time limit for a handshake, and for the first data after it.
    private static let patience = Duration.seconds(10)
    /// The time after which an incomplete first line is shown as far as it has arrived.
    private static let lineWait = Duration.seconds(1)
    /// The number of bytes after which an incomplete first line is shown.
    private static let longestLine = 4_096

    init(_ attack: Int) {
        self.attack = attack
        alarm = .now + Self.patience
    }

    /// Continues the connection as far as possible without waiting; returns nil until there is a
    /// verdict.
    mutating func advance(_ client: Connection) -> AttackVerdict? {
        do {
            if !hasShakenHands {
                switch try client.handshake() {
                case .waits:
                    return ContinuousClock.now < alarm ? nil : .unclear(.noHandshakeInTime)
                case .ended:
                    // Before it gets the certificate, a client refuses nothing.
                    return client.hasShownCertificates
                        ? .refused(.closedInHandshake) : .unclear(.handshakeFailed)
                case .done:
                    hasShakenHands = true
                    alarm = .now + Self.patience
                }
            }
            let hasEnded = try client.drain(into: &data) || client.hasPeerEnded
            return data.isEmpty ? verdictOfSilence(hasEnded) : verdictOfData(hasEnded)
        } catch {
            return verdict(on: error, of: client)
        }
    }

    /// Returns the verdict on a client that sent nothing.
    ///
    /// A client closes the connection without an alert if it checks pins after the handshake, or if
    /// it no longer needs the connection; the report says so.
    private func verdictOfSilence(_ hasEnded: Bool) -> AttackVerdict? {
        if hasEnded { return .refused(.closedAfterHandshake) }
        return ContinuousClock.now < alarm ? nil : .unclear(.noDataAfterHandshake)
    }

    private mutating func verdictOfData(_ hasEnded: Bool) -> AttackVerdict? {
        let isWhole = data.contains(10) || data.count > Self.longestLine
        guard isWhole || hasEnded || ContinuousClock.now >= alarm else {
            alarm = min(alarm, .now + Self.lineWait)
            return nil
        }
        return .accepted(request: RequestLine.shown(of: data))
    }

    private func verdict(on failure: TLSFailure, of client: Connection) -> AttackVerdict {
        if !data.isEmpty { return .accepted(request: RequestLine.shown(of: data)) }
        guard let alert = client.peerAlert else {
            return .unclear(failure.cause == .notTLS ? .noTLS : .handshakeFailed)
        }
        // Before it gets the certificate, a client refuses nothing.
        guard client.hasShownCertificates else { return .unclear(.alert(alert.name)) }
        return Self.alertsOfOffers.contains(alert.name)
            ? .unclear(.alert(alert.name)) : .refused(.alert(alert.name))
    }

    /// Alerts with which a client rejects the proxy's TLS parameters, not its certificate.
    private static let alertsOfOffers: Set = [
        "protocol-version", "insufficient-security", "no-application-protocol",
        "inappropriate-fallback",
    ]
}
