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
        011 | reject where strict | AKIis notSKI on self-signed root
        012 | reject where strict | SKI absent on CA
        013 | reject where strict | SKI critical
        014 | reject | Duplicate AKI/SKI
        015 | accept | AIA present
        016 | reject where strict | AIA critical
        017 | reject under webpki | AIA malformed / empty
        018 | accept or unknown-status | CRLDP relative name / unknown tags / reasons only
        019 | accept | Critical OCSP-nocheck
        020 | reject where strict | issuerAltName malformed (mail, IP, URI, DNS; ~30 forms)
        021 | reject | subjectDirectoryAttributes critical
        022 | reject | Critical CT poison (precertificate served)
        023 | accept or reject | TLS-feature (must-staple) with/without staple
        024 | accept | TLS-feature unknown value
        025 | reject | Extension value empty OCTET STRING
        026 | reject where strict | subjectInfoAccess critical
        027 | ignored | nsCertType contradicting EKU
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
        005 | reject (alert 113) | No staple although must-staple
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
        017 | reject | byKey vs byName responderID, mismatch
        018 | reject | Staple garbage / empty / 64 KiB
        019 | ignored or unsupported-extension | Unsolicited staple
        020 | accept or reject when revoked | Multi-staple on intermediates (TLS 1.3)
        021 | accept | SHA-1 vs SHA-256 CertID
        022 | both framings | Staple of TLS 1.2 CertificateStatus and TLS 1.3 entry
        023 | reject or full handshake | Staple skipped on resumption | not expressible: no program
            is configured to require staples, and models remember nothing between steps
        024 | policy | Client-side staple in mTLS
        025 | unknown | Status only in the second entry
        026 | reject | status_request in ServerHello or EncryptedExtensions
        027 | reject | CertificateStatus in 1.3; before Certificate or unannounced in 1.2
        028 | reject | Status type 2 or 255; empty response
        029 | reject | Responses of the entries swapped
        030 | policy | status_request_v2: intermediate revoked, null entries
        """
    )

    static let revocationLists = AttackGroup(
        "CRL",
        "revocation lists",
        """
        001 | accept | Leaf not on CRL
        002 | reject | Leaf on CRL
        003 | reject with chain depth | Intermediate on CRL
        004 | accept or reject | No CRL available: allow / forbid unknown
        005 | accept | CRL by different issuer with same serial
        006 | reject | CRL signature broken
        007 | reject | CRL issuer KU without cRLSign
        008 | accept | CRL issuer without KU
        009 | reject enforce or accept ignore | CRL nextUpdate past
        010 | reject | CRL thisUpdate future
        011 | reject | CRL nextUpdate missing
        012 | reject | CRLNumber missing
        013 | reject | CRLNumber critical
        014 | reject | CRLNumber negative / > 20 bytes
        015 | reject | Unknown critical CRL ext
        016 | reject | Unknown critical entry ext
        017 | reject | Entry invalid reason
        018 | P rules | removeFromCRL / delta handling
        019 | reject | Delta without base
        020 | reject | Delta presented as complete
        021 | accept or reject | Indirect CRL with certificateIssuer entries
        022 | scope | IDP onlyContainsUser/CA/Attribute certs
        023 | reject when covered | onlySomeReasons union
        024 | accept/unknown | IDP/DP name match, mismatch, match of a later URI
        025 | exact match | Negative / 20-byte serial entries
        026 | newest wins by number | Two CRLs, older revokes, newer does not
        027 | reject | Partitioned CRLs do not shadow each other
        028 | bounded | Entries 1 000 000 (200 MB) CRL
        029 | reject | Wrong CRL version
        030 | unknown, bounded | CRL URL returns HTML / redirects / loops
        031 | reject, no crash | OpenSSL fixture cve-2026-28388 (CRL pair)
        """
    )

    static let transparency = AttackGroup(
        "CT",
        "certificate transparency",
        """
        001 | R under CT policy | No SCT
        002 | accept | Embedded SCTs valid
        003 | reject by policy | SCT signature invalid / wrong log
        004 | reject | SCT timestamp in future / after distrust
        005 | accept | SCT via TLS extension / via OCSP
        006 | reject by policy | Expected-CT violation
        007 | unsupported-extension, or ignored | Unsolicited SCT
        008 | accept | SCTs of different validity in entry, TLS 1.2 extension, OCSP and certificate
        009 | reject | SCT list empty; empty SCT; trailing bytes
        010 | policy | SCTs of another certificate, or only in the second entry
        """
    )
}
