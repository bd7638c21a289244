import X509

// The CA/B Forum's Baseline Requirements on issuance, version 2.2.6. Path validation does not apply
// these rules: browsers accept certificates that break them, and test setups have such
// certificates.
extension PathCheck {
    static let baselinePublicNames = PathCheck(
        "baseline-public-names",
        about:
            "The end entity's DNS names are in the public DNS, and its addresses are in no block "
            + "that IANA reserves; names for tests, below test and example, are ignored.",
        source: "CA/B Forum BR §4.2.2, §7.1.2.7.12, Appendix B; RFC 6761 §6.2, §6.5"
    ) { joining throws(Rejection) in
        guard joining.isEndEntity else { return }
        let certificate = joining.certificate
        for name in certificate.extensions.subjectAlternativeNames ?? [] {
            switch name {
            case .dns(let place):
                guard let what = PublicName.fault(of: certificate.der[place]) else { continue }
                try joining.report(joining.nonconforming(what))
            case .ip(let place):
                let bytes = Array(certificate.der[place])
                guard ReservedAddress.contains(bytes) else { continue }
                try joining.report(joining.nonconforming(.reservedAddress(IPAddress.text(bytes))))
            default: continue
            }
        }
    }

    static let baselineUsageCriticality = PathCheck(
        "baseline-usage-criticality",
        about: "Key usages and basic constraints are critical.",
        source: "CA/B Forum BR §7.1.2.1.2, §7.1.2.6.1, §7.1.2.7.6"
    ) { joining throws(Rejection) in
        let certificate = joining.certificate
        // The rule on criticality covers a CA's basic constraints.
        let isCA = certificate.extensions.basicConstraints?.isCA == true
        for identifier in [ObjectIdentifier.keyUsage] + (isCA ? [] : [.basicConstraints]) {
            guard certificate.extension(identifier)?.isCritical == false else { continue }
            try joining.report(
                joining.nonconforming(.criticality(identifier, isCritical: false))
            )
        }
    }

    static let baselineIssuerUsages = PathCheck(
        "baseline-issuer-usages",
        about: "A CA's key usage allows signing certificates and CRLs, and may add only "
            + "digitalSignature.",
        source: "CA/B Forum BR §7.1.2.10.7"
    ) { joining throws(Rejection) in
        let extensions = joining.certificate.extensions
        guard extensions.basicConstraints?.isCA == true, let usage = extensions.keyUsage else {
            return
        }
        if !usage.contains(.crlSign) {
            try joining.report(.keyUsage(missing: .crlSign, depth: joining.depth))
        }
        let allowed: [KeyUsageBit] = [.digitalSignature, .keyCertSign, .crlSign]
        for bit in KeyUsageBit.allCases where usage.contains(bit) && !allowed.contains(bit) {
            try joining.report(joining.nonconforming(.usage(bit)))
        }
    }

    static let baselinePolicies = PathCheck(
        "baseline-policies",
        about: "If the end entity has policies, exactly one of them is reserved, and none is "
            + "anyPolicy.",
        source: "CA/B Forum BR §7.1.2.7.9, §7.1.6.1"
    ) { joining throws(Rejection) in
        let certificate = joining.certificate
        guard joining.isEndEntity, let policies = certificate.extensions.certificatePolicies else {
            return
        }
        let identifiers = policies.map { certificate.identifier(at: $0.identifier) }
        if identifiers.contains(.anyPolicy) {
            try joining.report(joining.nonconforming(.anyPolicyOfServer))
        }
        let count = identifiers.count { reservedPolicies.contains($0) }
        guard count != 1 else { return }
        try joining.report(joining.nonconforming(.reservedPolicies(count: count)))
    }

    static let baselineQualifiers = PathCheck(
        "baseline-qualifiers",
        about: "A policy qualifier is the web address of a certification practice statement.",
        source: "CA/B Forum BR §7.1.2.2.6, §7.1.2.7.9, §7.1.2.10.5"
    ) { joining throws(Rejection) in
        let certificate = joining.certificate
        for (type, fields) in certificate.policyQualifiers {
            guard type != .cpsPointer || certificate.isForeignPointer(fields) else { continue }
            try joining.report(joining.nonconforming(.policyText(.unpermittedType)))
        }
    }

    static let baselineAttributes = PathCheck(
        "baseline-attributes",
        about: "Relative names have one attribute, and subject attributes have the string types, "
            + "lengths and order of the Requirements.",
        source: "CA/B Forum BR §7.1.4.1, §7.1.4.2"
    ) { joining throws(Rejection) in
        let certificate = joining.certificate
        for (field, name) in [
            (NameField.issuer, certificate.issuerName), (.subject, certificate.subjectName),
        ] where name.relativeNames.contains(where: { $0.count > 1 }) {
            try joining.report(joining.nonconforming(.severalAttributes(field)))
        }
        let attributes = JudgedAttribute.all(
            of: certificate.subjectName,
            .subject,
            by: AttributeRule.baseline
        )
        for attribute in attributes {
            guard let fault = attribute.baselineFault else { continue }
            try joining.report(joining.nonconforming(fault))
        }
        let places = attributes.map { AttributeRule.baselineOrder.firstIndex(of: $0.type) }
        var last = 0
        for (attribute, place) in zip(attributes, places) {
            guard let place else { continue }
            if place < last {
                try joining.report(joining.nonconforming(.attributeOrder(attribute.type)))
            }
            last = max(last, place)
        }
    }

