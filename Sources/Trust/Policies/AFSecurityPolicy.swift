import PKIX

extension PolicyModel {
    /// `AFSecurityPolicy` as `AFURLSessionManager` asks it.
    static let afnetworking = PolicyModel(
        name: "afnetworking",
        about: "AFNetworking's AFSecurityPolicy: three pinning modes and two switches.",
        source: "AFNetworking 4.0.1, AFNetworking/AFSecurityPolicy.m, AFURLSessionManager.m",
        settings: [
            Setting(
                "version",
                ["4.0.1"],
                fallback: "4.0.1",
                about: "The release that is transcribed."
            ),
            Setting(
                "mode",
                AFSecurityPolicy.SSLPinningMode.allCases.map(\.rawValue),
                fallback: AFSecurityPolicy.SSLPinningMode.none.rawValue,
                about: "SSLPinningMode: what of the pins is looked for in the chain."
            ),
            .flag(
                "allow-invalid",
                fallback: false,
                about:
                    "allowInvalidCertificates: go on where the platform does not trust the chain."
            ),
            .flag(
                "validates-domain-name",
                fallback: true,
                about: "validatesDomainName: have the platform check the host."
            ),
            Setting(
                "domain",
                ["given", "nil"],
                fallback: "given",
                about: "The domain that the policy is asked about: the host, or none."
            ),
        ],
        capabilities: {
            $0["mode"] == AFSecurityPolicy.SSLPinningMode.none.rawValue ? [.unpinned] : [.pins]
        },
        policy: { settings in
            AFSecurityPolicy(
                sslPinningMode: AFSecurityPolicy.SSLPinningMode(rawValue: settings["mode"])
                    ?? AFSecurityPolicy.SSLPinningMode.none,
                allowInvalidCertificates: settings.isOn("allow-invalid"),
                validatesDomainName: settings.isOn("validates-domain-name"),
                isGivenDomain: settings["domain"] != "nil"
            )
        }
    )
}

/// `AFSecurityPolicy` of AFNetworking 4.0.1, step by step.
///
/// As in the original:
/// - `allowInvalidCertificates` with a domain to validate and nothing pinned is refused before the
///   chain is looked at, even a perfect one (the first `if` of `evaluateServerTrust:forDomain:`);
///   turning the flag on can so turn an accept into a reject.
/// - Certificate mode demands the platform's trust *and* a pin; only with
///   `allowInvalidCertificates` can a private authority's or a self-signed certificate pass, and
///   then host and dates still count.
/// - Public-key mode with `allowInvalidCertificates` compares keys and nothing else: no date, no
///   host, no anchor, no basicConstraints. (That even a certificate passes which an end entity of
///   the pinned authority signed is inferred from the rejected paths that trustd keeps.)
/// - Pins are the `.cer` files of the main bundle where the application gives none; none given
///   here means a bundle without any. They are a set; here they keep their order, so that of
///   several paths to a pin the same is found in every run.
/// - A pin that is no certificate ends the process in certificate mode and is skipped in
///   public-key mode; a *served* certificate whose key cannot be extracted ends it in public-key
///   mode. A process that ended has accepted nothing.
///
/// Keys are compared as iOS does, by `SecKey` equality; macOS compares exported PEM, which differs
/// for no key that both can export.
struct AFSecurityPolicy: TrustPolicy, Equatable {
    /// `AFSSLPinningMode`, in its order.
    enum SSLPinningMode: String, CaseIterable, Sendable {
        case none
        case publicKey = "public-key"
        case certificate
    }

    /// How `evaluateServerTrust:forDomain:` ends otherwise than with YES.
    enum Refusal: Error {
        /// NO.
        case no(Rejection)
        /// nil was put into an array.
        case exception(Rejection, isConfiguration: Bool)
    }

    var sslPinningMode: SSLPinningMode = .none
    var allowInvalidCertificates = false
    var validatesDomainName = true
    /// Whether the caller hands on the host; `evaluateServerTrust:` of old hands on nil.
    var isGivenDomain = true

