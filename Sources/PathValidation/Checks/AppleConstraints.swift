import X509

// Name constraints as trustd accumulates them along a path. The named functions are in
// trust/trustd/nameconstraints.c, unless another file is named.
extension PathCheck {
    /// Steps (b), (c) and (g) of `SecPolicyCheckBasicCertificateProcessing`
    /// (trust/trustd/SecPolicyServer.c).
    static let appleNameConstraints = PathCheck(
        nameConstraints.name,
        about: "The names of every certificate are within the combined permitted subtrees of the "
            + "issuers above it. An issuer adds only subtrees that neither contain nor lie "
            + "inside subtrees that are already permitted.",
        source: "Apple Security-61901.0.87.0.1, trust/trustd/SecPolicyServer.c, nameconstraints.c",
        judgePath: { reached throws(Rejection) in
            var constraints = AppleConstraints()
            let anchor = reached.certificates.count - 1
            for (depth, certificate) in reached.certificates.enumerated().reversed() {
                if depth < anchor, depth == 0 || !certificate.isSelfIssued {
                    let rules = try constraints.rules()
                    try rules.judge(certificate, depth: depth, budget: &reached.budget)
                }
                // Constraints of an end entity apply to nothing.
                guard depth > 0 else { break }
                try constraints.add(certificate, at: depth, budget: &reached.budget)
            }
        }
    )
}

/// The state variables `permitted_subtrees` and `excluded_subtrees`.
private struct AppleConstraints {
    private var permitted: [HeldSubtree] = []
    private var excluded: [(subtrees: [NameConstraints.Subtree], issuer: Certificate)] = []
    /// The depth of the issuer added last.
    private var depth = 0

    /// Returns the combined constraints of the issuers added so far.
    ///
    /// - Throws: `badNameConstraint` for a subtree that cannot be applied.
    func rules() throws(Rejection) -> ConstraintRules {
        var rules = ConstraintRules()
        guard permitted.allSatisfy({ rules.permit($0.subtree, of: $0.issuer) }),
            excluded.allSatisfy({ rules.exclude($0.subtrees, of: $0.issuer) })
        else { throw Rejection.badNameConstraint(depth: depth) }
        return rules
    }

    mutating func add(
        _ issuer: Certificate,
        at depth: Int,
        budget: inout Budget
    ) throws(Rejection) {
        guard let constraints = issuer.extensions.nameConstraints else { return }
        self.depth = depth
        if !constraints.excluded.isEmpty { excluded.append((constraints.excluded, issuer)) }
        let new = constraints.permitted.map { HeldSubtree(subtree: $0, issuer: issuer) }
        // If no permitted names have been added yet, every name is permitted.
        guard !permitted.isEmpty else { return permitted = new }
        let cost = permitted.count + permitted.reduce(0) { $0 + $1.length } / 16
        var added: [HeldSubtree] = []
        for subtree in new {
            try budget.spend(
                cost + permitted.count * subtree.length / 16,
                of: \.nameComparisons,
                "comparisons of names"
            )
            added += merge(subtree)
        }
        permitted += added
    }

    /// Merges a permitted subtree into the permitted subtrees of the issuers above.
    ///
    /// - Returns: the subtrees to append afterwards.
    private mutating func merge(_ new: HeldSubtree) -> [HeldSubtree] {
        let added = new.isIntersected ? [] : [new]
        let related = permitted.firstIndex { $0.contains(new) || new.contains($0) }
        guard let related else { return [new] }
        // trustd drops a wider subtree "so as not to broaden constraints".
        if permitted[related].contains(new) { permitted[related] = new }
        return added
    }
}

/// A subtree and the certificate whose bytes it is in.
private struct HeldSubtree {
    let subtree: NameConstraints.Subtree
    let issuer: Certificate

    /// Whether trustd tries to intersect subtrees of this name form; trustd appends subtrees of all
    /// other forms.
    var isIntersected: Bool {
        switch subtree.base {
        case .dns, .directory: true
        default: false
        }
    }

    /// The length of a name to compare, in bytes.
    var length: Int {
        switch subtree.base {
        case .dns(let bytes), .email(let bytes), .directory(let bytes): bytes.count
        default: 0
        }
    }

    /// Whether `other` is inside this subtree, as `nc_compare_subtree` decides.
    ///
    /// trustd finds no base of an address or URI inside another base. It parses the base as an
    /// address with its mask, or as a host without a scheme.
    func contains(_ other: HeldSubtree) -> Bool {
        switch (subtree.base, other.subtree.base) {
        case (.dns(let outer), .dns(let inner)):
            Self.contains(issuer.der[outer], other.issuer.der[inner])
        case (.directory(let outer), .directory(let inner)):
            other.issuer.name(at: inner).isWithin(issuer.name(at: outer))
        case (.email(let outer), .email(let inner)):
            Mailbox(other.issuer.der[inner]).map { mailbox in
                MailboxConstraint(issuer.der[outer])?.contains(mailbox) ?? false
            } ?? false
        default: false
        }
    }

    /// Whether the DNS name `inner` is inside `outer`, as `SecDNSNameConstraintsMatch` decides.
    private static func contains(_ outer: ArraySlice<UInt8>, _ inner: ArraySlice<UInt8>) -> Bool {
        let dot = UInt8(ascii: ".")
        let end = inner.suffix(outer.count)
        let isAtLabel =
            inner.count == outer.count || outer.isEmpty || outer.first == dot
            || inner.dropLast(outer.count).last == dot
        return isAtLabel && end.elementsEqual(outer) { lowercased($0) == lowercased($1) }
    }
}
