import OpenSSL
import PKIX

/// Apple's `SecTrust` as far as its callers see it: a served list and a date, anchors and
/// policies that can be changed, and an evaluation that is made when it is asked for.
///
/// Every setter throws the evaluation away; whatever asks for a result or for the chain makes it
/// anew (Security-61901.0.87.0.1, OSX/sec/Security/SecTrust.c). That is why AFNetworking, which
/// changes the anchors between two questions, reads another chain the second time.
///
/// It differs from Apple's in these: of several good paths it takes the one that `PathValidator`
/// finds first instead of the best by score; it asks no transparency of the system's anchors; and
/// it verifies the Ed25519 and Ed448 signatures of issuers, which Apple cannot. Intermediates come
/// from the served list and the store alone, as without a network.
///
/// All of it was read in Apple's sources and nothing run on a device. Inferred, not read: that a
/// served entry which is no certificate ends the handshake before any delegate is asked, and that
/// URLSession's trust carries an SSL policy for the host when the delegate sees it.
package struct ServerTrust: Sendable {
    /// `SecPolicyRef`.
    package enum Policy: Hashable, Sendable {
        /// `SecPolicyCreateBasicX509`: no host, no extended key usage, no rule of TLS on strength.
        case basicX509
        /// `SecPolicyCreateSSL(true, host)`; a nil host leaves out nothing but the host.
        case ssl(host: ReferenceIdentity?)
    }

    struct Evaluation: Sendable {
        let result: TrustResult
        let verdict: Result<VerifiedPath, Rejection>
        let chain: [[UInt8]]
    }

    let certificates: [[UInt8]]
    let store: TrustStore
    private var policies: [Policy]
    private(set) var anchors: [[UInt8]]?
    private(set) var anchorsOnly = false
    let verifyDate: Instant
    /// See `Presented.leftOut`.
    let leftOut: String?
    private var evaluation: Evaluation?

    /// `SecTrustCreateWithCertificates` of what was served, judged at the client's clock.
    ///
    /// - Throws: `missingCertificate` for an empty list, `malformed` for an entry that is no
    ///   certificate: those never become a trust object.
    package init(_ presented: Presented, policies: [Policy]) throws(Rejection) {
        guard !presented.chain.isEmpty else { throw .missingCertificate }
        for (depth, der) in presented.chain.enumerated() {
            do {
                _ = try Self.decoded(der)
            } catch {
                throw .malformed(error, depth: depth)
            }
        }
        certificates = presented.chain
        store = presented.store
        verifyDate = presented.verifyDate
        leftOut = presented.leftOut
        self.policies = policies
    }

    /// Whether `check` is asked; see `Presented.asks`.
    package func asks(_ check: ModelCheck) -> Bool { leftOut != check.name }

    /// `SecTrustSetPolicies`; a chain must satisfy all of them.
    package mutating func setPolicies(_ policies: [Policy]) {
        self.policies = policies
        evaluation = nil
    }

    /// `SecTrustSetAnchorCertificates`: only these from now on, nothing at all where there are
    /// none; nil goes back to the store.
    ///
    /// - Returns: false (`errSecParam`), and nothing is changed, where one is no certificate.
    @discardableResult
    package mutating func setAnchorCertificates(_ anchors: [[UInt8]]?) -> Bool {
        guard (anchors ?? []).allSatisfy(Self.isCertificate) else { return false }
        self.anchors = anchors
        anchorsOnly = anchors != nil
        evaluation = nil
        return true
    }

    /// `SecTrustSetAnchorCertificatesOnly`: false joins the store to the anchors that were set.
    package mutating func setAnchorCertificatesOnly(_ only: Bool) {
        anchorsOnly = only
        evaluation = nil
    }

    /// `SecTrustEvaluate`.
    package mutating func evaluate() -> TrustResult { evaluated().result }

    /// `SecTrustEvaluateWithError`: the path where the result is proceed or unspecified.
    package mutating func evaluateWithError() throws(Rejection) -> VerifiedPath {
        try evaluated().verdict.get()
    }

    /// `SecTrustCopyCertificateChain`: the best path that could be built, leaf first, and never
    /// the served list; there is one after a failure too.
    package var certificateChain: [[UInt8]] {
        mutating get { evaluated().chain }
    }

    /// The result as it stands: `invalid` where nobody has asked since the last change.
    package var decidedResult: TrustResult { evaluation?.result ?? .invalid }

    private mutating func evaluated() -> Evaluation {
        if let evaluation { return evaluation }
        let evaluations = (policies.isEmpty ? [.basicX509] : policies).map(evaluation(under:))
        // The gravest decides: a fatal failure before a recoverable one before success.
        let gravest =
            evaluations.first { $0.result == .fatalFailure }
            ?? evaluations.first { !$0.result.isTrusted }
            ?? evaluations[0]
        evaluation = gravest
        return gravest
    }
}

extension TrustResult {
    /// Whether `SecTrustEvaluateWithError` says true: proceed and unspecified.
    package var isTrusted: Bool { self == .proceed || self == .unspecified }
}
