extension AttackGroup {
    static let names = AttackGroup(
        "ID",
        "identity: DNS names",
        """
        001 | accept | Leaf SAN dNSName equals the reference host exactly
        002 | accept | Leaf with a matching SAN and a matching CN
        003 | accept | Matching SAN, subject has no CN at all
        004 | accept | Matching critical SAN, subject completely empty
        005 | reject | SAN is for a different registrable domain
        006 | reject | SAN is a sibling label of the host
        007 | reject | SAN is the parent domain, host is a child
        008 | reject | SAN is a child domain, host is the parent
        009 | reject, by profile (accept under legacy CN profile) | No SAN; CN equals host
        010 | reject | No SAN; CN is another host
        011 | reject | No SAN; CN is the parent domain
        012 | reject | SAN wrong, CN right (CN fallback in spite of a SAN)
        013 | reject | SAN wrong and CN wrong
        014 | accept | SAN list of many names, and the last one matches
        015 | accept | 1 000 dNSNames, one matches
        016 | accept, by profile (budgeted, must not hang) | 10 000 dNSNames, one matches | not
            expressible: a scenario lists every name, and ten thousand names are unreadable
        017 | accept | Case differs between SAN and host
        018 | accept (as without; pin lookup must agree) | Reference host with a trailing dot
        019 | reject, by profile | SAN with a trailing dot
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
        036 | reject | SAN extension whose body is raw ASCII, not DER
        037 | reject | SAN dNSName with a UTF8String tag instead of IA5String content
        038 | reject under webpki or accept under rfc5280 | CA certificate in the leaf slot with the
            right SAN
        039 | reject | CA certificate in the leaf slot with the wrong SAN
        040 | reject under webpki | CN present but not repeated in SAN
        041 | reject under webpki | CN differs from SAN only by case
        042 | reject | Leaf for a name that matches only after a confusion of URL userinfo or port |
            not expressible: a party gets a host, not a URL that it could misread
        043 | reject | Certificate with SRV-ID or URI-ID only, DNS reference
        044 | reject on B | Leaf for host A served on virtual host B by SNI routing
        045 | accept (only names count) | Second certificate for the host, trusted but for another
            port or service identity
        046 | reject (must fail closed) | Reference identity empty or missing in the client | not
            expressible: a scenario always states the host
        """
    )

    static let addresses = AttackGroup(
        "IP",
        "identity: IP addresses",
        """
        001 | accept | iPAddress SAN equals IPv4 literal reference
        002 | accept | iPAddress SAN equals IPv6 literal reference
        003 | reject | Different IPv4 in SAN
        004 | reject | IPv4 text inside a dNSName SAN, the reference is the address
        005 | reject | IPv4 text inside CN only
        006 | reject | IPv4 in hexadecimal text in CN
        007 | reject | IPv4 with leading zeros in CN
        008 | reject where strict | IPv6 uppercase / uncompressed / non-RFC 5952 in CN
        009 | reject | iPAddress SAN of 5, 3, 0 or 17 bytes
        010 | reject | iPAddress SAN holding an 8-byte CIDR pair
        011 | reject | IPv4-mapped IPv6 SAN against IPv4 reference
        012 | reject | Wildcard dNSName "*" or "*.0.0.1" against an IP reference
        013 | reject | IP reference on a TLS library that skips host name checks for addresses
        014 | reject, or strip it; must be explicit | IPv6 zone id in the reference | not
            expressible: all connections go to loopback addresses, which have no zone
        015 | reject | Host name reference, SAN has only the resolved address
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
        001 | accept after conversion | A-label SAN, the user enters the U-label
        002 | reject | UTF-8 bytes in dNSName (emoji label)
        003 | reject where strict | CN in UTF-8, SAN in A-label
        004 | reject where strict | A-label in CN not in SAN
        005 | accept for that host, reject for the Latin host | Homograph host (Cyrillic) with its
            own valid certificate
        006 | reject | Invalid punycode A-label
        007 | one consistent rule | Characters that IDNA2003 and IDNA2008 treat differently (ß, ς,
            ZWJ)
        008 | reject | U-label not in NFC
        009 | reject when violating | smtpUTF8Mailbox otherName in SAN vs rfc822 constraint
        """
    )

    static let serverNames = AttackGroup(
        "SNI",
        "server name indication",
        """
        001 | accept only when SNI is present | Client sends SNI for a DNS reference
        002 | accept with SNI | Server routes by SNI: right certificate with it, wrong one without
        003 | accept, SNI absent | No SNI sent for IP literal
        004 | reject | Server sends a fatal unrecognized_name alert
        005 | accept | Server sends an unrecognized_name warning, then continues with a good
            certificate
        006 | reject | Server returns the certificate of another name than requested
        007 | the verified name decides | SNI differs from the verified reference (connect-to
            override)
        008 | accept, no trailing dot | SNI with the case or trailing dot of the reference
        009 | a client defect | Client sends two names in SNI
        010 | reject | SNI missing under an ECH outer name; inner name wrong | not expressible:
            Hatpin's servers have no ECH key, and no client has an ECH configuration
        011 | report only | Domain fronting: SNI A, Host header B
        012 | reject | server_name answered with a body, or without a request
        013 | the same name | SNI of the second hello after a retry
        014 | reject | ECH rejected, with a good certificate for the public name | not expressible:
            no client has an ECH configuration
        015 | reject | ECH configurations without a request, in TLS 1.2, or malformed
        """
    )
}
