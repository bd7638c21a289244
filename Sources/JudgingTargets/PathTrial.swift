import Campaigns
import Forge
import FuzzTargets
import OpenSSL
import PKIX
import Synchronization
import Trust

/// A profile, and the policy that adds pins to it.
struct PathRuling: Sendable {
    let profile: PathProfile
    let judge: ProfileJudge
    let pinning: any TrustPolicy

    static let all: [PathRuling] = PathProfile.catalogue.map { profile in
        let settings = ["profile": profile.name, "revocation": "off"]
        do {
            let pinning = try PolicyModel.resolve("reference", settings: settings).policy
            return PathRuling(profile: profile, judge: ProfileJudge(profile), pinning: pinning)
        } catch {
            fatalError("\(error)")
        }
    }

    /// What makes OpenSSL compare names as the profile does; nil where its flags do not go as far.
    var nameRules: Set<OpenSSLCertificate.NameRule>? {
        profile.name == PathProfile.legacy.name ? nil : [.neverCheckSubject, .noPartialWildcards]
    }

    /// Whether all that it decodes is DER, and OpenSSL decodes it as well.
    var isStrict: Bool { profile.decoding == .strict }
}

/// What is kept from input to input: signatures and certificates that were made before.
struct PathTrial: ~Copyable {
    static let shared = Mutex(PathTrial())

    let cache = ForgeCache()
    /// Whether a profile accepts a world without defects.
    var sound: [String: Bool] = [:]
    private var certificates = CertificateShelf()

    /// Checks one question under one profile.
    ///
    /// - Parameters:
    ///   - question: a chain, and what is asked of it.
    ///   - ruling: whose rules it is judged by.
    ///   - scene: what it is, for whoever reads of a finding.
    /// - Returns: whether it is accepted.
    mutating func check(
        _ question: ChainQuestion,
        by ruling: PathRuling,
        _ scene: @autoclosure () -> String
    ) -> Bool {
        let evaluation = ruling.judge.evaluate(question)
        let isAccepted = evaluation.result.isAccept
        if case .success(let path) = evaluation.result {
            recheck(path, question, ruling, scene())
        }
        checkOrder(question, ruling, isAccepted, scene())
        checkPins(question, ruling, isAccepted, scene())
        return isAccepted
    }

    /// Accepted means that another reader finds nothing wrong with the path.
    private mutating func recheck(
        _ path: VerifiedPath,
        _ question: ChainQuestion,
        _ ruling: PathRuling,
        _ scene: @autoclosure () -> String
    ) {
        guard let recheck = PathRecheck(path.certificates, from: &certificates) else {
            return invariant(!ruling.isStrict, "OpenSSL decodes no path of \(scene())")
        }
        let fault = recheck.fault(in: question, by: ruling.nameRules)
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

    /// Who pins asks for more, never for less.
    private func checkPins(
        _ question: ChainQuestion,
        _ ruling: PathRuling,
        _ isAccepted: Bool,
        _ scene: @autoclosure () -> String
    ) {
        guard let first = question.chain.first else { return }
        let presented = Presented(
            chain: question.chain,
            store: TrustStore(system: question.anchors),
            pins: [.certificate(first)],
            verifyDate: question.verifyDate
        )
        let decision = ruling.pinning.evaluate(presented, for: question.identity)
        invariant(decision.isAccept == isAccepted, "a pin of its own decides: \(scene())")
        var other = presented
        other.pins = [.certificate(Self.stranger)]
        let strange = ruling.pinning.evaluate(other, for: question.identity)
        invariant(!strange.isAccept, "somebody else's pin is met: \(scene())")
    }

    /// A root of its own that signed nobody here.
    private static let stranger: [UInt8] = {
        let entity = Entity(role: .rootCA, issuer: .itself)
        let forged = try? PKI(entities: ["stranger": entity])
            .forge(seed: 2, at: ForgedWorld.now)
        guard let certificate = forged?.members["stranger"]?.certificate else {
            fatalError("no stranger can be forged")
        }
        return certificate
    }()
}
