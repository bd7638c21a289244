import PKIX
import Trust

/// Path validation by one of our profiles.
package struct ProfileJudge: ChainJudge {
    /// Whose rules it judges by.
    package let profile: PathProfile
    private let checks: [PathCheck]
    private let cache: SignatureCache

    /// `hatpin` and the profile.
    package var name: String { "hatpin " + profile.name }

    /// Judges by a profile, with certificates and signatures remembered in `cache`.
    package init(_ profile: PathProfile, cache: SignatureCache = .shared) {
        self.profile = profile
        self.cache = cache
        checks = profile.checks()
    }

    package var isLibrary: Bool { false }

    package func verdicts(on worlds: [ForgedWorld]) async -> [ChainVerdict] {
        worlds.map { verdict(on: $0.question) }
    }

    /// What it says of one chain.
    package func verdict(on question: ChainQuestion) -> ChainVerdict {
        switch evaluate(question).result {
        case .success: .accept
        case .failure(let rejection): .reject(rejection.code.rawValue)
        }
    }

    /// Whether an issuer or an anchor does not decode by the profile, and counts for nothing.
    func lacksIssuers(_ question: ChainQuestion) -> Bool {
        func lacks(_ certificates: some Sequence<[UInt8]>, _ rules: DERRules) -> Bool {
            certificates.contains { (try? cache.certificate($0, by: rules)) == nil }
        }
        return lacks(question.anchors, profile.anchorDecoding)
            || lacks(question.chain.dropFirst(), profile.decoding)
    }

    /// The verdict with its path or its reason.
    ///
    /// - Parameters:
    ///   - question: what is asked.
    ///   - isTraced: whether to keep the reasons of every path that there is.
    /// - Returns: what there is to say.
    package func evaluate(_ question: ChainQuestion, isTraced: Bool = false) -> PathEvaluation {
        let anchors = question.anchors.compactMap {
            try? cache.certificate($0, by: profile.anchorDecoding)
        }
        let validator = PathValidator(
            anchors: anchors,
            checks: checks,
            decoding: profile.decoding,
            cache: cache
        )
        return validator.evaluate(
            question.chain,
            for: question.identity,
            at: question.verifyDate,
            isTraced: isTraced
        )
    }

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
    ) -> Difference {
        let evaluation = evaluate(world.question, isTraced: true)
        var ours: Rejection.Code?
        if case .failure(let rejection) = evaluation.result { ours = rejection.code }
        var difference = Difference(from: judge.name, ours: ours, theirs: theirs)
        difference.defects = defects
        difference.path = { (try? evaluation.result.get())?.certificates ?? [] }
        difference.otherReasons = ours == nil ? [] : evaluation.reasons
        difference.lacksIssuers = lacksIssuers(world.question)
        if judge is OpenSSLJudge { difference.verification = world.question.verification }
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
