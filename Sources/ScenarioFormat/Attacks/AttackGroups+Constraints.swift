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
        016 | by the rules of RFC 5280 | DN constraint: RDN prefix, order and case
        017 | accept | rfc822 exact mailbox / host / domain
        018 | accept exact, reject otherwise | rfc822 constraint with an asterisk, which is literal
            (6 variants)
        019 | reject | rfc822 malformed constraint or SAN (two @)
        020 | reject when outside | emailAddress attribute in subject under rfc822 constraint
        021 | accept or reject | URI constraint permitted / excluded
        022 | reject | otherName constraint, and the certificate has a name of that type
        023 | accept | otherName constraint, and the certificate has no name of that type
        024 | reject, no crash | type confusion in otherName (CVE-2022-4203)
        025 | accept | constraint on different name type
        026 | reject | constraint in an end entity (critical or not)
        027 | reject where strict; else enforce | constraint not critical
        028 | reject | empty NameConstraints / empty subtrees
        029 | reject | minimum other than 0, or maximum present
        030 | reject outside intersection | chain of constraints that narrows
        031 | reject | lower CA tries to widen
        032 | reject | constraint violated by an intermediate's own SAN
        033 | accept | self-issued intermediate, which is exempt
        034 | reject | self-issued leaf, which is not exempt
        035 | reject where profile says so | constraint on trust anchor itself
        036 | reject | CN as host without a SAN, outside the constraint
        037 | reject | CN as BMPString host, outside the constraint
        038 | accept or reject; record which | CN not shaped like a host ("Honest Achmed") under a
            DNS constraint
        039 | reject | IP in CN under IP constraint (curl bypass 2021)
        040 | reject | host smuggled with separators or tags under a constraint (736 BetterTLS
            variants)
        041 | reject, or bounded time | 2 048 constraints × 2 048 names (3 shapes)
        042 | by the oracle of each cell | full 8 748-cell matrix of CN × DNS × IP × 4 constraint
            slots
        043 | reject | duplicate NameConstraints extension
        044 | reject | registeredID / x400 / ediParty constraint
        """
    )

    static let policies = AttackGroup(
        "POL",
        "certificate policies",
        """
        001 | reject | No policies, explicit policy required
        002 | accept | Required policy present along the chain
        003 | reject | Required policy missing in one CA
        004 | accept | anyPolicy in CA
        005 | reject when used | inhibitAnyPolicy present
        006 | accept or reject | policy mapping allowed / inhibited
        007 | reject | mapping to or from anyPolicy
        008 | reject where strict | policyConstraints non-critical
        009 | reject | policyConstraints empty
        010 | reject where strict | duplicate policy OID
        011 | accept, by profile | explicitText in BMPString, VisibleString or over 200 characters
        012 | bounded | exponential policy tree (CVE-2023-0464)
        013 | reject or processed | critical policies extension in a client without policy support
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
        005 | reject | RDN missing or extra
        006 | reject | attribute type swapped, same value
        007 | accept by RFC 5280's rules, reject byte for byte | whitespace or capitalisation
            differs
        008 | accept | PrintableString replaced by UTF8String after a renewal
        009 | by the path | issuer equals subject but with another key (self-issued, not
            self-signed)
        010 | ignored | Issuer/Subject unique IDs differ
        """
    )
}
