import PKIX

/// The name constraints of one issuer, each known to have a meaning (RFC 5280 §4.2.1.10), taken
/// apart once for all names that they are compared with.
struct ConstraintRules {
    private let permitted: Subtrees
    private let excluded: Subtrees

    /// - Throws: `badNameConstraint` for a subtree that says nothing a validator could apply.
    init(_ constraints: NameConstraints, of issuer: Certificate, depth: Int) throws(Rejection) {
        guard let permitted = Subtrees(constraints.permitted, of: issuer),
            let excluded = Subtrees(constraints.excluded, of: issuer)
        else { throw Rejection.badNameConstraint(depth: depth) }
        (self.permitted, self.excluded) = (permitted, excluded)
    }

    /// Requires that every name of `certificate` is permitted and none excluded.
    ///
    /// - Parameters:
    ///   - certificate: one below the issuer.
    ///   - depth: its own.
    ///   - budget: pays one comparison for each name and subtree, and more for long directory
    ///     names, before any is made.
    /// - Throws: `nameExcluded`, `nameNotPermitted` or `budgetExceeded`.
    func judge(_ certificate: Certificate, depth: Int, budget: inout Budget) throws(Rejection) {
        let names = Self.names(of: certificate)
        for name in names {
            try budget.spend(cost(of: name), of: \.nameComparisons, "comparisons of names")
        }
        for name in names { try judge(name, of: certificate, depth: depth) }
    }

    /// Requires that `name`, whose places are in `certificate`, is permitted and not excluded.
    func judge(_ name: GeneralName, of certificate: Certificate, depth: Int) throws(Rejection) {
        let constrained = ConstrainedName(name, certificate)
        if excluded.contain(constrained, ifUnknown: true) {
            throw Rejection.nameExcluded(certificate.text(of: name), depth: depth)
        }
        // A kind of name that no permitted subtree speaks of is permitted.
        guard !permitted.speak(of: constrained) || permitted.contain(constrained) else {
            throw Rejection.nameNotPermitted(certificate.text(of: name), depth: depth)
        }
    }

    private func cost(of name: GeneralName) -> Int {
        guard case .directory = name else { return permitted.count + excluded.count }
        return permitted.directoryCost + excluded.directoryCost
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

/// A name under constraints, taken apart once.
private enum ConstrainedName {
    /// Nil where the octets are no DNS name.
    case dns(HostName?, isWildcard: Bool)
    /// Nil where they are no mailbox.
    case email(Mailbox?)
    /// Nil where there is no host to compare.
    case uri(HostName?)
    case ip(ArraySlice<UInt8>)
    case directory(EncodedName)
    /// A kind that no rule compares, by the number of its tag.
    case opaque(Int)

    init(_ name: GeneralName, _ certificate: Certificate) {
        let der = certificate.der
        switch name {
        case .dns(let octets):
            let parent = HostText.withoutWildcard(der[octets])
            self = .dns(HostName(parent), isWildcard: parent.count < octets.count)
        case .email(let octets): self = .email(Mailbox(der[octets]))
        case .uri(let octets): self = .uri(URIHost.of(der[octets]))
        case .ip(let octets): self = .ip(der[octets])
        case .directory(let encoding): self = .directory(certificate.name(at: encoding))
        default: self = .opaque(name.opaqueKind)
        }
    }
}

extension GeneralName {
    /// The number of its tag where no rule compares its kind (RFC 5280 §4.2.1.6).
    fileprivate var opaqueKind: Int {
        switch self {
        case .other: 0
        case .x400: 3
        case .ediParty: 5
        default: 8
        }
    }
}

/// The permitted or the excluded subtrees of an issuer, by kind of name.
private struct Subtrees {
    private var hosts: [HostName] = []
    private var hasEveryHost = false
    private var mailboxes: [MailboxConstraint] = []
    private var uris: [HostConstraint] = []
    private var addresses: [AddressBlock] = []
    private var directories: [EncodedName] = []
    private var opaqueKinds: Set<Int> = []
    let count: Int
    /// What comparing a directory name with all of them costs, in comparisons: names grow without
    /// bound, and every 16 octets may be an attribute.
    private(set) var directoryCost: Int

    /// Nil where one of them has a meaning that RFC 5280 does not give it.
    init?(_ subtrees: [NameConstraints.Subtree], of issuer: Certificate) {
        count = subtrees.count
        directoryCost = subtrees.count
        for subtree in subtrees {
            guard !subtree.hasDistance, append(subtree.base, of: issuer) else { return nil }
        }
    }

    private mutating func append(_ base: GeneralName, of issuer: Certificate) -> Bool {
        let der = issuer.der
        switch base {
        case .dns(let octets) where octets.isEmpty: hasEveryHost = true
        // No leading dot and no wildcard: RFC 5280 gives them no meaning in a DNS constraint.
        case .dns(let octets):
            guard let host = HostName(der[octets]) else { return false }
            hosts.append(host)
        case .email(let octets):
            guard let mailbox = MailboxConstraint(der[octets]) else { return false }
            mailboxes.append(mailbox)
        case .uri(let octets):
            guard let host = HostConstraint(der[octets]) else { return false }
            uris.append(host)
        case .ip(let octets):
            guard let block = AddressBlock(der[octets]) else { return false }
            addresses.append(block)
        case .directory(let encoding):
            directories.append(issuer.name(at: encoding))
            directoryCost += encoding.count / 16
        default: opaqueKinds.insert(base.opaqueKind)
        }
        return true
    }

    /// Constraints apply to names of their own kind.
    func speak(of name: ConstrainedName) -> Bool {
        switch name {
        case .dns: hasEveryHost || !hosts.isEmpty
        case .email: !mailboxes.isEmpty
        case .uri: !uris.isEmpty
        case .ip: !addresses.isEmpty
        case .directory: !directories.isEmpty
        case .opaque(let kind): opaqueKinds.contains(kind)
        }
    }

    /// Whether one of them contains the name.
    ///
    /// Where it cannot be told the answer is `ifUnknown`, and for a wildcard that stands for a
    /// name inside but for others as well.
    func contain(_ name: ConstrainedName, ifUnknown: Bool = false) -> Bool {
        switch name {
        case .dns(let host?, let isWildcard):
            hasEveryHost || hosts.contains(where: host.isInside)
                // `*.example.test` stands for a name inside `www.example.test` as well.
                || ifUnknown && isWildcard && hosts.contains { $0.isChild(of: host) }
        case .email(let mailbox?): mailboxes.contains { $0.contains(mailbox) }
        case .uri(let host?): uris.contains { $0.contains(host) }
        case .ip(let octets): addresses.contains { $0.contains(octets) }
        case .directory(let name): directories.contains(where: name.isWithin)
        case .dns(nil, _), .email(nil), .uri(nil), .opaque: ifUnknown && speak(of: name)
        }
    }
}

extension Certificate {
    /// A name of this certificate as a report shows it.
    fileprivate func text(of name: GeneralName) -> String {
        switch name {
        case .dns(let octets), .email(let octets), .uri(let octets):
            String(decoding: der[octets], as: UTF8.self)
        case .ip(let octets): IPAddress.text(Array(der[octets]))
        case .directory(let encoding): self.name(at: encoding).description
        case .other(let type, _): "otherName \(identifier(at: type))"
        case .x400: "x400Address"
        case .ediParty: "ediPartyName"
        case .registeredID(let identifier): "registeredID \(self.identifier(at: identifier))"
        }
    }
}