    /// 2.23.140.1.1 and 2.23.140.1.2.1 to .3.
    private static let reservedPolicies: Set<ObjectIdentifier> = Set(
        [[1], [2, 1], [2, 2], [2, 3]].map {
            ObjectIdentifier(content: [0x67, 0x81, 0x0c, 0x01] + $0)
        }
    )
}

extension Certificate {
    /// Whether a pointer to a practice statement is a URI but not a web address; the rule on texts
    /// reports pointers that are not URIs.
    fileprivate func isForeignPointer(_ fields: DERReader) -> Bool {
        var fields = fields
        guard let value = try? fields.next(), NameSyntax.isAbsoluteURI(der[value.content]) else {
            return false
        }
        let address = der[value.content].map(lowercased)
        return !["http://", "https://"].contains { address.starts(with: $0.utf8) }
    }
}

extension AttributeRule {
    /// The order of §7.1.4.2.
    static let baselineOrder: [ObjectIdentifier] = [
        .domainComponent, .country, .stateOrProvince, .locality, .postalCode, .street,
        .organization, .surname, .givenName, .organizationalUnit, .commonName,
    ]

    /// The tables of §7.1.4.2.
    static let baseline: [ObjectIdentifier: AttributeRule] = [
        .domainComponent: AttributeRule(.ia5, 63), .country: AttributeRule(.printable, 2, least: 2),
        .stateOrProvince: AttributeRule(.current, 128), .locality: AttributeRule(.current, 128),
        .postalCode: AttributeRule(.current, 40), .street: AttributeRule(.current, 128),
        .organization: AttributeRule(.current, 64), .surname: AttributeRule(.current, 64),
        .givenName: AttributeRule(.current, 64), .organizationalUnit: AttributeRule(.current, 64),
        .commonName: AttributeRule(.current, 64), .businessCategory: AttributeRule(.current, 128),
        .jurisdictionCountry: AttributeRule(.printable, 2, least: 2),
        .jurisdictionState: AttributeRule(.current, 128),
        .jurisdictionLocality: AttributeRule(.current, 128),
        .organizationIdentifier: AttributeRule(.current, .max),
    ]
}

extension JudgedAttribute {
    /// The violation of a rule in the Baseline Requirements' tables; nil for no violation.
    ///
    /// The value is also nil for a violation that a rule of RFC 5280 reports.
    fileprivate var baselineFault: Nonconformance? {
        let general = AttributeRule.catalogue[type]
        if !rule.allows(tag), general?.allows(tag) ?? true {
            return .attributeType(type, of: owner)
        }
        guard let length, !rule.lengths.contains(length),
            general?.lengths.contains(length) ?? true
        else { return nil }
        return .attributeLength(type, rule.lengths, of: owner)
    }
}

/// DNS names in the public DNS.
private enum PublicName {
    /// Returns the reason why no CA can validate the name; nil for all other names.
    static func fault(of name: ArraySlice<UInt8>) -> Nonconformance? {
        let host = HostName.withoutWildcard(name)
        let labels = host.split(separator: UInt8(ascii: ".")).map { $0.map(lowercased) }
        guard let last = labels.last else { return nil }
        let text = String(decoding: name, as: UTF8.self)
        // Other rules report names with invalid syntax.
        guard HostName.isName(host) else { return nil }
        if ["test", "example"].contains(where: { last.elementsEqual($0.utf8) }) { return nil }
        if last.elementsEqual("onion".utf8) {
            // The name of an onion service of version 3 has 56 characters (BR Appendix B); names of
            // version 2 had 16.
            let service = labels.dropLast().last?.count
            return service == 16 ? .obsoleteOnion(text) : nil
        }
        // No single owner has these names (BR §7.1.2.7.12, from 15 March 2026 on).
        if last.elementsEqual("arpa".utf8), labels.count > 1,
            ["in-addr", "ip6"].contains(where: { labels[labels.count - 2].elementsEqual($0.utf8) })
        {
            return .internalName(text)
        }
        guard labels.count > 1 else { return .internalName(text) }
        return isTopLevel(last) ? nil : .unlistedDomain(text)
    }

    /// Whether the Public Suffix List contains this domain, or names below this domain.
    private static func isTopLevel(_ label: [UInt8]) -> Bool {
        PublicSuffixList.lists(label, of: .registries)
            || PublicSuffixList.lists(Array("a.".utf8) + label, of: .registries)
    }
}

/// Address blocks that IANA reserves for special purposes: its registries of RFC 6890, as of
/// November 2026.
private enum ReservedAddress {
    static func contains(_ bytes: [UInt8]) -> Bool {
        blocks.contains { $0.contains(bytes[...]) }
    }

    private static let blocks = [
        "0.0.0.0/8", "10.0.0.0/8", "100.64.0.0/10", "127.0.0.0/8", "169.254.0.0/16",
        "172.16.0.0/12", "192.0.0.0/24", "192.0.2.0/24", "192.31.196.0/24", "192.52.193.0/24",
        "192.88.99.0/24", "192.168.0.0/16", "192.175.48.0/24", "198.18.0.0/15", "198.51.100.0/24",
        "203.0.113.0/24", "240.0.0.0/4",
        "::/128", "::1/128", "::ffff:0:0/96", "64:ff9b::/96", "64:ff9b:1::/48", "100::/64",
        "100:0:0:1::/64", "2001::/23", "2001:db8::/32", "2002::/16", "2620:4f:8000::/48",
        "3fff::/20", "5f00::/16", "fc00::/7", "fe80::/10",
    ]
    .compactMap { IPAddress.subtree($0).flatMap { AddressBlock($0[...]) } }
}
