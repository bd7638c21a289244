import PKIX

/// The name constraints of one issuer, each known to have a meaning (RFC 5280 §4.2.1.10).
struct ConstraintRules {
    private let constraints: NameConstraints
    private let issuer: Certificate

    /// - Throws: `badNameConstraint` for a subtree that says nothing a validator could apply.
    init(_ constraints: NameConstraints, of issuer: Certificate, depth: Int) throws(Rejection) {
        self.constraints = constraints
        self.issuer = issuer
        for subtree in constraints.permitted + constraints.excluded {
            guard !subtree.hasDistance, Self.hasMeaning(subtree.base, issuer.der) else {
                throw Rejection.badNameConstraint(depth: depth)
            }
        }
    }

    private static func hasMeaning(_ base: GeneralName, _ der: [UInt8]) -> Bool {
        switch base {
        // No leading dot and no wildcard: RFC 5280 gives them no meaning in a DNS constraint.
        case .dns(let octets): octets.isEmpty || HostText.isName(der[octets])
        case .email(let octets): MailboxConstraint(der[octets]) != nil
        case .uri(let octets): HostText.isName(HostText.withoutLeadingDot(der[octets]))
        case .ip(let octets): AddressBlock(der[octets]) != nil
        default: true
        }
    }

    /// Requires that every name of `certificate` is permitted and none excluded.
    ///
    /// - Parameters:
    ///   - certificate: one below the issuer.
    ///   - depth: its own.
    ///   - budget: pays one comparison for each name and subtree.
    /// - Throws: `nameExcluded`, `nameNotPermitted` or `budgetExceeded`.
    func judge(_ certificate: Certificate, depth: Int, budget: inout Budget) throws(Rejection) {
        let count = constraints.permitted.count + constraints.excluded.count
        for name in Self.names(of: certificate) {
            try budget.spend(count, of: \.nameComparisons, "comparisons of names")
            try judge(name, of: certificate, depth: depth)
        }
    }

    /// Requires that `name`, whose places are in `certificate`, is permitted and not excluded.
    func judge(_ name: GeneralName, of certificate: Certificate, depth: Int) throws(Rejection) {
        let name = Constrained(name, certificate)
        if constraints.excluded.contains(where: { name.mayBeInside($0.base, of: issuer) }) {
            throw Rejection.nameExcluded(name.text, depth: depth)
        }
        // A kind of name that no permitted subtree speaks of is permitted.
        let permitted = constraints.permitted.filter { name.isOfKind($0.base) }
        guard permitted.isEmpty || permitted.contains(where: { name.isInside($0.base, of: issuer) })
        else { throw Rejection.nameNotPermitted(name.text, depth: depth) }
    }

    /// The names that constraints speak of: subject, alternatives, and without alternatives the
    /// e-mail addresses in the subject.
    private static func names(of certificate: Certificate) -> [GeneralName] {
        var names = certificate.extensions.subjectAlternativeNames ?? []
        if names.isEmpty {
            let subject = certificate.subjectName
            for attribute in subject.relativeNames.joined()
            where subject.bytes[attribute.type]
                .elementsEqual(ObjectIdentifier.emailAddress.content)
            {
                names.append(.email(attribute.value.content))
            }
        }
        if !certificate.subjectName.isEmpty { names.append(.directory(certificate.subject)) }
        return names
    }
}

/// A name under constraints.
private struct Constrained {
    private let name: GeneralName
    private let certificate: Certificate

    init(_ name: GeneralName, _ certificate: Certificate) {
        self.name = name
        self.certificate = certificate
    }

    /// Constraints apply to names of their own kind.
    func isOfKind(_ base: GeneralName) -> Bool {
        switch (name, base) {
        case (.dns, .dns), (.email, .email), (.uri, .uri), (.ip, .ip), (.directory, .directory),
            (.other, .other), (.x400, .x400), (.ediParty, .ediParty),
            (.registeredID, .registeredID):
            true
        default: false
        }
    }

    /// Whether the whole name is inside; what cannot be told is outside.
    func isInside(_ base: GeneralName, of issuer: Certificate) -> Bool {
        switch (name, base) {
        case (.dns(let mine), .dns(let theirs)):
            // A wildcard is inside where all that it stands for is.
            HostText.isInside(
                HostText.withoutWildcard(certificate.der[mine]),
                issuer.der[theirs]
            )
        default: membership(in: base, of: issuer) ?? false
        }
    }

    /// Whether the name, or one that it stands for, is inside; what cannot be told may be.
    func mayBeInside(_ base: GeneralName, of issuer: Certificate) -> Bool {
        guard isOfKind(base) else { return false }
        if case (.dns(let mine), .dns(let theirs)) = (name, base) {
            let (mine, theirs) = (certificate.der[mine], issuer.der[theirs])
            let parent = HostText.withoutWildcard(mine)
            // `*.example.test` stands for a name inside `www.example.test` as well.
            let isAbove = parent.count < mine.count && HostText.isChild(theirs, of: parent)
            return !HostText.isName(parent) || isAbove || HostText.isInside(parent, theirs)
        }
        return membership(in: base, of: issuer) ?? true
    }

    /// Whether the name is inside; nil where it cannot be told, since the name has no such form
    /// or its kind no such rule.
    private func membership(in base: GeneralName, of issuer: Certificate) -> Bool? {
        switch (name, base) {
        case (.email(let mine), .email(let theirs)):
            MailboxConstraint(issuer.der[theirs])?.contains(certificate.der[mine])
        case (.uri(let mine), .uri(let theirs)):
            URIHost.of(certificate.der[mine])
                .map { HostText.isInsideHost($0, issuer.der[theirs]) }
        case (.ip(let mine), .ip(let theirs)):
            AddressBlock(issuer.der[theirs])?.contains(certificate.der[mine])
        case (.directory(let mine), .directory(let theirs)):
            certificate.name(at: mine).isWithin(issuer.name(at: theirs))
        default: nil
        }
    }

    /// As a report shows it.
    var text: String {
        let der = certificate.der
        return switch name {
        case .dns(let octets), .email(let octets), .uri(let octets):
            String(decoding: der[octets], as: UTF8.self)
        case .ip(let octets): IPAddress.text(Array(der[octets]))
        case .directory(let encoding): certificate.name(at: encoding).description
        case .other(let type, _): "otherName \(certificate.identifier(at: type))"
        case .x400: "x400Address"
        case .ediParty: "ediPartyName"
        case .registeredID(let identifier): "registeredID \(certificate.identifier(at: identifier))"
        }
    }
}
