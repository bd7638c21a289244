/// The behaviour of a release of AFNetworking, as differences from the release before it.
///
/// Every property changes a decision or the error that the application sees; the steps that the
/// releases share are in `AFSecurityPolicy`.
struct AFNetworkingVersion: ModelledRelease, Hashable {
    typealias Modes = Set<AFSecurityPolicy.SSLPinningMode>

    /// The value of `validatesDomainName` if the application does not set it.
    enum DomainDefault: Hashable, Sendable {
        /// The property does not exist.
        case absent
        /// The default is NO, but `policyWithPinningMode:` sets YES, even in mode none.
        case factory
        /// Each assignment of `SSLPinningMode` sets the property: to NO for mode none, to YES for
        /// the other modes.
        case setter
        /// The default is always YES.
        case always
    }

    /// The step that reads the chain for the comparison with pins.
    enum ChainReading: Hashable, Sendable {
        /// The chain is read before the switch over the modes.
        case beforePinning
        /// The chain is read in the pinning modes; in certificate mode, after the pins became the
        /// anchors.
        case whilePinning
    }

    /// The releases that make the same decisions; the value is the release that was transcribed.
    private(set) var releases: ReleaseRange

    /// Whether `AFURLSessionManager` exists, and `AFURLConnectionOperation`.
    var hasURLSession = false
    var hasURLConnection = true

    /// Modes that check whether the platform trusts the chain.
    var evaluatesTrust: Modes = [.none]
    /// Modes in which `allowInvalidCertificates` has an effect.
    var allowsInvalid: Modes = [.none]
    /// Modes that evaluate the trust even if its result does not count.
    var evaluatesRegardless: Modes = []
    /// Whether `validatesDomainName` chooses the policy of the trust; if not, the trust keeps the
    /// platform's policy, which checks the host.
    var setsPolicies = false
    /// Whether the pinning modes compare the domain with the subject summary of the leaf.
    var comparesSubjectSummary = false
    var domainDefault = DomainDefault.absent
    /// Whether the combination of a domain to validate, `allowInvalidCertificates` and no pins is
    /// rejected without further checks.
    var guardsDomain = false

    /// Whether certificate mode makes the pins the anchors and evaluates again.
    var setsAnchors = false
    var chainReading = ChainReading.beforePinning
    /// Whether the property `validatesCertificateChain` exists.
    ///
    /// YES requires that every certificate of the chain is pinned; NO requires only a pinned leaf.
    /// In releases without the property, one pinned certificate of the chain is enough.
    var validatesCertificateChain = false
    /// Whether only the leaf is compared with pins, and a pinned leaf is accepted before any other
    /// check.
    var comparesLeafFirst = false
    /// Modes in which a pin without a usable key ends the process; in other modes the pin is
    /// skipped.
    var assertsPinnedKeys: Modes = [.publicKey]

    /// The answer of `AFURLSessionManager` if the policy returns NO, and the application's error.
    var sessionRefusal = Disposition.cancel
    var sessionError = URLErrorText.cancelled
    /// Whether the application's handler answers with an object, such as its own error.
    ///
    /// If the handler requests the default, the policy decides on the server trust.
    var hasAuthenticationChallengeHandler = false
    /// Whether `AFHTTPSessionManager` rejects pins for an address that is not `https:`.
    var demandsSecureBaseURL = false

    /// The transcribed release.
    var name: String { releases.value }

    /// Returns the next release, with its changes.
    private func followed(
        by name: String,
        from first: String? = nil,
        to last: String? = nil,
        _ change: (inout AFNetworkingVersion) -> Void
    ) -> AFNetworkingVersion {
        var next = self
        next.releases = ReleaseRange(name, from: first ?? name, to: last ?? name)
        change(&next)
        return next
    }
}

