import PKIX

/// One rule of path validation, by name, so that a policy can leave it out.
///
/// A rule judges each certificate at the moment it joins a path: the end entity first, then each
/// issuer above the one before, the trust anchor last. So a path that will be refused is refused
/// early, and what holds of every prefix holds of the path.
package struct PathCheck: Sendable {
    package let name: String
    package let about: String
    /// The rule's place.
    package let source: String
    let judge: @Sendable (inout Joining) throws(Rejection) -> Void

    init(
        _ name: String,
        about: String,
        source: String,
        judge: @escaping @Sendable (inout Joining) throws(Rejection) -> Void
    ) {
        self.name = name
        self.about = about
        self.source = source
        self.judge = judge
    }
}

/// A certificate about to join a path, and the path so far.
struct Joining {
    let certificate: Certificate
    /// End entity first; empty where the certificate is the end entity.
    let below: [Certificate]
    /// Whether it is one of the trust anchors, whose own signature nobody checks.
    let isAnchor: Bool
    let identity: ReferenceIdentity?
    let verifyDate: Instant
    let cache: SignatureCache
    var budget: Budget

    /// 0 for the end entity.
    var depth: Int { below.count }
    var isEndEntity: Bool { below.isEmpty }
}

extension PathCheck {
    /// The rules of the reference policy in the order they are asked: what the bytes say first,
    /// what costs a decoded key or a signature last.
    package static let catalogue: [PathCheck] = [
        uniqueExtensions, extensionBodies, serialNumber, emptyNames, signatureAlgorithms,
        validity, criticalExtensions, basicConstraints, pathLength, keyUsage, handshakeKeyUsage,
        extendedKeyUsage, identity, signatureStrength, nameConstraints, keyStrength, signature,
    ]
}

extension [PathCheck] {
    /// These rules without those of the same name as one of `left`.
    package func leavingOut(_ left: PathCheck...) -> [PathCheck] {
        filter { check in !left.contains { $0.name == check.name } }
    }
}
