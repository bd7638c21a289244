import PathValidation

extension ProfileJudge {
    /// Creates the difference between our verdict and another judge's on one world.
    ///
    /// - Parameters:
    ///   - judge: the other judge.
    ///   - theirs: its verdict.
    ///   - world: the world that both judge.
    ///   - defects: the decisive defects of the world.
    /// - Returns: the two verdicts with all that explanations read.
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
        difference.isOfProgram = (judge as? PartyJudge)?.isLibrary ?? false
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
    /// Why paths were rejected, if the evaluation was traced.
    fileprivate var reasons: Set<Rejection.Code> {
        let outcomes = (trace?.steps ?? []).flatMap(\.outcomes)
        return Set(outcomes.compactMap { $0.rejection?.code })
    }
}
