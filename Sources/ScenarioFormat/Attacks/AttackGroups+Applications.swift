extension AttackGroup {
    static let applicationProtocols = AttackGroup(
        "ALPN",
        "application protocol negotiation",
        """
        001 | accept | Server picks offered protocol
        002 | reject | Server picks un-offered protocol
        003 | reject | Server sends the no_application_protocol alert
        004 | reject if strict ALPN | ALPACA: certificate valid for the host, but wrong service or
            protocol
        005 | accept only if the certificate covers both hosts | h2 or http/1.1 connection reused
            for another host (connection coalescing)
        006 | reject | Server answers with two protocols, none, or an empty name
        007 | reject | Server answers although the client offered no protocol
        008 | reject | Server answers in a TLS 1.3 ServerHello
        009 | accept | Server does not answer: both sides use HTTP/1.1
        010 | reject | Server negotiates h2 but speaks HTTP/1.1; the reverse
        011 | reject | Server answers both ALPN and NPN
        012 | policy | Server greets as SMTP, FTP, IMAP or POP3 and echoes the request
        """
    )

    static let startTLS = AttackGroup(
        "STLS",
        "STARTTLS",
        """
        001 | reject | Upgrade of SMTP, IMAP, POP, XMPP, FTP, LDAP, PostgreSQL or MySQL, then a bad
            certificate
        002 | reject when required | STARTTLS stripped from capabilities
        003 | discarded | Plaintext injected before TLS (CVE-2011-0411 class)
        004 | reject | STARTTLS refused (5xx)
        005 | discarded | Response injection after STARTTLS
        006 | reject or drop | Line after the go-ahead, in the same segment or the next
        007 | reject | IMAP PREAUTH greeting; FTP 230
        008 | reject | Capability command fails although TLS is required
        009 | not used | AUTH and other capabilities only in plaintext
        010 | not followed | IMAP login referral or ALERT in plaintext
        011 | reject | Go-ahead, then the plaintext protocol instead of TLS
        012 | reject | TLS fails with an alert, and the plaintext protocol continues
        013 | reject or drop | LDAP: success, then SearchResultEntry or BindResponse in plaintext
        014 | reject | LDAP: refused, with a referral
        015 | reject or drop | XMPP: stanza or features after <proceed/>
        016 | reject | XMPP: features without starttls; <failure/>
        017 | reject | PostgreSQL answers N, or an error text
        018 | reject | PostgreSQL answers S, followed by more bytes
        019 | reject | PostgreSQL direct TLS without ALPN postgresql | not expressible: no defined
            client starts PostgreSQL with TLS; its library does so since version 17
        020 | reject | MySQL greeting without CLIENT_SSL; packet instead of TLS
        021 | reject | FTP: PROT refused; data channel with another certificate
        022 | accept | Correct upgrade; EHLO, CAPABILITY or stream repeated inside TLS
        023 | reject | Plaintext greeting on an implicit TLS port
        024 | not reused | Upgraded connection reused with other TLS settings | not expressible: a
            program's configuration does not change while it runs
        """
    )

    static let http = AttackGroup(
        "HTTP",
        "HTTP",
        """
        001 | flag | Redirect from https to http (sslstrip)
        002 | report | HSTS and upgrade handling
        003 | reject | Body truncated by FIN, without close_notify
        004 | reject | Body without length, ended by FIN or by close_notify in plaintext
        005 | ignored | Data after close_notify
        """
    )

    static let dtls = AttackGroup(
        "DTLS",
        "DTLS",
        """
        001 | reject | DTLS 1.0 and 1.2 variants of the version and cipher cases | not expressible:
            Hatpin's servers speak only TLS over TCP
        """
    )

    static let quic = AttackGroup(
        "QUIC",
        "QUIC",
        """
        001 | reject | QUIC code path skips the chain check for a bad cipher or curve | not
            expressible: Hatpin's servers speak only TLS over TCP
        002 | reject | QUIC code path skips the pin
        003 | reject | QUIC code path skips the host name check for an IP address | not expressible:
            Hatpin's servers speak only TLS over TCP
        """
    )

    static let clientAuthentication = AttackGroup(
        "MTLS",
        "client authentication",
        """
        001 | reject: client-certificate-required | Server requires a client certificate, client has
            none
        002 | accept | Server requests a client certificate, client sends none
        003 | accept | Client certificate valid
        004 | reject (server) | Client certificate expired or not yet valid | not expressible: only
            servers verify client certificates, and Hatpin's servers attack clients
        005 | reject | Client certificate from an untrusted CA | not expressible: only servers
            verify client certificates, and Hatpin's servers attack clients
        006 | reject | Client certificate revoked | not expressible: only servers verify client
            certificates, and Hatpin's servers attack clients
        007 | reject | Client certificate with a wrong EKU or KU | not expressible: only servers
            verify client certificates, and Hatpin's servers attack clients
        008 | reject | Client certificate with a weak signature | not expressible: only servers
            verify client certificates, and Hatpin's servers attack clients
        009 | reject | Client key does not belong to its certificate | not expressible: only servers
            verify client certificates, and Hatpin's servers attack clients
        010 | reject | Malformed client Certificate message | not expressible: only servers verify
            client certificates, and Hatpin's servers attack clients
        011 | reject | Malformed client CertificateVerify message | not expressible: only servers
            verify client certificates, and Hatpin's servers attack clients
        012 | must not send | Client certificate sent to the wrong host (leak)
        013 | verify first | Client certificate sent to an unverified server
        014 | policy | Post-handshake authentication
        015 | reject | Session resumed under another SNI policy skips client authentication | not
            expressible: only servers verify client certificates, and Hatpin's servers attack
            clients
        016 | reject | CertificateRequest after the handshake, without post_handshake_auth
        017 | accept | CertificateRequest after the handshake, with post_handshake_auth
        018 | reject | CertificateRequest without signature_algorithms; with a context
        019 | accept | CertificateRequest with only schemes that do not fit the client's key
        020 | reject | CertificateRequest with an anonymous suite
        021 | accept; reject what does not decode | CertificateRequest with CA names of 64 KiB, not
            in DER, or an empty extension
        022 | not sent | Bad chain and CertificateRequest in TLS 1.2: client certificate sent in
            plaintext
        023 | reject | CertificateRequest inside HTTP/2
        """
    )
}
