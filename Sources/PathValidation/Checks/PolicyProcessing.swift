import X509

/// A relying party's requirements on certificate policies (RFC 5280 §6.1.1 (c), (e) to (g)).
///
/// By default no policy is required and all valid policies are reported.
package struct PolicyInputs: Hashable, Sendable {
    /// The policies that the relying party accepts, or anyPolicy for all of them.
    package var userInitialPolicySet: Set<ObjectIdentifier> = [.anyPolicy]
    /// Whether the path must be valid for at least one policy of `userInitialPolicySet`.
    package var initialExplicitPolicy = false
    /// Whether no certificate may map policies.
    package var initialPolicyMappingInhibit = false
    /// Whether anyPolicy is ignored in every certificate.
    package var initialAnyPolicyInhibit = false

    package init() {}
}

extension PathCheck {
    package static let policyQualifiers = PathCheck(
        "policy-qualifiers",
        about: "Critical certificate policies have only known qualifiers.",
        source: "RFC 5280 §4.2.1.4"
    ) { (joining: inout Joining) throws(Rejection) in
        let certificate = joining.certificate
        guard certificate.extension(.certificatePolicies)?.isCritical == true,
            certificate.extensions.certificatePolicies?.contains(where: \.hasUnknownQualifier)
                == true
        else { return }
        throw Rejection.unhandledCriticalExtension(.certificatePolicies, depth: joining.depth)
    }

    package static let certificatePolicies = PathCheck(
        "certificate-policies",
        about: "If the relying party or a certificate of the path requires a policy, an accepted "
            + "policy is valid from the trust anchor to the end entity.",
        source: "RFC 5280 §6.1.3 (d) to (f), §6.1.4 (a), (b), (h) to (j), §6.1.5; RFC 5937 §3.2; "
            + "RFC 9618"
    ) { (reached: inout ReachedAnchor) throws(Rejection) in
        var processing = PolicyProcessing(reached.policyInputs)
        // RFC 5280 §6.1.1 (d) takes only the name and key of a trust anchor. The other contents of
        // its certificate constrain the path, as in all other rules (RFC 5937 §3.2); mappings are
        // not constraints.
        if let anchor = reached.certificates.last, reached.certificates.count > 1 {
            processing.accept(policiesOf: anchor)
            processing.constrain(anchor)
        }
        for (depth, certificate) in reached.certificates.enumerated().dropLast().reversed() {
            try processing.take(certificate, depth: depth, budget: &reached.budget)
        }
        reached.policies = try processing.conclude()
    }
}

/// Policy processing along a path, from the certificate below the trust anchor down (RFC 5280
/// §6.1.2 to §6.1.5).
private struct PolicyProcessing {
    private var accepted: Set<ObjectIdentifier>
    private var graph = PolicyGraph()
    private var numbers = PolicyNumbers()
    // The number of certificates that may follow before each constraint takes effect.
    private var explicitPolicy: Int
    private var policyMapping: Int
    private var inhibitAnyPolicy: Int

    /// Starts the processing.
    ///
    /// §6.1.2 sets the counters to n + 1; any number beyond the longest path has the same effect.
    init(_ inputs: PolicyInputs) {
        accepted = inputs.userInitialPolicySet
        explicitPolicy = inputs.initialExplicitPolicy ? 0 : Int.max
        policyMapping = inputs.initialPolicyMappingInhibit ? 0 : Int.max
        inhibitAnyPolicy = inputs.initialAnyPolicyInhibit ? 0 : Int.max
    }

    /// Accepts only the policies that the trust anchor lists, if it lists any: the intersection of
    /// RFC 5937 §3.2 with the user-initial-policy-set.
    mutating func accept(policiesOf anchor: Certificate) {
        guard let stated = anchor.extensions.certificatePolicies else { return }
        let policies = Set(stated.map { anchor.identifier(at: $0.identifier) })
        guard !policies.contains(.anyPolicy) else { return }
        accepted = accepted.contains(.anyPolicy) ? policies : accepted.intersection(policies)
    }

