import Crypto
import PathValidation
import X509

/// `urlSession(_:didReceive:completionHandler:)` of a delegate that pins the leaf.
///
/// The order matters: the trust is evaluated under an SSL policy for the host *before* its leaf is
/// compared. So a pinned certificate is rejected if it has expired or is for another host, although
/// its bytes match. A mismatch cancels the challenge: `.performDefaultHandling` would accept a
/// proxy whose root the user installed.
///
/// Each line of the delegate is a property whose default is correct; `URLSessionBug` lists the
/// mistakes.
struct URLSessionPinning: TrustPolicy {
    // The application's choices; every choice is correct.
    var comparison = Comparison.leafCertificate
    /// The domain whose hosts are pinned, including the domain itself; nil if every host is pinned.
    var domain: String?
    /// The domain for whose hosts the platform decides, including the domain itself; nil if the
    /// delegate decides for every host.
    var excludedDomain: String?
    var checks = CheckSet.all

    // The lines of the delegate, in their order.
    var call = Call.atEveryHandshake
    var isMethodTested = true
    var hostsOfDomain = HostRule.itselfAndBelow
    var policy = Policy.sslForHost
    var isAnchorsOnly = true
    var reading = Reading.evaluateWithError
    var missingPins = Answer.cancel
    var searched = Searched.leaf
    var hashed = Hashed.subjectPublicKeyInfo
    var onRefusal = Answer.cancel
    var onFailure = Answer.cancel

    func evaluate(_ presented: Presented, for identity: ReferenceIdentity) -> Decision {
        switch call {
        case .atEveryHandshake:
            presented.challenge(for: identity, checks: checks) { serverTrust in
                let answer = answer(&serverTrust, presented, identity)
                return isAskedAgain(after: answer, presented) ? Self.noServerTrust : answer
            }
        case .never:
            presented.challenge(for: identity, checks: checks) { _ in .performDefaultHandling }
        case .notOnResumption:
            resumption(presented, identity)
        }
    }

    /// Whether the later challenge for a client certificate is treated like a server trust:
    /// `protectionSpace.serverTrust` is nil there.
    private func isAskedAgain(after answer: ChallengeAnswer, _ presented: Presented) -> Bool {
        guard case .useCredential = answer, presented.connection?.requestsClientCertificate == true
        else { return false }
        return !isMethodTested || !checks.contains(.urlSessionMethod)
    }

    private static let noServerTrust = ChallengeAnswer.cancel(
        .policyGuard("the challenge has no server trust"),
        error: URLErrorText.cancelled
    )

    /// Returns the answer passed to the completion handler.
    private func answer(
        _ serverTrust: inout ServerTrust,
        _ presented: Presented,
        _ host: ReferenceIdentity
    ) -> ChallengeAnswer {
        if checks.contains(.urlSessionPinnedHost), !isPinned(host, presented) {
            return .performDefaultHandling
        }
        do throws(Refusal) {
            switch policy {
            case .sslForHost: serverTrust.setPolicies([.ssl(host: host)])
            case .basicX509: serverTrust.setPolicies([.basicX509])
            case .neverSet:
                var ownTrust = try trust(presented)
                return .useCredential(try pinned(&ownTrust, presented))
            }
            return .useCredential(try pinned(&serverTrust, presented))
        } catch {
            switch error {
            case .no(let rejection): return onRefusal.challengeAnswer(rejection)
            case .failure(let rejection): return onFailure.challengeAnswer(rejection)
            }
        }
    }

    /// Evaluates the trust, then compares the leaf with the pins.
    private func pinned(
        _ serverTrust: inout ServerTrust,
        _ presented: Presented
    ) throws(Refusal) -> Grounds {
        if comparison == .anchors {
            serverTrust.setAnchorCertificates(presented.certificateFiles)
            serverTrust.setAnchorCertificatesOnly(
                isAnchorsOnly && checks.contains(.urlSessionAnchorsOnly)
            )
        }
        let path = try evaluated(&serverTrust, presented)
        if comparison != .anchors { try compareLeaf(of: serverTrust, presented) }
        return path.map(Grounds.path) ?? (comparison == .anchors ? .unchecked : .pin)
    }

