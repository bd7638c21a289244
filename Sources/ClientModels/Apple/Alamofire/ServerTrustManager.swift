import X509

/// `ServerTrustManager` of Alamofire 5.12.0 with an evaluator for one host, and the decision that
/// `SessionDelegate` derives from the evaluator's answer.
///
/// `ModelScope.alamofire5` lists the consequences.
struct ServerTrustManager: TrustPolicy {
    /// Alamofire's evaluators, and the application's own evaluator.
    enum Name: String, CaseIterable, Sendable {
        case `default`
        case revocation
        case pinnedCertificates = "pinned-certificates"
        case publicKeys = "public-keys"
        case disabled
        case custom
    }

    private let allHostsMustBeEvaluated: Bool
    private let entry: AlamofireHostEntry
    private let bundle: AlamofireBundle
    private let evaluators: [Name]
    private let settings: PolicyModel.Settings
    private let checks: CheckSet

    init(_ settings: PolicyModel.Settings, checks: CheckSet) {
        allHostsMustBeEvaluated = settings[Alamofire5Setting.allHostsMustBeEvaluated]
        entry = AlamofireHostEntry(settings)
        bundle = AlamofireBundle(settings)
        evaluators = settings.evaluators
        self.settings = settings
        self.checks = checks
    }

    /// Decides as `SessionDelegate.attemptServerTrustAuthentication(with:)` does.
    func evaluate(_ presented: Presented, for identity: ReferenceIdentity) -> Decision {
        presented.challenge(for: identity, checks: checks) { trust in
            do throws(AFError) {
                guard let evaluator = try serverTrustEvaluator(forHost: identity.host, presented)
                else { return .performDefaultHandling }
                return .useCredential(try evaluator.evaluate(&trust, forHost: identity))
            } catch {
                return .cancel(error.rejection, error: error.description)
            }
        }
    }

    private func serverTrustEvaluator(
        forHost host: String,
        _ presented: Presented
    ) throws(AFError) -> (any ServerTrustEvaluating)? {
        guard entry.isFound(forHost: host) || !checks.contains(.alamofire5HostEntry) else {
            if allHostsMustBeEvaluated, checks.contains(.alamofire5AllHosts) {
                throw .serverTrustEvaluationFailed(reason: .noRequiredEvaluator(host: host))
            }
            return nil
        }
        let evaluators = evaluators.map { evaluator($0, presented) }
        return evaluators.count == 1
            ? evaluators.first : CompositeTrustEvaluator(evaluators: evaluators)
    }

    private func evaluator(
        _ name: Name,
        _ presented: Presented
    ) -> any ServerTrustEvaluating {
        let performDefaultValidation = settings[Alamofire5Setting.performDefaultValidation]
        let validateHost = settings[Alamofire5Setting.validateHost]
        var certificates: [[UInt8]] {
            bundle.certificates(presented, isSearched: checks.contains(.alamofire5Bundle))
        }
        switch name {
        case .default:
            return DefaultTrustEvaluator(validateHost: validateHost)
        case .revocation:
            return RevocationTrustEvaluator(
                performDefaultValidation: performDefaultValidation,
                validateHost: validateHost,
                options: settings[Alamofire5Setting.options].flags
            )
        case .pinnedCertificates:
            return PinnedCertificatesTrustEvaluator(
                certificates: certificates,
                acceptSelfSignedCertificates:
                    settings[Alamofire5Setting.acceptSelfSignedCertificates],
                performDefaultValidation: performDefaultValidation,
                validateHost: validateHost
            )
        case .publicKeys:
            return PublicKeysTrustEvaluator(
                keys: certificates.compactMap(ServerTrust.copyKey),
                performDefaultValidation: performDefaultValidation,
                validateHost: validateHost
            )
        case .disabled:
            return DisabledTrustEvaluator()
        case .custom:
            return CustomTrustEvaluator(throwsError: settings[Alamofire5Setting.customThrows])
        }
    }
}

extension PolicyModel.Settings {
    /// The evaluators for the host, in their order.
    var evaluators: [ServerTrustManager.Name] {
        [self[Alamofire5Setting.evaluator], self[Alamofire5Setting.then]].compactMap(\.self)
    }
}
