import X509

// Inputs of rules, one type for each stage of evaluation.

/// A certificate about to join a path, and the path so far.
struct Joining {
    let certificate: Certificate
    /// The certificates below `certificate`, end entity first; empty if `certificate` is the end
    /// entity.
    let below: ArraySlice<Certificate>
    /// Whether the certificate is a trust anchor, whose own signature is not verified.
    let isAnchor: Bool
    /// The class of the anchor, if the certificate is a trust anchor.
    var anchorClass = AnchorClass.system
    let identity: ReferenceIdentity?
    let verifyDate: Instant
    /// Whether revocation is checked, so that revocation extensions count as processed.
    let asksRevocation: Bool
    let cache: SignatureCache
    var budget: Budget
    /// Whether an issuer is checked alone, without a certificate that it issued.
    var isLoneIssuer = false
    /// The rejections of the current rule, if the rule continues after its first rejection; nil if
    /// the rule stops at its first rejection, as in path validation.
    var rejections: [Rejection]?

    /// Rejects the certificate, or records the rejection for a rule that continues.
    mutating func report(_ rejection: Rejection) throws(Rejection) {
        guard rejections != nil else { throw rejection }
        rejections?.append(rejection)
    }

    /// Runs one of several checks of a rule, and reports the check's rejection.
    mutating func reportFault(
        _ judge: (Joining) throws(Rejection) -> Void
    ) throws(Rejection) {
        do throws(Rejection) {
            try judge(self)
        } catch {
            try report(error)
        }
    }

    /// The certificate's depth: 0 for the end entity.
    var depth: Int { below.count }
    var isEndEntity: Bool { below.isEmpty && !isLoneIssuer }
}

/// A certificate of a path and the issuer above it.
struct Link {
    /// The certificates, end entity first; the issuer is the last if the path has not reached an
    /// anchor yet.
    let path: [Certificate]
    /// The depth of the child.
    let depth: Int
    let cache: SignatureCache
    var budget: Budget

    var child: Certificate { path[depth] }
    var issuer: Certificate { path[depth + 1] }
    /// The certificates above the issuer.
    var above: ArraySlice<Certificate> { path.dropFirst(depth + 2) }

    /// Whether the issuer's key lacks parameters that a certificate further above may supply.
    var awaitsParameters: Bool {
        issuer.inheritsParameters && WorkingKey(of: issuer, below: above) == nil
    }
}

/// The origin of trust in an anchor.
///
/// Some platforms require less of anchors that the user installed.
package enum AnchorClass: Hashable, Sendable {
    /// The platform includes the anchor.
    case system
    /// The user or an administrator installed the anchor.
    case user
    /// The application trusts the anchor for its own connections.
    case application
}

/// A path that reached a trust anchor, with the inputs of rules on whole paths.
struct ReachedAnchor {
    /// The certificates of the path, end entity first and trust anchor last.
    let certificates: [Certificate]
    let anchorClass: AnchorClass
    /// The rules for the path.
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
    /// The policies valid for the path; the rule on certificate policies sets them.
    var policies: PathPolicies?
    /// The CRLs that could not be used; the rule on revocation sets them.
    var unusedLists: [UnusedList] = []
}