    /// `AFURLSessionManager`'s task-level handler: use the credential, or cancel with the error
    /// that it makes itself.
    func evaluate(_ presented: Presented, for identity: ReferenceIdentity) -> Decision {
        presented.challenge(for: identity) { trust in
            do throws(Refusal) {
                let grounds = try evaluate(
                    &trust,
                    pinnedCertificates: presented.pinnedCertificates,
                    forDomain: isGivenDomain ? identity : nil
                )
                return .useCredential(grounds)
            } catch {
                switch error {
                case .no(let rejection):
                    return .cancel(rejection, error: URLErrorText.serverCertificateUntrusted)
                case .exception(let rejection, let isConfiguration):
                    return .exception(rejection, isConfiguration: isConfiguration)
                }
            }
        }
    }

    /// `evaluateServerTrust:forDomain:`.
    func evaluate(
        _ serverTrust: inout ServerTrust,
        pinnedCertificates: [[UInt8]],
        forDomain domain: ReferenceIdentity?
    ) throws(Refusal) -> Grounds {
        if domain != nil, allowInvalidCertificates, validatesDomainName,
            sslPinningMode == .none || pinnedCertificates.isEmpty
        {
            throw .no(.policyGuard("allowInvalidCertificates, validatesDomainName and no pins"))
        }

        serverTrust.setPolicies([validatesDomainName ? .ssl(host: domain) : .basicX509])

        var path: VerifiedPath?
        if !allowInvalidCertificates { path = try validPath(of: &serverTrust) }

        switch sslPinningMode {
        case .none:
            return path.map(Grounds.path) ?? .unchecked
        case .certificate:
            return .path(try anchoredPath(of: &serverTrust, to: pinnedCertificates))
        case .publicKey:
            try matchKeys(of: &serverTrust, with: pinnedCertificates)
            return path.map(Grounds.path) ?? .pin
        }
    }

    /// `AFServerTrustIsValid`, where the answer decides.
    private func validPath(of trust: inout ServerTrust) throws(Refusal) -> VerifiedPath {
        do {
            return try trust.evaluateWithError()
        } catch {
            throw .no(error)
        }
    }

    /// The case `AFSSLPinningModeCertificate`: the pins become the only anchors, and the chain that
    /// is built then must hold one.
    private func anchoredPath(
        of serverTrust: inout ServerTrust,
        to pinnedCertificates: [[UInt8]]
    ) throws(Refusal) -> VerifiedPath {
        for certificate in pinnedCertificates where !ServerTrust.isCertificate(certificate) {
            let rejection = Rejection.policyGuard("a pinned file is not a DER certificate")
            throw .exception(rejection, isConfiguration: true)
        }
        serverTrust.setAnchorCertificates(pinnedCertificates)

        let path: VerifiedPath
        do {
            path = try serverTrust.evaluateWithError()
        } catch {
            throw .no(pinnedCertificates.isEmpty ? .pinsMissing : error.whereAnchorsArePins)
        }
        guard serverTrust.certificateChain.reversed().contains(where: pinnedCertificates.contains)
        else { throw .no(.pinMismatch) }
        return path
    }

    /// The case `AFSSLPinningModePublicKey`: a key of the chain, as it is built without new
    /// anchors, must be a key of a pin.
    private func matchKeys(
        of serverTrust: inout ServerTrust,
        with pinnedCertificates: [[UInt8]]
    ) throws(Refusal) {
        // `setPinnedCertificates:` skips what no key comes out of.
        let pinnedPublicKeys = Set(pinnedCertificates.compactMap(ServerTrust.copyKey))
        let publicKeys = try publicKeyTrustChain(for: &serverTrust)
        guard !pinnedPublicKeys.isEmpty else { throw .no(.pinsMissing) }
        guard publicKeys.contains(where: pinnedPublicKeys.contains) else {
            throw .no(.pinMismatch)
        }
    }

    /// `AFPublicKeyTrustChainForServerTrust`, which does not test for nil.
    private func publicKeyTrustChain(
        for serverTrust: inout ServerTrust
    ) throws(Refusal) -> [ServerTrust.Key] {
        var keys: [ServerTrust.Key] = []
        for (depth, certificate) in serverTrust.certificateChain.enumerated() {
            guard let key = ServerTrust.copyKey(of: certificate) else {
                throw .exception(.badKey(depth: depth), isConfiguration: false)
            }
            keys.append(key)
        }
        return keys
    }
}