/// The history of changes, oldest release first.
///
/// `ModelScope.afnetworking` lists the differences that were inferred, not read.
extension AFNetworkingVersion {
    /// The releases that decide differently, oldest first.
    package static let catalogue = [
        v1_2_0, v1_3_4, v2_0_3, v2_1_0, v2_2_0, v2_4_1, v2_5_0, v2_5_1, v2_5_2, v2_5_3, v2_7_0,
        v3_0_4, v3_1_0, v3_2_1, v4_0_1,
    ]

    private static let everyMode: Modes = [.none, .publicKey, .certificate]
    private static let pinningModes: Modes = [.publicKey, .certificate]

    /// If pins are set, only pins are compared: neither trust nor host is checked (#1157, #2690).
    static let v1_2_0: AFNetworkingVersion = {
        var version = AFNetworkingVersion(
            releases: ReleaseRange("1.2.0", from: "1.2.0", to: "1.2.0")
        )
        version.evaluatesRegardless = everyMode
        version.comparesLeafFirst = true
        return version
    }()

    /// Any certificate of the chain may be pinned (CHANGES 1.2.1).
    static let v1_3_4 = v1_2_0.followed(by: "1.3.4", from: "1.2.1") {
        $0.comparesLeafFirst = false
    }

    static let v2_0_3 = v1_3_4.followed(by: "2.0.3", from: "2.0.0") {
        $0.hasURLSession = true
        $0.evaluatesRegardless = []
        $0.assertsPinnedKeys = pinningModes
    }

    /// The release's comparison with the domain is never reached.
    static let v2_1_0 = v2_0_3.followed(by: "2.1.0") {
        $0.evaluatesTrust = everyMode
        $0.domainDefault = .factory
        $0.validatesCertificateChain = true
    }

    static let v2_2_0 = v2_1_0.followed(by: "2.2.0") {
        $0.allowsInvalid = everyMode
        $0.comparesSubjectSummary = true
    }

    /// The default policy removes the platform's host check from here to 2.5.2 (CVE-2015-3996).
    static let v2_4_1 = v2_2_0.followed(by: "2.4.1", from: "2.2.1") {
        $0.evaluatesRegardless = everyMode
        $0.setsPolicies = true
        $0.comparesSubjectSummary = false
        $0.setsAnchors = true
        $0.assertsPinnedKeys = []
    }

    static let v2_5_0 = v2_4_1.followed(by: "2.5.0") {
        $0.domainDefault = .setter
    }

    /// Mode none accepts every server (#2549, #2573).
    static let v2_5_1 = v2_5_0.followed(by: "2.5.1") {
        $0.evaluatesTrust = pinningModes
    }

    static let v2_5_2 = v2_5_1.followed(by: "2.5.2") {
        $0.evaluatesTrust = everyMode
        $0.evaluatesRegardless = pinningModes
    }

    static let v2_5_3 = v2_5_2.followed(by: "2.5.3", to: "2.5.4") {
        $0.domainDefault = .always
    }

    static let v2_7_0 = v2_5_3.followed(by: "2.7.0", from: "2.6.0") {
        $0.guardsDomain = true
        $0.validatesCertificateChain = false
    }

    /// A rejected protection space did not always end the request (#3417).
    static let v3_0_4 = v2_7_0.followed(by: "3.0.4", from: "3.0.0") {
        $0.hasURLConnection = false
        $0.chainReading = .whilePinning
        $0.sessionRefusal = .rejectProtectionSpace
        $0.sessionError = URLErrorText.serverCertificateUntrusted
    }

    static let v3_1_0 = v3_0_4.followed(by: "3.1.0") {
        $0.sessionRefusal = .cancel
        $0.sessionError = URLErrorText.cancelled
    }

    static let v3_2_1 = v3_1_0.followed(by: "3.2.1", from: "3.2.0") {
        $0.demandsSecureBaseURL = true
    }

    static let v4_0_1 = v3_2_1.followed(by: "4.0.1", from: "4.0.0") {
        $0.evaluatesRegardless = []
        $0.sessionError = URLErrorText.serverCertificateUntrusted
        $0.hasAuthenticationChallengeHandler = true
    }
}
