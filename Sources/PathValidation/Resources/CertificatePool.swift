import X509

/// The certificates from which a path is built, each once: first the anchors, then the served
/// certificates.
struct CertificatePool: Sendable {
    let anchors: [Certificate]
    let others: [Certificate]
    /// The certificates served above the end entity, in their order.
    let served: [Certificate]

    init(anchors: [Certificate], served: [Certificate]) {
        self.anchors = anchors
        self.served = served
        // Two different certificates usually differ in their first bytes, so comparing every pair
        // costs less than hashing.
        others = served.reduce(into: []) { others, certificate in
            guard !anchors.contains(certificate), !others.contains(certificate) else { return }
            others.append(certificate)
        }
    }

    var count: Int { anchors.count + others.count }

    func isAnchor(_ certificate: Certificate) -> Bool { anchors.contains(certificate) }

    /// Returns the certificates whose subject is the issuer that `child` names, in their order.
    func namedIssuers(of child: Certificate) -> [Certificate] {
        let name = child.issuerName
        return anchors.filter { $0.subjectName.matches(name) }
            + others.filter { $0.subjectName.matches(name) }
    }

    /// Returns the certificates whose subject is the issuer that `child` names, the likeliest
    /// first.
    ///
    /// Key identifiers are a hint: they order candidates and exclude no candidate (RFC 4158
    /// §3.5.12).
    func issuers(of child: Certificate) -> [Certificate] {
        let found = namedIssuers(of: child)
        guard found.count > 1 else { return found }
        return [KeyHint.match, .unknown, .mismatch].flatMap { hint in
            found.filter { KeyHint(child: child, issuer: $0) == hint }
        }
    }

    /// Returns the certificates that match the child's authority key identifier but have another
    /// name than the child's issuer name.
    func misnamedIssuers(of child: Certificate) -> [Certificate] {
        (anchors + others).filter {
            $0 != child && KeyHint(child: child, issuer: $0) == .match
                && !$0.subjectName.matches(child.issuerName)
        }
    }

    /// Whether `candidate` has the name and key of a certificate of `path`; no entity is in a path
    /// twice (RFC 4158 §5.2).
    static func closesLoop(_ candidate: Certificate, above path: [Certificate]) -> Bool {
        let key = candidate.der[candidate.spki]
        return path.contains {
            $0.der[$0.spki] == key && $0.subjectName.matches(candidate.subjectName)
        }
    }
}

/// The comparison of the key identifiers of two certificates (RFC 5280 §4.2.1.1, .2).
enum KeyHint: Hashable {
    case match, unknown, mismatch

    init(child: Certificate, issuer: Certificate) {
        guard let named = child.extensions.authorityKeyIdentifier?.keyIdentifier,
            let own = issuer.extensions.subjectKeyIdentifier
        else {
            self = .unknown
            return
        }
        self = child.der[named] == issuer.der[own] ? .match : .mismatch
    }
}
