extension ModelCheck {
    /// The decisions of an Android application's configuration, in Android's order.
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
        about: "The root is network-security-config, with at most one base-config and one "
            + "debug-overrides.",
        at: "XmlConfigSource.java parseNetworkSecurityConfig"
    )
    static let androidParseEntry = config(
        "parse-entry",
        about: "Domains, pins and nested entries are in a domain-config, which has a domain; an "
            + "entry has trust anchors and pins at most once.",
        at: "XmlConfigSource.java parseConfigEntry"
    )
    static let androidParseDomain = config(
        "parse-domain",
        about: "A domain has a name, which no other domain has.",
        at: "XmlConfigSource.java parseDomain"
    )
    static let androidParseSource = config(
        "parse-source",
        about: "Certificates come from the system, the user or a resource.",
        at: "XmlConfigSource.java parseCertificatesEntry"
    )
    static let androidParseExpiration = config(
        "parse-expiration",
        about: "A pin set expires on a valid date.",
        at: "XmlConfigSource.java parsePinSet"
    )
    static let androidParsePin = config(
        "parse-pin",
        about: "A pin is the base64 of a SHA-256 digest.",
        at: "XmlConfigSource.java parsePin"
    )
    static let androidDebuggable = config(
        "debuggable",
        about: "debug-overrides count only in debug builds.",
        at: "XmlConfigSource.java parseNetworkSecurityConfig"
    )

    // MARK: NetworkSecurityConfig

    static let androidUserAnchors = config(
        "user-anchors",
        about: "CAs that the user installed are trusted by default only up to API level 23.",
        at: "NetworkSecurityConfig.java getDefaultBuilder"
    )
    static let androidInheritance = config(
        "inheritance",
        about: "An entry inherits what it does not state from the enclosing entry, or from "
            + "base-config.",
        at: "NetworkSecurityConfig.java Builder"
    )
    static let androidOverridingFirst = config(
        "overriding-first",
        about: "If a certificate has several sources, one that overrides pins counts first.",
        at: "NetworkSecurityConfig.java NetworkSecurityConfig"
    )

    static let androidResource = config(
        "resource",
        about: "A resource with trust anchors exists and contains certificates.",
        at: "ResourceCertificateSource.java"
    )

    // MARK: ApplicationConfig

    static let androidHostname = config(
        "hostname",
        about: "Host names are compared in lower case and without the trailing dot.",
        at: "ApplicationConfig.java getConfigForHostname"
    )
    static let androidExactMatch = config(
        "exact-match",
        about: "The entry with the host's exact name applies to it.",
        at: "ApplicationConfig.java getConfigForHostname"
    )
    static let androidSubdomains = config(
        "subdomains",
        about: "Names below a domain belong to it only with includeSubdomains.",
        at: "ApplicationConfig.java getConfigForHostname"
    )
    static let androidLabelBoundary = config(
        "label-boundary",
        about: "A name below a domain ends in a dot and the domain.",
        at: "ApplicationConfig.java getConfigForHostname"
    )
    static let androidMostSpecific = config(
        "most-specific",
        about: "If several domains match a name, the longest applies.",
        at: "ApplicationConfig.java getConfigForHostname"
    )

    // MARK: TrustManagerImpl

    static let androidLeafAsAnchor = trustManager(
        "leaf-as-anchor",
        about: "A leaf with an anchor's subject and key is trusted without validation.",
        at: "checkTrusted"
    )
    static let androidTrustedChain = trustManager(
        "trusted-chain",
        about: "A valid path leads to an anchor of the configuration.",
        at: "checkTrustedRecursive"
    )
    static let androidAnchorsAbove = trustManager(
        "anchors-above",
        about: "The chain that is searched for pins continues above its first anchor.",
        at: "checkTrustedRecursive"
    )

    static let androidTransparency = trustManager(
        "transparency",
        about: "The leaf has the SCTs that the configuration requires.",
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
        about: "Pins count until their set expires; after that, nothing is pinned.",
        at: "NetworkSecurityTrustManager.java checkPins"
    )
    static let androidOverridePins = config(
        "override-pins",
        about: "Pins do not count below an anchor that overrides them.",
        at: "NetworkSecurityTrustManager.java isPinningEnforced"
    )
    static let androidPins = config(
        "pins",
        about: "A certificate of the trusted chain has a pinned key.",
        at: "NetworkSecurityTrustManager.java checkPins"
    )

    static let androidHostnameVerifier = verifier(
        "hostname-verifier",
        about: "The leaf matches the host name."
    )
}
