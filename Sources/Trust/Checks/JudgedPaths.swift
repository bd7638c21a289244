import PKIX

// Inputs of rules, one for each moment at which rules are asked.

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
    /// What of the path is above the issuer.
    var above: ArraySlice<Certificate> { path.dropFirst(depth + 2) }

    /// Whether the issuer's key lacks parameters that a certificate further above may have.
    var isOpen: Bool {
        issuer.inheritsParameters && WorkingKey(of: issuer, below: above) == nil
    }
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

/// A path that reached a trust anchor, and all that rules on whole paths need.
struct ReachedAnchor {
    /// End entity first, the trust anchor last.
    let certificates: [Certificate]
    let anchorClass: AnchorClass
    /// The rules that the path is judged by.
    let checks: [PathCheck]
    let policyInputs: PolicyInputs
    let revocation: RevocationInputs
    /// The certificates from which the path was built.
    let pool: CertificatePool
    /// Rules for decoding certificates that arrive in OCSP responses.
    let decoding: DERRules
    let cache: SignatureCache
    let authorities: any AuthorityPaths
    let verifyDate: Instant
    var budget: Budget
    /// Set by the rule on certificate policies.
    var policies: PathPolicies?
}
