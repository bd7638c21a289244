extension AttackGroup {
    static let paths = AttackGroup(
        "PATH",
        "path building",
        """
        001 | accept | Straight chain with one intermediate
        002 | accept | Straight chain with zero intermediates
        003 | accept | Chain of 10 intermediates
        004 | reject: chain-too-long | Chain longer than the client's depth limit
        005 | accept or reject | Maximum depth 0 or 1, reached and exceeded
        006 | accept | Self-issued certificates, which do not count toward the depth
        007 | reject | Missing intermediate (incomplete chain), no AIA
        008 | accept only under an AIA profile | Missing intermediate, AIA available and allowed
        009 | reject, bounded | AIA points to an attacker's host, a huge file or a loop
        010 | accept in TLS 1.3; reject where TLS 1.2 is strict | Chain in reversed order
        011 | accept | Chain shuffled, leaf first
        012 | reject | Leaf not first
        013 | accept | Unrelated extra certs appended
        014 | accept | Unrelated cert inserted between
        015 | accept | Duplicate leaf / intermediate / root in list
        016 | reject | Empty certificate_list
        017 | reject | Certificate message absent
        018 | reject in bounded time | List of 100 unrelated certificates
        019 | accept for either | Two roots, each with a valid path (TWO_ROOTS)
        020 | accept via the other | Two roots, one branch invalid (6 reasons)
        021 | reject | Two roots, only the trusted branch invalid (6 reasons)
        022 | accept | Mesh with cycles of RFC 4158, figure 7
        023 | accept | Mesh with two invalid edges and a detour (6 reasons)
        024 | accept | Bridge CA mesh (25 nodes, 36 edges), long path
        025 | reject | Bridge CA, an edge of the only path invalid (6 reasons)
        026 | reject, terminates | Cycle of two CAs, no root
        027 | reject, terminates | One CA with two keys that sign each other
        028 | accept, no crash | Cycle of cross-signatures next to a valid path (CVE-2024-0567)
        029 | reject within budget | 100 CAs with the same DN and distinct keys, no root
        030 | reject within budget | 100 CAs with the same DN and the same key
        031 | reject within budget | 100 CAs with distinct DNs and the same key
        032 | reject, no crash | Chain that is longer than the library's array (CVE-2024-28835)
        033 | reject | Issuer DN matches but key does not
        034 | reject | Key matches but issuer DN does not
        035 | accept, by profile or reject where strict | AKI keyid differs from the issuer's SKI,
            signature valid
        036 | reject, by profile | AKI issuer and serial of another certificate
        037 | accept | Two intermediates with the same DN and key, one expired
        038 | accept via other | Two intermediates with the same DN and key, one without
            basicConstraints
        039 | accept | Alternative chain that avoids a name-constrained CA
        040 | accept via other edge | Alternative chain that avoids a SHA-1 signature
        041 | reject | Alternative chain uses a leaf as CA (CVE-2015-1793)
        042 | reject | Leaf signed by another site's valid leaf (a real certificate as CA)
        043 | reject | The site's real chain with the leaf's public key replaced, signature
            unchanged
        044 | reject | Chain whose issuer is present only with a wrong EKU
        045 | accept | Trusted-first order: the store's copy before the sent copy
        046 | accept for validation, reject for the pin | Intermediate replaced by a CA of the same
            subject under another trusted root
        """
    )

    static let basicConstraints = AttackGroup(
        "BC",
        "CA flag and path length",
        """
        001 | reject: issuer-not-ca | Intermediate cA=FALSE
        002 | reject | Intermediate without basicConstraints
        003 | accept, by profile or reject where strict | basicConstraints non-critical on CA
        004 | reject under webpki | Leaf cA=TRUE without keyCertSign
        005 | accept | Leaf without basicConstraints
        006 | accept | Path length 0 with a leaf directly below
        007 | reject: path-length | Path length 0 with another CA below
        008 | accept | Path length 1, then 2 below it (may grow) within limits
        009 | reject | Path length 1 with three CAs below
        010 | accept | Path length of a CA in the leaf slot, which is ignored
        011 | accept | Self-issued certificate of a new key, which does not count
        012 | reject | Self-issued certificate that still exceeds the limit
        013 | accept by default or reject where strict | Path length on a certificate that is not a
            CA
        014 | reject where strict | Path length without keyCertSign
        015 | reject | Negative path length
        016 | accept or reject; no overflow | Huge path length (2^31, 2^64, 20-byte INTEGER)
        017 | reject | cA encoded BER TRUE (0x01)
        018 | reject DER strict | Explicit DEFAULT FALSE encoded
        019 | reject | Duplicate basicConstraints, the CA first or second
        020 | reject | v1 certificate as intermediate
        021 | reject | Version 3 extensions in a version 1 or 2 certificate that claims to be a CA
        022 | reject by default | Proxy certificate (RFC 3820) in chain
        """
    )

    static let keyUsage = AttackGroup(
        "KU",
        "key usage",
        """
        001 | reject | CA without keyCertSign
        002 | reject | Root keyCertSign absent, cA true
        003 | reject | Leaf has keyCertSign with cA false
        004 | accept | Leaf keyUsage absent
        005 | reject | Leaf lacks digitalSignature with (EC)DHE / TLS 1.3
        006 | accept in TLS 1.2 only | Leaf with only keyEncipherment and static RSA
        007 | reject in TLS 1.3 | EC leaf with only keyAgreement
        008 | reject | keyUsage with zero bits
        009 | reject | keyUsage BIT STRING overflow (extra byte / unused bits)
        010 | reject | Duplicate keyUsage, the permissive one first or second
        011 | accept, by profile | keyUsage non-critical on CA
        """
    )

    static let extendedKeyUsage = AttackGroup(
        "EKU",
        "extended key usage",
        """
        001 | accept | EKU serverAuth
        002 | accept (reject under webpki) | EKU serverAuth critical
        003 | reject | EKU clientAuth only for server
        004 | reject | EKU codeSigning only, non-critical
        005 | reject | EKU codeSigning only, critical
        006 | reject where strict or accept, by profile | EKU anyExtendedKeyUsage only
        007 | accept under rfc5280 or reject under webpki | EKU absent on leaf
        008 | reject | EKU empty SEQUENCE
        009 | accept | Several EKUs including serverAuth
        010 | accept | Unknown private OID + serverAuth
        011 | reject | Only an unknown private OID
        012 | reject | Duplicate EKU extension
        013 | reject, by profile (webpki) | Intermediate EKU without serverAuth (nesting)
        014 | reject under webpki | Root with EKU
        015 | reject where strict | CA with serverAuth and another EKU (CA/Browser Forum)
        016 | reject where strict | CA with the precertificate-signing EKU issues a server
            certificate
        017 | reject | Leaf with OCSPSigning as server
        018 | reject today | Netscape SGC instead of serverAuth
        """
    )
}
