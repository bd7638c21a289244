import Runner
import ScenarioFormat
import Synchronization
import TLS
import X509

/// The servers of setups, with the settings that they have in a run.
///
/// Setups that only differ in their edits share a server.
final class HandshakeServers: Sendable {
    private let now: Instant
    private let made = Mutex<[Setup: ServerSettings]>([:])

    /// The number of cached servers after which the cache is emptied.
    private static let capacity = 4_096

    /// - Parameter now: the time at which setups are forged.
    init(at now: Instant) { self.now = now }

    /// Returns the server of a setup, with the same bytes each time.
    ///
    /// - Parameters:
    ///   - setup: the setup, whose own edits are ignored.
    ///   - violations: the edits of the server.
    /// - Returns: the settings of the server.
    /// - Throws: an error if the setup cannot be forged.
    func settings(of setup: Setup, _ violations: [Violation]) throws -> ServerSettings {
        var honest = setup
        honest.handshake = []
        if violations.contains(where: \.needsTickets) { honest.tickets = setup.tickets ?? .resumed }
        if let known = made.withLock({ $0[honest] }) { return known }
        let challenge = try Challenge(honest, seed: ForgedSetup.seed, now: now)
        var settings = ServerSettings(challenge.presentation)
        // The server's random bytes must be the same each time that the case runs.
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
