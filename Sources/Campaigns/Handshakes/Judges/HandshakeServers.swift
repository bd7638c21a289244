import Runner
import ScenarioFormat
import Synchronization
import TLS
import X509

/// The servers of worlds, as a run serves them, made once for all worlds that differ in their edits alone.
final class HandshakeServers: Sendable {
    private let now: Instant
    private let made = Mutex<[World: ServerSettings]>([:])

    /// When so many are held, all are dropped.
    private static let capacity = 4_096

    /// - Parameter now: the time that worlds are made at.
    init(at now: Instant) { self.now = now }

    /// The server of a world, the same octets each time.
    ///
    /// - Parameters:
    ///   - world: its edits are not looked at.
    ///   - deviations: the same edits.
    /// - Returns: its settings.
    /// - Throws: where the world cannot be forged.
    func settings(of world: World, _ deviations: [Deviation]) throws -> ServerSettings {
        var honest = world
        honest.handshake = []
        if deviations.contains(where: \.needsTickets) { honest.tickets = world.tickets ?? .resumed }
        if let known = made.withLock({ $0[honest] }) { return known }
        let challenge = try Challenge(honest, seed: ForgedWorld.seed, now: now)
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
