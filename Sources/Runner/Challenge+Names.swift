import ClientModels
import Crypto
import Forge
import PathValidation
import ScenarioFormat
import TLS
import X509

extension Challenge {
    /// Returns the names that a name server answers for; nil for a setup that declares no names.
    ///
    /// - Throws: if the policy host cannot serve its certificates.
    package func servedNames() throws(HarnessError) -> ServedNames? {
        guard let declared = setup.dns else { return nil }
        var zone = DNSZone()
        zone.insecure = Set(declared.insecure)
        zone.failing = Set(declared.failing)
        let hosts = setup.mailHosts.compactMap(DNSName.init)
        for host in hosts + [DNSName(setup.connect.configuredHost)].compactMap(\.self) {
            zone.addresses[host] = setup.address.bytes
        }
        if let domain = DNSName(setup.mailDomain) { zone.mailHosts[domain] = hosts }
        for (host, records) in setup.tlsaRecords(in: pki) {
            guard let name = DNSName(host) else { continue }
            zone.associations[name] = records.map(\.content)
        }
        guard let policy = declared.policy, let lookup = setup.mailPolicyLookup(in: pki),
            let host = DNSName(lookup.host), let record = DNSName("_mta-sts.\(setup.mailDomain)")
        else { return ServedNames(zone) }
        zone.texts[record] = lookup.record
        let credential = try Self.credential(serving: policy.serve, keyOf: nil, pki)
        return ServedNames(
            zone,
            policy: ServedPolicy(host: host, credential: credential, text: lookup.text)
        )
    }
}

extension Setup {
    /// Returns the TLSA records by host, with data from the certificates in `pki`.
    func tlsaRecords(in pki: ForgedPKI) -> [String: [TLSARecord]] {
        var records: [String: [TLSARecord]] = [:]
        for association in dns?.associations ?? [] {
            records[association.host ?? connect.configuredHost, default: []] +=
                association.records(in: pki)
        }
        return records
    }

    /// Returns what a client finds when it looks up the server's TLSA records; nil for a setup
    /// without the key `tlsa`.
    func tlsaLookup(in pki: ForgedPKI) -> TLSALookup? {
        guard let dns, dns.associations != nil else { return nil }
        // RFC 7672 §2.2: the mail hosts, the host's addresses and the records must be
        // authenticated.
        let asked: Set<DNSZone.RecordType> = [.mx, .a, .tlsa]
        if !asked.isDisjoint(with: dns.failing) { return .failed }
        if !asked.isDisjoint(with: dns.insecure) { return .insecure }
        let records = tlsaRecords(in: pki)[connect.configuredHost] ?? []
        return .secure(records.map(\.content))
    }

    /// Returns what a client finds when it looks up the mail policy; nil without a declared policy.
    func mailPolicyLookup(in pki: ForgedPKI) -> MailPolicyLookup? {
        guard let policy = dns?.policy else { return nil }
        let host = "mta-sts.\(mailDomain)"
        let stated = MailPolicy(
            mode: policy.mode,
            mx: policy.mx ?? [connect.configuredHost],
            maxAge: policy.maxAge
        )
        return MailPolicyLookup(
            record: dns?.failing.contains(.txt) == true ? "" : policy.record ?? "v=STSv1; id=1;",
            host: host,
            chain: policy.serve.compactMap { pki.members[$0]?.certificate },
            text: stated.text
        )
    }
}

extension DeclaredNames.Association {
    /// Returns the records, with the stated data or with data from the entity's certificate.
    fileprivate func records(in pki: ForgedPKI) -> [TLSARecord] {
        let data = data ?? entity.flatMap { pki.members[$0] }.flatMap(data(of:)) ?? []
        return (0..<times).map { number in
            var data = data
            for (offset, shift) in [(1, 0), (2, 8)] where data.count >= offset && number > 0 {
                data[data.count - offset] ^= UInt8(truncatingIfNeeded: number >> shift)
            }
            return TLSARecord(
                usage: usage,
                selector: selector,
                matchingType: matchingType,
                data: data
            )
        }
    }

    /// Returns the data for an entity; nil if this machine's libcrypto lacks the digest.
    private func data(of member: ForgedPKI.Member) -> [UInt8]? {
        // A field with an undefined number gets the data of the default, SPKI or SHA-256.
        let selector = TLSARecord.Selector(rawValue: selector) ?? .spki
        let part = selector == .certificate ? member.certificate : member.key.spki
        return (TLSARecord.MatchingType(rawValue: matchingType) ?? .sha256).data(of: part)
    }
}
