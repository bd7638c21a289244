import Crypto
import ScenarioFormat
import TLS

@testable import Campaigns

/// The strict client of the engine's own tests, with or without all of its checks.
struct StrictOracle: ChainOracle {
    let name = "strict 1"
    private let omitted: Set<ClientCheck>
    private let servers = HandshakeServers(at: ForgedSetup.now)

    init(without omitted: Set<ClientCheck> = []) { self.omitted = omitted }

    func verdicts(on setups: [ForgedSetup]) async -> [ChainVerdict] { setups.map(verdict) }

    private func verdict(on setup: ForgedSetup) -> ChainVerdict {
        do {
            let violations = setup.setup.handshake.compactMap(Violation.named)
            let settings = try servers.settings(of: setup.setup, violations)
            var draws = settings.draws
            // The client's random differs from the server's, because a violation may swap them.
            draws.random = draws.random.map { ~$0 }
            var offer = ClientOffer(draws: draws)
            offer.protocols = []
            offer.asksForStaple = true
            offer.resumes = true
            // RFC 5746 §4.1: a client may continue without renegotiation_info.
            let isBare = setup.setup.handshake.contains { $0.hasSuffix("-extension-block") }
            let omitted = isBare ? omitted.union([.rule(.renegotiationPresent)]) : omitted
            var connection = try StrictConnection(
                settings,
                violations: violations,
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
struct EditsOracle: ChainOracle {
    let name = "fake 1"
    var isLibrary = true
    let answer: @Sendable (Setup) -> ChainVerdict

    func verdicts(on setups: [ForgedSetup]) async -> [ChainVerdict] {
        setups.map { answer($0.setup) }
    }
}
