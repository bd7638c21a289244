import X509

// Name constraints as OpenJDK compares and merges them; the classes are in sun/security/x509. Calls
// of these classes in versions 17.0.15 and 25.0.3 gave the same results.
extension PathCheck {
    static let javaNameConstraints = javaConstraints(
        nameConstraints.name,
        about:
            "The names of every certificate are within the merged constraints of the issuers below "
            + "the anchor. An excluded name removes the permitted names inside it; if no permitted "
            + "name of a kind is left, every name of that kind is permitted.",
        source: "OpenJDK 17 and 25, provider/certpath/ConstraintsChecker.java, "
            + "x509/NameConstraintsExtension.java verify and merge, x509/GeneralSubtrees.java"
    ) { $0.namesToJava }

    static let javaCommonNameConstraints = javaConstraints(
        "common-name-constraints",
        about:
            "The last common name is also within the constraints, if it is a DNS name or an "
            + "address and subjectAltName has no name of that kind.",
        source: "OpenJDK 17 and 25, x509/NameConstraintsExtension.java verify"
    ) { $0.commonNameToJava.map { [$0] } ?? [] }

    private static func javaConstraints(
        _ name: String,
        about: String,
        source: String,
        names: @escaping @Sendable (Certificate) -> [JavaConstraints.Name]
    ) -> PathCheck {
        PathCheck(name, about: about, source: source) {
            (reached: inout ReachedAnchor) throws(Rejection) in
            let path = reached.certificates
            var constraints = JavaConstraints(budget: reached.budget)
            defer { reached.budget = constraints.budget }
            // OpenJDK ignores the constraints of the anchor.
            for depth in path.indices.dropLast().reversed() {
                let certificate = path[depth]
                if depth == 0 || !certificate.isSelfIssued {
                    try constraints.judge(names(certificate), of: certificate, at: depth)
                }
                try constraints.merge(constraintsOf: certificate, at: depth)
            }
        }
    }
}

/// The constraints of the issuers of a path, merged from the anchor down.
///
/// A comparison in which OpenJDK throws an exception ends the handshake, so it is a rejection here.
private struct JavaConstraints {
    /// A name of a certificate.
    struct Name {
        let form: JavaName
        /// The same name as ranges of the certificate, for texts in reports.
        let place: GeneralName
    }

    private struct Subtree {
        let base: JavaName
        let hasDistance: Bool
    }

    /// What happens to a permitted subtree when the list of another certificate is merged.
    private enum Fate {
        case kept, disjoint
        case replaced(by: Subtree)
    }

    private(set) var budget: Budget
    /// The permitted subtrees; nil until a certificate with permitted subtrees is merged.
    private var permitted: [Subtree]?
    private var excluded: [Subtree]?
    private var isStated = false
    /// Whether a subtree had a minimum or a maximum when the first certificate was checked.
    private var hasDistance: Bool?
    /// The depth of the certificate whose constraints were merged last.
    private var depth = 0

    init(budget: Budget) {
        self.budget = budget
    }

    /// Requires that every name is permitted and no name is excluded.
    mutating func judge(
        _ names: [Name],
        of certificate: Certificate,
        at depth: Int
    ) throws(Rejection) {
        guard isStated else { return }
        let subtrees = (permitted ?? []) + (excluded ?? [])
        // `calcMinMax` does not run again after a merge.
        let hasDistance = self.hasDistance ?? subtrees.contains(where: \.hasDistance)
        self.hasDistance = hasDistance
        guard !hasDistance else { throw Rejection.badNameConstraint(depth: self.depth) }
        for name in names {
            if try isExcluded(name.form) {
                throw Rejection.nameExcluded(certificate.text(of: name.place), depth: depth)
            }
            guard try isPermitted(name.form) else {
                throw Rejection.nameNotPermitted(certificate.text(of: name.place), depth: depth)
            }
        }
    }

    private mutating func isExcluded(_ name: JavaName) throws(Rejection) -> Bool {
        for subtree in excluded ?? [] {
            switch try relation(of: name, to: subtree.base) {
            case .otherKind, .unrelated, .wider: continue
            case .same, .narrower: return true
            }
        }
        return false
    }

