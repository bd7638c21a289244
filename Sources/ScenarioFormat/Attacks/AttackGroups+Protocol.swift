extension AttackGroup {
    static let protocolVersions = AttackGroup(
        "TLS",
        "protocol versions, ciphers and key exchange",
        """
        001 | reject | Server supports only SSLv2
        002 | reject | Server supports only SSLv3
        003 | reject today | Server supports only TLS 1.0
        004 | reject today | Server supports only TLS 1.1
        005 | accept | Server supports only TLS 1.2
        006 | accept | Server supports only TLS 1.3
        007 | reject | Downgrade sentinel in ServerHello.random
        008 | reject | Fallback hello with TLS_FALLBACK_SCSV
        009 | reject | Server selects an unknown future version
        010 | reject | NULL cipher
        011 | reject | Anonymous suite (ADH, AECDH) without any certificate
        012 | reject | EXPORT, LOW or MEDIUM suite, by version
        013 | reject | RC4, RC4-MD5
        014 | policy | Only 3DES or CBC suites
        015 | policy | static RSA key exchange
        016 | reject | DH with 480, 512 or 1024 bits
        017 | reject | DH with a composite modulus or a small subgroup
        018 | accept | DH with 2048 bits
        019 | reject | FREAK (export RSA without export cipher)
        020 | reject | Logjam
        021 | reject | Suite, curve or signature scheme that the client did not offer
        022 | reject | Server selects compression
        023 | no leak | Heartbleed probe of the client
        024 | reject | Early ChangeCipherSpec (CVE-2014-0224)
        025 | reject | Skipped messages (SMACK): no Certificate or ChangeCipherSpec
        026 | reject, or require the same identity | Renegotiation with another certificate
        027 | reject | Extended master secret absent on resumption
        028 | policy | 0-RTT data replayed
        029 | reject | Two HelloRetryRequests
        030 | accept | Records of one byte
        031 | accept where supported | Only a post-quantum hybrid group (X25519MLKEM768) | not
            expressible: OpenSSL 3.0 has no ML-KEM, which the server needs
        032 | policy | HelloRequest after the handshake
        033 | policy | Renegotiation: other intermediate, same leaf
        034 | reject | Renegotiation into an anonymous suite
        035 | reject | Renegotiation resumes another server's session
        036 | policy | No renegotiation_info at all
        037 | reject | renegotiation_info not empty in the first handshake, wrong or absent later
        038 | reject | Second handshake in another version; with a TLS 1.3 ServerHello
        039 | reject | EMS in only one of two handshakes
        040 | reject | HelloRequest after a TLS 1.3 handshake
        041 | reject | Downgrade sentinel ...00 in a TLS 1.1 or 1.0 ServerHello
        042 | reject | TLS 1.3 with a legacy_version other than 0x0303
        043 | reject | supported_versions selects 1.2, 0x0305, a draft or GREASE
        044 | reject | Version below the client's range
        045 | reject | TLS 1.2 suite in TLS 1.3; TLS 1.3 suite in TLS 1.2
        046 | reject | Suite SCSV, 0x0000, GREASE or integrity-only
        047 | reject | Suite for another kind of certificate
        048 | reject | Compression 1; wrong session id echo, or one of 33 bytes
        049 | no weaker hello | Server cuts each connection: client offers weaker hellos
        050 | reject | Retry that changes nothing
        051 | reject | Retry for a group not offered
        052 | reject | Retry for a group whose share the client has sent
        053 | reject | Suite, group or version differ between retry and ServerHello
        054 | reject | Retry, then a TLS 1.2 ServerHello
        055 | reject | Retry, then ServerHello without key_share
        056 | reject | ServerHello with neither key_share nor PSK
        057 | reject | Retry with an empty cookie, an unknown or duplicate extension, or no version
        058 | accept | Retry with a cookie of 1 KiB
        059 | reject | key_share of a group without a client share
        060 | no weaker hello | Unauthenticated ServerHello: client's next hello offers less
        061 | reject | EC point off the curve, at infinity, short, long or compressed
        062 | reject | X25519 or X448 point of low order
        063 | accept | X25519 share with the high bit set
        064 | reject | FFDHE share 0, 1, p-1 or p; unpadded
        065 | reject | DHE with even p, with g or y of 1 or p-1, or with p of 10 000 bits
        066 | reject | ML-KEM hybrid: ciphertext truncated; classical half of low order | not
            expressible: OpenSSL 3.0 has no ML-KEM, so there is no control
        067 | reject | Point formats without uncompressed
        068 | reject | Unknown extension in ServerHello, EncryptedExtensions or a certificate entry
        069 | reject | Known extension that the client did not send: NPN, SRTP, heartbeat,
            truncated_hmac
        070 | reject | Duplicate extension
        071 | reject | Extension in the wrong message; TLS 1.2 extension in TLS 1.3
        072 | reject | Bytes after an extension's structure
        073 | accept | No extension block; empty block
        074 | reject | max_fragment_length other than requested; record_size_limit 63
        075 | reject | EncryptedExtensions in the record of ServerHello
        076 | reject | Whole flight in plaintext after ServerHello
        077 | reject | Message that begins in plaintext and ends encrypted
        078 | reject | Finished split around ChangeCipherSpec; in the record of ServerHelloDone
        079 | reject | Bytes after Finished in its record
        080 | reject | Plaintext application data before, within or after the handshake
        081 | reject | Another record between the fragments of a message
        082 | reject | Empty handshake record; inner content of padding only
        083 | accept, bounded | 32 empty records; 10 000 empty records
        084 | reject | Record above 2^14 bytes; ciphertext above its limit
        085 | accept | Record padded to the limit
        086 | reject | Inner type 0, 20 or 99; outer type 22 on a protected record
        087 | reject | ChangeCipherSpec protected, of value 2, or after Finished
        088 | accept | No ChangeCipherSpec in compatibility mode; an early one
        089 | reject | Wrong tag; record replayed, swapped or dropped
        090 | reject | CBC: wrong MAC, wrong padding, padding of 255 bytes
        091 | reject | KeyUpdate before Finished; in TLS 1.2
        092 | reject | KeyUpdate of value 2; not at the end of a record
        093 | reject | Old key used after KeyUpdate; new key without KeyUpdate
        094 | accept | KeyUpdate in both directions, then data
        095 | bounded | Floods of KeyUpdate, HelloRequest or warnings
        096 | reject | Fatal alert or close_notify, then the rest of the flight
        097 | policy before 1.3, reject since | Error alert at warning level, then the rest of the
            flight
        098 | policy | user_canceled alert, then the flight
        099 | reject | Alert of one byte, two alerts in a record, one over two records
        100 | reject | Plaintext alert after the keys changed
        """
    )

    static let handshake = AttackGroup(
        "HS",
        "handshake authentication",
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
        010 | reject | Server closes right after Certificate (race with asynchronous verification)
        011 | sent data decides the verdict | Client decides only after the handshake
        012 | accept when data arrives | Certificate accepted but the first write blocks
        013 | timeout is an error, not a rejection | Server stalls within its flight (slowloris)
        014 | rejection without alert | TCP RST or FIN before an alert
        015 | report | Type of the client's alert (46, 48, 42, 45 …)
        016 | reject | CertificateVerify signed over a transcript without Certificate
        017 | reject | Certificate and CertificateVerify replayed from an earlier connection
        018 | reject | CertificateVerify after a retry signed over the second hello only (no
            message_hash)
        019 | reject | CertificateVerify with the client's context string; without string, padding
            or separator
        020 | reject | CertificateVerify signature empty, one byte short, one byte long, all zero
        021 | reject | ECDSA r or s of 0, n or n+1, negative, or swapped
        022 | reject | ECDSA signature not in DER: long lengths, padded integers, bytes after it
        023 | reject | CertificateVerify by rsa_pkcs1_sha256/384/512
        024 | reject | CertificateVerify by SHA-1 or MD5-SHA-1 schemes
        025 | reject | Known scheme that the client did not offer
        026 | reject | Scheme for another kind of key than the certificate's
        027 | reject | ecdsa_secp256r1_sha256 made with a P-384 key
        028 | accept | The same in TLS 1.2, where only the hash counts
        029 | reject | Scheme names one digest, the signature uses another
        030 | reject | RSA-PSS with a salt of 0 or maximal length, a wrong trailer, or MGF with
            another digest
        031 | reject | rsa_pss_pss with an rsaEncryption key; rsa_pss_rsae with an id-RSASSA-PSS key
        032 | reject | RSA PKCS#1 padding forged for e = 3
        033 | reject | Ed25519 with S + L; A and R of small order
        034 | reject | GREASE as scheme
        035 | reject | ServerKeyExchange signed over the randoms in the wrong order
        036 | reject | ServerKeyExchange replayed from an earlier connection
        037 | reject | Point or g^y replaced after the signature
        038 | reject | ServerKeyExchange signed with MD5 or SHA-1 that the client did not offer
        039 | reject | ServerKeyExchange missing with (EC)DHE
        040 | reject | Ephemeral 512-bit RSA key with a static RSA suite
        041 | reject | Two ServerKeyExchange messages, the second one used
        042 | reject | explicit_prime curve of the server
        043 | policy | Leaf on a curve that is not in supported_groups
        044 | reject | Certificate missing, key exchange signed by an unrelated key
        045 | reject | Certificate and ServerKeyExchange missing
        046 | reject | SKIP-TLS: Finished after Certificate, no ChangeCipherSpec, all data in
            plaintext
        047 | reject | ChangeCipherSpec and Finished after ServerHello as in a resumption that the
            client did not offer
        048 | reject | Server's ChangeCipherSpec missing; Finished in plaintext or encrypted
        049 | reject | ChangeCipherSpec twice, of two bytes, of value 2
        050 | reject | Server's ChangeCipherSpec and Finished before the client's
        051 | reject | Finished missing, followed by application data
        052 | reject | ServerHelloDone missing; with a body
        053 | reject | Certificate twice: good then bad, bad then good
        054 | reject | CertificateVerify twice: bad then good, good then bad
        055 | reject | EncryptedExtensions missing; twice
        056 | reject | CertificateVerify before Certificate; Certificate after Finished
        057 | reject | Second ServerHello later in the handshake
        058 | reject | TLS 1.2 flight after a TLS 1.3 ServerHello
        059 | policy before 1.3, reject since | HelloRequest between handshake messages
        060 | reject | EndOfEarlyData; client's ClientHello and Finished sent back
        061 | reject | Each message with another type byte
        062 | reject | Each message empty; with an extra byte
        063 | reject | Each length field wrong by one
        064 | reject | After each prefix of a valid handshake, each message that is not allowed
            there
        065 | reject | Finished with the client's key or label
        066 | reject | Finished over a transcript without one message
        067 | reject | Finished empty, truncated, longer, zero, one bit wrong
        068 | reject | Finished under application keys; in plaintext
        069 | reject | Request context in the server's Certificate
        070 | reject | CompressedCertificate that the client did not offer
        071 | reject | CompressedCertificate by an algorithm not offered
        072 | reject | Compressed stream truncated, empty, garbage or nested
        073 | accept | Good chain compressed by zlib, brotli or zstd
        074 | policy | Static RSA with a 512-bit leaf
        075 | reject | Static RSA by a server without the key: Finished from a guessed secret
        076 | reject | Raw public key that the client did not offer
        077 | reject | Raw public key negotiated, key unknown to the client
        078 | reject | Raw key negotiated and X.509 sent; the reverse
        079 | reject | Raw key: two entries; empty; without CertificateVerify
        080 | reject | OpenPGP certificate type
        081 | accept | Valid delegated credential
        082 | reject | Delegated credential that the client did not request
        083 | reject | Credential expired; valid for more than 7 days
        084 | reject | Credential signed by another key, or for another leaf or scheme
        085 | reject | Credential of a leaf without DelegationUsage or digitalSignature
        086 | reject | CertificateVerify by the leaf's key in spite of a credential; with another
            scheme than the credential's
        087 | ignored | Credential on an intermediate's entry
        """
    )
}
