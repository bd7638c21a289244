extension AttackGroup {
    static let applicationProtocols = AttackGroup(
        "ALPN",
        "application protocol negotiation",
        """
        001 | accept | Server picks offered protocol
        002 | reject | Server picks un-offered protocol
        003 | reject | no_application_protocol alert
        004 | reject if strict ALPN | ALPACA: cert valid for host, wrong service/protocol
        005 | only if cert covers | h2 vs http/1.1 reuse across hosts (connection coalescing)
        006 | reject | Two protocols, none, or an empty name
        007 | reject | ALPN response although none was offered
        008 | reject | Protocol selected in a TLS 1.3 ServerHello
        009 | accept | No ALPN response: HTTP/1.1 is used
        010 | reject | h2 negotiated and HTTP/1.1 used; the reverse
        011 | reject | ALPN and NPN together
        012 | policy | Server greets as SMTP, FTP, IMAP or POP3 and echoes the request
        """
    )

    static let startTLS = AttackGroup(
        "STLS",
        "STARTTLS",
        """
        001 | reject | SMTP/IMAP/POP/XMPP/FTP/LDAP/PG/MySQL STARTTLS then bad cert
        002 | reject when required | STARTTLS stripped from capabilities
        003 | discarded | Plaintext injected before TLS (CVE-2011-0411 class)
        004 | reject | STARTTLS refused (5xx)
        005 | discarded | Response injection after STARTTLS
        006 | reject or drop | Line after the go-ahead, same segment or next
        007 | reject | IMAP PREAUTH greeting; FTP 230
        008 | reject | Capability command fails, TLS required
        009 | not used | AUTH and capabilities sent only in plaintext
        010 | not followed | IMAP login referral or ALERT in plaintext
        011 | reject | Go-ahead, then the plaintext protocol instead of TLS
        012 | reject | TLS fails with an alert, and the plaintext protocol continues
        013 | reject or drop | LDAP: success, then SearchResultEntry or BindResponse in plaintext
        014 | reject | LDAP: refused, with a referral
        015 | reject or drop | XMPP: stanza or features after <proceed/>
        016 | reject | XMPP: features without starttls; <failure/>
        017 | reject | PostgreSQL N; error text instead
        018 | reject | PostgreSQL S with trailing bytes
        019 | reject | PostgreSQL direct TLS without ALPN postgresql | not expressible: no supported
            client starts PostgreSQL with TLS; libpq does since version 17
        020 | reject | MySQL greeting without CLIENT_SSL; packet instead of TLS
        021 | reject | FTP: PROT refused; data channel under another certificate
        022 | accept | Correct upgrade; EHLO, CAPABILITY and stream repeated inside TLS
        023 | reject | Plaintext greeting on an implicit TLS port
        024 | not reused | Upgraded connection reused under other TLS settings | not expressible: a
            program keeps one configuration while it runs
        """
    )

    static let http = AttackGroup(
        "HTTP",
        "HTTP",
        """
        001 | flag | sslstrip on redirect
        002 | report | HSTS/upgrade handling
        003 | reject | Body cut by FIN, no close_notify
        004 | reject | Body without length ended by FIN, or by close_notify in plaintext
        005 | ignored | Data after close_notify
        """
    )

    static let dtls = AttackGroup(
        "DTLS",
        "DTLS",
        """
        001 | reject | DTLS 1.0/1.2 variants of version/cipher cases | not expressible: Hatpin's
            servers only speak TLS over TCP
        """
    )

    static let quic = AttackGroup(
        "QUIC",
        "QUIC",
        """
        001 | reject | QUIC path skips chain check on bad cipher/curve | not expressible: Hatpin's
            servers only speak TLS over TCP
        002 | reject | QUIC path skips pin
        003 | reject | QUIC path skips hostname for IP | not expressible: Hatpin's servers only
            speak TLS over TCP
        """
    )

    static let clientAuthentication = AttackGroup(
        "MTLS",
        "client authentication",
        """
        001 | reject: client-certificate-required | Server requires cert, client has none
        002 | accept | Server optional, none sent
        003 | accept | Client cert good
        004 | reject (server) | Client cert expired / future | not expressible: only servers check
            client certificates, and Hatpin tests clients
        005 | reject | Client cert untrusted CA | not expressible: only servers check client
            certificates, and Hatpin tests clients
        006 | reject | Client cert revoked | not expressible: only servers check client
            certificates, and Hatpin tests clients
        007 | reject | Client cert bad EKU / KU | not expressible: only servers check client
            certificates, and Hatpin tests clients
        008 | reject | Client cert weak signature | not expressible: only servers check client
            certificates, and Hatpin tests clients
        009 | reject | Client key is not cert | not expressible: only servers check client
            certificates, and Hatpin tests clients
        010 | reject | Malformed client Certificate | not expressible: only servers check client
            certificates, and Hatpin tests clients
        011 | reject | Malformed CertificateVerify | not expressible: only servers check client
            certificates, and Hatpin tests clients
        012 | must not send | Client cert sent to the wrong host (leak)
        013 | must verify first | Client must not reveal cert to unverified server
        014 | policy | Post-handshake auth
        015 | reject | Resumed session under other SNI policy skips client auth | not expressible:
            only servers check client certificates, and Hatpin tests clients
        016 | reject | CertificateRequest after the handshake, post_handshake_auth not offered
        017 | accept | CertificateRequest after the handshake, post_handshake_auth offered
        018 | reject | CertificateRequest without signature_algorithms; with a context
        019 | accept | CertificateRequest only with schemes that the client's key does not support
        020 | reject | CertificateRequest with an anonymous suite
        021 | accept, reject what does not decode | Authority names: 64 KiB, not DER, empty
            extension
        022 | not sent | Bad chain and CertificateRequest in TLS 1.2: is the client's certificate
            sent in plaintext
        023 | reject | Second CertificateRequest inside HTTP/2
        """
    )
}
