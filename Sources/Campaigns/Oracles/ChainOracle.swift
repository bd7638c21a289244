import Basics

/// A validator of chains: one of Hatpin's profiles or models, a library or a program.
package protocol ChainOracle: Sendable {
    /// The name in reports, with the version if the oracle has a version.
    var name: String { get }

    /// Whether the oracle is third-party code, not a profile or a model of Hatpin.
    var isLibrary: Bool { get }

    /// Returns the verdicts on the chains of these setups, in order.
    func verdicts(on setups: [ForgedSetup]) async -> [ChainVerdict]
}

extension ChainOracle {
    package var isLibrary: Bool { true }
}

extension [any ChainOracle] {
    /// Returns the verdicts of every oracle, in order.
    ///
    /// The oracles run concurrently.
    package func replies(to setups: [ForgedSetup]) async -> [[ChainVerdict]] {
        await WorkerPool(workers: count)
            .map(self) { await $0.verdicts(on: setups) }
            .compactMap(\.self)
    }
}

/// An oracle's verdict on a chain.
package enum ChainVerdict: Hashable, Sendable {
    case accept
    /// The oracle rejects the chain for this reason, in its own words.
    case reject(String)
    /// The oracle exited, timed out or gave an invalid answer; the text says which.
    case failed(String)
    /// The oracle cannot judge this setup.
    case none

    /// Whether the oracle accepts; a failure is not an acceptance.
    package var isAccepted: Bool { self == .accept }

    /// The text of the verdict: `accept`, or the reason.
    package var word: String {
        switch self {
        case .accept: "accept"
        case .reject(let reason): reason
        case .failed(let what): what
        case .none: "none"
        }
    }
}
