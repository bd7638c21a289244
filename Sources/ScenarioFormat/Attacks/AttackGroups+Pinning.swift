extension AttackGroup {
    static let pinning = AttackGroup(
        "PIN",
        "pinning",
        """
        001 | accept | Leaf SPKI pin matches
        002 | reject: pin-mismatch | Leaf SPKI pin mismatches, chain publicly trusted
        003 | accept | Intermediate SPKI pin present in chain
        004 | accept (the built path counts) | Root SPKI pin, root not sent by server
        005 | accept | Only the backup pin matches
        006 | accept | Primary key rotated, backup already deployed
        007 | reject with its own reason | Primary key rotated, no backup
        008 | lint warning | Single pin configured, no backup
        009 | by policy (fail open or closed), must be explicit | Pin set expired
        010 | accept and report | Mismatch in report-only mode
        011 | reject | Pin of another host in the set
        012 | accept or reject | includeSubdomains true/false
        013 | one label or any number | Pattern as pinned host (*.example.com, **.example.com)
        014 | reject | Host with trailing dot bypasses the pin lookup
        015 | reject | Host in upper case or as IDN bypasses the pin lookup
        016 | reject by policy | IP address instead of host bypasses the pin
        017 | verdict of its own | Redirect to an unpinned host
        018 | reject | CVE-2016-2402: pinned public cert appended, unrelated to the path
        019 | reject | Attacker's intermediate has the DN of the pinned one, both served
        020 | reject | Attacker's certificate without CA flag ("switch") below the pinned CA builds
            a long fake path
        021 | reject | Attacker's leaf first, pinned leaf as an extra certificate
        022 | reject | Pinned root appended to the attacker's chain under another trusted root
        023 | reject | Chain reordered so that the second certificate is the pinned one
        024 | reject | Pin comparison of subject or issuer text, not of keys
        025 | reject | Pin comparison of SHA-1, truncated or hexadecimal hashes
        026 | reject by certificate pin or accept by key pin | Pin comparison of whole certificates,
            renewed with the same key
        027 | accept by key pin | Same key, new certificate
        028 | reject | Same modulus, other exponent or algorithm identifier
        029 | reject by exact pin | SPKI with different algorithm parameters (NULL vs absent), same
            key
        030 | reject | Two keys in one certificate: the TLS library and the pin's parser see
            different ones
        031 | reject: name-mismatch | Pin matches, host name wrong
        032 | reject (or by policy) with its own reason | Pin matches, certificate expired
        033 | accept under a pin-only profile | Pin matches, certificate self-signed
        034 | reject | Pin matches, certificate revoked
        035 | reject | Pin matches, CertificateVerify wrong
        036 | reject | Interceptor's root in the system store, the application pins
        037 | document it | Exemption for company proxies (a root that the user added bypasses pins)
        038 | reject | Pin checked only on the first connection of a pool
        039 | reject | Pin skipped on resumption
        040 | reject | Pin skipped over HTTP/3
        041 | reject | Pin skipped for websocket / redirect / download API
        042 | accept by design, with a warning | Pin of a public CA: another customer of the same CA
        043 | accept then reject | Trust on first use: first key accepted, then another key | not
            expressible: no party stores keys
        044 | reject or prompt | Trust on first use: store deleted or corrupted | not expressible:
            no party stores keys
        045 | accept or reject | DANE TLSA 0/1/2/3 match and mismatch | not expressible: no party
            reads TLSA records
        046 | must not silently mean "no check" | Pin list empty for the host
        047 | configuration error, exit code not 0 | Malformed pin string
        048 | reject | Hash of PEM or of the raw key instead of DER
        049 | reject | Intermediate pinned, path built through a cross-certificate without it
        """
    )

    static let interception = AttackGroup(
        "MITM",
        "intercepting proxies",
        """
        001 | reject | CONNECT proxy mints a leaf for each host from a private CA that is not
            trusted
        002 | accept (proves that interception works) | The same, CA trusted, no pin
        003 | reject: pin-mismatch | The same, CA trusted, pin set
        004 | reject, or accept if the CA is trusted | Minted leaf copies the origin's subject, SAN,
            serial and validity
        005 | reject | Replay of the real chain with another key
        006 | reject | Real certificate of another domain
        007 | reject | Real leaf used as CA
        008 | accept | Proxy passes the genuine certificate through (tunnel)
        009 | reject: proxy-tls | Proxy itself uses TLS, with a bad certificate | not expressible:
            clients connect to Hatpin's proxies without TLS
        010 | reject | Client confuses the proxy's TLS tickets with the origin's | not expressible:
            a case is one connection, without resumption or retries
        011 | accept, or by policy | Proxy strips ALPN or downgrades to TLS 1.2
        012 | reject | Proxy answers CONNECT with 200, then sends plaintext | not expressible:
            without a certificate there is no verdict, and no expectation treats that as a refusal
        013 | reject, ignore the body | Proxy answers CONNECT with an error page (no TLS) | not
            expressible: without a certificate there is no verdict, and no expectation treats that
            as a refusal
        014 | like MITM-001 to MITM-003 | Transparent redirect to the proxy
        015 | like MITM-001 to MITM-003 | SOCKS5 proxy | not expressible: Hatpin's proxies support
            only CONNECT
        016 | reject or accept | Proxy mints on demand for each SNI, as wildcard or exact name
        017 | reject: pin-mismatch | Proxy appends the origin's chain to the minted certificate
        018 | no acceptance by a retry | Intermittent attack (p = 10 %) | not expressible: a case is
            one connection, without resumption or retries
        019 | no fallback to unverified TLS | First connection attacked, retry without attack
        020 | report | Retry with a lower TLS version after a failure
        021 | report fingerprint | Known product roots (Charles, Burp, Fiddler, mitmproxy CN
            patterns) | not expressible: a verdict contains paths and pins, not products
        022 | reject | Captive portal certificate
        023 | reject or accept | Minted leaf with the CA's own key (same SKI)
        024 | accept | Minted leaf for a host of more than 63 characters, SAN critical
        025 | accept; only revocation stops it | Real certificate of the host with its stolen key
            (full compromise)
        """
    )

    static let resumption = AttackGroup(
        "RES",
        "resumption and connection reuse",
        """
        001 | full handshake, reject | Ticket of a good server offered to a bad server (other key)
        002 | reject or not offered | Session for host A offered to host B
        003 | reject | Session created without verification, reused with verification | not
            expressible: a program's configuration does not change while it runs
        004 | reject | Session created before pin added | not expressible: a program's configuration
            does not change while it runs
        005 | reject | Session created before CA removed from store | not expressible: a program's
            configuration does not change while it runs
        006 | reject | Custom verify callback skipped on resumption | not expressible: a resumption
            has no certificate, so a skipped callback changes no byte on the wire
        007 | full handshake | OCSP staple not checked on resumption
        008 | reject if verified again | Session resumed after the leaf expired | not expressible:
            the clock does not change while a program runs
        009 | same verdicts | Resumption by TLS 1.2 session id, ticket and TLS 1.3 PSK
        010 | must not | 0-RTT data sent before the server is verified again
        011 | reject | Server rejects PSK and sends a bad chain
        012 | reject | Server accepts PSK but changes ALPN / SNI
        013 | no reuse | Pooled connection reused with another CA file or other verify flags | not
            expressible: a program's configuration does not change while it runs
        014 | no reuse | Pooled connection reused with other client certificates | not expressible:
            a program's configuration does not change while it runs
        015 | no reuse | Pooled connection reused with other pins | not expressible: a program's
            configuration does not change while it runs
        016 | no resumption across hosts | Ticket key shared by strict and lenient virtual hosts
        017 | ignored | Ticket lifetime > 7 days | not expressible: the effect is visible only after
            a week
        018 | no coalesce | h2 coalescing of hosts with different pins | not expressible: a client
            has the same pins for all hosts; ALPN-005 covers certificates
        019 | reject | Server chooses a PSK, none offered
        020 | reject | PSK index out of range; of a PSK that the retry removed
        021 | reject | PSK with a suite of another hash
        022 | reject | PSK without key_share although only psk_dhe_ke was offered
        023 | reject | Both PSK and Certificate
        024 | reject | Both PSK and CertificateRequest
        025 | reject | PSK chosen by a server without its key
        026 | reject | 1.3 ticket resumed in 1.2, or the reverse
        027 | reject | Abbreviated handshake with another suite
        028 | reject | TLS 1.3 compatibility session id echoed in TLS 1.2
        029 | reject | Abbreviated handshake by a server without the master secret
        030 | not resumed | Session id equal to another server's, with another secret
        031 | reject | EMS in the resumed ServerHello, but not in the session
        032 | not offered | Ticket that arrived before the client refused the chain
        033 | not offered | TLS 1.2 ticket followed by a wrong Finished
        034 | not offered | Ticket of lifetime 0, or older than its lifetime
        035 | reject | NewSessionTicket empty; with a duplicate extension
        036 | accept | NewSessionTicket with an unknown extension
        037 | reject | NewSessionTicket before Finished
        038 | reject before 1.3, accept since | NewSessionTicket that the client did not request
        039 | reject | session_ticket promised, NewSessionTicket missing
        040 | bounded | Two tickets with one nonce; 64 KiB; 10 000 tickets
        041 | reject | Early data accepted although none was offered
        042 | reject | Early data accepted with identity 1; after a retry
        043 | reject | Early data accepted with another suite or ALPN
        044 | reject | Early data offered, answered in TLS 1.2
        045 | reject | Early data rejected and the new chain bad: data already sent
        046 | must not | Early data rejected, ALPN changed: client repeats the request automatically
            | not expressible: the bytes are the same whether the library or the application repeats
            the request
        047 | reject | Early data accepted, Finished wrong
        048 | accept | max_early_data_size 1
        """
    )

    static let resources = AttackGroup(
        "DOS",
        "resource limits",
        """
        001 | bounded | Quadratic cost of name constraints
        002 | bounded | Exponential path building
        003 | bounded | Exponential policy tree
        004 | bounded | Verification with a huge RSA key
        005 | bounded | Huge DSA or EC parameters
        006 | bounded | Huge SAN list compared with wildcards
        007 | bounded | Deeply nested ASN.1
        008 | bounded | Amplification by AIA or CRL downloads
        009 | terminates | Endless loop in BN_mod_sqrt (CVE-2022-0778, explicit curve)
        010 | a verdict of its own | Client exceeds the time limit of a case (hang)
        011 | bounded | Message of 16 MiB - 1, whole or in small pieces; 65 535 extensions
        """
    )
}
