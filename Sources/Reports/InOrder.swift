/// Puts judgements, which come as pairs finish, into the order of the plan: each is held back until
/// all before it have come.
package struct InOrder: Sendable {
    private var next = 0
    private var waiting: [Int: JudgementRecord] = [:]

    package init() {}

    /// Takes one and gives all that can go on now.
    package mutating func add(_ judgement: JudgementRecord) -> [JudgementRecord] {
        waiting[judgement.index] = judgement
        var ready: [JudgementRecord] = []
        while let judgement = waiting.removeValue(forKey: next) {
            ready.append(judgement)
            next += 1
        }
        return ready
    }

    /// Judgements that still wait, in order: a run that was stopped leaves gaps.
    package mutating func flush() -> [JudgementRecord] {
        defer { waiting = [:] }
        return waiting.values.sorted { $0.index < $1.index }
    }
}
