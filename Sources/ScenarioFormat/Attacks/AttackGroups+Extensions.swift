extension AttackGroup {
    static let extensions = AttackGroup(
        "EXT",
        "extensions",
        """
        001 | reject: unhandled-critical-extension | Unknown critical ext on leaf
        002 | reject | Unknown critical ext on intermediate
        003 | reject, by profile (anchor) | Unknown critical ext on root in path
        004 | accept | Unknown critical ext on unrelated root / intermediate
        005 | accept | Unknown non-critical ext
        006 | reject where strict | AKI absent on leaf / intermediate
        007 | accept | AKI absent on self-signed root
        008 | reject where strict | AKI on cross-signed root absent
        009 | reject where strict | AKI critical
        010 | reject where strict | AKI without keyid / only issuer+serial
        011 | reject where strict | AKI differs from SKI on a self-signed root
        012 | reject where strict | SKI absent on CA
        013 | reject where strict | SKI critical
        014 | reject | Duplicate AKI/SKI
        015 | accept | AIA present
        016 | reject where strict | AIA critical
        017 | reject under webpki | AIA malformed / empty
        018 | accept, or unknown status | CRLDP with a relative name, unknown tags or reasons only
        019 | accept | Critical OCSP-nocheck
        020 | reject where strict | issuerAltName malformed (mail, IP, URI, DNS; ~30 forms)
        021 | reject | subjectDirectoryAttributes critical
        022 | reject | Critical CT poison (precertificate served)
        023 | accept or reject | TLS feature (must-staple) with and without a staple
        024 | accept | TLS feature with an unknown value
        025 | reject | Extension value empty OCTET STRING
        026 | reject where strict | subjectInfoAccess critical
        027 | ignored | nsCertType contradicts EKU
        """
    )

    static let staples = AttackGroup(
        "REV",
        "revocation by stapled OCSP",
        """
        001 | accept | Staple good, fresh
        002 | reject revoked (alert 44) | Staple revoked
        003 | reject hard-fail or accept soft-fail | Staple unknown
        004 | reject under hard-fail | Staple responder error (tryLater, unauthorized)
        005 | reject (alert 113) | No staple in spite of must-staple
        006 | reject | No staple, client requires status
        007 | reject | Staple expired (nextUpdate past)
        008 | reject | Staple thisUpdate in the future
        009 | policy age limit | Staple without nextUpdate
        010 | reject | Staple for another serial
        011 | reject | Staple for another issuer hash
        012 | reject | Staple signature broken
        013 | accept | Staple signed by delegated responder with OCSPSigning
        014 | reject | Delegated responder lacks OCSPSigning EKU
        015 | reject | Delegated responder cert expired / not issued by the CA
        016 | reject | Responder is the leaf itself
        017 | reject | responderID byKey or byName does not match
        018 | reject | Staple garbage / empty / 64 KiB
        019 | ignored or unsupported-extension | Unsolicited staple
        020 | accept or reject when revoked | Staples for intermediates as well (TLS 1.3)
        021 | accept | SHA-1 vs SHA-256 CertID
        022 | both framings | Staple in TLS 1.2 CertificateStatus and in a TLS 1.3 entry
        023 | reject or full handshake | Staple missing on resumption | not expressible: no program
            can be configured to require staples, and models resume no session
        024 | policy | Staple for the client certificate in mTLS
        025 | unknown | Status only in the second entry
        026 | reject | status_request in ServerHello or EncryptedExtensions
        027 | reject | CertificateStatus in TLS 1.3; before Certificate or unannounced in TLS 1.2
        028 | reject | Status type 2 or 255; empty response
        029 | reject | Responses of two entries swapped
        030 | policy | status_request_v2: intermediate revoked, null entries
        """
    )

    static let revocationLists = AttackGroup(
        "CRL",
        "revocation lists",
        """
        001 | accept | Leaf not on CRL
        002 | reject | Leaf on CRL
        003 | reject with its depth | Intermediate on CRL
        004 | accept or reject | No CRL available: unknown status allowed / forbidden
        005 | accept | CRL by different issuer with same serial
        006 | reject | CRL signature broken
        007 | reject | CRL issuer KU without cRLSign
        008 | accept | CRL issuer without KU
        009 | reject, or accept by policy | CRL nextUpdate past
        010 | reject | CRL thisUpdate future
        011 | reject | CRL nextUpdate missing
        012 | reject | CRLNumber missing
        013 | reject | CRLNumber critical
        014 | reject | CRLNumber negative / > 20 bytes
        015 | reject | Unknown critical CRL ext
        016 | reject | Unknown critical entry ext
        017 | reject | Entry invalid reason
        018 | by the rules of RFC 5280 | removeFromCRL and delta handling
        019 | reject | Delta without base
        020 | reject | Delta presented as complete
        021 | accept or reject | Indirect CRL with certificateIssuer entries
        022 | by scope | IDP onlyContainsUserCerts, CACerts or AttributeCerts
        023 | reject when covered | onlySomeReasons: union of several CRLs
        024 | accept, or unknown status | IDP and DP names match, differ, or match a later URI
        025 | exact match | Negative / 20-byte serial entries
        026 | the higher number counts | Two CRLs, the older revokes, the newer does not
        027 | reject | Partitioned CRLs, which do not replace each other
        028 | bounded | CRL with 1 000 000 entries (200 MB)
        029 | reject | Wrong CRL version
        030 | unknown status, bounded | CRL URL returns HTML, redirects or loops
        031 | reject, no crash | CRL pair of the OpenSSL fixture cve-2026-28388
        """
    )

    static let transparency = AttackGroup(
        "CT",
        "certificate transparency",
        """
        001 | reject under CT policy | No SCT
        002 | accept | Embedded SCTs valid
        003 | reject by policy | SCT signature invalid / wrong log
        004 | reject | SCT timestamp in future / after distrust
        005 | accept | SCT via TLS extension / via OCSP
        006 | reject by policy | Expect-CT violation
        007 | unsupported-extension, or ignored | Unsolicited SCT
        008 | accept | SCTs in the entry, the TLS 1.2 extension, OCSP and the certificate, some
            valid and some not
        009 | reject | SCT list empty; empty SCT; bytes after the list
        010 | policy | SCTs of another certificate, or only in the second entry
        """
    )
}
