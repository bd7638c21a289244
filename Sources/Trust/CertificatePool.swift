import PKIX

/// The certificates that a path can be built of: anchors first, then what was served, each once.
struct CertificatePool: Sendable {
    let anchors: [Certificate]
    let others: [Certificate]

    init(anchors: [Certificate], served: [Certificate]) {
        self.anchors = anchors
        // Two certificates differ within their first octets, so that comparing each with each
        // costs less than hashing them.
        others = served.reduce(into: []) { others, certificate in
            guard !anchors.contains(certificate), !others.contains(certificate) else { return }
            others.append(certificate)
        }
    }

    func isAnchor(_ certificate: Certificate) -> Bool { anchors.contains(certificate) }

    /// Those whose subject is the issuer that `path`'s last certificate names, save those that
    /// would close a loop, the likeliest first.
    ///
    /// Key identifiers are a hint: they order candidates and exclude none (RFC 4158 §3.5.12).
    func issuers(above path: [Certificate]) -> [Certificate] {
        guard let child = path.last else { return [] }
        func isCandidate(_ candidate: Certificate) -> Bool {
            candidate.subjectName.matches(child.issuerName)
                && !path.contains { Self.isSameEntity($0, candidate) }
        }
        let found = anchors.filter(isCandidate) + others.filter(isCandidate)
        guard found.count > 1 else { return found }
        return [KeyHint.match, .unknown, .mismatch].flatMap { hint in
            found.filter { KeyHint(child: child, issuer: $0) == hint }
        }
    }

    /// Certificates whose key the child's authority key identifier names, though their name is
    /// another.
    func misnamedIssuers(of child: Certificate) -> [Certificate] {
        (anchors + others).filter {
            $0 != child && KeyHint(child: child, issuer: $0) == .match
                && !$0.subjectName.matches(child.issuerName)
        }
    }

    /// Whether two certificates are of one entity, name and key, which never stands in a path
    /// twice (RFC 4158 §5.2).
    private static func isSameEntity(_ left: Certificate, _ right: Certificate) -> Bool {
        left.der[left.spki] == right.der[right.spki] && left.subjectName.matches(right.subjectName)
    }
}

/// What the key identifiers of two certificates say about each other (RFC 5280 §4.2.1.1, .2).
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
