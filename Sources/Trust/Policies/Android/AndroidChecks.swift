extension ModelCheck {
    /// What an Android application decides by its configuration, in the original's order.
    static let android: [ModelCheck] = [
        androidParseConfig, androidParseEntry, androidParseDomain, androidParseSource,
        androidParseExpiration, androidParsePin, androidDebuggable, androidUserAnchors,
        androidInheritance, androidOverridingFirst, androidResource, androidHostname,
        androidExactMatch,
        androidSubdomains, androidLabelBoundary, androidMostSpecific, androidLeafAsAnchor,
        androidTrustedChain, androidAnchorsAbove, androidNoPins, androidExpiration,
        androidOverridePins, androidPins, androidHostnameVerifier,
    ]

    // MARK: XmlConfigSource

    static let androidParseConfig = android(
        "parse-config",
        "The root is network-security-config, with one base-config and one debug-overrides.",
        "XmlConfigSource.java parseNetworkSecurityConfig"
    )
    static let androidParseEntry = android(
        "parse-entry",
        "Domains, pins and nested entries stand in a domain-config, which has a domain; anchors "
            + "and pins stand in an entry once.",
        "XmlConfigSource.java parseConfigEntry"
    )
    static let androidParseDomain = android(
        "parse-domain",
        "A domain has a name, which no other has.",
        "XmlConfigSource.java parseDomain"
    )
    static let androidParseSource = android(
        "parse-source",
        "Certificates come from the system, the user or a resource.",
        "XmlConfigSource.java parseCertificatesEntry"
    )
    static let androidParseExpiration = android(
        "parse-expiration",
        "A set of pins expires on a day that there is.",
        "XmlConfigSource.java parsePinSet"
    )
    static let androidParsePin = android(
        "parse-pin",
        "A pin is the base64 of a SHA-256.",
        "XmlConfigSource.java parsePin"
    )
    static let androidDebuggable = android(
        "debuggable",
        "debug-overrides count in builds for debugging alone.",
        "XmlConfigSource.java parseNetworkSecurityConfig"
    )

    // MARK: NetworkSecurityConfig

    static let androidUserAnchors = android(
        "user-anchors",
        "Authorities that the user installed are trusted up to API level 23 alone.",
        "NetworkSecurityConfig.java getDefaultBuilder"
    )
    static let androidInheritance = android(
        "inheritance",
        "What an entry does not state it has from the one around it, or from base-config.",
        "NetworkSecurityConfig.java Builder"
    )
    static let androidOverridingFirst = android(
        "overriding-first",
        "Of a certificate's sources one that overrides pins counts first.",
        "NetworkSecurityConfig.java NetworkSecurityConfig"
    )

    static let androidResource = android(
        "resource",
        "A resource with anchors is there and holds certificates.",
        "ResourceCertificateSource.java"
    )

    // MARK: ApplicationConfig

    static let androidHostname = android(
        "hostname",
        "Host names are compared in lower case and without the root's dot.",
        "ApplicationConfig.java getConfigForHostname"
    )
    static let androidExactMatch = android(
        "exact-match",
        "The entry of the very name governs it.",
        "ApplicationConfig.java getConfigForHostname"
    )
    static let androidSubdomains = android(
        "subdomains",
        "Names below a domain belong to it with includeSubdomains alone.",
        "ApplicationConfig.java getConfigForHostname"
    )
    static let androidLabelBoundary = android(
        "label-boundary",
        "A name below a domain ends in a dot and the domain.",
        "ApplicationConfig.java getConfigForHostname"
    )
    static let androidMostSpecific = android(
        "most-specific",
        "Of several domains above a name the longest governs it.",
        "ApplicationConfig.java getConfigForHostname"
    )

    // MARK: TrustManagerImpl

    static let androidLeafAsAnchor = conscrypt(
        "leaf-as-anchor",
        "A leaf with an anchor's subject and key is trusted as it is.",
        "checkTrusted"
    )
    static let androidTrustedChain = conscrypt(
        "trusted-chain",
        "A sound path leads to an anchor of the configuration.",
        "checkTrustedRecursive"
    )
    static let androidAnchorsAbove = conscrypt(
        "anchors-above",
        "The chain that pins are looked for in goes on above its first anchor.",
        "checkTrustedRecursive"
    )

    // MARK: NetworkSecurityTrustManager

    static let androidNoPins = android(
        "no-pins",
        "An entry without pins accepts every trusted chain.",
        "NetworkSecurityTrustManager.java checkPins"
    )
    static let androidExpiration = android(
        "expiration",
        "Pins count until their set expires, and nothing is pinned after that.",
        "NetworkSecurityTrustManager.java checkPins"
    )
    static let androidOverridePins = android(
        "override-pins",
        "Pins do not count below an anchor that overrides them.",
        "NetworkSecurityTrustManager.java isPinningEnforced"
    )
    static let androidPins = android(
        "pins",
        "A certificate of the trusted chain holds a pinned key.",
        "NetworkSecurityTrustManager.java checkPins"
    )

    static let androidHostnameVerifier = ModelCheck(
        "android/hostname-verifier",
        about: "The leaf is the host's.",
        source: "AOSP, com.squareup.okhttp.internal.tls.OkHostnameVerifier"
    )

    private static func android(_ name: String, _ about: String, _ place: String) -> ModelCheck {
        ModelCheck(
            "android/\(name)",
            about: about,
            source: "AOSP, android/security/net/config/\(place)"
        )
    }

    private static func conscrypt(_ name: String, _ about: String, _ place: String) -> ModelCheck {
        ModelCheck(
            "android/\(name)",
            about: about,
            source: "Conscrypt, TrustManagerImpl.java \(place)"
        )
    }
}
