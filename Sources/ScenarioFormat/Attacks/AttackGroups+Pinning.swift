extension AttackGroup {
    static let pinning = AttackGroup(
        "PIN",
        "pinning",
        """
        001 | accept | Leaf SPKI pin matches
        002 | reject: pin-mismatch | Leaf SPKI pin mismatches, chain publicly valid
        003 | accept | Intermediate SPKI pin present in chain
        004 | accept (use built path) | Root SPKI pin, root not sent by server
        005 | accept | Backup pin only matches
        006 | accept | Primary rotated, backup already deployed
        007 | reject with distinct reason | Primary rotated, no backup
        008 | lint warning | Single pin configured, no backup
        009 | policy fail-open/closed, must be explicit | Pin set expired
        010 | accept + report | Report-only mismatch
        011 | reject | Pin for other host in set
        012 | accept or reject | includeSubdomains true/false
        013 | one label or any | Wildcard pin host (*.example.com, **.example.com)
        014 | reject | Trailing-dot host bypasses pin lookup
        015 | reject | Upper-case / IDN host bypasses pin lookup
        016 | reject if policy | IP literal instead of host bypasses pin
        017 | separate verdict | Redirect to unpinned host
        018 | reject | CVE-2016-2402: pinned public cert appended, unrelated to the path
        019 | reject | Pinned intermediate same DN as attacker's, both served
        020 | reject | Attacker's non-CA "switch" cert under pinned CA builds a long fake path
        021 | reject | Pinned leaf served as extra cert, attacker leaf first
        022 | reject | Pinned root appended to attacker chain under other trusted root
        023 | reject | Chain reordered so that element [1] is the pinned one
        024 | reject | Pin compares subject/issuer text, not key
        025 | reject | Pin compares SHA-1 / truncated / hex-case hash
        026 | reject by certificate pin or accept by key pin | Pin compares whole-certificate, cert
            renewed with same key
        027 | accept SPKI | Same key, new certificate
        028 | reject | Same modulus, different exponent or alg id
        029 | reject by exact pin | SPKI with different algorithm parameters (NULL vs absent), same
            key
        030 | reject | Two keys in one certificate: TLS stack and pin re-parser see different ones
        031 | reject: name-mismatch | Pin OK but hostname wrong
        032 | reject (or policy) distinct reason | Pin OK but expired
        033 | accept in pin-only profile | Pin OK but self-signed (pin-only mode)
        034 | reject | Pin OK but revoked
        035 | reject | Pin OK but bad CertificateVerify
        036 | reject | MITM root installed in system store, app pins
        037 | document | Enterprise proxy exemption (user-added root bypasses pins)
        038 | reject | Pin checked only on first connection of pool
        039 | reject | Pin skipped on resumption
        040 | reject | Pin skipped over HTTP/3
        041 | reject | Pin skipped for websocket / redirect / download API
        042 | accept by design; warn | Public CA pin: another customer of the same CA
        043 | accept then reject | TOFU: first key accepted, changed key | not expressible: no party
            remembers keys
        044 | reject or prompt | TOFU store deleted / corrupted | not expressible: no party
            remembers keys
        045 | accept or reject | DANE TLSA 0/1/2/3 match and mismatch | not expressible: no party
            reads TLSA records
        046 | must not mean "no check" silently | Pin list empty for host
        047 | config error, exit ≠ 0 | Malformed pin string
        048 | reject | Hash of DER vs hash of PEM / of raw key
        049 | reject | Intermediate pinned, path built through cross-sign without it
        """
    )

    static let interception = AttackGroup(
        "MITM",
        "intercepting proxies",
        """
        001 | reject | Explicit CONNECT proxy mints per-host leaf from private CA, CA untrusted
        002 | accept (baseline proves interception works) | Same, CA trusted, no pin
        003 | reject: pin-mismatch | Same, CA trusted, pin set
        004 | reject or accept as CA trust | Minted leaf copies upstream subject/SAN/serial/validity
        005 | reject | Replay of the real chain with replaced key
        006 | reject | Real cert for other domain
        007 | reject | Real leaf used as CA
        008 | accept | Proxy passes through the genuine cert (tunnel)
        009 | reject: proxy-tls | Proxy requires TLS itself, proxy cert bad | not expressible:
            clients speak to proxies without TLS
        010 | reject | Proxy TLS tickets confused with origin tickets | not expressible: a case is
            one connection, without resumption or retries
        011 | accept/policy | Proxy strips ALPN / downgrades to TLS 1.2
        012 | reject | Proxy returns 200 to CONNECT then plaintext | not expressible: without a
            certificate there is no verdict, and no expectation counts that as a refusal
        013 | reject, body ignored | Proxy returns error page over CONNECT (no TLS) | not
            expressible: without a certificate there is no verdict, and no expectation counts that
            as a refusal
        014 | as above | Transparent redirect with original-dst recovery
        015 | as above | SOCKS5 mode | not expressible: clients only use CONNECT proxies
        016 | reject or accept | Proxy mints on the fly per SNI, wildcard or exact
        017 | reject: pin-mismatch | Proxy adds upstream chain to the minted one
        018 | must catch retry-logic acceptance | Intermittent attack (p=10 %) | not expressible: a
            case is one connection, without resumption or retries
        019 | client must not fall back to no-verify | First connection attacked, retry clean
        020 | flag | Retry with lower TLS version after failure
        021 | report fingerprint | Known product roots (Charles, Burp, Fiddler, mitmproxy CN
            patterns) | not expressible: a verdict contains paths and pins, not products
        022 | reject | Captive portal certificate
        023 | reject or accept | Minted leaf keyed with the CA's own key (same SKI)
        024 | accept | Minted leaf with CN > 63 chars, SAN critical
        025 | accept; only revocation stops it | Real certificate for host + stolen key (full
            compromise)
        """
    )

    static let resumption = AttackGroup(
        "RES",
        "resumption and reuse of connections",
        """
        001 | full handshake, reject | Ticket from good server resumed at bad server (other key)
        002 | reject or not offered | Session for host A offered to host B
        003 | reject | Session created with verification off reused with verification on | not
            expressible: a program keeps one configuration while it runs
        004 | reject | Session created before pin added | not expressible: a program keeps one
            configuration while it runs
        005 | reject | Session created before CA removed from store | not expressible: a program
            keeps one configuration while it runs
        006 | reject | Custom verify callback skipped on resumption | not expressible: a resumption
            sends no certificate, so that a skipped callback changes nothing on the wire
        007 | full handshake | OCSP staple not checked on resumption
        008 | reject if re-verify | Session resumed after leaf expiry | not expressible: the clock
            does not change while a program runs
        009 | same verdicts | TLS 1.2 session-id vs ticket vs 1.3 PSK variants
        010 | must not | 0-RTT data sent before re-verification
        011 | reject | Server rejects PSK and sends a bad chain
        012 | reject | Server accepts PSK but changes ALPN / SNI
        013 | no reuse | Pool reuse across different CA file / verify flags | not expressible: a
            program keeps one configuration while it runs
        014 | no reuse | Pool reuse across different client certs | not expressible: a program keeps
            one configuration while it runs
        015 | no reuse | Pool reuse across different pins | not expressible: a program keeps one
            configuration while it runs
        016 | no cross-resume | Ticket key shared between strict and lenient vhosts
        017 | ignored | Ticket lifetime > 7 days | not expressible: the effect only shows after a
            week
        018 | no coalesce | h2 coalescing across hosts with differing pins | not expressible: a
            client has the same pins for all hosts; ALPN-005 tests certificates
        019 | reject | Server selects a PSK, none offered
        020 | reject | PSK index out of range; pruned after a retry
        021 | reject | PSK with a suite of another hash
        022 | reject | PSK without key_share, only psk_dhe_ke offered
        023 | reject | PSK and Certificate both
        024 | reject | PSK and CertificateRequest both
        025 | reject | PSK selected by a server without its key
        026 | reject | 1.3 ticket resumed in 1.2, or the reverse
        027 | reject | Abbreviated handshake with another suite
        028 | reject | Compatibility session id echoed in 1.2
        029 | reject | Abbreviated handshake by a server without the master secret
        030 | not resumed | Session id equal to another server's, other secret
        031 | reject | EMS in the resumed ServerHello, session had none
        032 | not offered | Ticket sent before the client refused the chain
        033 | not offered | 1.2 ticket, then a wrong Finished
        034 | not offered | Ticket of lifetime 0; older than its lifetime
        035 | reject | NewSessionTicket empty; duplicate extension
        036 | accept | NewSessionTicket with an unknown extension
        037 | reject | NewSessionTicket before Finished
        038 | reject before 1.3, accept since | Unsolicited NewSessionTicket
        039 | reject | session_ticket accepted, NewSessionTicket omitted
        040 | bounded | Two tickets with one nonce; a ticket of 64 KiB; 10 000 tickets
        041 | reject | Early data accepted, none offered
        042 | reject | Early data accepted with identity 1; after a retry
        043 | reject | Early data accepted under another suite or ALPN
        044 | reject | Early data offered, answered in 1.2
        045 | reject | Early data rejected, then a bad chain: what was already sent
        046 | must not | Early data rejected, ALPN changed: resent without the application | not
            expressible: the wire does not show whether the library or the application sends it
            again
        047 | reject | Early data accepted, Finished wrong
        048 | accept | max_early_data_size 1
        """
    )

    static let resources = AttackGroup(
        "DOS",
        "limits of resources",
        """
        001 | bounded | Name-constraint quadratic blow-up
        002 | bounded | Path-building exponential
        003 | bounded | Policy-tree exponential
        004 | bounded | Giant RSA verify
        005 | bounded | DSA/EC giant parameters
        006 | bounded | Huge SAN × wildcard matching
        007 | bounded | Deeply nested ASN.1
        008 | bounded | AIA/CRL fetch amplification
        009 | terminates | BN_mod_sqrt loop CVE-2022-0778 (explicit curve)
        010 | HANG | Per-case wall-clock budget exceeded = HANG, own verdict
        011 | bounded | Message of 16 MiB-1, at once or byte by byte; 65 535 extensions
        """
    )
}
