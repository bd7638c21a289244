import Campaigns
import Crypto
import PathValidation
import Reports
import Testing
import X509

@testable import hatpin

/// A certificate of the vectors, and our verdict on it.
struct ComparedCertificate {
    let der: [UInt8]
    let ours: Verdict

    enum Verdict: Hashable {
        case accept
        case malformed(DERError)
        case duplicate(ObjectIdentifier)
        case badExtension(ObjectIdentifier, DERError)
        /// The algorithm of a key that does not decode.
        case badKey(ObjectIdentifier)
    }

    init(_ der: [UInt8]) {
        self.der = der
        do throws(DERError) {
            ours = Self.verdict(try Certificate(der: der))
        } catch {
            ours = .malformed(error)
        }
    }

    private static func verdict(_ certificate: Certificate) -> Verdict {
        if let duplicate = certificate.extensions.duplicate {
            return .duplicate(certificate.identifier(at: duplicate.identifier))
        }
        if let fault = certificate.extensions.faults.first {
            let identifier = certificate.identifier(at: fault.extension.identifier)
            return .badExtension(identifier, fault.error)
        }
        // Extensions that are decoded on demand.
        for (identifier, read) in readers {
            do throws(DERError) {
                try read(certificate)
            } catch {
                return .badExtension(identifier, error)
            }
        }
        guard SignatureCache().key(of: certificate) != nil else {
            return .badKey(certificate.identifier(at: certificate.publicKey.algorithm.algorithm))
        }
        return .accept
    }

    private typealias Reader = @Sendable (Certificate) throws(DERError) -> Void
    private static let readers: [(ObjectIdentifier, Reader)] = [
        (
            .authorityInformationAccess,
            { certificate throws(DERError) in
                _ = try certificate.informationAccess(.authorityInformationAccess)
            }
        ),
        (
            .subjectInformationAccess,
            { certificate throws(DERError) in
                _ = try certificate.informationAccess(.subjectInformationAccess)
            }
        ),
        (
            .crlDistributionPoints,
            { certificate throws(DERError) in
                _ = try certificate.distributionPoints(.crlDistributionPoints)
            }
        ),
        (
            .signedCertificateTimestamps,
            { certificate throws(DERError) in _ = try certificate.signedCertificateTimestamps() }
        ),
        (
            .freshestCRL,
            { certificate throws(DERError) in
                _ = try certificate.distributionPoints(.freshestCRL)
            }
        ),
        (
            .issuerAlternativeName,
            { certificate throws(DERError) in _ = try certificate.issuerAlternativeNames() }
        ),
        (.tlsFeature, { certificate throws(DERError) in _ = try certificate.tlsFeatures() }),
    ]
}

/// A chain of the vectors, our verdict on it, and the input for OpenSSL.
struct ComparedChain {
    let id: String
    /// Our reason; nil if we accept.
    let ours: Rejection.Code?
    /// Our reason in words; empty if we accept.
    let words: String
    let chain: ChainVerification
    /// The checks that decide our verdict.
    let checks: [PathCheck]
    let revocation: RevocationInputs
    /// The policies of the case; nil if policies are not requested.
    let policies: PolicyInputs?

    /// The path that we accept; empty if we reject.
    var path: [[UInt8]] {
        let cache = SignatureCache()
        var validator = PathValidator(
            anchors: chain.anchors.compactMap { try? cache.certificate($0) },
            checks: checks,
            cache: cache
        )
        if let policies { validator.policyInputs = policies }
        validator.revocation = revocation
        let presented = [chain.endEntity] + chain.intermediates
        return
            (try? validator.evaluate(presented, for: nil, at: Instant(seconds: chain.verifyDate))
            .result.get())?
            .certificates ?? []
    }
}

extension ComparedChain {
    /// Returns the difference between our verdict and this verdict of OpenSSL.
    func difference(_ theirs: ChainVerification.Verdict) -> VectorDifference {
        var difference = ChainDifference(from: "openssl", ours: ours, theirs: ChainVerdict(theirs))
        difference.verification = chain
        difference.path = { path }
        return VectorDifference(chain: difference, words: words)
    }
}

extension ChainVerification.Policies {
    fileprivate init(_ inputs: PolicyInputs) {
        self.init()
        accepted = inputs.userInitialPolicySet.map(\.description)
        isExplicit = inputs.initialExplicitPolicy
        inhibitsMapping = inputs.initialPolicyMappingInhibit
        inhibitsAny = inputs.initialAnyPolicyInhibit
    }
}

extension ComparedChain {
    /// Creates a chain from a case of x509-limbo; nil if we do not decide this case.
    init?(_ test: LimboCase) throws {
        let verdict = test.judged()
        guard case .decided(let decision, _, _) = verdict.ruling else { return nil }
        var chain = try ChainVerification(certificatesOf: test)
        chain.crls = try test.crls.flatMap { text in
            try PEM.blocks(in: Array(text.utf8)).map { try $0.bytes() }
        }
        chain.purpose = test.validationKind == .server ? .server : .client
        chain.maximumIntermediates = test.maximumDepth
        // 112 bits: RSA of 2,048 bits, and no SHA-1.
        chain.securityLevel = 2
        switch test.peerNames.first {
        case .identity(.dns(let name)): chain.identity = .dns(name)
        case .identity(.ip(let bytes)): chain.identity = .ip(bytes)
        case .mailbox(let mailbox): chain.identity = .mailbox(mailbox)
        case .unreadable, nil: break
        }
        self.init(
            id: test.id,
            ours: decision.rejection?.code,
            words: decision.rejection == nil ? "" : verdict.context,
            chain: chain,
            checks: test.checks,
            revocation: .off,
            policies: nil
        )
    }

    /// Creates a case of PKITS.
    init(_ test: PKITSCase) throws {
        let verdict = test.judged()
        var chain = ChainVerification(certificatesOf: test)
        chain.crls = test.crls
        chain.policies = ChainVerification.Policies(test.policyInputs)
        self.init(
            id: test.id,
            ours: verdict.decision.rejection?.code,
            words: verdict.decision.rejection.map { "\($0.code.rawValue): \($0)" } ?? "",
            chain: chain,
            checks: PathProfile.pathValidation.checks(for: []),
            revocation: test.revocation,
            policies: test.policyInputs
        )
    }
}

extension ChainVerification {
    /// Creates the certificates and the date of a case of x509-limbo.
    init(certificatesOf test: LimboCase) throws {
        self.init()
        anchors = try test.trusted.flatMap { try PEM.certificates(in: Array($0.utf8)) }
        endEntity = try #require(PEM.certificates(in: Array(test.peer.utf8)).first)
        intermediates = try test.untrusted.flatMap { try PEM.certificates(in: Array($0.utf8)) }
        verifyDate = test.validationTime.seconds
    }

    /// Creates the certificates and the date of a case of NIST's suite.
    init(certificatesOf test: PKITSCase) {
        self.init()
        anchors = test.anchors
        endEntity = test.endEntity
        intermediates = test.intermediates
        verifyDate = test.verifyDate.seconds
    }
}
