import Crypto
import PathValidation
import X509

// ApplePlatform decides as SecTrust and trustd do. It builds paths in trustd's order and applies
// the rules of PathValidation; the clients that use it are in ClientModels/Apple.

/// Apple's `SecTrust` as its callers see it: a served list and a date, anchors and policies that
/// can be changed, and an evaluation that is made on demand.
///
/// Every setter discards the evaluation; the next request for a result or for the chain evaluates
/// again (Security-61901.0.87.0.1, OSX/sec/Security/SecTrust.c). AFNetworking changes the anchors
/// between two requests, and therefore gets another chain the second time.
///
/// `ModelPlatform.apple` lists the differences from Apple's `SecTrust` and the facts that were
/// inferred.
package struct ServerTrust: Sendable {
    struct Evaluation: Sendable {
        let result: TrustResult
        let verdict: Result<VerifiedPath, Rejection>
        let chain: [[UInt8]]
    }

    /// The served certificates, decoded, the leaf first.
    package let served: [Certificate]
    let endEntity: Certificate
    /// The device's anchors, and the certificates that the device distrusts.
    package let store: TrustStore
    let staples: [[UInt8]?]
    let crls: [[UInt8]]
    private(set) var policies: [Policy]
    /// The anchors that the caller has set; nil if the caller has set no anchors.
    package private(set) var anchors: [[UInt8]]?
    private(set) var anchorsOnly = false
    private(set) var verifyDate: Instant
    /// The checks that the platform and the policy above it make.
    package let checks: CheckSet
    private var current: Evaluation?

    /// Makes a trust of the served certificates, as `SecTrustCreateWithCertificates` does, at the
    /// client's time.
    ///
    /// - Throws: `missingCertificate` for an empty list, `malformed` for an entry that is not a
    ///   certificate.
    package init(
        _ presented: Presented,
        policies: [Policy],
        checks: CheckSet = .all
    ) throws(Rejection) {
        var served: [Certificate] = []
        for (depth, der) in presented.chain.enumerated() {
            do {
                served.append(try Self.decoded(der))
            } catch {
                throw .malformed(error, depth: depth)
            }
        }
        guard let endEntity = served.first else { throw .missingCertificate }
        (self.served, self.endEntity) = (served, endEntity)
        store = presented.store
        staples = presented.staples
        crls = presented.crls
        verifyDate = presented.verifyDate
        self.checks = checks
        self.policies = policies.isEmpty ? [.basicX509] : policies
    }

    /// `SecTrustSetPolicies`: replaces the policies; a chain must satisfy all of them.
    package mutating func setPolicies(_ policies: [Policy]) {
        self.policies = policies.isEmpty ? [.basicX509] : policies
        invalidate()
    }

    /// `SecTrustSetAnchorCertificates`: from now on trusts only these anchors; an empty list trusts
    /// nothing, and nil restores the store.
    ///
    /// - Returns: false (`errSecParam`), without any change, if one of the anchors is not a
    ///   certificate.
    @discardableResult
    package mutating func setAnchorCertificates(_ anchors: [[UInt8]]?) -> Bool {
        guard (anchors ?? []).allSatisfy(Self.isCertificate) else { return false }
        self.anchors = anchors
        anchorsOnly = anchors != nil
        invalidate()
        return true
    }

    /// `SecTrustSetAnchorCertificatesOnly`: false adds the store's anchors to the anchors that were
    /// set.
    package mutating func setAnchorCertificatesOnly(_ only: Bool) {
        anchorsOnly = only
        invalidate()
    }

    /// Sets the date at which validity is checked: `SecTrustSetVerifyDate`.
    mutating func setVerifyDate(_ date: Instant) {
        verifyDate = date
        invalidate()
    }

    /// Discards the evaluation: `SecTrustSetNeedsEvaluation`.
    private mutating func invalidate() {
        if checks.contains(.invalidation) { current = nil }
    }

    /// Returns the result of the evaluation: `SecTrustEvaluate`.
    package mutating func evaluate() -> TrustResult { evaluated().result }

    /// `SecTrustEvaluateWithError`: returns the path if the result is proceed or unspecified.
    package mutating func evaluateWithError() throws(Rejection) -> VerifiedPath {
        try evaluated().verdict.get()
    }

    /// `SecTrustCopyCertificateChain`: the best path that could be built, leaf first, and never the
    /// served list.
    ///
    /// A failed evaluation also has such a path.
    package var certificateChain: [[UInt8]] {
        mutating get { evaluated().chain }
    }

    /// `SecTrustCopyKey`: returns the leaf's key, without any evaluation; nil if the key cannot be
    /// extracted.
    package func copyKey() -> Key? { Self.copyKey(of: endEntity.der) }

    /// The result of the evaluation; `invalid` if the trust was not evaluated since its last change.
    var decidedResult: TrustResult { current?.result ?? .invalid }

    private mutating func evaluated() -> Evaluation {
        if let current { return current }
        let evaluation = evaluation()
        current = evaluation
        return evaluation
    }
}

extension TrustResult {
    /// Whether `SecTrustEvaluateWithError` returns true: for proceed and unspecified.
    package var isTrusted: Bool { self == .proceed || self == .unspecified }
}
