import PathValidation
import X509

extension PolicyModel {
    /// `AFSecurityPolicy` as AFNetworking's managers call it, in every release that changed it.
    package static let afnetworking = PolicyModel(
        name: "afnetworking",
        about: "AFNetworking's AFSecurityPolicy: three pinning modes and two switches.",
        source: "AFNetworking 1.2.0 to 4.0.1, AFNetworking/AFSecurityPolicy.m, "
            + "AFURLSessionManager.m, AFHTTPSessionManager.m, AFURLConnectionOperation.m",
        scope: .afnetworking,
        platform: .apple,
        settings: AFNetworkingSetting.all,
        checks: ModelCheck.afnetworking,
        audit: AuditTerms(
            strongest: { settings in
                let comparesKeys = settings[AFNetworkingSetting.mode] != .certificate
                return AFNetworkingSetting.mode.stating(comparesKeys ? .publicKey : .certificate)
            },
            ignores: [.connection]
        ),
        capabilities: { settings in
            guard settings[AFNetworkingSetting.mode] != .none else { return [.unpinned] }
            let pins = Set<Capability>([.pins]).union(AFNetworking(settings).pinnedParts)
            return settings[AFNetworkingSetting.certificate] == nil
                ? pins : pins.union(settings.unpinned(unlessStated: true))
        },
        policy: { AFNetworking($0, checks: $1) }
    )
}

/// An application's use of AFNetworking: its manager and that manager's policy.
struct AFNetworking: TrustPolicy {
    /// The scheme of the URL that `AFHTTPSessionManager` was created with.
    enum BaseURL: String, CaseIterable, Sendable {
        case https, http, none
    }

    var securityPolicy: AFSecurityPolicy
    var challengeHandling: AFChallengeHandling
    var baseURL: BaseURL
    /// Whether the manager passes the host; `evaluateServerTrust:` of old releases passes nil.
    var isGivenDomain: Bool
    /// The `.cer` file that the application ships; nil if the settings state no file.
    var bundledCertificate: [UInt8]?
    var checks = CheckSet.all

    /// The part of a chain that must be pinned; it depends on the release and on
    /// `validatesCertificateChain`.
    var pinnedParts: Set<PolicyModel.Capability> {
        if securityPolicy.version.comparesLeafFirst { return [.endEntityPins] }
        guard securityPolicy.version.validatesCertificateChain else { return [] }
        return securityPolicy.validatesCertificateChain ? [.wholeChainPins] : [.endEntityPins]
    }

    func evaluate(_ presented: Presented, for identity: ReferenceIdentity) -> Decision {
        if checks.contains(.afBaseURL), let error = configurationError {
            return .unusable(error)
        }
        return presented.challenge(for: identity, checks: checks) { trust in
            switch handling.answer(to: .init(method: .serverTrust)) {
            case .evaluateServerTrust:
                evaluation(of: &trust, presented, for: identity)
            case .useCredential:
                .useCredential(.unchecked)
            case .cancel(let error):
                .cancel(Self.refused, error: error)
            case .rejectProtectionSpace:
                .rejectProtectionSpace(
                    Self.refused,
                    error: URLErrorText.serverCertificateUntrusted
                )
            case .exception(let name):
                .exception(Self.refused, name: name, isConfiguration: false)
            case .performDefaultHandling, .continueWithoutCredential, .leftToHandler:
                .performDefaultHandling
            }
        }
    }

    private static let refused = Rejection.policyGuard("the application's handler rejects it")

    /// The name of the exception that `setSecurityPolicy:` of `AFHTTPSessionManager` throws; nil if
    /// this method accepts the policy.
    private var configurationError: String? {
        securityPolicy.version.demandsSecureBaseURL && securityPolicy.sslPinningMode != .none
            && baseURL != .https ? "Invalid Security Policy" : nil
    }

    private var handling: AFChallengeHandling {
        var handling = challengeHandling
        if !checks.contains(.afChallengeHandler) { handling.handlerResult = nil }
        return handling
    }

    private func evaluation(
        of serverTrust: inout ServerTrust,
        _ presented: Presented,
        for identity: ReferenceIdentity
    ) -> ChallengeAnswer {
        do throws(AFSecurityPolicy.Refusal) {
            let grounds = try securityPolicy.evaluate(
                &serverTrust,
                pinnedCertificates: pinnedCertificates(of: presented),
                forDomain: isGivenDomain ? identity : nil
            )
            return .useCredential(grounds)
        } catch {
            switch error {
            case .no(let rejection):
                let (disposition, text) = challengeHandling.refusal
                return disposition == .cancel
                    ? .cancel(rejection, error: text)
                    : .rejectProtectionSpace(rejection, error: text)
            case .exception(let rejection, let isConfiguration):
                return .exception(rejection, isConfiguration: isConfiguration)
            }
        }
    }

    /// Returns the value of `pinnedCertificates`.
    ///
    /// The pins of the test case replace the certificate file that the application ships, because
    /// Hatpin lacks that certificate's private key and cannot forge a chain with it. A file that is
    /// not a certificate is not replaced.
    private func pinnedCertificates(of presented: Presented) -> [[UInt8]] {
        if let bundledCertificate, !ServerTrust.isCertificate(bundledCertificate) {
            return [bundledCertificate]
        }
        guard presented.pins != nil else { return bundledCertificate.map { [$0] } ?? [] }
        // Keep duplicate pins, although 2.6.0 drops them (AFSecurityPolicy.m:205): in that release
        // one matching pin is enough, so duplicates do not change the decision.
        return presented.pinnedFiles
    }
}
