import ClientModels
import PathValidation
import Runner
import ScenarioFormat
import TLS
import X509

/// A relying party, judged over real handshakes: a model of Hatpin's, or a program.
package struct PartyOracle: ChainOracle {
    /// `party` and the model with its settings; the library and the name of a program.
    package let name: String
    package let isLibrary: Bool
    private let party: Party
    private let trial: SetupTrial
    /// The real time, for a program.
    private let clock: (@Sendable () -> Instant)?

    /// Creates a judge that puts setups before this model.
    ///
    /// - Throws: an error if TLS cannot be set up.
    package init(_ model: ConfiguredModel) throws(WireError) {
        name = "party " + model.name
        isLibrary = false
        party = Party(model)
        clock = nil
        trial = try SetupTrial(seed: ForgedSetup.seed, now: ForgedSetup.now)
    }

    /// Creates a judge that puts setups before this program.
    ///
    /// - Parameters:
    ///   - program: a party with a client of its own.
    ///   - library: the TLS library that decides, whose known differences are the program's; nil if
    ///     none is known.
    ///   - now: the time at which setups are made.
    ///   - clock: the real time, by which the program judges.
    ///   - isAlone: whether it is in a network of the run's own.
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

    /// Whether a server can show a setup; a program would wait for one that cannot until its deadline.
    private func isServable(_ setup: Setup) -> Bool {
        guard clock != nil, let model = try? PolicyModel.resolve("reference") else { return true }
        if case .notApplicable = trial.reply(of: Party(model), to: setup) { return false }
        return true
    }

    /// Whether a correct client decides otherwise by now than when the setup was made: a validity began
    /// or ended in between.
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
