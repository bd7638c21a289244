import Runner
import ScenarioFormat
import Synchronization
import TLS
import X509

/// The servers of setups, as a run serves them, made once for all setups that differ in their edits alone.
final class HandshakeServers: Sendable {
    private let now: Instant
    private let made = Mutex<[Setup: ServerSettings]>([:])

    /// When so many are held, all are dropped.
    private static let capacity = 4_096

    /// - Parameter now: the time that setups are made at.
    init(at now: Instant) { self.now = now }

    /// The server of a setup, the same bytes each time.
    ///
    /// - Parameters:
    ///   - setup: its edits are not looked at.
    ///   - violations: the same edits.
    /// - Returns: its settings.
    /// - Throws: where the setup cannot be forged.
    func settings(of setup: Setup, _ violations: [Violation]) throws -> ServerSettings {
        var honest = setup
        honest.handshake = []
        if violations.contains(where: \.needsTickets) { honest.tickets = setup.tickets ?? .resumed }
        if let known = made.withLock({ $0[honest] }) { return known }
        let challenge = try Challenge(honest, seed: ForgedSetup.seed, now: now)
        var settings = ServerSettings(challenge.presentation)
        // A case is the same each time.
        settings.draws = Draws(
            random: [UInt8](repeating: 5, count: 32),
            share: Array(1..<67)
        )
        settings.now = now.seconds
        made.withLock {
            if $0.count >= Self.capacity { $0.removeAll() }
            $0[honest] = settings
        }
        return settings
    }
}
