import PKIX
import Trust

/// Path validation by one of our profiles.
package struct ProfileJudge: ChainJudge {
    package let profile: PathProfile
    private let checks: [PathCheck]
    private let cache: SignatureCache

    package var name: String { "hatpin " + profile.name }

    package init(_ profile: PathProfile, cache: SignatureCache = .shared) {
        self.profile = profile
        self.cache = cache
        checks = profile.checks()
    }

    package func verdicts(on questions: [ChainQuestion]) async -> [ChainVerdict] {
        questions.map { verdict(on: $0) }
    }

    /// What it says of one chain.
    package func verdict(on question: ChainQuestion) -> ChainVerdict {
        switch evaluate(question).result {
        case .success: .accept
        case .failure(let rejection): .reject(rejection.code.rawValue)
        }
    }

    /// The verdict with its path or its reason.
    package func evaluate(_ question: ChainQuestion) -> PathEvaluation {
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
            at: question.verifyDate
        )
    }
}
