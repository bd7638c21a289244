import Campaigns
import Crypto
import PathValidation
import X509

/// An independent check of an accepted path.
///
/// It follows the given path rule by rule. OpenSSL reads the certificates, so that no code is
/// shared with the validator under test.
struct PathRecheck {
    private let path: [OpenSSLCertificate]
    private let encodings: [[UInt8]]
    /// For each certificate but the last, whether the key of the next certificate made its
    /// signature.
    private let areSigned: [Bool]

    /// Returns nil if OpenSSL does not decode a certificate of the path.
    init?(_ path: [[UInt8]], from certificates: inout CertificateShelf) {
        encodings = path
        self.path = path.compactMap { certificates[$0] }
        guard self.path.count == path.count else { return nil }
        areSigned = zip(path, path.dropFirst()).map { certificates.isSigned($0, by: $1) }
    }

    /// Returns the error of the path as an answer to a question; nil if there is no error.
    ///
    /// - Parameters:
    ///   - question: the chain, the anchors, the host and the time.
    ///   - ruling: the profile that accepted the path.
    /// - Returns: the error in words.
    func fault(in question: ChainQuestion, by ruling: PathRuling) -> String? {
        guard let leaf = path.first, let anchor = encodings.last,
            encodings.first == question.chain.first
        else { return "it does not begin with the end entity" }
        if !question.anchors.contains(anchor) { return "it does not end in an anchor" }
        if !encodings.allSatisfy({ (question.chain + question.anchors).contains($0) }) {
            return "it contains a certificate that was not presented"
        }
        if Set(encodings).count != encodings.count { return "it contains a certificate twice" }
        if !path.allSatisfy({ $0.isValid(at: question.verifyDate.seconds) }) {
            return "a certificate is not valid at \(question.verifyDate)"
        }
        if !ruling.knowsFurtherExtensions,
            path.dropLast().contains(where: \.hasUnknownCriticalExtension)
        {
            return "a critical extension is unknown"
        }
        if let rules = ruling.nameRules, !areNamesBeyondOpenSSL(leaf, by: ruling),
            !presents(question.identity, leaf, by: rules)
        {
            return "the end entity does not name the host"
        }
        if !leaf.isForServers { return "the end entity is not for servers" }
        return faultOfIssuers(by: ruling)
    }

    private func presents(
        _ identity: ReferenceIdentity,
        _ leaf: OpenSSLCertificate,
        by rules: Set<OpenSSLCertificate.NameRule>
    ) -> Bool {
        switch identity {
        case .dns(let name):
            let host = name.hasSuffix(".") ? String(name.dropLast()) : name
            // OpenSSL's wildcards match only labels without an underscore (wildcard_match).
            return [host, host.replacing("_", with: "u")].contains {
                leaf.presents(host: $0, by: rules)
            }
        case .ip(let bytes): return leaf.presents(address: bytes)
        }
    }

    /// Whether OpenSSL reads no name because of a name that the profile does not read.
    ///
    /// OpenSSL is then not an oracle.
    private func areNamesBeyondOpenSSL(
        _ leaf: OpenSSLCertificate,
        by ruling: PathRuling
    ) -> Bool {
        ruling.profile.decoding.contains(.opaqueNames) && !leaf.hasReadableNames
    }

