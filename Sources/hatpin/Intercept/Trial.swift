import Crypto
import Reports
import TLS

/// A client's connection with a false certificate, up to its verdict.
struct Trial {
    /// The attack's place among those of the run.
    let attack: Int
    /// When it must be advanced though nothing has come.
    private(set) var alarm: ContinuousClock.Instant
    /// The data that came after the handshake.
    private(set) var data: [UInt8] = []
    private var hasShakenHands = false

    /// A handshake, or the first data after it, must come in this time.
    private static let patience = Duration.seconds(10)
    /// A first line that has not ended is shown as it is after this.
    private static let lineWait = Duration.seconds(1)
    /// A first line is not awaited beyond this many bytes.
    private static let longestLine = 4_096

    init(_ attack: Int) {
        self.attack = attack
        alarm = .now + Self.patience
    }

    /// Goes on as far as it can without waiting; nil while there is no verdict.
    mutating func advance(_ client: Connection) -> AttackVerdict? {
        do {
            if !hasShakenHands {
                switch try client.handshake() {
                case .waits:
                    return ContinuousClock.now < alarm ? nil : .unclear(.noHandshakeInTime)
                case .ended: return .refused(.closedInHandshake)
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

    /// A client that compares pins after the handshake ends the connection without a word, and so
    /// does one that had no use for it; the report says that it was so.
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
        return Self.alertsOfOffers.contains(alert.name)
            ? .unclear(.alert(alert.name)) : .refused(.alert(alert.name))
    }

    /// Alerts that refuse what the proxy offers, not its certificate.
    private static let alertsOfOffers: Set = [
        "protocol-version", "insufficient-security", "no-application-protocol",
        "inappropriate-fallback",
    ]
}