    /// Processes the next certificate of the path.
    mutating func take(
        _ certificate: Certificate,
        depth: Int,
        budget: inout Budget
    ) throws(Rejection) {
        let extensions = certificate.extensions
        let mappings = depth > 0 ? extensions.policyMappings ?? [] : []
        let count = (extensions.certificatePolicies?.count ?? 0) + mappings.count
        try budget.spend(count + graph.openEdges, of: \.policies, "certificate policies")

        let isSelfIssued = depth > 0 && certificate.isSelfIssued
        // §6.1.3 (d), (e)
        graph.add(
            extensions.certificatePolicies?.map { numbers[certificate.der[$0.identifier]] },
            allowsAnyPolicy: inhibitAnyPolicy > 0 || isSelfIssued
        )
        // §6.1.3 (f)
        guard explicitPolicy > 0 || !graph.isEmpty else {
            throw Rejection.policy(valid: [], depth: depth)
        }
        guard depth > 0 else { return wrapUp(extensions) }
        // §6.1.4 (b)
        if !mappings.isEmpty {
            graph.map(
                mappings.map {
                    PolicyGraph.Mapping(
                        issuer: numbers[certificate.der[$0.issuerDomainPolicy]],
                        subject: numbers[certificate.der[$0.subjectDomainPolicy]]
                    )
                },
                isInhibited: policyMapping == 0
            )
        }
        // §6.1.4 (h)
        if !isSelfIssued {
            explicitPolicy = max(explicitPolicy - 1, 0)
            policyMapping = max(policyMapping - 1, 0)
            inhibitAnyPolicy = max(inhibitAnyPolicy - 1, 0)
        }
        constrain(certificate)
    }

    /// Applies the policy constraints and inhibitAnyPolicy of `certificate` (§6.1.4 (i), (j)).
    mutating func constrain(_ certificate: Certificate) {
        let extensions = certificate.extensions
        let constraints = extensions.policyConstraints
        explicitPolicy = min(explicitPolicy, constraints?.requireExplicitPolicy ?? Int.max)
        policyMapping = min(policyMapping, constraints?.inhibitPolicyMapping ?? Int.max)
        inhibitAnyPolicy = min(inhibitAnyPolicy, extensions.inhibitAnyPolicy ?? Int.max)
    }

    /// Applies the policy constraints of the last certificate (§6.1.5 (a), (b)).
    private mutating func wrapUp(_ extensions: Extensions) {
        explicitPolicy = max(explicitPolicy - 1, 0)
        if extensions.policyConstraints?.requireExplicitPolicy == 0 { explicitPolicy = 0 }
    }

    /// Returns the valid policies of the path (§6.1.5 (g)).
    func conclude() throws(Rejection) -> PathPolicies {
        let policies = PathPolicies(
            authorityConstrained: Set(graph.authorityConstrained.map { numbers.identifiers[$0] }),
            accepted: accepted
        )
        guard explicitPolicy > 0 || !policies.userConstrained.isEmpty else {
            let valid = policies.authorityConstrained.sorted { $0.description < $1.description }
            throw Rejection.policy(valid: valid, depth: 0)
        }
        return policies
    }
}

/// Numbers for policies, in the order in which the policies appear.
///
/// An attacker's certificates may repeat each identifier a thousand times, and numbers are cheap to
/// hash.
private struct PolicyNumbers {
    private(set) var identifiers = [ObjectIdentifier.anyPolicy]
    private var numbers = [Bytes(ObjectIdentifier.anyPolicy.content): PolicyGraph.anyPolicy]

    /// The number of the policy with these content bytes.
    subscript(content: ArraySlice<UInt8>) -> PolicyGraph.Policy {
        mutating get {
            if let number = numbers[Bytes(content)] { return number }
            identifiers.append(ObjectIdentifier(content: Array(content)))
            numbers[Bytes(content)] = identifiers.count - 1
            return identifiers.count - 1
        }
    }
}
