import Workers

/// Whoever says which chains to trust: a profile of ours, a library, a program.
package protocol ChainJudge: Sendable {
    /// As reports name it, with its version where it has one.
    var name: String { get }

    /// Whether it is of other makers than our profiles and parties.
    var isLibrary: Bool { get }

    /// What it says of the chain of each of these worlds, in their order.
    func verdicts(on worlds: [ForgedWorld]) async -> [ChainVerdict]
}

extension ChainJudge {
    package var isLibrary: Bool { true }
}

extension [any ChainJudge] {
    /// The verdicts of every judge, in their order; all judge at once.
    func replies(to worlds: [ForgedWorld]) async -> [[ChainVerdict]] {
        await WorkerPool(workers: count)
            .map(self) { await $0.verdicts(on: worlds) }
            .compactMap(\.self)
    }
}

/// What a judge says of a chain.
package enum ChainVerdict: Hashable, Sendable {
    case accept
    /// For this reason, in the judge's own words.
    case reject(String)
    /// It ended, or gave no answer in time, or none that is one: what happened.
    case failed(String)
    /// It cannot be asked.
    case none

    /// Whether it accepts; a failure does not.
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
