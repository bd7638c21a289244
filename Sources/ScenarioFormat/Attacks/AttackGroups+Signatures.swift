extension AttackGroup {
    static let signatures = AttackGroup(
        "SIG",
        "signatures, keys and algorithms",
        """
        001 | reject: bad-signature | Leaf signature bit-flipped
        002 | reject | Intermediate signature bit-flipped
        003 | accept (not checked) | Root self-signature broken, root is anchor
        004 | reject | Empty signature BIT STRING
        005 | accept or reject; record which | Null signature on the root
        006 | reject | Signed by other key, same DN
        007 | reject | tbs.signature and signatureAlgorithm have different OIDs
        008 | reject | tbs.signature and signatureAlgorithm have different parameters (NULL and
            absent)
        009 | reject | Unknown signature OID
        010 | reject | signatureAlgorithm absent
        011 | reject: weak-signature | MD2 / MD4 / MD5 leaf
        012 | reject | SHA-1 leaf
        013 | reject | SHA-1 intermediate
        014 | accept | MD5/SHA-1 on trusted root only
        015 | policy | SHA-224
        016 | reject: weak-key | RSA 512 / 768 / 1024 leaf
        017 | reject | RSA 1024 intermediate / root
        018 | reject under webpki | RSA 2052 (not a multiple of 8)
        019 | accept (8192 optional) | RSA 3072 / 4096 / 8192
        020 | reject or bounded | RSA 16384
        021 | reject 1 and even; others by policy | RSA e=1, e=3, even e, e > 2^256
        022 | reject | RSA with a negative or zero modulus
        023 | reject by policy | RSA key of the ROCA form
        024 | reject by policy | RSA primes that are close together (Fermat)
        025 | reject by policy | RSA key of Debian's weak generator
        026 | reject | Malformed RSA key in SPKI (empty BIT STRING)
        027 | reject | SPKI absent
        028 | reject under webpki | DSA leaf / root
        029 | reject today, accept under PKITS | DSA parameter inheritance
        030 | reject | EC P-192 leaf / root
        031 | reject by most | EC P-224
        032 | accept by policy | EC P-256, 384 and 521, with digests of all sizes
        033 | reject | EC explicit parameters on leaf or CA
        034 | reject | Explicit generator forged to match a trusted CA key (CVE-2020-0601)
        035 | reject | EC point at infinity, off the curve or of wrong length
        036 | policy | EC point compressed or hybrid
        037 | reject | ECDSA r or s = 0, = n, > n or negative
        038 | reject | ECDSA signature in BER, with long lengths or trailing bytes
        039 | reject | ECDSA number without its leading zero
        040 | accept | ECDSA with high s
        041 | reject | EC SPKI with NULL parameters, or with ECDH or ECMQV OIDs
        042 | reject | RSA PKCS#1 v1.5 padding variants (Bleichenbacher 2006, missing NULL, garbage)
        043 | reject | RSA-PSS SPKI: wrong salt, MGF hash, trailer
        044 | reject | CA key for PSS only, used for PKCS#1 v1.5
        045 | reject at level 1 | PSS with SHA-1
        046 | accept where supported | Ed25519 / Ed448 chain
        047 | reject | Ed25519 S >= L, small-order A
        048 | reject (cannot sign) | X25519 SPKI in a server leaf
        049 | policy | SM2, GOST, Brainpool chains
        050 | accept where supported | ML-DSA-44/65/87 leaf and chain
        051 | reject | Certificate with a second, post-quantum signature, the classical one broken
        052 | accept, bounded | SLH-DSA sizes
        053 | reject | Key in the certificate differs from the key of CertificateVerify
        054 | reject, by profile | Certificate algorithm not in the client's
            signature_algorithms_cert
        055 | reject | Key or digest below the security level or FIPS profile
        """
    )

    static let encoding = AttackGroup(
        "ENC",
        "encoding",
        """
        001 | reject: malformed | Garbage bytes in Certificate message
        002 | reject | Truncated certificate (every prefix)
        003 | reject | Trailing bytes after certificate
        004 | reject | Outer length too short / too long
        005 | reject | Non-minimal length bytes
        006 | reject | Indefinite length
        007 | reject | BER boolean (not 0xFF)
        008 | reject | Default version v1 encoded explicitly
        009 | reject | Version field 0, 1, 3 (v4), negative or large
        010 | reject | Unexpected extra field in TBSCertificate
        011 | reject where strict; accept by some profiles | Serial absent, zero, negative, of 21
            bytes, or of 20 bytes with the top bit set
        012 | reject | Non-minimal INTEGER in serial
        013 | reject | Issuer or subject absent
        014 | reject | Empty issuer DN
        015 | reject | CA with empty subject
        016 | reject | Extensions field with an empty SEQUENCE
        017 | reject | Same extension OID twice (identical, different, either order)
        018 | reject | Extensions in a version 1 or 2 certificate
        019 | accept or reject | issuerUniqueID or subjectUniqueID in version 3 (allowed) or version
            1 (forbidden)
        020 | reject | High tag number form, wrong class, constructed primitive type
        021 | reject | BIT STRING unused-bits > 7 or non-zero padding
        022 | reject | OID with a leading 0x80 or an overflowing arc
        023 | accept, by profile/policy | BMPString / UniversalString / TeletexString DN
        024 | accept, by profile | PrintableString with illegal characters
        025 | reject | UTF8String with invalid UTF-8
        026 | reject where strict | SET OF not sorted (multi-valued RDN)
        027 | reject or bounded | Certificate 1 MiB / 16 MiB
        028 | reject: malformed | Wrong length of the certificate_list in the handshake
        029 | reject | Zero-length cert entry in list
        030 | reject | PEM instead of DER in the handshake
        031 | reject, bounded | Certificate compression bomb (RFC 8879)
        032 | reject | Compressed certificate with a wrong uncompressed length
        033 | reject | Raw public key instead of X.509
        034 | reject | Certificate that two parsers read differently
        035 | reject or accept, never crash; the signature must fail | Every single-byte mutation of
            a good chain
        036 | by each oracle | TBSCertificate mutated and signed again
        """
    )
}
