import Trust

extension ProfileJudge {
    /// What we say of a world, and another judge otherwise.
    ///
    /// - Parameters:
    ///   - judge: the other.
    ///   - theirs: what it says.
    ///   - world: of both.
    ///   - defects: those of the world that matter.
    /// - Returns: the two verdicts with all that explanations look at.
    package func difference(
        from judge: any ChainJudge,
        _ theirs: ChainVerdict,
        on world: ForgedWorld,
        with defects: [DrawnDefect]
    ) -> ChainDifference {
        let evaluation = evaluate(world.question, isTraced: true)
        var ours: Rejection.Code?
        if case .failure(let rejection) = evaluation.result { ours = rejection.code }
        var difference = ChainDifference(from: judge.name, ours: ours, theirs: theirs)
        difference.defects = defects
        difference.path = { (try? evaluation.result.get())?.certificates ?? [] }
        difference.otherReasons = ours == nil ? [] : evaluation.reasons
        difference.lacksIssuers = lacksIssuers(world.question)
        if difference.foundation.hasPrefix("openssl") {
            difference.verification = world.question.verification
        }
        return difference
    }
}

extension PathEvaluation {
    /// Why paths were refused, where the evaluation was traced.
    fileprivate var reasons: Set<Rejection.Code> {
        let outcomes = (trace?.steps ?? []).flatMap(\.outcomes)
        return Set(outcomes.compactMap { $0.rejection?.code })
    }
}
