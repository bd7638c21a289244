import Campaigns
import Forge
import FuzzTargets
import Models
import OpenSSL
import PKIX
import Policies
import Synchronization
import Trust

/// A profile, and the policy that adds pins to it.
struct PathRuling: Sendable {
    let profile: PathProfile
    let judge: ProfileJudge
    let pinning: any TrustPolicy

    static let all: [PathRuling] = PathProfile.catalogue.map { profile in
        let settings = ["profile": profile.name, "revocation": "off"]
        return PathRuling(
            profile: profile,
            judge: ProfileJudge(profile),
            pinning: made { try PolicyModel.resolve("reference", settings: settings).policy }
        )
    }

    /// What makes OpenSSL compare names as the profile does; nil where its flags do not go as far.
    var nameRules: Set<OpenSSLCertificate.NameRule>? {
        profile.name == PathProfile.legacy.name ? nil : [.neverCheckSubject, .noPartialWildcards]
    }

    /// Whether an anchor of version 1 lets certificates of version 1 issue below it, as
    /// SecPVCParentCertificateChecks does (Apple Security-61901.0.87.0.1, SecPolicyServer.c).
    var isOldBelowOldAnchors: Bool { profile.name == PathProfile.apple.name }

    /// Whether all that it decodes is DER, and OpenSSL decodes it as well where it does not know
    /// better than RFC 5280 what is in an open type.
    var isStrict: Bool { profile.decoding == .strict }
}

/// What is kept from input to input, all of which follows from what it is made of: worlds, and
/// certificates as OpenSSL reads them.
struct PathTrial: ~Copyable {
    static let shared = Mutex(PathTrial())

    var worlds = WorldShelf()
    private var certificates = CertificateShelf()

    /// What is asked of a question besides its verdict: one for each input, because each costs an
    /// evaluation.
    enum Relation: CaseIterable {
        case order, ownPin, strangePin

        /// The one that an input chooses by the sum of its octets: also of those that choose nothing
        /// else.
        init(chosenBy bytes: [UInt8]) {
            let sum = bytes.reduce(0) { $0 &+ Int($1) }
            self = Self.allCases[sum % Self.allCases.count]
        }
    }

    /// Checks one question under one profile.
    ///
    /// - Parameters:
    ///   - question: a chain, and what is asked of it.
    ///   - ruling: whose rules it is judged by.
    ///   - relation: what is asked besides.
    ///   - scene: what it is, for whoever reads of a finding.
    /// - Returns: the reason why it is refused; nil where it is accepted.
    mutating func check(
        _ question: ChainQuestion,
        by ruling: PathRuling,
        _ relation: Relation,
        _ scene: @autoclosure () -> String
    ) -> Rejection.Code? {
        var code: Rejection.Code?
        switch ruling.judge.evaluate(question).result {
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

    /// Accepted means that another reader finds nothing wrong with the path.
    private mutating func recheck(
        _ path: VerifiedPath,
        _ question: ChainQuestion,
        _ ruling: PathRuling,
        _ scene: @autoclosure () -> String
    ) {
        guard let recheck = PathRecheck(path.certificates, from: &certificates) else {
            let isOpen = path.certificates.contains { OpenSSLCertificate.refusesOpenType(in: $0) }
            return invariant(!ruling.isStrict || isOpen, "OpenSSL decodes no path of \(scene())")
        }
        let fault = recheck.fault(in: question, by: ruling)
        invariant(fault == nil, "accepted, but \(fault ?? ""): \(scene())")
    }

    /// Servers may send what they like behind the end entity, in any order.
    private func checkOrder(
        _ question: ChainQuestion,
        _ ruling: PathRuling,
        _ isAccepted: Bool,
        _ scene: @autoclosure () -> String
    ) {
        var turned = question
        turned.anchors.reverse()
        turned.chain = question.chain.prefix(1) + question.chain.dropFirst().reversed()
        // A stranger, and the end entity once more.
        if !turned.chain.isEmpty { turned.chain += [Self.stranger, question.chain[0]] }
        invariant(
            ruling.judge.evaluate(turned).result.isAccept == isAccepted,
            "order or a stranger matters: \(scene())"
        )
    }

    /// Who pins what is served asks for nothing else.
    private func checkOwnPin(
        _ question: ChainQuestion,
        _ ruling: PathRuling,
        _ isAccepted: Bool,
        _ scene: @autoclosure () -> String
    ) {
        guard let first = question.chain.first else { return }
        invariant(
            isAccepted == isPinned(first, by: question, ruling),
            "a pin of its own decides: \(scene())"
        )
    }

    /// Who pins what nobody serves is never content.
    private func checkStrangePin(
        _ question: ChainQuestion,
        _ ruling: PathRuling,
        _ scene: @autoclosure () -> String
    ) {
        invariant(
            !isPinned(Self.stranger, by: question, ruling),
            "somebody else's pin is met: \(scene())"
        )
    }

    /// Whether a client that pins this certificate alone accepts.
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

    /// A root of its own that signed nobody here.
    private static let stranger: [UInt8] = made {
        let entity = Entity(role: .rootCA, issuer: .itself)
        let forged = try PKI(entities: ["stranger": entity]).forge(seed: 2, at: ForgedWorld.now)
        let certificate = forged.members["stranger"]?.certificate ?? []
        invariant(!certificate.isEmpty, "the stranger has no certificate")
        return certificate
    }
}
