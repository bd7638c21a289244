import Basics

/// A validator of chains: one of our profiles, a library or a program.
package protocol ChainOracle: Sendable {
    /// The name in reports, with the version if it has one.
    var name: String { get }

    /// Whether it is third-party code, neither a profile nor a party of ours.
    var isLibrary: Bool { get }

    /// The verdicts on the chains of these setups, in their order.
    func verdicts(on setups: [ForgedSetup]) async -> [ChainVerdict]
}

extension ChainOracle {
    package var isLibrary: Bool { true }
}

extension [any ChainOracle] {
    /// The verdicts of every judge, in the order of the judges, which run concurrently.
    package func replies(to setups: [ForgedSetup]) async -> [[ChainVerdict]] {
        await WorkerPool(workers: count)
            .map(self) { await $0.verdicts(on: setups) }
            .compactMap(\.self)
    }
}

/// A judge's verdict on a chain.
package enum ChainVerdict: Hashable, Sendable {
    case accept
    /// The chain is rejected for this reason, in the judge's own words.
    case reject(String)
    /// The judge ended, timed out, or gave an invalid answer: the event in words.
    case failed(String)
    /// The judge cannot be asked this question.
    case none

    /// Whether the judge accepts; a failure is not an acceptance.
    package var isAccepted: Bool { self == .accept }

    /// `accept`, or the reason.
    package var word: String {
        switch self {
        case .accept: "accept"
        case .reject(let reason): reason
        case .failed(let what): what
        case .none: "none"
        }
    }
}
