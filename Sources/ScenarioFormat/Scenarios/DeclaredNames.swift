import ClientModels
import PathValidation
import TLS
import X509

/// The DNS records of a setup, declared by entity.
package struct DeclaredNames: Hashable, Sendable {
    /// A TLSA record.
    package struct Association: Hashable, Sendable {
        /// The entity whose certificate or key the record states; nil if the record states `data`.
        package var entity: String?
        /// The data of the record; nil for the data of `entity`.
        package var data: [UInt8]?
        /// The fields as numbers, which may be unassigned; DANE-EE, SPKI and SHA-256 unless stated.
        package var usage: UInt8 = 3
        package var selector: UInt8 = 1
        package var matchingType: UInt8 = 1
        /// The number of copies of the record, which differ in their last two bytes.
        package var times = 1
        /// The host that the record belongs to; nil for the server's host.
        package var host: String?

        package init() {}
    }

    /// An MTA-STS policy, and the server that it is fetched from.
    package struct Policy: Hashable, Sendable {
        package var mode = MailPolicy.Mode.enforce
        /// The patterns of mail hosts; nil for the server's host.
        package var mx: [String]?
        /// How long senders remember the policy, in seconds: a week unless stated.
        package var maxAge = 604_800
        /// The entities that the policy host serves, in order.
        package var serve: [String] = []
        /// The text of the `_mta-sts` record; nil for a correct record.
        package var record: String?

        package init() {}
    }

    /// The TLSA records; nil for a setup in which clients need not query them.
    package var associations: [Association]?
    /// The domain whose mail the server takes; nil for the domain above its host.
    package var domain: String?
    /// The hosts that take the domain's mail, most preferred first; empty for the server's host.
    package var mailHosts: [String] = []
    /// The types of records whose answers are not authenticated.
    package var insecure: [DNSZone.RecordType] = []
    /// The types of records for which queries fail (SERVFAIL).
    package var failing: [DNSZone.RecordType] = []
    /// The policy of the domain; nil for none.
    package var policy: Policy?

    package init() {}

    /// The entities that the records and the policy are about.
    var entities: [String] {
        (associations ?? []).compactMap(\.entity) + (policy?.serve ?? [])
    }

    /// Whether there are TLSA records, but mail servers can use none of them.
    ///
    /// Mail servers then need no certificate (RFC 7672 §2.2, §3.1.3).
    var saysNothingInMail: Bool {
        guard let associations, !associations.isEmpty else { return false }
        return !associations.contains(where: \.isUsableInMail)
    }
}

extension DeclaredNames.Association {
    /// Whether RFC 7672 allows the fields in mail, and the matching type allows the length of the
    /// data.
    fileprivate var isUsableInMail: Bool {
        guard let usage = TLSARecord.Usage(rawValue: usage), !usage.needsPKIX,
            TLSARecord.Selector(rawValue: selector) != nil,
            let matchingType = TLSARecord.MatchingType(rawValue: matchingType)
        else { return false }
        return data.map { matchingType.accepts(length: $0.count) } ?? true
    }
}

extension Setup {
    /// The domain whose mail the server takes.
    package var mailDomain: String {
        if let domain = dns?.domain { return domain }
        let host = connect.configuredHost
        return host.parentDomains.first { !$0.isEmpty } ?? host
    }

    /// The hosts that take the domain's mail, most preferred first.
    package var mailHosts: [String] {
        let stated = dns?.mailHosts ?? []
        return stated.isEmpty ? [connect.configuredHost] : stated
    }
}
