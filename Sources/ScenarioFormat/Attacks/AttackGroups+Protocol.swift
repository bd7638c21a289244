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
        031 | accept where supported | PQ hybrid group only (X25519MLKEM768) | not expressible:
            OpenSSL 3.0 has no ML-KEM, which a server needs to answer such a share
        032 | policy | HelloRequest after the handshake
        033 | policy | Renegotiation: other intermediate, same leaf
        034 | reject | Renegotiation into an anonymous suite
        035 | reject | Renegotiation resumes another server's session
        036 | policy | No renegotiation_info at all
        037 | reject | renegotiation_info first not empty, later wrong or absent
        038 | reject | Second handshake in another version; 1.3 ServerHello in it
        039 | reject | EMS in one of two handshakes only
        040 | reject | HelloRequest after a 1.3 handshake
        041 | reject | Sentinel ...00 in a 1.1 or 1.0 ServerHello
        042 | reject | 1.3 with legacy_version other than 0x0303
        043 | reject | supported_versions says 1.2, 0x0305, a draft, GREASE
        044 | reject | Version below the client's range
        045 | reject | 1.2 suite in 1.3; 1.3 suite in 1.2
        046 | reject | Suite SCSV, 0x0000, GREASE, integrity-only
        047 | reject | Suite for another certificate type
        048 | reject | Compression 1; session id echo wrong, or of 33 bytes
        049 | no weaker hello | Server drops each connection: does the client send a weaker hello
        050 | reject | Retry that changes nothing
        051 | reject | Retry for a group not offered
        052 | reject | Retry for a group whose share was sent
        053 | reject | Suite, group, version differ between retry and ServerHello
        054 | reject | Retry, then a 1.2 ServerHello
        055 | reject | Retry, then ServerHello without key_share
        056 | reject | ServerHello with neither key_share nor PSK
        057 | reject | Retry: empty cookie, unknown, duplicate extension, no version
        058 | accept | Retry with a 1 KiB cookie
        059 | reject | key_share of a group without a client share
        060 | no weaker hello | Unauthenticated ServerHello: does the next hello offer less
        061 | reject | EC point off curve, infinity, short, long, compressed
        062 | reject | X25519/X448 low-order point
        063 | accept | X25519 share with the high bit set
        064 | reject | FFDHE share 0, 1, p-1, p, unpadded
        065 | reject | DHE with even p, g or y of 1 or p-1; p of 10 000 bits
        066 | reject | ML-KEM hybrid: ciphertext cut; classical half low-order | not expressible:
            OpenSSL 3.0 has no ML-KEM, which the control needs
        067 | reject | Point formats without uncompressed
        068 | reject | Unknown extension in ServerHello, EncryptedExtensions, entry
        069 | reject | Known extension without request: NPN, SRTP, heartbeat, truncated_hmac
        070 | reject | Duplicate extension
        071 | reject | Extension in the wrong message; 1.2's own in 1.3
        072 | reject | Trailing bytes in an extension
        073 | accept | No extension block; empty block
        074 | reject | max_fragment_length other than requested; record_size_limit 63
        075 | reject | EncryptedExtensions in the record of ServerHello
        076 | reject | Whole flight in plaintext after ServerHello
        077 | reject | Message that starts in plaintext and ends encrypted
        078 | reject | Finished split around CCS; started in the record of ServerHelloDone
        079 | reject | Trailing bytes after Finished in its record
        080 | reject | Application data in plaintext: before, during, after the handshake
        081 | reject | Another record between fragments of a message
        082 | reject | Empty handshake record; inner content all padding
        083 | accept, bounded | 32 empty records; 10 000
        084 | reject | Record above 2^14; ciphertext above its limit
        085 | accept | Record padded to the limit
        086 | reject | Inner type 0, 20, 99; outer type 22 on a protected record
        087 | reject | CCS protected, of value 2, after Finished
        088 | accept | No CCS in compatibility mode; an early one
        089 | reject | Tag wrong, record replayed, swapped, dropped
        090 | reject | CBC: MAC or padding wrong, padding 255
        091 | reject | KeyUpdate before Finished; in 1.2
        092 | reject | KeyUpdate of value 2; not at a record's end
        093 | reject | Old key after KeyUpdate; new key without one
        094 | accept | KeyUpdate both ways, then data
        095 | bounded | Floods: KeyUpdate, HelloRequest, warnings
        096 | reject | Fatal alert or close_notify, then the flight continues
        097 | policy before 1.3, reject since | Error alert at warning level, flight continues
        098 | policy | user_canceled, then the flight
        099 | reject | Alert of one byte, two in a record, over two records
        100 | reject | Alert in plaintext after encryption started
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
        016 | reject | Signs CertificateVerify over the transcript without Certificate
        017 | reject | Replays Certificate and CertificateVerify of an earlier connection
        018 | reject | After a retry, signature over only the second hello (no message_hash)
        019 | reject | CertificateVerify with the client's context string; no string, pad or
            separator
        020 | reject | CertificateVerify signature empty, cut by one, one longer, all zero
        021 | reject | ECDSA r or s 0, n, n+1, negative, swapped
        022 | reject | ECDSA signature not DER: long lengths, padded integers, trailing bytes
        023 | reject | CertificateVerify with rsa_pkcs1_sha256/384/512
        024 | reject | CertificateVerify with SHA-1 or MD5-SHA-1 schemes
        025 | reject | Scheme that exists but this client did not offer
        026 | reject | Scheme for another key type than the certificate's
        027 | reject | ecdsa_secp256r1_sha256 made with a P-384 key
        028 | accept | The same in TLS 1.2, where only the hash counts
        029 | reject | Scheme names one digest, signature made with another
        030 | reject | RSA-PSS with salt 0 or maximal, wrong trailer, MGF of another digest
        031 | reject | rsa_pss_pss with an rsaEncryption key; rsa_pss_rsae with an id-RSASSA-PSS key
        032 | reject | RSA PKCS#1 padding forged for e = 3
        033 | reject | Ed25519 with S + L; small-order A and R
        034 | reject | GREASE as scheme
        035 | reject | ServerKeyExchange signed over the randoms in the wrong order
        036 | reject | ServerKeyExchange replayed from an earlier connection
        037 | reject | Point or g^y replaced after signing
        038 | reject | ServerKeyExchange with MD5 or SHA-1, not offered
        039 | reject | ServerKeyExchange omitted with (EC)DHE
        040 | reject | Ephemeral 512-bit RSA key with a static RSA suite
        041 | reject | ServerKeyExchange twice, the second one is used
        042 | reject | explicit_prime curve of the server's own
        043 | policy | Leaf on a curve that supported_groups lacks
        044 | reject | Certificate omitted, key exchange signed with an unrelated key
        045 | reject | Certificate and ServerKeyExchange omitted
        046 | reject | SKIP: Finished after Certificate, no CCS, all data in plaintext
        047 | reject | CCS and Finished after ServerHello as if resumed; nothing was offered
        048 | reject | Server's CCS omitted; Finished in plaintext, or encrypted
        049 | reject | CCS twice, of two bytes, of value 2
        050 | reject | Server's CCS and Finished before the client's
        051 | reject | Finished omitted, application data follows
        052 | reject | ServerHelloDone omitted; with a body
        053 | reject | Certificate twice: good then bad, bad then good
        054 | reject | CertificateVerify twice: bad then good, good then bad
        055 | reject | EncryptedExtensions omitted; twice
        056 | reject | CertificateVerify before Certificate; Certificate after Finished
        057 | reject | Second ServerHello at a later place
        058 | reject | 1.2 flight after a 1.3 ServerHello
        059 | policy before 1.3, reject since | HelloRequest between handshake messages
        060 | reject | EndOfEarlyData, or ClientHello and Finished reflected
        061 | reject | Each message with another type byte
        062 | reject | Each message empty; with a trailing byte
        063 | reject | Each length field off by one
        064 | reject | Each prefix of the correct message sequence, then each unexpected message
        065 | reject | Finished with the client's key or label
        066 | reject | Finished over a transcript that lacks one message
        067 | reject | Finished empty, cut, longer, zero, one bit off
        068 | reject | Finished under application keys; in plaintext
        069 | reject | Request context in the server's Certificate
        070 | reject | Unsolicited CompressedCertificate
        071 | reject | CompressedCertificate with an algorithm that was not offered
        072 | reject | Compressed stream cut, empty, garbage, nested
        073 | accept | Good chain compressed with zlib, brotli, zstd
        074 | policy | Static RSA with a 512-bit leaf
        075 | reject | Static RSA, server without the key: Finished from a guessed secret
        076 | reject | Raw public key selected without an offer
        077 | reject | Raw public key negotiated, key unknown to the client
        078 | reject | Raw key negotiated and X.509 sent; the reverse
        079 | reject | Raw key: two entries; empty; no CertificateVerify
        080 | reject | OpenPGP certificate type
        081 | accept | Valid delegated credential
        082 | reject | Unsolicited delegated credential
        083 | reject | Credential expired; valid for more than 7 days
        084 | reject | Credential signed by another key, for another leaf or scheme
        085 | reject | Leaf without DelegationUsage or digitalSignature
        086 | reject | CertificateVerify with the leaf's key despite a credential; other scheme than
            the credential's
        087 | ignored | Credential on an intermediate's entry
        """
    )
}