    /// Whether a permitted subtree contains the name, or no permitted subtree has the name's kind.
    private mutating func isPermitted(_ name: JavaName) throws(Rejection) -> Bool {
        var isFree = true
        for subtree in permitted ?? [] {
            switch try relation(of: name, to: subtree.base) {
            case .otherKind: continue
            case .unrelated, .wider: isFree = false
            case .same, .narrower: return true
            }
        }
        return isFree
    }

    private mutating func relation(
        of name: JavaName,
        to base: JavaName
    ) throws(Rejection) -> JavaName.Relation {
        try budget.spend(name.cost, of: \.nameComparisons, "comparisons of names")
        guard let relation = name.relation(to: base) else {
            throw Rejection.badNameConstraint(depth: depth)
        }
        return relation
    }

    /// Merges an issuer's constraints as `NameConstraintsExtension.merge` does; the first
    /// constraints of a path are copied.
    mutating func merge(
        constraintsOf certificate: Certificate,
        at depth: Int
    ) throws(Rejection) {
        guard let stated = certificate.extensions.nameConstraints else { return }
        guard let permitted = Self.subtrees(stated.permitted, of: certificate),
            let excluded = Self.subtrees(stated.excluded, of: certificate)
        else {
            // An extension that does not decode is ignored, unless it is critical
            // (CertificateExtensions.parseExtension).
            guard certificate.extension(.nameConstraints)?.isCritical == true else { return }
            throw Rejection.badNameConstraint(depth: depth)
        }
        self.depth = depth
        guard isStated else {
            isStated = true
            self.permitted = permitted.isEmpty ? nil : permitted
            self.excluded = excluded.isEmpty ? nil : excluded
            return
        }
        if !excluded.isEmpty { try exclude(excluded) }
        if !permitted.isEmpty {
            if let own = self.permitted {
                let (left, outside) = try intersection(of: own, permitted)
                self.permitted = left
                if !outside.isEmpty { try exclude(outside) }
            } else {
                self.permitted = permitted
            }
        }
        try reduce()
    }

    /// Returns the subtrees of the extension; nil if the extension does not decode.
    private static func subtrees(
        _ subtrees: [NameConstraints.Subtree],
        of issuer: Certificate
    ) -> [Subtree]? {
        var read: [Subtree] = []
        for subtree in subtrees {
            guard let base = JavaName(base: subtree.base, of: issuer) else { return nil }
            read.append(Subtree(base: base, hasDistance: subtree.hasDistance))
        }
        return read
    }

    private mutating func exclude(_ subtrees: [Subtree]) throws(Rejection) {
        guard let own = excluded else {
            excluded = subtrees
            return
        }
        excluded = try minimized(own + subtrees)
    }

    /// Removes permitted subtrees inside an excluded subtree, as `GeneralSubtrees.reduce` does.
    private mutating func reduce() throws(Rejection) {
        guard let subtrees = permitted else { return }
        var left: [Subtree] = []
        for subtree in subtrees {
            if try !isExcluded(subtree.base) { left.append(subtree) }
        }
        permitted = left
    }

    /// Removes subtrees inside other subtrees of the list, as `GeneralSubtrees.minimize` does.
    private mutating func minimized(_ subtrees: [Subtree]) throws(Rejection) -> [Subtree] {
        var left = subtrees
        var index = 0
        while index < left.count {
            var later = index + 1
            var isCovered = false
            while later < left.count, !isCovered {
                switch try relation(of: left[later].base, to: left[index].base) {
                case .otherKind, .unrelated: later += 1
                case .narrower: left.remove(at: later)
                case .same, .wider: isCovered = true
                }
            }
            if isCovered { left.remove(at: index) } else { index += 1 }
        }
        return left
    }

