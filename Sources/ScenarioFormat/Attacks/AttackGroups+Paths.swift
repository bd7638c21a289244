extension AttackGroup {
    static let paths = AttackGroup(
        "PATH",
        "building paths",
        """
        001 | accept | Straight chain with one intermediate
        002 | accept | Straight chain with zero intermediates
        003 | accept | Chain of 10 intermediates
        004 | reject: chain-too-long | Chain longer than the client's depth limit
        005 | accept or reject | max depth 0 / 1 exact and exhausted
        006 | accept | Self-issued certs not counted toward depth
        007 | reject | Missing intermediate (incomplete chain), no AIA
        008 | accept only in AIA profile | Missing intermediate, AIA available and allowed
        009 | reject, bounded | AIA points to attacker host / huge file / loop
        010 | accept TLS 1.3 client or reject, by profile TLS 1.2 strict | Chain in reversed order
        011 | accept | Chain shuffled, leaf first
        012 | reject | Leaf not first
        013 | accept | Unrelated extra certs appended
        014 | accept | Unrelated cert inserted between
        015 | accept | Duplicate leaf / intermediate / root in list
        016 | reject | Empty certificate_list
        017 | reject | Certificate message absent
        018 | reject within time budget | 100-cert list all unrelated
        019 | accept for either | Two roots, each alternative valid (TWO_ROOTS)
        020 | accept via the other | Two roots, one branch invalid (×6 reasons)
        021 | reject | Two roots, only trusted branch invalid (×6)
        022 | accept | RFC 4158 figure-7 mesh with cycles
        023 | accept | Mesh with two invalid edges, detour exists (×6)
        024 | accept | Bridge CA mesh (25 nodes, 36 edges), long path
        025 | reject | Bridge CA, critical edge invalid (×6)
        026 | reject, terminates | Intermediate cycle of two CAs, no root
        027 | reject, terminates | Same logical CA, two keys signing each other
        028 | accept, no crash | CVE-2024-0567 cross-sign cycle, valid path exists
        029 | reject within budget | 100 CAs same DN distinct keys, no root
        030 | reject within budget | 100 CAs same DN same key
        031 | reject within budget | 100 CAs distinct DN same key
        032 | reject, no crash | Very long chain over-copies (CVE-2024-28835)
        033 | reject | Issuer DN matches but key does not
        034 | reject | Key matches but issuer DN does not
        035 | accept, by profile or reject where strict | AKI keyid mismatches issuer SKI, signature
            fine
        036 | reject, by profile | AKI issuer+serial points to wrong cert
        037 | accept | Two intermediates same DN+key, one expired
        038 | accept via other | Two intermediates same DN+key, one lacks basicConstraints
        039 | accept | Alternate chain avoids name-constrained CA
        040 | accept via other edge | Alternate chain via CA with SHA-1 edge
        041 | reject | CVE-2015-1793: alternative chain uses leaf as CA
        042 | reject | Leaf signed by another site's valid leaf (real cert as CA)
        043 | reject | Victim's real chain with leaf's public key replaced, signature untouched
        044 | reject | Chain whose issuer is present only with wrong EKU
        045 | accept | Trusted-first ordering: store copy preferred over sent copy
        046 | accept for validation, reject for pin | Intermediate replaced by same-subject CA under
            other trusted root
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
        006 | accept | pathlen 0 with direct leaf
        007 | reject: path-length | pathlen 0 followed by another CA
        008 | accept | pathlen 1 then 2 (may grow) within limits
        009 | reject | pathlen 1 with three CAs
        010 | accept | pathlen ignored for CA in leaf slot
        011 | accept | Self-issued rollover not counted
        012 | reject | Self-issued that still breaks the limit
        013 | accept default or reject where strict | pathlen on a non-CA
        014 | reject where strict | pathlen without keyCertSign
        015 | reject | Negative pathlen
        016 | accept or reject; never wrap | Huge pathlen (2^31, 2^64, 20-byte INTEGER)
        017 | reject | cA encoded BER TRUE (0x01)
        018 | reject DER strict | Explicit DEFAULT FALSE encoded
        019 | reject | Duplicate basicConstraints, CA first / second
        020 | reject | v1 certificate as intermediate
        021 | reject | v3 extensions in v1/v2 certificate claiming CA
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
        006 | accept TLS1.2 only | Leaf only keyEncipherment with static RSA
        007 | reject TLS 1.3 | Leaf EC with keyAgreement only
        008 | reject | keyUsage with zero bits
        009 | reject | keyUsage BIT STRING overflow (extra byte / unused bits)
        010 | reject | Duplicate keyUsage, permissive one first / second
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
        007 | accept rfc or reject under webpki | EKU absent on leaf
        008 | reject | EKU empty SEQUENCE
        009 | accept | Several EKUs incl. serverAuth
        010 | accept | Unknown private OID + serverAuth
        011 | reject | Unknown private OID alone
        012 | reject | Duplicate EKU extension
        013 | reject, by profile (webpki) | Intermediate EKU without serverAuth (nesting)
        014 | reject under webpki | Root with EKU
        015 | reject where strict | CA with serverAuth + another EKU (CABF)
        016 | reject where strict | CA with CT precert signing EKU issuing TLS
        017 | reject | OCSPSigning leaf as server
        018 | reject today | Netscape SGC instead of serverAuth
        """
    )
}
