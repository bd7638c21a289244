import PathValidation
import X509

/// `ServerTrustEvaluating` of Alamofire 5.12.0.
protocol ServerTrustEvaluating: Sendable {
    /// Evaluates `trust`, and may change its policies and anchors.
    ///
    /// - Returns: the grounds for trust. Alamofire's method returns no value.
    func evaluate(
        _ trust: inout ServerTrust,
        forHost host: ReferenceIdentity
    ) throws(AFError) -> Grounds
}

struct DefaultTrustEvaluator: ServerTrustEvaluating {
    var validateHost = true

    func evaluate(
        _ trust: inout ServerTrust,
        forHost host: ReferenceIdentity
    ) throws(AFError) -> Grounds {
        var grounds = Grounds.unchecked
        if validateHost {
            grounds.join(try trust.performValidation(forHost: host))
        }
        grounds.join(try trust.performDefaultValidation())
        return grounds
    }
}

struct RevocationTrustEvaluator: ServerTrustEvaluating {
    var performDefaultValidation = true
    var validateHost = true
    var options = ServerTrust.RevocationFlags.useAnyAvailableMethod

    func evaluate(
        _ trust: inout ServerTrust,
        forHost host: ReferenceIdentity
    ) throws(AFError) -> Grounds {
        var grounds = Grounds.unchecked
        if performDefaultValidation {
            grounds.join(try trust.performDefaultValidation())
        }
        if validateHost {
            grounds.join(try trust.performValidation(forHost: host))
        }
        guard let policy = ServerTrust.createRevocationPolicy(options) else {
            guard trust.checks.contains(.alamofire5RevocationPolicy) else { return grounds }
            throw .serverTrustEvaluationFailed(reason: .revocationPolicyCreationFailed)
        }
        guard trust.checks.contains(.alamofire5Revocation) else { return grounds }
        grounds.join(try trust.evaluate(afterApplying: policy))
        return grounds
    }
}

struct PinnedCertificatesTrustEvaluator: ServerTrustEvaluating {
    var certificates: [[UInt8]]
    var acceptSelfSignedCertificates = false
    var performDefaultValidation = true
    var validateHost = true

    func evaluate(
        _ trust: inout ServerTrust,
        forHost host: ReferenceIdentity
    ) throws(AFError) -> Grounds {
        guard !certificates.isEmpty || !trust.checks.contains(.alamofire5CertificatesFound) else {
            throw .serverTrustEvaluationFailed(reason: .noCertificatesFound)
        }
        if acceptSelfSignedCertificates, trust.checks.contains(.alamofire5SelfSigned) {
            guard trust.setAnchorCertificates(certificates) else {
                throw .serverTrustEvaluationFailed(reason: .settingAnchorCertificatesFailed)
            }
            trust.setAnchorCertificatesOnly(true)
        }
        var grounds = Grounds.pin
        if performDefaultValidation {
            grounds.join(try trust.performDefaultValidation())
        }
        if validateHost {
            grounds.join(try trust.performValidation(forHost: host))
        }
        guard
            trust.certificateChain.contains(where: certificates.contains)
                || !trust.checks.contains(.alamofire5PinnedCertificate)
        else { throw .serverTrustEvaluationFailed(reason: .certificatePinningFailed) }
        return grounds
    }
}

struct PublicKeysTrustEvaluator: ServerTrustEvaluating {
    var keys: [ServerTrust.Key]
    var performDefaultValidation = true
    var validateHost = true

    func evaluate(
        _ trust: inout ServerTrust,
        forHost host: ReferenceIdentity
    ) throws(AFError) -> Grounds {
        guard !keys.isEmpty || !trust.checks.contains(.alamofire5KeysFound) else {
            throw .serverTrustEvaluationFailed(reason: .noPublicKeysFound)
        }
        var grounds = Grounds.pin
        if performDefaultValidation {
            grounds.join(try trust.performDefaultValidation())
        }
        if validateHost {
            grounds.join(try trust.performValidation(forHost: host))
        }
        guard
            trust.certificateChain.compactMap(ServerTrust.copyKey).contains(where: keys.contains)
                || !trust.checks.contains(.alamofire5PinnedKey)
        else { throw .serverTrustEvaluationFailed(reason: .publicKeyPinningFailed) }
        return grounds
    }
}

/// An evaluator that runs several evaluators in turn on the same trust.
struct CompositeTrustEvaluator: ServerTrustEvaluating {
    var evaluators: [any ServerTrustEvaluating]

    func evaluate(
        _ trust: inout ServerTrust,
        forHost host: ReferenceIdentity
    ) throws(AFError) -> Grounds {
        var grounds = Grounds.unchecked
        for evaluator in evaluators {
            grounds.join(try evaluator.evaluate(&trust, forHost: host))
        }
        return grounds
    }
}

struct DisabledTrustEvaluator: ServerTrustEvaluating {
    func evaluate(_: inout ServerTrust, forHost _: ReferenceIdentity) throws(AFError) -> Grounds {
        .unchecked
    }
}

/// The application's own evaluator.
struct CustomTrustEvaluator: ServerTrustEvaluating {
    /// Whether the evaluator throws an error other than `AFError`.
    var throwsError: Bool

    func evaluate(
        _ trust: inout ServerTrust,
        forHost host: ReferenceIdentity
    ) throws(AFError) -> Grounds {
        guard !throwsError || !trust.checks.contains(.alamofire5Custom) else {
            throw .serverTrustEvaluationFailed(reason: .customEvaluationFailed)
        }
        return .unchecked
    }
}

/// The extension `af` of `SecTrust`.
extension ServerTrust {
    /// `SecPolicyCreateRevocation`: nil if an undefined flag is set; bits 0 to 6 are defined
    /// (Security-61901.0.87.0.1, OSX/sec/Security/SecPolicy.c).
    fileprivate static func createRevocationPolicy(_ flags: RevocationFlags) -> Policy? {
        flags.rawValue >> 7 == 0 ? .revocation(flags) : nil
    }

    /// Evaluates the trust without a host; `performDefaultValidation(forHost:)` uses the host only
    /// for its error message.
    fileprivate mutating func performDefaultValidation() throws(AFError) -> Grounds {
        guard checks.contains(.alamofire5DefaultValidation) else { return .unchecked }
        return try evaluate(afterApplying: .ssl(host: nil))
    }

    fileprivate mutating func performValidation(
        forHost host: ReferenceIdentity
    ) throws(AFError) -> Grounds {
        guard checks.contains(.alamofire5HostValidation) else { return .unchecked }
        return try evaluate(afterApplying: .ssl(host: host))
    }

    fileprivate mutating func evaluate(afterApplying policy: Policy) throws(AFError) -> Grounds {
        setPolicies([policy])
        do {
            return .path(try evaluateWithError())
        } catch {
            let rejection = anchors == nil ? error : error.whereAnchorsArePins
            throw .serverTrustEvaluationFailed(reason: .trustEvaluationFailed(error: rejection))
        }
    }
}

extension Grounds {
    /// Adds the grounds of a further step.
    ///
    /// If there are two paths, the later path is kept, because it was built under the current
    /// anchors.
    fileprivate mutating func join(_ other: Grounds) {
        switch (self, other) {
        case (_, .path), (.unchecked, .pin): self = other
        default: break
        }
    }
}
