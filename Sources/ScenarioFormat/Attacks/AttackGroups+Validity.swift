extension AttackGroup {
    static let validity = AttackGroup(
        "VAL",
        "validity times",
        """
        001 | reject: expired | Leaf expired long ago
        002 | reject | Leaf expired 1 s before the reference time
        003 | reject | Leaf expired 5 s before the reference time
        004 | accept | notAfter equals reference time exactly
        005 | accept (resolution of one second) | Reference time a few ms past notAfter | not
            expressible: clocks and certificates have a resolution of one second
        006 | accept | notBefore equals reference time exactly
        007 | reject: not-yet-valid | notBefore 1 s or 5 s in the future
        008 | reject | Reference time a fraction of a second before notBefore | not expressible:
            clocks and certificates have a resolution of one second
        009 | reject | notBefore far in the future
        010 | reject | Intermediate expired, leaf valid
        011 | reject | Intermediate not yet valid
        012 | reject, by profile (beyond RFC 5280; OpenSSL rejects) | Root expired but still in the
            store
        013 | reject, by profile | Expired intermediate as anchor (partial chain)
        014 | accept | Expired cross-certificate, alternative path valid
        015 | reject | notBefore after notAfter
        016 | accept at that second only | notBefore equals notAfter
        017 | reject | notAfter before 2000 in UTCTime (1963)
        018 | read as 19xx | UTCTime years 50 to 99
        019 | reject where strict | GeneralizedTime used before 2050
        020 | reject | UTCTime for a year from 2050 on (overflow)
        021 | reject | Time without seconds (UTC / Generalized)
        022 | reject | Time with offset (+0100) instead of Z
        023 | reject | GeneralizedTime in local form (no Z)
        024 | reject | GeneralizedTime with fractional seconds
        025 | reject | notBefore, notAfter or Validity absent
        026 | accept | 99991231235959Z (no well-defined end)
        027 | reject | Year 0000, month 13, day 32, second 60
        028 | reject | Impossible date: 30 February
        029 | reject by profile | Validity longer than 398, 200, 100 or 47 days
        030 | reject (see PIN-030) | Length of the Validity field changed so that two parsers
            disagree (see PIN-030)
        031 | as the clock says | Client clock set to 1970, 2038-01-19 or 2106
        032 | reject if verified again | Certificate expires between handshake and resumption | not
            expressible: a case is one connection, without resumption or retries
        033 | accept (not verified again) | Certificate expires during a connection | not
            expressible: a client's clock does not change during a connection
        """
    )

    static let anchors = AttackGroup(
        "TA",
        "self-signed certificates and trust anchors",
        """
        001 | reject: self-signed | Self-signed leaf, right name, not trusted
        002 | reject | Self-signed leaf, wrong name
        003 | accept under a partial-chain or pin profile | Self-signed leaf trusted directly
        004 | reject | Self-signed leaf with CA:TRUE, right name
        005 | reject | Self-signed leaf with the subject DN of a trusted root
        006 | reject | Self-signed intermediate inserted in the chain
        007 | reject: unknown-issuer | Chain to unknown root, root sent
        008 | reject | Chain to unknown root, root omitted
        009 | reject | Fake root: same DN, other key, sent in the chain
        010 | reject | Fake root: same DN and same SKI, other key
        011 | accept | Trusted root also sent by server (redundant)
        012 | accept when the intermediate is trusted | Root and intermediate swapped in the store
        013 | accept under a partial-chain profile | Intermediate trusted directly, its own issuer
            expired
        014 | reject (OpenSSL default) | Trusted intermediate without the partial-chain flag | not
            expressible: every party accepts a path that ends at any trusted certificate
        015 | reject | Trusted root is not a CA (cA false)
        016 | reject | Trusted root lacks basicConstraints (v3)
        017 | accept under a legacy profile | Version 1 root in the store
        018 | reject | Known compromised roots: Superfish, eDellRoot, DSDTestProvider | not
            expressible: Hatpin signs only with its own keys, and these roots are known by their
            keys
        019 | reject | Public keys of developer tools (webpack-dev-server, preact-cli) | not
            expressible: Hatpin signs only with its own keys, and these tools are known by their
            keys
        020 | reject or warn | Interception root that is blocked or only known | not expressible:
            Hatpin signs only with its own keys, and these roots are known by their keys
        021 | reject | Public chain while only a private CA bundle is trusted
        022 | reject | System store still trusted after a switch to a custom CA
        023 | reject; never accept everything | Trust store empty or unreadable
        024 | accept | Trust store with more than 1 000 roots, some unreadable
        025 | reject | Explicit distrust of a key that is also trusted | not expressible: a trust
            store holds anchors and cannot express distrust
        026 | reject | Root whose EKU or trust bits exclude serverAuth
        027 | reject | Root distrusted for leaves issued after a date | not expressible: a trust
            store holds anchors without attributes
        028 | reject when violated | Name constraints stated by the store, not by the certificate |
            not expressible: a trust store holds anchors without attributes
        029 | accept | Two roots with the same DN and different keys, one of them signed
        030 | accept | Key rollover: old-with-new, new-with-old
        """
    )
}
