import X509

/// One named rule of path validation, so that a policy can omit it.
///
/// Most rules check each certificate when it joins a path: the end entity first, then each issuer,
/// the trust anchor last. Bad paths are therefore rejected early, and every certificate of a
/// complete path has passed. Rules that work from the anchor down check a path that has reached an
/// anchor.
///
/// `PathCheck` is a class, because lists of rules are copied often and dozens of rules check each
/// certificate.
///
/// ```swift
/// static let oldVersion = PathCheck(
///     "old-version",
///     about: "A certificate has version 3.",
///     source: "RFC 5280 §4.1.2.1"
/// ) { joining throws(Rejection) in
///     guard joining.certificate.version < 3 else { return }
///     throw .nonconforming(.version(joining.certificate.version), depth: joining.depth)
/// }
/// ```
package final class PathCheck: Sendable {
    package let name: String
    package let about: String
    /// The section or the source file that states the rule.
    package let source: String
    let judgement: Judgement

    /// The stage at which a rule is evaluated, with its input.
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

    /// Makes a rule on each certificate that joins a path.
    convenience init(
        _ name: String,
        about: String,
        source: String,
        judge: @escaping @Sendable (inout Joining) throws(Rejection) -> Void
    ) {
        self.init(name, about, source, .joining(judge))
    }

    /// Makes a rule on a certificate and its issuer.
    ///
    /// Such a rule is costly. Its evaluation waits until the path has reached an anchor or several
    /// issuers must be distinguished.
    convenience init(
        _ name: String,
        about: String,
        source: String,
        judgeLink: @escaping @Sendable (inout Link) throws(Rejection) -> Void
    ) {
        self.init(name, about, source, .linked(judgeLink))
    }

    /// Makes a rule on each path that reached an anchor.
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
    /// The rules of the reference policy in the order of evaluation.
    ///
    /// Rules on form come first, then rules that decode a key, then rules on whole paths.
    /// Signatures and revocation come last.
    package static let catalogue: [PathCheck] = [
        uniqueExtensions, extensionBodies, serialNumber, emptyNames, timeTypes,
        signatureAlgorithms, validity, criticalExtensions, policyQualifiers, basicConstraints,
        pathLength, keyUsage, signingAuthority, handshakeKeyUsage, extendedKeyUsage, identity,
        signatureStrength, nameConstraints, keyStrength, certificatePolicies, signature, revocation,
    ]
}

extension [PathCheck] {
    /// Returns these rules except the rules with a name in `left`.
    package func leavingOut(_ left: PathCheck...) -> [PathCheck] {
        filter { check in !left.contains { $0.name == check.name } }
    }

    /// Returns these rules with `check` in place of the rule with the same name.
    package func replacing(_ check: PathCheck) -> [PathCheck] {
        map { $0.name == check.name ? check : $0 }
    }

    /// Returns these rules with `checks` before the rule named `next`, or at the end.
    func inserting(_ checks: [PathCheck], before next: PathCheck) -> [PathCheck] {
        let place = firstIndex { $0.name == next.name } ?? endIndex
        return self[..<place] + checks + self[place...]
    }
}
