import PathValidation
import X509

/// Path validation by one of Hatpin's profiles.
package struct ProfileOracle: ChainOracle {
    /// The profile.
    package let profile: PathProfile
    private let checks: [PathCheck]
    private let cache: SignatureCache

    /// The name in reports: `hatpin` and the name of the profile.
    package var name: String { "hatpin " + profile.name }

    /// Creates an oracle for a profile; `cache` keeps certificates and signature checks.
    package init(_ profile: PathProfile, cache: SignatureCache = .shared) {
        self.profile = profile
        self.cache = cache
        checks = profile.checks()
    }

    package var isLibrary: Bool { false }

    package func verdicts(on setups: [ForgedSetup]) async -> [ChainVerdict] {
        setups.map { verdict(on: $0.question) }
    }

    /// Returns the verdict on one chain.
    package func verdict(on question: ChainQuestion) -> ChainVerdict {
        switch evaluate(question).result {
        case .success: .accept
        case .failure(let rejection): .reject(rejection.code.rawValue)
        }
    }

    /// Whether the profile ignores an issuer or an anchor that it cannot decode.
    func lacksIssuers(_ question: ChainQuestion) -> Bool {
        func lacks(_ certificates: some Sequence<[UInt8]>, _ rules: DERRules) -> Bool {
            certificates.contains { (try? cache.certificate($0, by: rules)) == nil }
        }
        return lacks(question.anchors, profile.decoding)
            || lacks(question.chain.dropFirst(), profile.decoding)
    }

    /// Returns the verdict, with the path that the profile accepts or the reason for the rejection.
    ///
    /// - Parameters:
    ///   - question: the chain, the host and the time.
    ///   - isTraced: whether to keep the reasons for all rejected paths.
    /// - Returns: the verdict with its path or reason.
    package func evaluate(_ question: ChainQuestion, isTraced: Bool = false) -> PathEvaluation {
        let anchors = question.anchors.compactMap {
            try? cache.certificate($0, by: profile.decoding)
        }
        let validator = PathValidator(
            anchors: anchors,
            checks: checks,
            decoding: profile.decoding,
            budget: profile.budget,
            building: profile.building,
            cache: cache
        )
        return validator.evaluate(
            question.chain,
            for: question.identity,
            at: question.verifyDate,
            isTraced: isTraced
        )
    }
}
