extension AttackGroup {
    static let names = AttackGroup(
        "ID",
        "identity: DNS names",
        """
        001 | accept | Leaf SAN dNSName equals the reference host exactly
        002 | accept | Leaf carries matching SAN and matching CN together
        003 | accept | Matching SAN, subject has no CN at all
        004 | accept | Matching critical SAN, subject completely empty
        005 | reject | SAN is for a different registrable domain
        006 | reject | SAN is a sibling label of the host (abc vs def)
        007 | reject | SAN is the parent domain, host is a child
        008 | reject | SAN is a child domain, host is the parent
        009 | reject, by profile (accept under legacy CN profile) | No SAN; CN equals host
        010 | reject | No SAN; CN is another host
        011 | reject | No SAN; CN is the parent domain
        012 | reject | SAN wrong, CN right (CN fallback although SAN exists)
        013 | reject | SAN wrong and CN wrong
        014 | accept | SAN list of many names, matching one is last of N
        015 | accept | 1 000 dNSNames, one matches
        016 | accept, by profile (budgeted, must not hang) | 10 000 dNSNames, one matches | not
            expressible: a scenario lists each name, and ten thousand would be unreadable
        017 | accept | Case differs between SAN and host
        018 | accept (same as without; pin lookup must agree) | Reference host written with trailing
            dot
        019 | reject, by profile | SAN written with trailing dot
        020 | reject | SAN begins with a dot (.example.com)
        021 | reject | NUL byte in CN: host NUL evil suffix
        022 | reject | NUL byte in SAN dNSName
        023 | reject | Space or control byte inside dNSName
        024 | reject | Comma/semicolon/colon-separated names smuggled in one dNSName
        025 | reject | "DNS:host" text smuggled inside a URI SAN
        026 | reject | Host placed in an rfc822Name SAN
        027 | reject | Host placed in a URI SAN (http, https, spiffe, unknown scheme)
        028 | reject for every tag but 2 | Host bytes under each of the 16 context tags 0-15 of
            GeneralName
        029 | reject | Host placed in otherName / registeredID / directoryName SAN
        030 | reject where strict or accept, by profile default | Underscore in SAN label
        031 | reject | Empty SAN extension (zero names), CN matches
        032 | reject | Empty-string dNSName entry
        033 | reject | Label longer than 63 bytes, name longer than 253
        034 | accept | Duplicate SAN entries
        035 | reject | Two SAN extensions, same or different content, good one first / second
        036 | reject | SAN extension present but body is raw ASCII, not DER
        037 | reject | SAN dNSName encoded with UTF8String tag instead of IA5String content
        038 | reject under webpki or accept under rfc5280 | Self-chosen CA certificate in leaf slot
            with the right SAN
        039 | reject | CA certificate in leaf slot, wrong SAN
        040 | reject under webpki | CN present but not repeated in SAN
        041 | reject under webpki | CN differs from SAN only by case
        042 | reject | Leaf for a name that matches only after URL userinfo/port confusion | not
            expressible: a party gets a host, never a URL that it could misread
        043 | reject | SRV-ID / URI-ID only certificate, DNS reference
        044 | reject on B | Leaf valid for host A served on virtual host B by SNI routing
        045 | accept (names only); documents scope | Second certificate for host trusted but for a
            different port/service identity
        046 | reject (must fail closed) | Reference identity empty or missing in the client | not
            expressible: a scenario always names the host that its client connects to
        """
    )

