import X509

// PathValidation/DANE decides with the TLSA records of a server's zone (RFC 6698, RFC 7671, RFC
// 7672). It queries no name server: the caller passes the answers.

/// The result of a client's DNS queries for the TLSA records of a server.
package enum TLSALookup: Hashable, Sendable {
    /// A query failed: no answer came, or the signatures of an answer do not verify.
    case failed
    /// Not every answer on the way to the records was authenticated, so clients ignore the records.
    case insecure
    /// The contents of the records; empty if the zone has none.
    case secure([[UInt8]])
}

/// What an application does if no TLSA record is usable.
package enum DANERules: String, CaseIterable, Hashable, Sendable {
    /// TLS in general: without a usable record, a client validates a path as without DANE (RFC 6698
    /// §4.1).
    case tls = "rfc6698"
    /// Mail between servers: a client without records delivers without authentication, since TLS
    /// is opportunistic (RFC 7672 §2.2).
    case mail = "rfc7672"

    /// Whether records with this usage are usable.
    ///
    /// Mail servers share no set of trust anchors, so mail clients ignore the usages PKIX-TA and
    /// PKIX-EE (RFC 7672 §3.1.3).
    func applies(_ usage: TLSARecord.Usage) -> Bool { self == .tls || !usage.needsPKIX }
}

/// Decides about a server by the TLSA records of its zone.
package struct DANEPolicy: Sendable {
    /// The trust anchors of a validation.
    package enum Anchors: Hashable, Sendable {
        /// The client's own trust anchors.
        case configured
        /// The certificates that records name as trust anchors.
        case stated([Certificate])
    }

    private let rules: DANERules
    /// Violations of DER that certificates may have.
    private let decoding: DERRules

    package init(_ rules: DANERules, decoding: DERRules) {
        (self.rules, self.decoding) = (rules, decoding)
    }

    /// Decides about a chain.
    ///
    /// - Parameters:
    ///   - chain: the certificates as presented, end entity first.
    ///   - lookup: the result of the client's queries.
    ///   - validate: validates a path to an anchor, with its names and dates.
    /// - Returns: the reason for the acceptance.
    /// - Throws: the reason for the rejection.
    package func grounds(
        for chain: [[UInt8]],
        by lookup: TLSALookup,
        validate: (Anchors) throws(Rejection) -> VerifiedPath
    ) throws(Rejection) -> Grounds {
        let contents: [[UInt8]]
        switch lookup {
        // RFC 6698 §4.1: a bogus answer aborts the handshake. RFC 7672 §2.1.2: delivery is delayed,
        // since an attacker can suppress answers.
        case .failed: throw .nameLookup
        case .insecure: contents = []
        case .secure(let stated): contents = stated
        }
        let records = contents.compactMap(TLSARecord.init).compactMap(UsableRecord.init)
            .filter { rules.applies($0.usage) }.withStrongestDigests
        guard !records.isEmpty else {
            // RFC 7672 §2.2: if there are records but none is usable, the client requires TLS and
            // checks no certificate.
            return rules == .mail ? .unchecked : .path(try validate(.configured))
        }
        guard let first = chain.first, let leaf = certificate(first) else {
            throw .missingCertificate
        }
        // RFC 7671 §5.1: the record binds the key to the server's name, so that neither the names
        // nor the dates in the certificate matter.
        if records.contains(where: { $0.usage == .daneEE && $0.matches(leaf) }) { return .pin }
        var fault: Rejection?
        let served = chain.dropFirst().compactMap(certificate)
        let authorities = records.filter { $0.usage == .daneTA }
        // RFC 7671 §5.2.2: the server must send the anchor, unless the record contains it.
        let sent = authorities.flatMap { served.filter($0.matches) }
        let anchors = sent + authorities.compactMap { $0.wholeCertificate(by: decoding) }
        if !anchors.isEmpty {
            do {
                return .path(try validate(.stated(anchors)))
            } catch {
                // If the server sent none of the anchors, this failure says nothing about its
                // chain.
                if !sent.isEmpty { fault = error }
            }
        }
        let limits = records.filter { $0.usage.needsPKIX }
        if !limits.isEmpty {
            do {
                let path = try validate(.configured)
                if limits.contains(where: { isMet($0, leaf, path) }) { return .path(path) }
            } catch {
                fault = fault ?? error
            }
        }
        throw fault ?? .associationMismatch
    }

    /// Whether a valid path has the certificate that a record of PKIX-TA or PKIX-EE demands (RFC
    /// 6698 §2.1.1).
    private func isMet(
        _ record: UsableRecord,
        _ leaf: Certificate,
        _ path: VerifiedPath
    ) -> Bool {
        guard record.usage == .pkixTA else { return record.matches(leaf) }
        return path.certificates.dropFirst().compactMap(certificate).contains(where: record.matches)
    }

    private func certificate(_ der: [UInt8]) -> Certificate? {
        try? SignatureCache.shared.certificate(der, by: decoding)
    }
}

/// A record whose fields are all known and whose data can match a certificate.
private struct UsableRecord {
    let usage: TLSARecord.Usage
    let selector: TLSARecord.Selector
    let matchingType: TLSARecord.MatchingType
    let data: [UInt8]

    /// Returns nil for a record that clients must ignore: a record with an unknown field (RFC 6698
    /// §4.1), or with data that no certificate can match.
    init?(_ record: TLSARecord) {
        guard let usage = TLSARecord.Usage(rawValue: record.usage),
            let selector = TLSARecord.Selector(rawValue: record.selector),
            let matchingType = TLSARecord.MatchingType(rawValue: record.matchingType),
            matchingType.accepts(length: record.data.count)
        else { return nil }
        (self.usage, self.selector, self.matchingType) = (usage, selector, matchingType)
        data = record.data
    }

    func matches(_ certificate: Certificate) -> Bool {
        matchingType.data(of: selector.part(of: certificate)) == data
    }

    /// Returns the certificate that the record contains; nil for a record with a digest or a key.
    func wholeCertificate(by decoding: DERRules) -> Certificate? {
        guard matchingType == .full, selector == .certificate else { return nil }
        return try? SignatureCache.shared.certificate(data, by: decoding)
    }
}

extension [UsableRecord] {
    /// These records, except a record with a SHA-256 digest if a record with the same usage and
    /// selector has a SHA-512 digest (RFC 7671 §9).
    fileprivate var withStrongestDigests: [UsableRecord] {
        filter { record in
            record.matchingType != .sha256
                || !contains { other in
                    other.matchingType == .sha512 && other.usage == record.usage
                        && other.selector == record.selector
                }
        }
    }
}
