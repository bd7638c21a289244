import Crypto
import ScenarioFormat
import TLS

@testable import Campaigns

/// The strict client of the engine's own tests, with or without all of its checks.
struct StrictJudge: ChainJudge {
    let name = "strict 1"
    private let omitted: Set<ClientCheck>
    private let servers = HandshakeServers(at: ForgedWorld.now)

    init(without omitted: Set<ClientCheck> = []) { self.omitted = omitted }

    func verdicts(on worlds: [ForgedWorld]) async -> [ChainVerdict] { worlds.map(verdict) }

    private func verdict(on world: ForgedWorld) -> ChainVerdict {
        do {
            let deviations = world.world.handshake.compactMap(Deviation.named)
            let settings = try servers.settings(of: world.world, deviations)
            var draws = settings.draws
            // Another random than the server's: a fault may be their order.
            draws.random = draws.random.map { ~$0 }
            var offer = ClientOffer(draws: draws)
            offer.protocols = []
            offer.asksForStaple = true
            offer.resumes = true
            // RFC 5746 §4.1: a client may go on without what such a server does not say.
            let isBare = world.world.handshake.contains { $0.hasSuffix("-extension-block") }
            let omitted = isBare ? omitted.union([.rule(.renegotiationPresent)]) : omitted
            var connection = try StrictConnection(
                settings,
                deviations: deviations,
                offer,
                without: omitted
            )
            let end = try connection.run()
            let hasOccasion = connection.server.notApplicable.isEmpty
            guard hasOccasion else { return .none }
            guard !end.isAnswered else { return .accept }
            return .reject(end.refusal?.check?.description ?? "unreadable")
        } catch {
            return .failed("\(error)")
        }
    }
}

/// A client with a closure that maps a script's edits to its verdict.
struct EditsJudge: ChainJudge {
    let name = "fake 1"
    var isLibrary = true
    let answer: @Sendable (World) -> ChainVerdict

    func verdicts(on worlds: [ForgedWorld]) async -> [ChainVerdict] {
        worlds.map { answer($0.world) }
    }
}
