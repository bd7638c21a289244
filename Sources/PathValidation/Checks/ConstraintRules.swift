import X509

/// The valid name constraints (RFC 5280 §4.2.1.10) of one issuer or of several issuers, decoded
/// once for all names.
struct ConstraintRules {
    private var permitted = Subtrees()
    private var excluded = Subtrees()

    /// Makes rules without constraints.
    init() {}

    /// Makes the rules for the constraints of one issuer.
    ///
    /// - Parameters:
    ///   - constraints: the decoded constraints.
    ///   - issuer: the certificate that has the constraints.
    ///   - depth: the depth of `issuer`.
    ///   - takesLeadingDots: whether the client gives a leading dot of a DNS constraint a meaning;
    ///     see `permit`.
    /// - Throws: `badNameConstraint` for a subtree that the client cannot apply.
    init(
        _ constraints: NameConstraints,
        of issuer: Certificate,
        depth: Int,
        takesLeadingDots: Bool = false
    ) throws(Rejection) {
        guard permitted.append(constraints.permitted, of: issuer, takesLeadingDots),
            excluded.append(constraints.excluded, of: issuer, takesLeadingDots)
        else { throw Rejection.badNameConstraint(depth: depth) }
    }

    /// Adds a permitted subtree for clients to which a leading dot in a DNS constraint means that
    /// the domain itself is outside the subtree.
    ///
    /// RFC 5280 gives the leading dot no meaning.
    ///
    /// - Returns: false for a subtree that even these clients cannot apply.
    mutating func permit(_ subtree: NameConstraints.Subtree, of issuer: Certificate) -> Bool {
        permitted.append([subtree], of: issuer, true)
    }

    /// Adds excluded subtrees for clients that give a leading dot a meaning; see `permit`.
    mutating func exclude(_ subtrees: [NameConstraints.Subtree], of issuer: Certificate) -> Bool {
        excluded.append(subtrees, of: issuer, true)
    }

    /// Requires that every name of `certificate` is permitted and no name is excluded.
    ///
    /// - Parameters:
    ///   - certificate: a certificate below the issuer.
    ///   - depth: the depth of `certificate`.
    ///   - budget: pays in advance for one comparison of each name with each subtree, and more for
    ///     directory names if subtrees are long.
    /// - Throws: `nameExcluded`, `nameNotPermitted` or `budgetExceeded`.
    func judge(_ certificate: Certificate, depth: Int, budget: inout Budget) throws(Rejection) {
        for name in try names(of: certificate, budget: &budget) {
            try judge(name, of: certificate, depth: depth)
        }
    }

    /// Returns the names of `certificate` to check, after `budget` has paid for their comparisons.
    func names(
        of certificate: Certificate,
        budget: inout Budget
    ) throws(Rejection) -> [GeneralName] {
        let names = Self.names(of: certificate)
        for name in names {
            try budget.spend(cost(of: name), of: \.nameComparisons, "comparisons of names")
        }
        return names
    }

    /// Requires that `name`, which is in `certificate`, is permitted and not excluded.
    func judge(_ name: GeneralName, of certificate: Certificate, depth: Int) throws(Rejection) {
        let constrained = ConstrainedName(name, certificate)
        if excluded.contain(constrained, ifUnknown: true) {
            throw Rejection.nameExcluded(certificate.text(of: name), depth: depth)
        }
        // If no permitted subtree has the form of a name, the name is permitted.
        guard !permitted.speak(of: constrained) || permitted.contain(constrained) else {
            throw Rejection.nameNotPermitted(certificate.text(of: name), depth: depth)
        }
    }

    private func cost(of name: GeneralName) -> Int {
        guard case .directory = name else { return permitted.count + excluded.count }
        return permitted.directoryCost + excluded.directoryCost
    }

    /// Returns the constrained names: subject, subjectAltName and, if that is absent, the e-mail
    /// addresses in the subject.
    ///
    /// UTF-8 mailboxes count both as otherNames and as mailboxes.
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
        return names + names.compactMap(certificate.mailbox)
    }
}

/// A constrained name, decoded once.
private enum ConstrainedName {
    /// A DNS name; nil if the bytes are not a DNS name.
    case dns(HostName?, isWildcard: Bool)
    /// A mailbox; nil if the bytes are not a mailbox.
    case email(Mailbox?)
    /// The host of a URI; nil if the URI has no host that is a DNS name.
    case uri(HostName?)
    case ip(ArraySlice<UInt8>)
    case directory(EncodedName)
    /// A name of a form that no rule compares, as the tag number of the form.
    case opaque(Int)

    init(_ name: GeneralName, _ certificate: Certificate) {
        let der = certificate.der
        switch name {
        case .dns(let bytes):
            let parent = HostName.withoutWildcard(der[bytes])
            self = .dns(HostName(parent), isWildcard: parent.count < bytes.count)
        case .email(let bytes): self = .email(Mailbox(der[bytes]))
        case .uri(let bytes): self = .uri(URIHost.of(der[bytes]))
        case .ip(let bytes): self = .ip(der[bytes])
        case .directory(let encoding): self = .directory(certificate.name(at: encoding))
        default: self = .opaque(name.opaqueKind)
        }
    }
}

extension GeneralName {
    /// Whether rules compare names of this form with constraints.
    var isCompared: Bool {
        switch self {
        case .dns, .email, .uri, .ip, .directory: true
        case .other, .x400, .ediParty, .registeredID: false
        }
    }

