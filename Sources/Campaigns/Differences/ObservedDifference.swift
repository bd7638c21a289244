import PathValidation

extension ProfileOracle {
    /// Creates the difference between `reference` and another oracle on one setup.
    ///
    /// - Parameters:
    ///   - oracle: the other oracle.
    ///   - theirs: the verdict of that oracle.
    ///   - setup: the setup.
    ///   - defects: the decisive defects of the setup.
    /// - Returns: the two verdicts with everything that explanations need.
    package func difference(
        from oracle: any ChainOracle,
        _ theirs: ChainVerdict,
        on setup: ForgedSetup,
        with defects: [DrawnDefect]
    ) -> ChainDifference {
        let evaluation = evaluate(setup.question, isTraced: true)
        var ours: Rejection.Code?
        if case .failure(let rejection) = evaluation.result { ours = rejection.code }
        var difference = ChainDifference(from: oracle.name, ours: ours, theirs: theirs)
        difference.defects = defects
        difference.isOfProgram = (oracle as? PartyOracle)?.isLibrary ?? false
        difference.path = { (try? evaluation.result.get())?.certificates ?? [] }
        difference.otherReasons = ours == nil ? [] : evaluation.reasons
        difference.lacksIssuers = lacksIssuers(setup.question)
        if difference.foundation.hasPrefix("openssl") {
            difference.verification = setup.question.verification
        }
        return difference
    }
}

extension PathEvaluation {
    /// The reasons why paths were rejected; empty if the evaluation was not traced.
    fileprivate var reasons: Set<Rejection.Code> {
        let outcomes = (trace?.steps ?? []).flatMap(\.outcomes)
        return Set(outcomes.compactMap { $0.rejection?.code })
    }
}
