import PKIX
import Policies
import Reports
import Surroundings
import Trust

/// The verdict on a case, in x509-limbo's words.
package struct LimboVerdict: Sendable {
    package enum Result: String, Sendable {
        case success = "SUCCESS"
        case failure = "FAILURE"
        case skipped = "SKIPPED"
    }

    let id: String
    let result: Result
    /// The profile and the reason; names in it come from certificates and are hostile text.
    let context: String
    /// CPU time for decoding and deciding, in microseconds; nil where nothing was decided.
    let microseconds: Int64?
}

extension LimboCase {
    /// The profile that the case is judged under.
    ///
    /// Only namespace and features decide. What the suite files under no authority is
    /// about path validation itself, which RFC 5280 defines.
    var profile: PathProfile {
        if namespace == "webpki" { return .webpki }
        let isOfWeb = features.contains { $0.hasPrefix("pedantic-webpki") }
        return isOfWeb && namespace != "rfc5280" ? .webpki : .rfc5280
    }

    /// Decodes and decides.
    package func judged() -> LimboVerdict {
        for case .unreadable(let name, let kind) in peerNames {
            return skipped("the peer name \(name) is no \(kind)")
        }
        let presented: Presented
        do throws(PEMError) {
            presented = try Presented(self)
        } catch {
            return skipped("a certificate or CRL is no PEM: \(error)")
        }
        let checks = checks
        let start = Environment.cpuTime
        // Nothing is known from the cases before.
        let cache = SignatureCache()
        let anchors = presented.trusted.compactMap { try? cache.certificate($0) }
        // A case that brings CRLs wants a status of every certificate.
        let revocation =
            presented.crls.isEmpty ? .off : RevocationInputs(.hardFail, crls: presented.crls)
        let validator = PathValidator(
            anchors: anchors,
            checks: checks,
            revocation: revocation,
            cache: cache
        )
        let evaluation = validator.evaluate(presented.chain, for: nil, at: validationTime)
        let spent = (Environment.cpuTime - start) / 1_000
        switch evaluation.result {
        case .success(let path):
            return LimboVerdict(
                id: id,
                result: .success,
                context:
                    "\(profile.name): a path of \(Prose.count(path.certificates.count, "certificate"))",
                microseconds: spent
            )
        case .failure(let rejection):
            let unread = presented.trusted.count - anchors.count
            let note = unread > 0 ? " (\(unread) of the anchors do not decode)" : ""
            return LimboVerdict(
                id: id,
                result: .failure,
                context: "\(profile.name): \(rejection.code.rawValue): \(rejection)\(note)",
                microseconds: spent
            )
        }
    }

    private func skipped(_ reason: String) -> LimboVerdict {
        LimboVerdict(id: id, result: .skipped, context: reason, microseconds: nil)
    }

    /// The profile's rules, and those that the case states itself.
    var checks: [PathCheck] {
        let standard: ObjectIdentifier =
            switch validationKind {
            case .server: .serverAuth
            case .client: .clientAuth
            }
        var stated: [PathCheck] = []
        if let maximumDepth { stated.append(.maximumIntermediates(maximumDepth)) }
        if !signatureAlgorithms.isEmpty {
            stated.append(.acceptableSignatureAlgorithms(signatureAlgorithms))
        }
        if !keyUsages.isEmpty { stated.append(.endEntityKeyUsage(keyUsages)) }
        var identities: [ReferenceIdentity] = []
        var mailboxes: [String] = []
        for name in peerNames {
            switch name {
            case .identity(let identity): identities.append(identity)
            case .mailbox(let mailbox): mailboxes.append(mailbox)
            case .unreadable: break
            }
        }
        if !identities.isEmpty { stated.append(.identities(identities)) }
        if !mailboxes.isEmpty { stated.append(.mailboxes(mailboxes)) }
        return stated + profile.checks(for: purposes.isEmpty ? [standard] : purposes)
    }

    /// The DER of a case's certificates and CRLs.
    private struct Presented {
        let trusted: [[UInt8]]
        /// End entity first.
        let chain: [[UInt8]]
        let crls: [[UInt8]]

        init(_ testcase: LimboCase) throws(PEMError) {
            trusted = try Self.decoded(testcase.trusted)
            chain = try Self.decoded([testcase.peer]) + Self.decoded(testcase.untrusted)
            var crls: [[UInt8]] = []
            for text in testcase.crls { crls += try PEM.revocationLists(in: Array(text.utf8)) }
            self.crls = crls
        }

        private static func decoded(_ texts: [String]) throws(PEMError) -> [[UInt8]] {
            var decoded: [[UInt8]] = []
            for text in texts { decoded += try PEM.certificates(in: Array(text.utf8)) }
            return decoded
        }
    }
}
