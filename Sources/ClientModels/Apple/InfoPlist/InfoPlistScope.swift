extension ModelScope {
    /// The scope of the model `info-plist`.
    static let infoPlist = ModelScope(
        modelled: [
            "App Transport Security's versions, cipher suites, key sizes and signature algorithms, "
                + "with the built-in exceptions and those for networks.",
            "Values of another type than expected count as not stated, and numbers other than 1 as "
                + "NO.",
            "Domains under `NSExceptionDomains` are compared as written: an exception in upper "
                + "case matches no host.",
            "The most specific exception decides alone; its parent's settings are not added.",
            "A delegate can only tighten the decision: a server that the platform does not trust "
                + "needs an exception that allows insecure loads, or App Transport Security turned "
                + "off (Apple, Performing Manual Server Trust Authentication).",
            "`NSPinnedDomains` is part of every SSL policy for a host, so an evaluation without a "
                + "host does not compare pins.",
            "Under `NSPinnedDomains`, `NSIncludesSubdomains` covers only hosts with one more "
                + "label, and the pins of all matching entries form one set.",
            "Items without a pin are skipped, so a list of only such items rejects its host. "
                + "Whitespace, line breaks and other characters outside base64 are ignored in "
                + "pins.",
            "A network whose address has more than 13 characters, 37 for IPv6, is ignored, because "
                + "it does not fit into the original's buffers.",
            "`NSRequiresNIAPTLSPackageVersion` and the key of a host (iOS 26.4): only TLS 1.2 with "
                + "ECDHE and AES-GCM.",
        ],
        inferred: [
            "The platform itself evaluates the trust for the host if App Transport Security is "
                + "required.",
            "An exception that allows insecure loads, and so any certificate, does not change the "
                + "minimum key size and the signature algorithm.",
            "NIAP's suites apply if an exception waives forward secrecy, but not if App Transport "
                + "Security is off.",
        ],
        violations: [
            "Cipher suites with CBC and SHA-256 or SHA-384 are allowed, as documented; the newest "
                + "sources omit them.",
            "The prefix length of a network is decimal; the original also reads octal and "
                + "hexadecimal.",
            "Addresses other than loopback and link-local ones count as not local, since only the "
                + "network knows.",
        ],
        notModelled: [
            "Web views and media players: their global keys only switch off "
                + "`NSAllowsArbitraryLoads`.",
            "NIAP's demand for Extended Master Secret, and for signature algorithms that the client "
                + "offers.",
        ]
    )
}
