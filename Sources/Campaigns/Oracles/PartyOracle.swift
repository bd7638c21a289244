import ClientModels
import PathValidation
import Runner
import ScenarioFormat
import TLS
import X509

/// A relying party, tested over real handshakes: one of Hatpin's models, or a program.
package struct PartyOracle: ChainOracle {
    /// The name in reports: `party` and the model with its settings, or the library and the name of
    /// a program.
    package let name: String
    package let isLibrary: Bool
    private let party: Party
    private let trial: SetupTrial
    /// The real time, for a program; nil for a model.
    private let clock: (@Sendable () -> Instant)?

    /// Creates an oracle that runs this model.
    ///
    /// - Throws: an error if TLS cannot be set up.
    package init(_ model: ConfiguredModel) throws(WireError) {
        name = "party " + model.name
        isLibrary = false
        party = Party(model)
        clock = nil
        trial = try SetupTrial(seed: ForgedSetup.seed, now: ForgedSetup.now)
    }

    /// Creates an oracle that runs this program.
    ///
    /// - Parameters:
    ///   - program: the party with a client of its own.
    ///   - library: the TLS library of the program, whose known differences apply; nil if unknown.
    ///   - now: the time at which setups are forged.
    ///   - clock: the real time, which the program uses.
    ///   - isAlone: whether the process has a network namespace of its own.
    /// - Throws: an error if TLS cannot be set up.
    package init(
        program: Party,
        on library: String?,
        at now: Instant,
        clock: @escaping @Sendable () -> Instant,
        isAlone: Bool
    ) throws(WireError) {
        self.clock = clock
        name = (library.map { $0 + " " } ?? "") + program.name
        isLibrary = true
        party = program
        trial = try SetupTrial(seed: ForgedSetup.seed, now: now, isAlone: isAlone)
    }

    package func verdicts(on setups: [ForgedSetup]) async -> [ChainVerdict] {
        setups.map(verdict)
    }

    private func verdict(on setup: ForgedSetup) -> ChainVerdict {
        guard isServable(setup.setup) else { return .none }
        return switch trial.reply(of: party, to: setup.setup) {
        case .decided(let decision):
            isOutOfDate(setup.question) ? .none : ChainVerdict(decision.verdict)
        case .notApplicable: .none
        case .failed(let error): .failed("\(error)")
        }
    }

    /// Whether a server can present a setup.
    ///
    /// If the setup cannot be presented, a program would wait until its deadline.
    private func isServable(_ setup: Setup) -> Bool {
        guard clock != nil, let model = try? PolicyModel.resolve("reference") else { return true }
        if case .notApplicable = trial.reply(of: Party(model), to: setup) { return false }
        return true
    }

    /// Whether a validity period started or ended since the setup was forged, so that a correct
    /// client now decides otherwise.
    private func isOutOfDate(_ question: ChainQuestion) -> Bool {
        guard let clock else { return false }
        var later = question
        later.verifyDate = clock()
        let reference = ProfileOracle(.reference)
        return reference.verdict(on: later).isAccepted != reference.verdict(on: question).isAccepted
    }
}

extension ChainVerdict {
    fileprivate init(_ verdict: Verdict) {
        switch verdict {
        case .accept: self = .accept
        case .reject(let rejection): self = .reject(rejection.code.rawValue)
        }
    }
}