    /// Returns the path, or nil if the delegate continues without a path.
    private func evaluated(
        _ serverTrust: inout ServerTrust,
        _ presented: Presented
    ) throws(Refusal) -> VerifiedPath? {
        guard checks.contains(.urlSessionEvaluation), reading != .notCalled else { return nil }
        let result = serverTrust.evaluate()
        switch reading {
        case .notCalled, .notRead, .statusRead: return nil
        case .recoverableFailureToo where result == .recoverableFailure: return nil
        case .inverted:
            guard !result.isTrusted else { throw .no(.policyGuard("the evaluation succeeded")) }
            return nil
        case .evaluateWithError, .recoverableFailureToo: break
        }
        do {
            return try serverTrust.evaluateWithError()
        } catch {
            guard comparison == .anchors else { throw .no(error) }
            throw .no(
                presented.certificateFiles.isEmpty ? .pinsMissing : error.whereAnchorsArePins
            )
        }
    }

    private func compareLeaf(
        of serverTrust: ServerTrust,
        _ presented: Presented
    ) throws(Refusal) {
        if checks.contains(.urlSessionPinsMissing), presented.pins?.isEmpty == true {
            guard missingPins == .cancel else { return }
            throw .no(.pinsMissing)
        }
        // The leaf is the first served certificate, and reading it evaluates nothing.
        let compared = serverTrust.served.prefix(searched == .leaf ? 1 : .max)
        guard checks.contains(.urlSessionComparison) else { return }
        for certificate in compared where try isPinned(certificate.der, presented) { return }
        throw .no(.pinMismatch)
    }
}

extension URLSessionPinning {
    /// The reason why the credential is not used.
    enum Refusal: Error {
        /// The delegate rejects the server.
        case no(Rejection)
        /// The delegate cannot decide: something that it needs is missing.
        case failure(Rejection)
    }

    /// Returns a trust from `SecTrustCreateWithCertificates`, with the policy that the delegate
    /// sets.
    private func trust(_ presented: Presented) throws(Refusal) -> ServerTrust {
        do {
            return try ServerTrust(presented, policies: [.basicX509], checks: checks)
        } catch {
            throw .failure(error)
        }
    }

    /// Resumes a session that another delegate, which pins nothing, accepted.
    ///
    /// The server sends no certificate, and there is no challenge. If the platform rejected the
    /// first connection, there is no session to resume.
    private func resumption(_ presented: Presented, _ identity: ReferenceIdentity) -> Decision {
        let first = presented.challenge(for: identity, checks: checks) { _ in
            .performDefaultHandling
        }
        guard case .accept = first.verdict else { return first }
        return Decision(.accept(.unchecked))
    }

    private func isPinned(_ host: ReferenceIdentity, _ presented: Presented) -> Bool {
        guard presented.pins != nil else { return false }
        let isInside = domain.map { hostsOfDomain.holds(host, $0) } ?? true
        let isExcluded = excludedDomain.map { hostsOfDomain.holds(host, $0) } ?? false
        return isInside && !isExcluded
    }

    private func isPinned(
        _ certificate: [UInt8],
        _ presented: Presented
    ) throws(Refusal) -> Bool {
        switch comparison {
        case .anchors, .leafCertificate:
            return presented.pinnedCertificates.contains(certificate)
        case .leafKey:
            let pinned = presented.pinnedCertificates.compactMap(ServerTrust.copyKey)
            return pinned.contains(try key(of: certificate))
        case .leafKeyHash:
            let rules = PathProfile.apple.decoding
            let pinned = (presented.pins ?? []).compactMap { $0.spkiHash(by: rules) }
            return pinned.contains(try hash(of: certificate))
        }
    }

    private func key(of certificate: [UInt8]) throws(Refusal) -> ServerTrust.Key {
        guard let key = ServerTrust.copyKey(of: certificate) else { throw .failure(.pinMismatch) }
        return key
    }

    private func hash(of certificate: [UInt8]) throws(Refusal) -> [UInt8] {
        let bytes: [UInt8]
        switch hashed {
        case .subjectPublicKeyInfo:
            guard let decoded = try? ServerTrust.decoded(certificate) else {
                throw .failure(.pinMismatch)
            }
            bytes = Array(decoded.der[decoded.spki])
        case .rawKey: bytes = try key(of: certificate).bits
        case .certificate: bytes = certificate
        }
        guard let hash = try? Digest.sha256.hash(bytes) else { throw .failure(.pinMismatch) }
        return hash
    }
}

extension Presented {
    /// The pinned files that `SecCertificateCreateWithData` accepts.
    fileprivate var certificateFiles: [[UInt8]] {
        pinnedCertificates.filter(ServerTrust.isCertificate)
    }
}
