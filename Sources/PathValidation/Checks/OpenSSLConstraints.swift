import X509

// Name constraints as OpenSSL 3.0 compares them: as bytes, which need not be valid names. The named
// functions are in crypto/x509/v3_ncons.c.
extension PathCheck {
    static let openSSLNameConstraints = PathCheck(
        nameConstraints.name,
        about:
            "The names of every certificate are within the name constraints of each issuer above "
            + "it; DNS names are compared as text, and mailboxes in subjects count.",
        source: "OpenSSL 3.0, x509_vfy.c check_name_constraints, v3_ncons.c NAME_CONSTRAINTS_check"
    ) { joining throws(Rejection) in
        guard let rules = OpenSSLConstraints(of: joining.certificate, at: joining.depth) else {
            return
        }
        for (depth, certificate) in joining.below.enumerated()
        where depth == 0 || !certificate.isSelfIssued {
            for name in try certificate.namesUnderConstraints(of: rules) {
                try rules.judge(name, of: certificate, at: depth, budget: &joining.budget)
            }
        }
    }

    static let openSSLCommonNameConstraints = PathCheck(
        "common-name-constraints",
        about:
            "If the end entity has no DNS name, a common name that looks like a DNS name is within "
            + "the DNS name constraints of each issuer above.",
        source: "OpenSSL 3.0, x509_vfy.c check_name_constraints, "
            + "v3_ncons.c NAME_CONSTRAINTS_check_CN"
    ) { joining throws(Rejection) in
        guard let rules = OpenSSLConstraints(of: joining.certificate, at: joining.depth),
            let endEntity = joining.below.first, endEntity.dnsNames.isEmpty
        else { return }
        for text in endEntity.commonNames {
            // OpenSSL ignores zero bytes at the end and rejects zero bytes elsewhere.
            let end = text.lastIndex { $0 != 0 }.map { $0 + 1 } ?? text.startIndex
            let name = GeneralName.dns(text.startIndex..<end)
            guard !text[..<end].contains(0) else {
                throw Rejection.nameNotPermitted(endEntity.text(of: name), depth: 0)
            }
            guard OpenSSLConstraints.isLikeHost(text[..<end]) else { continue }
            try rules.judge(name, of: endEntity, at: 0, budget: &joining.budget)
        }
    }
}

/// The name constraints of one issuer.
private struct OpenSSLConstraints {
    private let constraints: NameConstraints
    private let issuer: Certificate
    private let depth: Int
    /// The cost of comparing a name with all constraints, in comparisons.
    private let cost: Int

    private enum Comparison {
        case inside, outside
        /// A form of name or constraint that OpenSSL cannot compare and therefore rejects.
        case unsupported
    }

    private static let (dot, at) = (UInt8(ascii: "."), UInt8(ascii: "@"))

    /// Returns nil for a certificate without constraints.
    init?(of issuer: Certificate, at depth: Int) {
        guard let constraints = issuer.extensions.nameConstraints else { return nil }
        (self.constraints, self.issuer, self.depth) = (constraints, issuer, depth)
        cost = (constraints.permitted + constraints.excluded)
            .reduce(0) { $0 + 1 + $1.base.length / 16 }
    }

    /// The rejection for constraints that cannot be applied.
    var rejection: Rejection { .badNameConstraint(depth: depth) }

    /// `nc_match`: requires that no excluded subtree contains the name.
    ///
    /// If the issuer has permitted subtrees of the name's kind, one of these subtrees must contain
    /// the name.
    func judge(
        _ name: GeneralName,
        of certificate: Certificate,
        at depth: Int,
        budget: inout Budget
    ) throws(Rejection) {
        try budget.spend(cost, of: \.nameComparisons, "comparisons of names")
        var isPermitted: Bool?
        for subtree in constraints.permitted {
            guard let isInside = try contains(name, of: certificate, in: subtree, isPermitted)
            else { continue }
            isPermitted = isInside
        }
        guard isPermitted != false else {
            throw Rejection.nameNotPermitted(certificate.text(of: name), depth: depth)
        }
        for subtree in constraints.excluded {
            guard try contains(name, of: certificate, in: subtree, nil) == true else { continue }
            throw Rejection.nameExcluded(certificate.text(of: name), depth: depth)
        }
    }

