import Basics
import ClientModels
import PathValidation
import Reports
import X509

extension LimboCase {
    /// The profile that decides the case.
    ///
    /// The profile follows from the namespace and features alone. Cases whose namespace and
    /// features do not name a rule book are about path validation itself, which RFC 5280 defines.
    var profile: PathProfile {
        if namespace == "webpki" { return .webpki }
        let isOfWeb = features.contains { $0.hasPrefix("pedantic-webpki") }
        return isOfWeb && namespace != "rfc5280" ? .webpki : .rfc5280
    }

    /// Decodes the case and validates its path.
    package func judged() -> LimboVerdict {
        for case .unreadable(let name, let kind) in peerNames {
            return LimboVerdict(id: id, ruling: .unreadableName(name, kind: kind))
        }
        let presented: Presented
        do throws(PEMError) {
            presented = try Presented(self)
        } catch {
            return LimboVerdict(id: id, ruling: .noPEM(error))
        }
        let checks = checks
        let start = Environment.cpuTime
        // Each case has its own cache, so that its signatures are verified again.
        let cache = SignatureCache()
        let anchors = presented.trusted.compactMap { try? cache.certificate($0) }
        // A case with CRLs requires a status for every certificate.
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
        let unread = presented.trusted.count - anchors.count
        return LimboVerdict(
            id: id,
            ruling: .decided(
                SuiteDecision(evaluation.result),
                profile: profile.name,
                unread: unread
            ),
            microseconds: spent
        )
    }

    /// The rules of the profile, and the rules that the case adds.
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
        /// The certificates, end entity first.
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
