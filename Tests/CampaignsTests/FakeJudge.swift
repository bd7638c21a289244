import Campaigns
import PathValidation

/// A judge with a closure that maps `reference`'s verdict on the chain to its own.
struct FakeJudge: ChainJudge {
    let name: String
    let answer: @Sendable (ChainVerdict) -> ChainVerdict

    init(_ name: String = "fake 1", answer: @escaping @Sendable (ChainVerdict) -> ChainVerdict) {
        (self.name, self.answer) = (name, answer)
    }

    func verdicts(on worlds: [ForgedWorld]) async -> [ChainVerdict] {
        worlds.map { answer(ProfileJudge(.reference).verdict(on: $0.question)) }
    }

    /// Accepts expired certificates.
    static let ignoringExpiry = FakeJudge { $0 == .reject("expired") ? .accept : $0 }
}

/// A judge with a closure that maps the whole world to a verdict.
struct WorldJudge: ChainJudge {
    let name: String
    private let answer: @Sendable (ForgedWorld) -> ChainVerdict

    init(_ name: String = "fake 1", answer: @escaping @Sendable (ForgedWorld) -> ChainVerdict) {
        (self.name, self.answer) = (name, answer)
    }

    func verdicts(on worlds: [ForgedWorld]) async -> [ChainVerdict] { worlds.map(answer) }
}