    /// Returns the subtrees that both lists permit, as `GeneralSubtrees.intersect` does, and the
    /// subtrees that become empty.
    ///
    /// If several subtrees lie inside one subtree of `own`, only the first subtree is kept.
    private mutating func intersection(
        of own: [Subtree],
        _ others: [Subtree]
    ) throws(Rejection) -> (permitted: [Subtree], excluded: [Subtree]) {
        guard !own.isEmpty else { return (try minimized(others), []) }
        var left = try minimized(own)
        let others = try minimized(others)
        var narrower: [Subtree] = []
        var outside: [Subtree] = []
        var index = 0
        while index < left.count {
            let base = left[index].base
            switch try fate(of: base, among: others) {
            case .kept: index += 1
            case .replaced(let subtree):
                narrower.append(subtree)
                left.remove(at: index)
            case .disjoint:
                if try !meet(left.filter { $0.base.kind == base.kind }, others) {
                    // `createWidestSubtree` handles only directory names.
                    guard case .directory = base else {
                        throw Rejection.badNameConstraint(depth: depth)
                    }
                    outside = [Subtree(base: .directory(nil), hasDistance: false)]
                }
                left.remove(at: index)
            }
        }
        if !narrower.isEmpty { left = try minimized(left + narrower) }
        for other in others {
            if try isOfNewKind(other.base, beside: left) { left.append(other) }
        }
        return (left, outside)
    }

    private mutating func fate(
        of base: JavaName,
        among others: [Subtree]
    ) throws(Rejection) -> Fate {
        var isDisjoint = false
        for other in others {
            switch try relation(of: other.base, to: base) {
            case .otherKind: continue
            case .unrelated: isDisjoint = true
            case .narrower: return .replaced(by: other)
            case .same, .wider: return .kept
            }
        }
        return isDisjoint ? .disjoint : .kept
    }

    /// Whether a subtree of one list lies inside a subtree of the other list.
    private mutating func meet(
        _ own: [Subtree],
        _ others: [Subtree]
    ) throws(Rejection) -> Bool {
        for subtree in own {
            for other in others {
                switch try relation(of: other.base, to: subtree.base) {
                case .otherKind, .unrelated: continue
                case .same, .narrower, .wider: return true
                }
            }
        }
        return false
    }

    /// Whether no subtree of the non-empty list `left` has the kind of `base`.
    private mutating func isOfNewKind(
        _ base: JavaName,
        beside left: [Subtree]
    ) throws(Rejection) -> Bool {
        for subtree in left {
            guard try relation(of: base, to: subtree.base) == .otherKind else { return false }
        }
        return !left.isEmpty
    }
}

extension Certificate {
    /// The names that `NameConstraintsExtension.verify` checks: the subject and the alternative
    /// names or, without alternative names, the mailboxes of the subject.
    fileprivate var namesToJava: [JavaConstraints.Name] {
        var places: [GeneralName] = subjectName.isEmpty ? [] : [.directory(subject)]
        if let names = extensions.subjectAlternativeNames {
            places += names
        } else {
            let subject = subjectName
            for attribute in subject.relativeNames.joined()
            where subject.bytes[attribute.type]
                .elementsEqual(ObjectIdentifier.emailAddress.content)
            {
                // Values that are not mailboxes are ignored.
                let place = GeneralName.email(attribute.value.content)
                if JavaName(base: place, of: self) != nil { places.append(place) }
            }
        }
        return places.map { JavaConstraints.Name(form: JavaName($0, of: self), place: $0) }
    }

    /// The last common name, if it is an address or a host name and subjectAltName has no name of
    /// that kind.
    fileprivate var commonNameToJava: JavaConstraints.Name? {
        guard let text = commonNames.last else { return nil }
        let place = GeneralName.dns(text.startIndex..<text.endIndex)
        if let address = IPAddress.bytes(String(decoding: text, as: UTF8.self)) {
            return addresses.isEmpty ? JavaConstraints.Name(form: .ip(address), place: place) : nil
        }
        guard dnsNames.isEmpty, JavaName.isHost(text) else { return nil }
        return JavaConstraints.Name(form: JavaName(place, of: self), place: place)
    }
}
