extension ModelCheck {
    /// The decisions of an Android application's configuration, in the original's order.
    static let android: [ModelCheck] = [
        androidParseConfig, androidParseEntry, androidParseDomain, androidParseSource,
        androidParseExpiration, androidParsePin, androidDebuggable, androidUserAnchors,
        androidInheritance, androidOverridingFirst, androidResource, androidHostname,
        androidExactMatch, androidSubdomains, androidLabelBoundary, androidMostSpecific,
        androidLeafAsAnchor, androidTrustedChain, androidAnchorsAbove, androidTransparency,
        androidNoPins, androidExpiration, androidOverridePins, androidPins,
        androidHostnameVerifier,
    ]

    private static let config = Origin("android", "AOSP, android.security.net.config")
    private static let trustManager = Origin("android", "Conscrypt, TrustManagerImpl.java")
    private static let verifier = Origin(
        "android",
        "AOSP, com.squareup.okhttp.internal.tls.OkHostnameVerifier"
    )

    // MARK: XmlConfigSource

    static let androidParseConfig = config(
        "parse-config",
        about: "The root is network-security-config, with one base-config and one debug-overrides.",
        at: "XmlConfigSource.java parseNetworkSecurityConfig"
    )
    static let androidParseEntry = config(
        "parse-entry",
        about: "Domains, pins and nested entries stand in a domain-config, which has a domain; "
            + "anchors and pins stand in an entry once.",
        at: "XmlConfigSource.java parseConfigEntry"
    )
    static let androidParseDomain = config(
        "parse-domain",
        about: "A domain has a name, which no other has.",
        at: "XmlConfigSource.java parseDomain"
    )
    static let androidParseSource = config(
        "parse-source",
        about: "Certificates come from the system, the user or a resource.",
        at: "XmlConfigSource.java parseCertificatesEntry"
    )
    static let androidParseExpiration = config(
        "parse-expiration",
        about: "A set of pins expires on a day that there is.",
        at: "XmlConfigSource.java parsePinSet"
    )
    static let androidParsePin = config(
        "parse-pin",
        about: "A pin is the base64 of a SHA-256.",
        at: "XmlConfigSource.java parsePin"
    )
    static let androidDebuggable = config(
        "debuggable",
        about: "debug-overrides count in builds for debugging alone.",
        at: "XmlConfigSource.java parseNetworkSecurityConfig"
    )

    // MARK: NetworkSecurityConfig

    static let androidUserAnchors = config(
        "user-anchors",
        about: "Authorities that the user installed are trusted up to API level 23 alone.",
        at: "NetworkSecurityConfig.java getDefaultBuilder"
    )
    static let androidInheritance = config(
        "inheritance",
        about: "What an entry does not state it has from the one around it, or from base-config.",
        at: "NetworkSecurityConfig.java Builder"
    )
    static let androidOverridingFirst = config(
        "overriding-first",
        about: "Of a certificate's sources one that overrides pins counts first.",
        at: "NetworkSecurityConfig.java NetworkSecurityConfig"
    )

    static let androidResource = config(
        "resource",
        about: "A resource with anchors is there and holds certificates.",
        at: "ResourceCertificateSource.java"
    )

    // MARK: ApplicationConfig

    static let androidHostname = config(
        "hostname",
        about: "Host names are compared in lower case and without the root's dot.",
        at: "ApplicationConfig.java getConfigForHostname"
    )
    static let androidExactMatch = config(
        "exact-match",
        about: "The entry of the very name governs it.",
        at: "ApplicationConfig.java getConfigForHostname"
    )
    static let androidSubdomains = config(
        "subdomains",
        about: "Names below a domain belong to it with includeSubdomains alone.",
        at: "ApplicationConfig.java getConfigForHostname"
    )
    static let androidLabelBoundary = config(
        "label-boundary",
        about: "A name below a domain ends in a dot and the domain.",
        at: "ApplicationConfig.java getConfigForHostname"
    )
    static let androidMostSpecific = config(
        "most-specific",
        about: "Of several domains above a name the longest governs it.",
        at: "ApplicationConfig.java getConfigForHostname"
    )

    // MARK: TrustManagerImpl

    static let androidLeafAsAnchor = trustManager(
        "leaf-as-anchor",
        about: "A leaf with an anchor's subject and key is trusted as it is.",
        at: "checkTrusted"
    )
    static let androidTrustedChain = trustManager(
        "trusted-chain",
        about: "A sound path leads to an anchor of the configuration.",
        at: "checkTrustedRecursive"
    )
    static let androidAnchorsAbove = trustManager(
        "anchors-above",
        about: "The chain that pins are looked for in goes on above its first anchor.",
        at: "checkTrustedRecursive"
    )

    static let androidTransparency = trustManager(
        "transparency",
        about: "Logs have promised to publish the leaf, where the configuration requires it.",
        at: "checkTrusted; ct/PolicyImpl.java"
    )

    // MARK: NetworkSecurityTrustManager

    static let androidNoPins = config(
        "no-pins",
        about: "An entry without pins accepts every trusted chain.",
        at: "NetworkSecurityTrustManager.java checkPins"
    )
    static let androidExpiration = config(
        "expiration",
        about: "Pins count until their set expires, and nothing is pinned after that.",
        at: "NetworkSecurityTrustManager.java checkPins"
    )
    static let androidOverridePins = config(
        "override-pins",
        about: "Pins do not count below an anchor that overrides them.",
        at: "NetworkSecurityTrustManager.java isPinningEnforced"
    )
    static let androidPins = config(
        "pins",
        about: "A certificate of the trusted chain holds a pinned key.",
        at: "NetworkSecurityTrustManager.java checkPins"
    )

    static let androidHostnameVerifier = verifier(
        "hostname-verifier",
        about: "The leaf is the host's."
    )
}
