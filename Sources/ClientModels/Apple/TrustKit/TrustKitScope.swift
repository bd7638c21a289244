extension ModelScope {
    /// The scope of `trustkit`.
    static let trustKit = ModelScope(
        modelled: [
            "The platform must trust the chain for the host before any pin is compared, and a "
                + "failure there blocks the connection even where `TSKEnforcePinning` is off.",
            "Pins are compared from the root down. A key that TrustKit has no header for, such as "
                + "RSA of 8192 bits or P-521, blocks the connection unless a pin was found above "
                + "it.",
            "The hash is made of the key's bits after the usual header of its kind, so that a key "
                + "with another encoding, such as another RSA exponent than 65537, has another hash "
                + "than in tools that make pins.",
            "Up to 1.6.5 a key that TrustKit has no header for ends the process (issue 186); no connection comes "
                + "about either way.",
            "An entry past its `TSKExpirationDate` leaves the host to the platform without notice. "
                + "A date that is not `yyyy-MM-dd` never passes.",
        ],
        inferred: [
            "Hosts reach TrustKit as they are written. Whether the URL loading system converts them "
                + "to lower case or removes a trailing dot was not tried on a device.",
            "Report addresses may have the characters of RFC 3986, as documented for "
                + "`URLWithString:` before iOS 17.",
        ],
        violations: [
            "Without a configuration the host, in lower case and without its trailing dot, has an "
                + "entry with the client's pins. TrustKit requires two different pins, so that a "
                + "single one gets a backup that no key has.",
            "Public suffixes are those of the Public Suffix List of this machine's libpsl, and `.test`; "
                + "TrustKit has a list of its own in each release.",
            "Roots that the user installed stand for those of macOS's user and administrator "
                + "domains.",
        ],
        notModelled: [
            "`kTSKAdditionalTrustAnchors`, which only DEBUG builds of 1.5 read.",
            "Reports, which decide nothing.",
            "Releases before 1.6.2: up to 1.6.1 any of the entries that cover a host may govern it, up to "
                + "1.6.0 `TSKExcludeSubdomainFromParentPolicy` excludes even where it is NO, up to 1.5.3 the "
                + "configuration lists the algorithms of keys, and up to 1.5.2 the look-up of entries confuses "
                + "domains of equal endings (issues 138 and 156).",
        ]
    )
}
