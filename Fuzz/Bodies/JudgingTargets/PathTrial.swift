import Campaigns
import ClientModels
import Crypto
import Forge
import FuzzTargets
import PathValidation
import Synchronization
import X509

/// A profile, and the policy that adds pins to it.
struct PathRuling: Sendable {
    let profile: PathProfile
    let oracle: ProfileOracle
    let pinning: any TrustPolicy

    static let all: [PathRuling] = PathProfile.catalogue.map { profile in
        let settings = ["profile": profile.name, "revocation": "off"]
        return PathRuling(
            profile: profile,
            oracle: ProfileOracle(profile),
            pinning: made { try PolicyModel.resolve("reference", settings: settings).policy }
        )
    }

    /// The rules of OpenSSL that match the rules of the profile; nil if no flags of OpenSSL express
    /// them.
    var nameRules: Set<OpenSSLCertificate.NameRule>? {
        profile.name == PathProfile.legacy.name ? nil : [.neverCheckSubject, .noPartialWildcards]
    }

    /// Whether an anchor of version 1 lets certificates of version 1 issue below it, as
    /// SecPVCParentCertificateChecks does (Apple Security-61901.0.87.0.1, SecPolicyServer.c).
    var isOldBelowOldAnchors: Bool { profile.name == PathProfile.apple.name }

    /// Whether a permitted subtree that is unrelated to the subtrees of the issuers above is
    /// permitted too.
    ///
    /// Two subtrees are unrelated if neither contains the other (Apple Security-61901.0.87.0.1,
    /// trust/trustd/nameconstraints.c).
    var addsPermittedNames: Bool { profile.name == PathProfile.apple.name }

    /// The last version whose anchors may issue without basic constraints, which version 3
    /// introduced.
    ///
    /// The profile `legacy` has this exception for versions 1 and 2; OpenSSL and Apple have it for
    /// version 1 only.
    var lastOldVersion: Int { profile.name == PathProfile.legacy.name ? 2 : 1 }

    /// Whether the profile knows critical extensions that OpenSSL does not know.
    var knowsFurtherExtensions: Bool { profile.name == PathProfile.apple.name }

    /// Whether the profile decodes only DER.
    ///
    /// OpenSSL then decodes the certificate too, except for open types whose content it checks
    /// beyond RFC 5280.
    var isStrict: Bool { profile.decoding == .strict }
}

/// The checks of one path, with caches of setups and decoded certificates.
///
/// The caches are kept between inputs; an entry depends only on its key.
struct PathTrial: ~Copyable {
    static let shared = Mutex(PathTrial())

    var setups = SetupShelf()
    private var certificates = CertificateShelf()

    /// A check in addition to the verdict.
    ///
    /// Each input runs only one such check, because a check costs an evaluation.
    enum Relation: CaseIterable {
        case order, ownPin, strangePin

        /// Chooses the relation by the sum of an input's bytes.
        ///
        /// The sum also works for inputs too short to make another choice.
        init(chosenBy bytes: [UInt8]) {
            let sum = bytes.reduce(0) { $0 &+ Int($1) }
            self = Self.allCases[sum % Self.allCases.count]
        }
    }

    /// Checks one question under one profile.
    ///
    /// - Parameters:
    ///   - question: a chain with its anchors, host and time.
    ///   - ruling: the profile that validates the chain.
    ///   - relation: the extra check.
    ///   - scene: the description of the case, for the message of a broken property.
    /// - Returns: the reason for a rejection; nil if the chain is accepted.
    mutating func check(
        _ question: ChainQuestion,
        by ruling: PathRuling,
        _ relation: Relation,
        _ scene: @autoclosure () -> String
    ) -> Rejection.Code? {
        var code: Rejection.Code?
        let result = ruling.oracle.evaluate(question).result
        result.requireReason()
        switch result {
        case .success(let path): recheck(path, question, ruling, scene())
        case .failure(let rejection): code = rejection.code
        }
        switch relation {
        case .order: checkOrder(question, ruling, code == nil, scene())
        case .ownPin: checkOwnPin(question, ruling, code == nil, scene())
        case .strangePin: checkStrangePin(question, ruling, scene())
        }
        return code
    }

    /// Requires that OpenSSL finds no error in an accepted path.
    private mutating func recheck(
        _ path: VerifiedPath,
        _ question: ChainQuestion,
        _ ruling: PathRuling,
        _ scene: @autoclosure () -> String
    ) {
        guard let recheck = PathRecheck(path.certificates, from: &certificates) else {
            let isOpen = path.certificates.contains { OpenSSLCertificate.refusesOpenType(in: $0) }
            return invariant(
                !ruling.isStrict || isOpen,
                "OpenSSL does not decode the path of \(scene())"
            )
        }
        let fault = recheck.fault(in: question, by: ruling)
        invariant(fault == nil, "accepted, but \(fault ?? ""): \(scene())")
    }

    /// Requires that the order of certificates after the end entity has no effect.
    private func checkOrder(
        _ question: ChainQuestion,
        _ ruling: PathRuling,
        _ isAccepted: Bool,
        _ scene: @autoclosure () -> String
    ) {
        var reordered = question
        reordered.anchors.reverse()
        reordered.chain = question.chain.prefix(1) + question.chain.dropFirst().reversed()
        // Add an unrelated certificate, and the end entity a second time.
        if !reordered.chain.isEmpty { reordered.chain += [Self.unrelatedRoot, question.chain[0]] }
        invariant(
            ruling.oracle.evaluate(reordered).result.isAccept == isAccepted,
            "the order or an unrelated certificate changes the verdict: \(scene())"
        )
    }

    /// Requires that a pin on the served end entity does not change the verdict.
    private func checkOwnPin(
        _ question: ChainQuestion,
        _ ruling: PathRuling,
        _ isAccepted: Bool,
        _ scene: @autoclosure () -> String
    ) {
        guard let first = question.chain.first else { return }
        invariant(
            isAccepted == isPinned(first, by: question, ruling),
            "a pin on the end entity changes the verdict: \(scene())"
        )
    }

    /// Requires that a pin on a certificate that is not served always fails.
    private func checkStrangePin(
        _ question: ChainQuestion,
        _ ruling: PathRuling,
        _ scene: @autoclosure () -> String
    ) {
        invariant(
            !isPinned(Self.unrelatedRoot, by: question, ruling),
            "a pin on a key that is not served matches: \(scene())"
        )
    }

    /// Whether a client with this certificate as its only pin accepts.
    private func isPinned(
        _ certificate: [UInt8],
        by question: ChainQuestion,
        _ ruling: PathRuling
    ) -> Bool {
        let presented = Presented(
            chain: question.chain,
            store: TrustStore(system: question.anchors),
            pins: [.certificate(certificate)],
            verifyDate: question.verifyDate
        )
        return ruling.pinning.evaluate(presented, for: question.identity).isAccept
    }

    /// A self-signed root that issued no certificate in the setup.
    private static let unrelatedRoot: [UInt8] = made {
        let entity = Entity(role: .rootCA, issuer: .itself)
        let forged = try PKI(entities: ["unrelated": entity]).forge(seed: 2, at: ForgedSetup.now)
        let certificate = forged.members["unrelated"]?.certificate ?? []
        invariant(!certificate.isEmpty, "the unrelated root has no certificate")
        return certificate
    }
}
