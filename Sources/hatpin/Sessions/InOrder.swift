import Reports

/// Sorts judgements, which arrive as pairs finish, into the order of the plan: each judgement waits
/// for all earlier judgements of the plan.
struct InOrder {
    /// The indices of the judgements that have not arrived, in descending order.
    private var expected: [Int]
    private var waiting: [Int: JudgementRecord] = [:]

    /// - Parameter indices: the indices of all judgements; the indices of a shard have gaps.
    init(of indices: [Int]) {
        expected = indices.sorted(by: >)
    }

    /// Adds a judgement, and returns the judgements whose turn has come, in order.
    mutating func add(_ judgement: JudgementRecord) -> [JudgementRecord] {
        waiting[judgement.index] = judgement
        var ready: [JudgementRecord] = []
        while let next = expected.last, let judgement = waiting.removeValue(forKey: next) {
            ready.append(judgement)
            expected.removeLast()
        }
        return ready
    }

    /// Returns the judgements that still wait, in order: an interrupted run leaves gaps before
    /// them.
    mutating func flush() -> [JudgementRecord] {
        defer { waiting = [:] }
        return waiting.values.sorted { $0.index < $1.index }
    }
}
