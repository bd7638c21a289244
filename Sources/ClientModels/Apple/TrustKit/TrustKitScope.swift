extension ModelScope {
    /// The scope of the model `trustkit`.
    static let trustKit = ModelScope(
        modelled: [
            "The platform must trust the chain for the host before any pin is compared, and a "
                + "failure blocks the connection even if `TSKEnforcePinning` is off.",
            "Pins are compared from the root down. A key without a header in TrustKit, such as RSA "
                + "of 8192 bits or P-521, blocks the connection unless a pin was found above it.",
            "The hash covers the key's bits after the usual header of its kind, so a key with "
                + "another encoding, such as another RSA exponent than 65537, has a different hash "
                + "than in tools that make pins.",
            "Up to 1.6.5, a key without a header in TrustKit ends the process (issue 186); there "
                + "is no connection either way.",
            "After its `TSKExpirationDate` an entry pins nothing, and TrustKit reports no "
                + "mistake. A "
                + "date that is not `yyyy-MM-dd` never expires.",
        ],
        inferred: [
            "Hosts reach TrustKit as written. Whether the URL loading system converts them to "
                + "lower case or removes a trailing dot was not tested on a device.",
            "Report addresses may have the characters of RFC 3986, as documented for "
                + "`URLWithString:` before iOS 17.",
        ],
        violations: [
            "Without a configuration the host, in lower case and without its trailing dot, has an "
                + "entry with the client's pins. TrustKit requires two different pins, so a single "
                + "one gets a backup that no key matches.",
            "Public suffixes are those of the Public Suffix List of this machine's libpsl, and "
                + "`.test`; each release of TrustKit has its own list.",
            "Roots that the user installed represent those of macOS's user and administrator "
                + "domains.",
        ],
        notModelled: [
            "`kTSKAdditionalTrustAnchors`, which only DEBUG builds of 1.5 read.",
            "Reports, which decide nothing.",
            "Releases before 1.6.2: up to 1.6.1 any of the entries that match a host may apply to "
                + "it, up to 1.6.0 `TSKExcludeSubdomainFromParentPolicy` excludes even if it is "
                + "NO, up to 1.5.3 the configuration lists the algorithms of keys, and up to 1.5.2 "
                + "the look-up of entries confuses domains with equal endings (issues 138 and "
                + "156).",
        ]
    )
}
