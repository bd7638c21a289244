extension AttackGroup {
    static let validity = AttackGroup(
        "VAL",
        "validity times",
        """
        001 | reject: expired | Leaf expired long ago
        002 | reject | Leaf expired 1 s before the reference time
        003 | reject | Leaf expired 5 s before
        004 | accept | notAfter equals reference time exactly
        005 | accept (second granularity) | Reference time a few ms past notAfter | not expressible:
            clocks and certificates have a resolution of one second
        006 | accept | notBefore equals reference time exactly
        007 | reject: not-yet-valid | notBefore 1 s / 5 s in future
        008 | reject | Fraction before notBefore | not expressible: clocks and certificates have a
            resolution of one second
        009 | reject | notBefore far in the future
        010 | reject | Intermediate expired, leaf fine
        011 | reject | Intermediate not yet valid
        012 | reject, by profile (beyond RFC; OpenSSL rejects) | Root expired and still in the store
        013 | reject, by profile | Expired partial-chain anchor
        014 | accept | Expired cross-sign present, alternative path valid
        015 | reject | notBefore after notAfter
        016 | accept at that second only | Zero-length window (equal times)
        017 | reject | Pre-2000 UTCTime (1963) expiry
        018 | interpret as 19xx | UTCTime year 50-99 pivot
        019 | reject where strict | GeneralizedTime used before 2050
        020 | reject | UTCTime for year >= 2050 (wraps)
        021 | reject | Time without seconds (UTC / Generalized)
        022 | reject | Time with offset (+0100) instead of Z
        023 | reject | GeneralizedTime local (no Z)
        024 | reject | GeneralizedTime with fractional seconds
        025 | reject | notBefore absent / notAfter absent / Validity absent
        026 | accept | 99991231235959Z (no well-defined end)
        027 | reject | Year 0000, month 13, day 32, second 60
        028 | reject | Impossible date: 30 February
        029 | reject by policy profile | Validity longer than 398 / 200 / 100 / 47 days
        030 | reject (see PIN-030) | Validity length field manipulated so two parsers disagree
        031 | defined behaviour | Client clock set to 1970, 2038-01-19, 2106
        032 | policy: reject on re-verify | Certificate expires between handshake and resumption |
            not expressible: a case is one connection, without resumption or retries
        033 | accept (no re-check); documents | Certificate expires mid-connection | not
            expressible: the clock does not change while a client is connected
        """
    )

    static let anchors = AttackGroup(
        "TA",
        "self-signed certificates and trust anchors",
        """
        001 | reject: self-signed | Self-signed leaf, right name, not trusted
        002 | reject | Self-signed leaf, wrong name
        003 | accept under partial-chain or pin profile | Self-signed leaf explicitly trusted as
            leaf pin / last-resort match
        004 | reject | Self-signed leaf with CA:TRUE, right name
        005 | reject | Self-signed leaf with the SAME subject DN as a trusted root
        006 | reject | Self-signed intermediate inserted in the chain
        007 | reject: unknown-issuer | Chain to unknown root, root sent
        008 | reject | Chain to unknown root, root omitted
        009 | reject | Fake root: same DN, different key, sent in chain
        010 | reject | Fake root: same DN and same SKI, different key
        011 | accept | Trusted root also sent by server (redundant)
        012 | accept when intermediate is trusted | Root and intermediate roles swapped in the store
        013 | accept partial-chain or profile | Intermediate trusted directly, its own issuer
            expired
        014 | reject (OpenSSL default) | Trusted intermediate without partial-chain flag | not
            expressible: every party accepts any trusted certificate as the end of a path
        015 | reject | Trusted root is not a CA (cA false)
        016 | reject | Trusted root lacks basicConstraints (v3)
        017 | accept, by profile legacy | v1 root in store
        018 | reject | Known-compromised roots: Superfish, eDellRoot, DSDTestProvider | not
            expressible: Hatpin only signs with forged keys, and these roots are known by their keys
        019 | reject | Publicly known dev-tool keys (webpack-dev-server, preact-cli) | not
            expressible: Hatpin only signs with forged keys, and these tools are known by their keys
        020 | reject or warn | Interception root blocked / merely known | not expressible: Hatpin
            only signs with forged keys, and these roots are known by their keys
        021 | reject | Only the given bundle may be used: public chain must fail with private bundle
        022 | reject | System store must not leak back after switching to custom CA
        023 | reject, never "accept all" | Trust store empty or unreadable
        024 | accept | Trust store with 1 000+ roots incl. unparsable ones
        025 | reject | Explicit distrust entry overrides trust for same key | not expressible: a
            trust store holds anchors, without entries of distrust
        026 | reject | Root with EKU not including serverAuth (trust bits)
        027 | reject | Root distrusted after a date (notBefore of leaf later) | not expressible: a
            trust store holds anchors, without attributes
        028 | reject when violated | Name constraints imposed by the store, not in the cert | not
            expressible: a trust store holds anchors, without attributes
        029 | accept | Two roots same DN different keys, only one signs
        030 | accept | Key rollover: old-with-new, new-with-old
        """
    )
}