    /// Whether this or an earlier subtree contains the name; nil for a subtree of another kind.
    private func contains(
        _ name: GeneralName,
        of certificate: Certificate,
        in subtree: NameConstraints.Subtree,
        _ wasInside: Bool?
    ) throws(Rejection) -> Bool? {
        guard let comparison = compare(name, of: certificate, with: subtree.base) else {
            return nil
        }
        // As in `nc_minmax_valid`.
        guard !subtree.hasDistance else { throw rejection }
        if wasInside == true { return true }
        switch comparison {
        case .inside: return true
        case .outside: return false
        case .unsupported: throw rejection
        }
    }

    /// Compares a name with a base, as `nc_match_single` does; returns nil if the base has another
    /// kind.
    private func compare(
        _ name: GeneralName,
        of certificate: Certificate,
        with base: GeneralName
    ) -> Comparison? {
        let (names, bases) = (certificate.der, issuer.der)
        switch (name, base) {
        case (.dns(let name), .dns(let base)): return Self.host(names[name], bases[base])
        case (.email(let name), .email(let base)): return Self.mailbox(names[name], bases[base])
        case (.uri(let name), .uri(let base)): return Self.location(names[name], bases[base])
        case (.ip(let name), .ip(let base)): return Self.address(names[name], bases[base])
        case (.directory(let name), .directory(let base)):
            let isWithin = certificate.name(at: name).isWithin(issuer.name(at: base))
            return isWithin ? .inside : .outside
        case (.other(let type, let value), .email(let base)) where Self.isMailbox(names[type]):
            var reader = DERReader(names, in: value, rules: certificate.rules)
            let text = (try? reader.next(.utf8String))?.content
            return text.map { Self.internationalMailbox(names[$0], bases[base]) } ?? .unsupported
        case (.other(let type, _), .other(let other, _)):
            // Only mailbox constraints apply to a UTF-8 mailbox.
            return names[type] == bases[other] && !Self.isMailbox(names[type]) ? .unsupported : nil
        case (.x400, .x400), (.ediParty, .ediParty), (.registeredID, .registeredID):
            return .unsupported
        default: return nil
        }
    }

    private static func isMailbox(_ type: ArraySlice<UInt8>) -> Bool {
        type.elementsEqual(ObjectIdentifier.smtpUTF8Mailbox.content)
    }

    private static func comparison(_ isInside: Bool) -> Comparison { isInside ? .inside : .outside }

    /// Compares DNS names as `nc_dns` does.
    ///
    /// Further labels on the left are accepted, and a wildcard is compared as text. A constraint
    /// with a leading dot excludes the domain itself.
    private static func host(_ name: ArraySlice<UInt8>, _ base: ArraySlice<UInt8>) -> Comparison {
        let rest = name.dropLast(base.count)
        return comparison(
            base.isEmpty
                || HostName.equals(name.suffix(base.count), base)
                    && (rest.isEmpty || base.first == dot || rest.last == dot)
        )
    }

    /// Whether `text` is longer than `base`, which begins with a dot, and ends with `base`.
    private static func isBelow(_ text: ArraySlice<UInt8>, _ base: ArraySlice<UInt8>) -> Bool {
        text.count > base.count && HostName.equals(text.suffix(base.count), base)
    }

    /// Compares mailboxes as `nc_email` does: the local part byte by byte, and the host without
    /// regard to case.
    private static func mailbox(
        _ name: ArraySlice<UInt8>,
        _ base: ArraySlice<UInt8>
    ) -> Comparison {
        guard let end = name.lastIndex(of: at) else { return .unsupported }
        let host = name[(end + 1)...]
        guard let baseEnd = base.lastIndex(of: at) else {
            let isInside = base.first == dot ? isBelow(name, base) : HostName.equals(host, base)
            return comparison(isInside)
        }
        let (local, baseLocal) = (name[..<end], base[..<baseEnd])
        if !baseLocal.isEmpty {
            guard local.count == baseLocal.count else { return .outside }
            guard !local.contains(0), !baseLocal.contains(0) else { return .unsupported }
            guard local.elementsEqual(baseLocal) else { return .outside }
        }
        return comparison(HostName.equals(host, base[(baseEnd + 1)...]))
    }

