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

    /// These rules with `check` in place of the one of its name.
    package func replacing(_ check: PathCheck) -> [PathCheck] {
        map { $0.name == check.name ? check : $0 }
    }

    /// These rules and `checks`, asked before the one of `next`'s name, or last.
    func inserting(_ checks: [PathCheck], before next: PathCheck) -> [PathCheck] {
        let place = firstIndex { $0.name == next.name } ?? endIndex
        return self[..<place] + checks + self[place...]
    }
}
