import PathValidation
import Runner

/// The number of judgements with each outcome.
package struct Tally: Hashable, Sendable {
    private var counts: [Outcome.Kind: Int] = [:]
    /// The number of correct rejections that count only if the party accepts the control, and how
    /// many of these rejections had an accepted control.
    package private(set) var controls = 0, controlsHeld = 0
    /// The number of judgements where the party accepts a setup that a correct client rejects.
    package private(set) var weaknesses = 0
    /// The number of correct rejections whose reason is unknown.
    package private(set) var withoutReason = 0

    package init() {}

    /// Makes a tally of numbers that were counted earlier.
    package init(
        counts: [Outcome.Kind: Int],
        controls: Int,
        controlsHeld: Int,
        weaknesses: Int,
        withoutReason: Int
    ) {
        self.counts = counts.filter { $0.value != 0 }
        self.controls = controls
        self.controlsHeld = controlsHeld
        self.weaknesses = weaknesses
        self.withoutReason = withoutReason
    }

    /// Counts one more judgement.
    package mutating func count(_ judgement: JudgementRecord) {
        counts[judgement.outcome, default: 0] += 1
        if judgement.neededControl {
            controls += 1
            if judgement.outcome != .inconclusive { controlsHeld += 1 }
        }
        if judgement.weakness != nil { weaknesses += 1 }
        if case .reject(Self.unknown, _) = judgement.verdict, judgement.outcome == .pass {
            withoutReason += 1
        }
    }

    private static let unknown = Rejection.Code.unknown.rawValue

    package subscript(_ outcome: Outcome.Kind) -> Int { counts[outcome, default: 0] }

    /// The number of all judgements.
    package var total: Int { counts.values.reduce(0, +) }

    /// The number of judgements that fail the run.
    package var failures: Int {
        counts.reduce(0) { $0 + ($1.key.isFailure ? $1.value : 0) }
    }
}

extension JudgementRecord {
    /// Whether this correct rejection counts only if the party accepts the control, which is the
    /// setup without the defect.
    fileprivate var neededControl: Bool {
        guard case .reject = verdict else { return false }
        return outcome == .pass || outcome == .inconclusive
    }
}
