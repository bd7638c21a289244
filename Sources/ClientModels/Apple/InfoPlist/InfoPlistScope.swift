extension ModelScope {
    /// The scope of `info-plist`.
    static let infoPlist = ModelScope(
        modelled: [
            "App Transport Security's versions, cipher suites, key sizes and signature algorithms, "
                + "with the built-in exceptions and those for networks.",
            "Values of another type than expected count as not stated, and numbers other than 1 as "
                + "NO.",
            "Domains under `NSExceptionDomains` are compared as they are written: an exception in "
                + "upper case matches no host.",
            "The most specific exception decides alone; its parent's settings are not added.",
            "A delegate can only tighten the decision: a server that the platform does not trust "
                + "needs an exception that allows insecure loads, or App Transport Security off "
                + "(Apple, Performing Manual Server Trust Authentication).",
            "`NSPinnedDomains` is part of every SSL policy for a host, so that an evaluation "
                + "without a host does not compare pins.",
            "Under `NSPinnedDomains`, `NSIncludesSubdomains` reaches hosts with one label more and "
                + "no further, and the pins of all matching entries form one set.",
            "Items without a pin are skipped, so that a list of nothing else refuses its host. "
                + "Pins are read past blanks, line breaks and other characters outside base64.",
            "A network whose address takes more than 13 characters, 37 for IPv6, is no network: the "
                + "original's buffers end there.",
            "`NSRequiresNIAPTLSPackageVersion` and the key of a host (iOS 26.4): TLS 1.2 with ECDHE and "
                + "AES-GCM alone.",
        ],
        inferred: [
            "The platform itself evaluates the trust for the host where App Transport Security is "
                + "required.",
            "An exception that allows insecure loads, and so any certificate, leaves the least key "
                + "size and the signature algorithm in force.",
            "NIAP's suites count where an exception asks for no forward secrecy, and not where App "
                + "Transport Security is off.",
        ],
        violations: [
            "Cipher suites with CBC and SHA-256 or SHA-384 are allowed, as documented; the newest "
                + "sources leave them out.",
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