    /// The tag number of a name form that no rule compares (RFC 5280 §4.2.1.6).
    fileprivate var opaqueKind: Int {
        switch self {
        case .other: 0
        case .x400: 3
        case .ediParty: 5
        default: 8
        }
    }
}

/// Permitted or excluded subtrees, by name form.
private struct Subtrees {
    private var hosts: [HostName] = []
    /// Domains written with a leading dot; the domain itself is not in its subtree.
    private var parents: [HostName] = []
    private var hasEveryHost = false
    private var mailboxes: [MailboxConstraint] = []
    private var uris: [HostConstraint] = []
    private var addresses: [AddressBlock] = []
    private var directories: [EncodedName] = []
    private var opaqueKinds: Set<Int> = []
    private(set) var count = 0
    /// The cost of comparing a directory name with all directory subtrees, in comparisons.
    ///
    /// Names have no maximum length, and every 16 bytes may be an attribute.
    private(set) var directoryCost = 0

    /// Adds subtrees of `issuer`; returns false if one of the subtrees cannot be applied.
    mutating func append(
        _ subtrees: [NameConstraints.Subtree],
        of issuer: Certificate,
        _ takesLeadingDots: Bool
    ) -> Bool {
        count += subtrees.count
        directoryCost += subtrees.count
        return subtrees.allSatisfy { subtree in
            !subtree.hasDistance && append(subtree.base, of: issuer, takesLeadingDots)
        }
    }

    private mutating func append(
        _ base: GeneralName,
        of issuer: Certificate,
        _ takesLeadingDots: Bool
    ) -> Bool {
        let der = issuer.der
        switch base {
        case .dns(let bytes) where bytes.isEmpty: hasEveryHost = true
        case .dns(let bytes) where takesLeadingDots && der[bytes].first == UInt8(ascii: "."):
            guard let parent = HostName(der[bytes].dropFirst()) else { return false }
            parents.append(parent)
        // RFC 5280 gives a leading dot or a wildcard in a DNS constraint no meaning.
        case .dns(let bytes):
            guard let host = HostName(der[bytes]) else { return false }
            hosts.append(host)
        case .email(let bytes):
            guard let mailbox = MailboxConstraint(der[bytes]) else { return false }
            mailboxes.append(mailbox)
        case .uri(let bytes):
            guard let host = HostConstraint(der[bytes]) else { return false }
            uris.append(host)
        case .ip(let bytes):
            guard let block = AddressBlock(der[bytes]) else { return false }
            addresses.append(block)
        case .directory(let encoding):
            directories.append(issuer.name(at: encoding))
            directoryCost += encoding.count / 16
        default: opaqueKinds.insert(base.opaqueKind)
        }
        return true
    }

    /// Whether a subtree has the same form as `name`; a constraint applies only to names of its own
    /// form.
    func speak(of name: ConstrainedName) -> Bool {
        switch name {
        case .dns: hasEveryHost || !hosts.isEmpty || !parents.isEmpty
        case .email: !mailboxes.isEmpty
        case .uri: !uris.isEmpty
        case .ip: !addresses.isEmpty
        case .directory: !directories.isEmpty
        case .opaque(let kind): opaqueKinds.contains(kind)
        }
    }

    /// Whether one of the subtrees contains the name.
    ///
    /// Returns `ifUnknown` if the answer is not certain: for example, a wildcard may cover names
    /// both inside and outside a subtree.
    func contain(_ name: ConstrainedName, ifUnknown: Bool = false) -> Bool {
        switch name {
        case .dns(let host?, let isWildcard):
            hasEveryHost || hosts.contains(where: host.isInside)
                || parents.contains(where: isWildcard ? host.isInside : host.isBelow)
                // `*.example.test` also covers a name inside `www.example.test`.
                || ifUnknown && isWildcard && hosts.contains { $0.isChild(of: host) }
        case .email(let mailbox?): mailboxes.contains { $0.contains(mailbox) }
        case .uri(let host?): uris.contains { $0.contains(host) }
        case .ip(let bytes): addresses.contains { $0.contains(bytes) }
        case .directory(let name): directories.contains(where: name.isWithin)
        case .dns(nil, _), .email(nil), .uri(nil), .opaque: ifUnknown && speak(of: name)
        }
    }
}

extension Certificate {
    /// Returns the mailbox in an otherName of the type SmtpUTF8Mailbox, which constraints on
    /// mailboxes also cover (RFC 9598 §6); nil for other names.
    fileprivate func mailbox(in name: GeneralName) -> GeneralName? {
        guard case .other(let type, let value) = name,
            der[type].elementsEqual(ObjectIdentifier.smtpUTF8Mailbox.content)
        else { return nil }
        var reader = DERReader(der, in: value, rules: rules)
        // A value that is not a UTF8String is not a mailbox and matches nothing.
        return .email((try? reader.next(.utf8String).content) ?? value)
    }

    /// Returns the text of a name for reports.
    func text(of name: GeneralName) -> String {
        switch name {
        case .dns(let bytes), .email(let bytes), .uri(let bytes):
            String(decoding: der[bytes], as: UTF8.self)
        case .ip(let bytes): IPAddress.text(Array(der[bytes]))
        case .directory(let encoding): self.name(at: encoding).description
        case .other(let type, _): "otherName \(identifier(at: type))"
        case .x400: "x400Address"
        case .ediParty: "ediPartyName"
        case .registeredID(let identifier): "registeredID \(self.identifier(at: identifier))"
        }
    }
}
