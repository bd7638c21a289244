extension AttackGroup {
    static let nameConstraints = AttackGroup(
        "NC",
        "name constraints",
        """
        001 | accept | permitted DNS matches
        002 | reject: name-not-permitted | permitted DNS does not match
        003 | reject: name-excluded | excluded DNS matches
        004 | reject | excluded and permitted both match
        005 | reject | second SAN violates
        006 | accept | deeper subdomain under permitted
        007 | reject where strict or accept, by profile OpenSSL | constraint with leading dot
        008 | reject | constraint with wildcard text
        009 | accept | permitted IPv4/IPv6 match
        010 | reject | permitted IP mismatch
        011 | reject | excluded IP match
        012 | reject | IP constraint without mask (4/16 bytes)
        013 | reject | IP constraint sparse (non-contiguous) mask
        014 | accept | permitted DN matches subject and SAN
        015 | reject | permitted DN: subject mismatches
        016 | P-rules | DN constraint RDN prefix, order and case
        017 | accept | rfc822 exact mailbox / host / domain
        018 | accept exact, reject otherwise | rfc822 asterisk is literal (6 variants)
        019 | reject | rfc822 malformed constraint or SAN (two @)
        020 | reject when outside | emailAddress attribute in subject under rfc822 constraint
        021 | accept or reject | URI constraint permitted / excluded
        022 | reject | otherName constraint present, cert has that type
        023 | accept | otherName constraint present, type absent from cert
        024 | reject, no crash | type confusion otherName (CVE-2022-4203)
        025 | accept | constraint on different name type
        026 | reject | constraint in end-entity (critical / not)
        027 | reject where strict or enforced anyway | constraint non-critical
        028 | reject | empty NameConstraints / empty subtrees
        029 | reject | minimum is not 0 or maximum present
        030 | reject outside intersection | chain of constraints narrows
        031 | reject | lower CA tries to widen
        032 | reject | constraint applies to intermediate's own SAN
        033 | accept | self-issued intermediate exempt
        034 | reject | self-issued LEAF not exempt
        035 | reject where profile says so | constraint on trust anchor itself
        036 | reject | CN as host, no SAN, outside constraint
        037 | reject | CN BMPString host outside constraint
        038 | accept or reject; record | CN not host-shaped ("Honest Achmed") under DNS constraint
        039 | reject | IP in CN under IP constraint (curl bypass 2021)
        040 | reject | host smuggled by separators / tags under constraint (736 BetterTLS variants)
        041 | reject or bounded time | 2 048 constraints × 2 048 names (3 shapes)
        042 | per-cell oracle | full 8 748-cell matrix of CN×DNS×IP×4 constraint slots
        043 | reject | duplicate NameConstraints extension
        044 | reject | registeredID / x400 / ediParty constraint
        """
    )

    static let policies = AttackGroup(
        "POL",
        "certificate policies",
        """
        001 | reject | No policies, explicit policy required
        002 | accept | Required policy present along chain
        003 | reject | Required policy missing in one CA
        004 | accept | anyPolicy in CA
        005 | reject when used | inhibitAnyPolicy respected
        006 | accept or reject | policy mapping ok / inhibited
        007 | reject | mapping to or from anyPolicy
        008 | reject where strict | policyConstraints non-critical
        009 | reject | policyConstraints empty
        010 | reject where strict | duplicate policy OID
        011 | accept, by profile | explicitText BMP / Visible / >200 chars
        012 | bounded | exponential policy tree (CVE-2023-0464)
        013 | reject or processed | critical policies ext in client without policy support
        """
    )

    static let nameChaining = AttackGroup(
        "DN",
        "name chaining",
        """
        001 | reject: name-chaining | CN / C / O / OU / ST / serial / dnQualifier mismatch
        002 | reject | domainComponent mismatch
        003 | accept | case-insensitive DC match
        004 | reject | RDN order differs
        005 | reject | RDN missing / extra
        006 | reject | attribute type swapped, same value
        007 | accept per RFC 5280 rules, reject byte-exact | whitespace / capitalisation differences
        008 | accept | PrintableString to UTF8String rollover
        009 | per path | issuer equals subject but other key (self-issued, not self-signed)
        010 | ignored | Issuer/Subject unique IDs differ
        """
    )
}