    /// Compares UTF-8 mailboxes as `nc_email_eai` does: only the host, with its labels in Unicode.
    private static func internationalMailbox(
        _ name: ArraySlice<UInt8>,
        _ base: ArraySlice<UInt8>
    ) -> Comparison {
        guard !base.contains(0), let end = name.lastIndex(of: at), let base = unicode(base) else {
            return .unsupported
        }
        // `ossl_a2ulabel` keeps the leading dot, and OpenSSL writes a dot before it.
        return comparison(
            base.first == dot
                ? isBelow(name, [dot] + base) : HostName.equals(name[(end + 1)...], base)
        )
    }

    /// Decodes labels that begin with `xn--` to UTF-8, as `ossl_a2ulabel` does (crypto/punycode.c).
    private static func unicode(_ host: ArraySlice<UInt8>) -> ArraySlice<UInt8>? {
        var labels: [[UInt8]] = []
        for label in host.split(separator: dot, omittingEmptySubsequences: false) {
            guard label.starts(with: "xn--".utf8) else {
                labels.append(Array(label))
                continue
            }
            guard let scalars = Punycode.decode(label.dropFirst(4)) else { return nil }
            labels.append(Array(String(String.UnicodeScalarView(scalars)).utf8))
        }
        return Array(labels.joined(separator: [dot]))[...]
    }

    /// Compares the host of a URI as `nc_uri` does: the host ends at the first colon, or else at
    /// the first slash.
    private static func location(
        _ name: ArraySlice<UInt8>,
        _ base: ArraySlice<UInt8>
    ) -> Comparison {
        guard let colon = name.firstIndex(of: UInt8(ascii: ":")),
            name[colon...].dropFirst().starts(with: "//".utf8)
        else { return .unsupported }
        let rest = name[colon...].dropFirst(3)
        let end =
            rest.firstIndex(of: UInt8(ascii: ":")) ?? rest.firstIndex(of: UInt8(ascii: "/"))
            ?? rest.endIndex
        let host = rest[..<end]
        guard !host.isEmpty else { return .unsupported }
        return comparison(
            base.first == dot ? isBelow(host, base) : HostName.equals(host, base)
        )
    }

    /// Compares an address with a block as `nc_ip` does, with any mask, even a mask that is not
    /// contiguous.
    private static func address(
        _ name: ArraySlice<UInt8>,
        _ base: ArraySlice<UInt8>
    ) -> Comparison {
        guard [4, 16].contains(name.count), [8, 32].contains(base.count) else {
            return .unsupported
        }
        guard name.count * 2 == base.count else { return .outside }
        let block = zip(base.prefix(name.count), base.suffix(name.count))
        return comparison(
            zip(name, block).allSatisfy { byte, block in
                byte & block.1 == block.0 & block.1
            }
        )
    }

    /// Whether `cn2dnsid` uses the text as a DNS name: it has at least two labels of letters,
    /// digits, underscores and inner hyphens.
    static func isLikeHost(_ text: ArraySlice<UInt8>) -> Bool {
        let hyphen = UInt8(ascii: "-")
        let labels = text.split(separator: dot, omittingEmptySubsequences: false)
        return labels.count > 1
            && labels.allSatisfy { label in
                !label.isEmpty && label.first != hyphen && label.last != hyphen
                    && label.allSatisfy { isNameByte(lowercased($0)) }
            }
    }
}

extension Certificate {
    /// Returns the names that OpenSSL compares with constraints: the subject, its mailboxes and the
    /// alternative names.
    ///
    /// - Throws: the rejection of `rules` if a mailbox in the subject is not an IA5String.
    fileprivate func namesUnderConstraints(
        of rules: OpenSSLConstraints
    ) throws(Rejection) -> [GeneralName] {
        var names: [GeneralName] = []
        let subject = subjectName
        if !subject.isEmpty { names.append(.directory(self.subject)) }
        for attribute in subject.relativeNames.joined()
        where subject.bytes[attribute.type].elementsEqual(ObjectIdentifier.emailAddress.content) {
            guard attribute.value.tag == .ia5String else { throw rules.rejection }
            names.append(.email(attribute.value.content))
        }
        return names + (extensions.subjectAlternativeNames ?? [])
    }
}

extension GeneralName {
    /// The maximum number of bytes that a comparison reads.
    fileprivate var length: Int {
        switch self {
        case .other(_, let place), .email(let place), .dns(let place), .x400(let place),
            .directory(let place), .ediParty(let place), .uri(let place), .ip(let place),
            .registeredID(let place):
            place.count
        }
    }
}
