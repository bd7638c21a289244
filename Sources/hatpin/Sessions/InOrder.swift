import Reports

/// Puts judgements, which come as pairs finish, into the order of the plan: each is held back until
/// all before it have come.
struct InOrder {
    /// Indices of the judgements that are still to come, the next one last.
    private var expected: [Int]
    private var waiting: [Int: JudgementRecord] = [:]

    /// - Parameter indices: those of all judgements that will come; a shard's have gaps.
    init(of indices: [Int]) {
        expected = indices.sorted(by: >)
    }

    /// Takes one and gives all that can go on now.
    mutating func add(_ judgement: JudgementRecord) -> [JudgementRecord] {
        waiting[judgement.index] = judgement
        var ready: [JudgementRecord] = []
        while let next = expected.last, let judgement = waiting.removeValue(forKey: next) {
            ready.append(judgement)
            expected.removeLast()
        }
        return ready
    }

    /// Judgements that still wait, in order: a run that was stopped leaves gaps.
    mutating func flush() -> [JudgementRecord] {
        defer { waiting = [:] }
        return waiting.values.sorted { $0.index < $1.index }
    }
}
