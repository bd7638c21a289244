import PKIX

/// One rule of path validation, by name, so that a policy can leave it out.
///
/// Most rules judge each certificate at the moment it joins a path: the end entity first, then each
/// issuer above the one before, the trust anchor last. So a path that will be refused is refused
/// early, and what holds of every prefix holds of the path. What runs from the anchor down judges
/// the path when it has reached one.
///
/// An object, since each certificate is asked dozens of them, and lists hand them out by copy.
package final class PathCheck: Sendable {
    package let name: String
    package let about: String
    /// The rule's place.
    package let source: String
    let judgement: Judgement

    /// When a rule is asked, and what it sees.
    enum Judgement: Sendable {
        case joining(@Sendable (inout Joining) throws(Rejection) -> Void)
        case linked(@Sendable (inout Link) throws(Rejection) -> Void)
        case reached(@Sendable (inout ReachedAnchor) throws(Rejection) -> Void)
    }

    private init(_ name: String, _ about: String, _ source: String, _ judgement: Judgement) {
        self.name = name
        self.about = about
        self.source = source
        self.judgement = judgement
    }

    /// A rule on each certificate that joins.
    convenience init(
        _ name: String,
        about: String,
        source: String,
        judge: @escaping @Sendable (inout Joining) throws(Rejection) -> Void
    ) {
        self.init(name, about, source, .joining(judge))
    }

    /// A rule on each certificate and its issuer that costs so much that it waits: until the path
    /// has reached an anchor, or several issuers must be told apart.
    convenience init(
        _ name: String,
        about: String,
        source: String,
        judgeLink: @escaping @Sendable (inout Link) throws(Rejection) -> Void
    ) {
        self.init(name, about, source, .linked(judgeLink))
    }

    /// A rule on each path that reached an anchor.
    convenience init(
        _ name: String,
        about: String,
        source: String,
        judgePath: @escaping @Sendable (inout ReachedAnchor) throws(Rejection) -> Void
    ) {
        self.init(name, about, source, .reached(judgePath))
    }
}

/// A certificate about to join a path, and the path so far.
struct Joining {
    let certificate: Certificate
    /// End entity first; empty where the certificate is the end entity.
    let below: ArraySlice<Certificate>
    /// Whether it is one of the trust anchors, whose own signature nobody checks.
    let isAnchor: Bool
    /// Who trusts it, where it is an anchor.
    var anchorClass = AnchorClass.system
    let identity: ReferenceIdentity?
    let verifyDate: Instant
    /// Whether the rule on revocation is asked, and so what certificates say for it is processed.
    let asksRevocation: Bool
    let cache: SignatureCache
    var budget: Budget
    /// Whether an issuer is judged by itself, without what it issued.
    var isLoneIssuer = false

    /// 0 for the end entity.
    var depth: Int { below.count }
    var isEndEntity: Bool { below.isEmpty && !isLoneIssuer }
}

/// A certificate of a path and the issuer above it.
struct Link {
    /// End entity first; it ends with the issuer where the path has not reached an anchor yet.
    let path: [Certificate]
    /// The child's.
    let depth: Int
    let cache: SignatureCache
    var budget: Budget

    var child: Certificate { path[depth] }
    var issuer: Certificate { path[depth + 1] }
}

/// Who decided to trust an anchor; some platforms ask less of what the device's owner trusts.
package enum AnchorClass: Hashable, Sendable {
    /// The platform, which came with it.
    case system
    /// The user or an administrator, who installed it.
    case user
    /// The application, for its own connections.
    case application
}

/// A path that reached a trust anchor.
struct ReachedAnchor {
    /// End entity first, the trust anchor last.
    let certificates: [Certificate]
    let validator: PathValidator
    let pool: CertificatePool
    let verifyDate: Instant
    var budget: Budget
    /// What the rule on certificate policies found.
    var policies: PathPolicies?

    var policyInputs: PolicyInputs { validator.policyInputs }
    /// Who trusts the last of the certificates.
    var anchorClass: AnchorClass {
        certificates.last.flatMap { validator.anchorClasses[$0] } ?? .system
    }
}

extension PathCheck {
    /// The rules of the reference policy in the order they are asked: what the bytes say first,
    /// what costs a decoded key after that, what takes a whole path, and signatures last.
    package static let catalogue: [PathCheck] = [
        uniqueExtensions, extensionBodies, serialNumber, emptyNames, timeTypes,
        signatureAlgorithms, validity, criticalExtensions, policyQualifiers, basicConstraints,
        pathLength, keyUsage, handshakeKeyUsage, extendedKeyUsage, identity, signatureStrength,
        nameConstraints, keyStrength, certificatePolicies, signature, revocation,
    ]
}

extension [PathCheck] {
    /// These rules without those of the same name as one of `left`.
    package func leavingOut(_ left: PathCheck...) -> [PathCheck] {
        filter { check in !left.contains { $0.name == check.name } }
    }
}
