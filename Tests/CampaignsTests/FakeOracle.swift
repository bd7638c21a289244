import Campaigns
import PathValidation

/// An oracle with a closure that maps the verdict of `reference` to its own.
struct FakeOracle: ChainOracle {
    let name: String
    let answer: @Sendable (ChainVerdict) -> ChainVerdict

    init(_ name: String = "fake 1", answer: @escaping @Sendable (ChainVerdict) -> ChainVerdict) {
        (self.name, self.answer) = (name, answer)
    }

    func verdicts(on setups: [ForgedSetup]) async -> [ChainVerdict] {
        setups.map { answer(ProfileOracle(.reference).verdict(on: $0.question)) }
    }

    /// Accepts expired certificates.
    static let ignoringExpiry = FakeOracle { $0 == .reject("expired") ? .accept : $0 }
}

/// An oracle with a closure that maps the whole setup to a verdict.
struct SetupOracle: ChainOracle {
    let name: String
    private let answer: @Sendable (ForgedSetup) -> ChainVerdict

    init(_ name: String = "fake 1", answer: @escaping @Sendable (ForgedSetup) -> ChainVerdict) {
        (self.name, self.answer) = (name, answer)
    }

    func verdicts(on setups: [ForgedSetup]) async -> [ChainVerdict] { setups.map(answer) }
}
