extension AttackGroup {
    static let protocolVersions = AttackGroup(
        "TLS",
        "protocol versions, ciphers and key exchange",
        """
        001 | reject | Server only SSLv2
        002 | reject | Server only SSLv3
        003 | reject today | Server only TLS 1.0
        004 | reject today | Server only TLS 1.1
        005 | accept | Server only TLS 1.2
        006 | accept | Server only TLS 1.3
        007 | reject | Downgrade sentinel in ServerHello.random
        008 | reject | FALLBACK_SCSV honoured
        009 | reject | Unknown future version offered back
        010 | reject | NULL cipher
        011 | reject | anon (ADH/AECDH) - no certificate at all
        012 | reject | EXPORT / LOW / MEDIUM by version
        013 | reject | RC4, RC4-MD5
        014 | policy | 3DES / CBC-only
        015 | policy | static RSA key exchange
        016 | reject | DH 480 / 512 / 1024
        017 | reject | DH composite modulus, small subgroup
        018 | accept | DH 2048
        019 | reject | FREAK (export RSA without export cipher)
        020 | reject | Logjam
        021 | reject | Unproposed cipher / curve / sig-hash selected
        022 | reject | Compression offered back
        023 | no leak | Heartbleed probe of the client
        024 | reject | early CCS (CVE-2014-0224)
        025 | reject | SMACK-style skipped messages (server skips Certificate / CCS)
        026 | reject or same identity rule | Renegotiation with a different certificate
        027 | reject | Extended master secret absent on resume
        028 | policy | 0-RTT replay window accepted
        029 | reject | HelloRetryRequest twice
        030 | accept | Record fragmentation 1 byte per record
        031 | accept where supported | PQ hybrid group only (X25519MLKEM768)
        """
    )

    static let handshake = AttackGroup(
        "HS",
        "authentication of the handshake",
        """
        001 | reject | ServerKeyExchange signature wrong (goto fail, CVE-2014-1266)
        002 | reject | ServerKeyExchange signature missing / empty / anon
        003 | reject | CertificateVerify signature wrong
        004 | reject | CertificateVerify omitted
        005 | reject | Certificate omitted (TLS 1.3 non-PSK)
        006 | reject | CertificateVerify with legacy / unproposed scheme
        007 | reject | Finished MAC wrong
        008 | reject | Finished before Certificate
        009 | reject | Application data before Finished
        010 | reject | Server closes right after Certificate (async verify race)
        011 | needs senddata verdict | Client that decides only after handshake: judge by data sent
        012 | accept needs data | Cert accepted but first write blocked
        013 | timeout = error, not reject | Server stalls mid-flight (slowloris)
        014 | rejected-without-alert bucket | TCP RST / FIN before alert
        015 | report | Alert type sent by client recorded (46, 48, 42, 45 …)
        """
    )

    static let applicationProtocols = AttackGroup(
        "ALPN",
        "application protocol negotiation",
        """
        001 | accept | Server picks offered protocol
        002 | reject | Server picks un-offered protocol
        003 | reject | no_application_protocol alert
        004 | reject if strict ALPN | ALPACA: cert valid for host, wrong service/protocol
        005 | only if cert covers | h2 vs http/1.1 reuse across hosts (connection coalescing)
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
        """
    )

    static let http = AttackGroup(
        "HTTP",
        "HTTP",
        """
        001 | flag | sslstrip on redirect
        002 | report | HSTS/upgrade handling
        """
    )

    static let dtls = AttackGroup(
        "DTLS",
        "DTLS",
        """
        001 | reject | DTLS 1.0/1.2 variants of version/cipher cases | not expressible: servers
            speak TLS over TCP, and nothing else
        """
    )

    static let quic = AttackGroup(
        "QUIC",
        "QUIC",
        """
        001 | reject | QUIC path skips chain check on bad cipher/curve | not expressible: servers
            speak TLS over TCP, and nothing else
        002 | reject | QUIC path skips pin
        003 | reject | QUIC path skips hostname for IP | not expressible: servers speak TLS over
            TCP, and nothing else
        """
    )

    static let clientAuthentication = AttackGroup(
        "MTLS",
        "client authentication",
        """
        001 | reject: client-certificate-required | Server requires cert, client has none
        002 | accept | Server optional, none sent
        003 | accept | Client cert good
        004 | reject (server) | Client cert expired / future
        005 | reject | Client cert untrusted CA
        006 | reject | Client cert revoked
        007 | reject | Client cert bad EKU / KU
        008 | reject | Client cert weak signature
        009 | reject | Client key is not cert
        010 | reject | Malformed client Certificate
        011 | reject | Malformed CertificateVerify
        012 | must not send | Client cert sent to the wrong host (leak)
        013 | must verify first | Client must not reveal cert to unverified server
        014 | policy | Post-handshake auth
        015 | reject | Resumed session under other SNI policy skips client auth
        """
    )
}