    private func faultOfIssuers(by ruling: PathRuling) -> String? {
        // An old certificate cannot state basic constraints; the client trusts it explicitly.
        func isOld(_ certificate: OpenSSLCertificate) -> Bool {
            certificate.version <= ruling.lastOldVersion
        }
        let hasOldAnchor = path.last.map(isOld) == true
        var intermediates = 0
        for (index, (subject, issuer)) in zip(path, path.dropFirst()).enumerated() {
            if !subject.names(issuer) { return "\(index) has another issuer" }
            if !areSigned[index], !isBeyondOpenSSL(subject) {
                return "the next key did not make the signature of \(index)"
            }
            let isAnchor = index + 2 == path.count
            let isVouchedFor =
                hasOldAnchor && isOld(issuer)
                && (isAnchor || ruling.isOldBelowOldAnchors)
            if !issuer.mayIssue, !isVouchedFor { return "\(index + 1) must not issue" }
            if let limit = issuer.pathLength, intermediates > limit {
                return "the path below \(index + 1) is too long"
            }
            for (place, below) in path[...index].enumerated()
            where place == 0 || !below.names(below) {
                if issuer.forbidsNames(of: below), !isBesideNames(below, in: issuer),
                    !isOneOfSeveral(issuer, among: path[(place + 1)...], by: ruling)
                {
                    return "\(index + 1) forbids the names of \(place)"
                }
            }
            if !issuer.names(issuer) { intermediates += 1 }
        }
        return nil
    }

    /// Whether OpenSSL 3.0 does not support the signature algorithm, so that OpenSSL is not an
    /// oracle.
    private func isBeyondOpenSSL(_ certificate: OpenSSLCertificate) -> Bool {
        !certificate.hasKnownSignature
            && Self.ecdsaWithSHA3.contains(certificate.signatureAlgorithm)
    }

    /// id-ecdsa-with-sha3-224 to -512 (NIST's CSOR, sigAlgs 9 to 12).
    private static let ecdsaWithSHA3 = Set((9...12).map { "2.16.840.1.101.3.4.3.\($0)" })

    /// Whether the permitted subtrees of an issuer are added to the permitted subtrees of other
    /// issuers.
    ///
    /// OpenSSL requires a name to be in each set.
    private func isOneOfSeveral(
        _ issuer: OpenSSLCertificate,
        among issuers: ArraySlice<OpenSSLCertificate>,
        by ruling: PathRuling
    ) -> Bool {
        ruling.addsPermittedNames && issuer.permitsNames && issuers.count(where: \.permitsNames) > 1
    }

    /// Whether OpenSSL may have applied constraints to a mailbox in the subject.
    ///
    /// OpenSSL does so even if there are alternative names, contrary to RFC 5280 §4.2.1.10.
    private func isBesideNames(
        _ certificate: OpenSSLCertificate,
        in issuer: OpenSSLCertificate
    ) -> Bool {
        certificate.hasMailboxBesideNames && issuer.constrainsMailboxes
    }
}

/// A cache of certificates as OpenSSL decodes them, and of its signature checks.
///
/// Decoding a certificate costs as much as checking a signature.
struct CertificateShelf {
    private struct Link: Hashable {
        let subject, issuer: Bytes
    }

    /// The number of entries at which the cache is cleared.
    ///
    /// An entry has about 10 KB, so that the cache has at most 40 MB.
    private static let capacity = 4_096

    private var held: [Bytes: OpenSSLCertificate] = [:]
    private var areSigned: [Link: Bool] = [:]

    /// Returns nil if OpenSSL does not decode the bytes.
    subscript(der: [UInt8]) -> OpenSSLCertificate? {
        mutating get {
            if let known = held[Bytes(der)] { return known }
            guard let decoded = OpenSSLCertificate(der: der) else { return nil }
            if held.count >= Self.capacity { held.removeAll(keepingCapacity: true) }
            held[Bytes(der)] = decoded
            return decoded
        }
    }

    /// Whether the key of `issuer` made the signature of `subject`; false if either does not
    /// decode.
    mutating func isSigned(_ subject: [UInt8], by issuer: [UInt8]) -> Bool {
        let link = Link(subject: Bytes(subject), issuer: Bytes(issuer))
        if let known = areSigned[link] { return known }
        guard let subject = self[subject], let issuer = self[issuer] else { return false }
        let isSigned = subject.isSigned(by: issuer)
        if areSigned.count >= Self.capacity { areSigned.removeAll(keepingCapacity: true) }
        areSigned[link] = isSigned
        return isSigned
    }
}