    static let addresses = AttackGroup(
        "IP",
        "identity: IP addresses",
        """
        001 | accept | iPAddress SAN equals IPv4 literal reference
        002 | accept | iPAddress SAN equals IPv6 literal reference
        003 | reject | Different IPv4 in SAN
        004 | reject | IPv4 text inside a dNSName SAN, reference is the IP
        005 | reject | IPv4 text inside CN only
        006 | reject | IPv4 in hexadecimal text in CN
        007 | reject | IPv4 with leading zeros in CN
        008 | reject where strict | IPv6 uppercase / uncompressed / non-RFC 5952 in CN
        009 | reject | iPAddress SAN of 5, 3, 0 or 17 bytes
        010 | reject | iPAddress SAN holding an 8-byte CIDR pair
        011 | reject | IPv4-mapped IPv6 SAN against IPv4 reference
        012 | reject | Wildcard dNSName "*" or "*.0.0.1" against an IP reference
        013 | reject | IP reference on a TLS backend that skips hostname checks for IPs
        014 | reject or stripped; must be explicit | IPv6 zone id in the reference | not
            expressible: every connection goes to loopback, whose addresses have no zone
        015 | reject | Host name reference, SAN has only the resolved IP
        """
    )

    static let wildcards = AttackGroup(
        "WC",
        "wildcards",
        """
        001 | accept | *.example.com vs foo.example.com
        002 | reject | *.example.com vs example.com
        003 | reject | *.example.com vs a.b.example.com
        004 | reject | *.example.com vs other domain
        005 | reject | Embedded: ba*.example.com vs baz
        006 | reject | Suffix form *z.example.com
        007 | reject | Wildcard not leftmost: foo.*.example.com
        008 | reject | Bare "*"
        009 | reject | Bare "*" vs single-label host
        010 | reject where strict | *.com (ICANN public suffix)
        011 | reject where strict | *.co.uk (multi-label public suffix)
        012 | reject where strict | *.s3.amazonaws.com (private-section suffix)
        013 | reject | Two wildcards *.*.example.com
        014 | reject | Wildcard in CN only
        015 | accept | Wildcard matching an A-label: *.example.com vs xn--…
        016 | reject | Wildcard inside an A-label: xn--*-…
        017 | reject | Wildcard in the middle of a U-label
        018 | reject | Wildcard against host with empty first label (".example.com")
        019 | reject | Wildcard SAN under excluded name constraint that could match
        020 | reject | Wildcard SAN under permitted constraint narrower than the wildcard
        021 | accept | Wildcard SAN fully inside the permitted subtree
        022 | reject | Partial-label wildcard with different case
        """
    )

    static let internationalNames = AttackGroup(
        "IDN",
        "international names",
        """
        001 | accept after conversion | A-label SAN, U-label reference given by the user
        002 | reject | UTF-8 bytes in dNSName (emoji label)
        003 | reject where strict | CN in UTF-8, SAN in A-label
        004 | reject where strict | A-label in CN not in SAN
        005 | accept for that host, reject for the Latin host | Homograph host (Cyrillic) with its
            own valid certificate
        006 | reject | Invalid punycode A-label
        007 | pin down one rule | IDNA2003/2008 divergent character (ß, ς, ZWJ)
        008 | reject | Non-NFC U-label
        009 | reject when violating | smtpUTF8Mailbox otherName in SAN vs rfc822 constraint
        """
    )

    static let serverNames = AttackGroup(
        "SNI",
        "server name indication",
        """
        001 | accept only when SNI observed | Client must send SNI for a DNS reference
        002 | accept with SNI | Server routes: right cert with SNI, wrong cert without
        003 | accept, SNI absent | No SNI sent for IP literal
        004 | reject | Server answers unrecognized_name fatal
        005 | accept | Server answers unrecognized_name warning then continues with good cert
        006 | reject | Server returns certificate for a different SNI than asked
        007 | verified name decides | SNI value differs from verified reference (connect-to
            override)
        008 | accept, no trailing dot | SNI case / trailing dot normalisation observed on the wire
        009 | flag as client defect | Client sends two names in SNI
        010 | reject | SNI absent under ECH/outer name; inner mismatch | not expressible: servers
            have no key for encrypted hellos, and no client here has a configuration to send one by
        011 | report only | Domain fronting: SNI A, Host header B
        012 | reject | server_name response with a body; without a request
        013 | the same name | Name of the second hello after a retry
        014 | reject | ECH rejected under the public name's good certificate | not expressible: no
            client here has a configuration to send an encrypted hello by
        015 | reject | Unsolicited ECH configurations; in TLS 1.2; malformed
        """
    )
}
