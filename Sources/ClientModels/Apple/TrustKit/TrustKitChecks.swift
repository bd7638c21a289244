// The decisions of TrustKit c48790f3, in TrustKit's order.
extension ModelCheck {
    static let trustKit: [ModelCheck] = [
        tskPinnedDomains, tskValidDomain, tskExcludeAlone, tskSuffix, tskReportURI, tskPinFormat,
        tskDistinctPins, tskExcludeNeedsParent, tskSharedInstance, tskExactDomain,
        tskIncludeSubdomains, tskSameRegistry, tskLabelBorder, tskLongestParent, tskExpiration,
        tskExclude, tskChain, tskSPKIHash, tskUserDefinedAnchor, tskPin, tskEnforcePinning,
    ]

    private static let parsing = Origin("trustkit", "TrustKit c48790f3, parse_configuration.m")
    private static let lookup = Origin("trustkit", "TrustKit c48790f3, configuration_utils.m")
    private static let validator = Origin("trustkit", "TrustKit c48790f3, TSKPinningValidator.m")
    private static let verifier = Origin("trustkit", "TrustKit c48790f3, ssl_pin_verifier.m")
    private static let instance = Origin("trustkit", "TrustKit c48790f3, TrustKit.m")

    static let tskPinnedDomains = parsing(
        "pinned-domains",
        about: "A configuration pins at least one domain."
    )
    static let tskValidDomain = parsing(
        "valid-domain",
        about: "A pinned domain is a known public suffix or below one."
    )
    static let tskExcludeAlone = parsing(
        "exclude-alone",
        about: "An entry that excludes a subdomain has no other settings."
    )
    static let tskSuffix = parsing(
        "no-subdomains-of-a-suffix",
        about: "No configuration pins every name below a public suffix."
    )
    static let tskReportURI = parsing(
        "report-uri",
        about: "Reports go to valid URLs."
    )
    static let tskPinFormat = parsing(
        "pin-format",
        about: "A pin is 32 bytes in base64."
    )
    static let tskDistinctPins = parsing(
        "distinct-pins",
        about: "An enforced entry has at least two different pins, any other entry at least one."
    )
    static let tskExcludeNeedsParent = parsing(
        "exclude-needs-parent",
        about: "A subdomain is excluded only from a parent that includes its subdomains."
    )
    static let tskSharedInstance = instance(
        "shared-instance",
        about: "Only the shared instance swizzles."
    )
    static let tskExactDomain = lookup(
        "exact-domain",
        about: "A host's own entry applies to it."
    )
    static let tskIncludeSubdomains = lookup(
        "include-subdomains",
        about: "A parent's entry applies only if it includes subdomains."
    )
    static let tskSameRegistry = lookup(
        "same-registry",
        about: "A subdomain is below the same public suffix."
    )
    static let tskLabelBorder = lookup(
        "label-border",
        about: "A subdomain's name ends in a dot and the parent's."
    )
    static let tskLongestParent = lookup(
        "longest-parent",
        about: "If several parents match, the longest applies."
    )
    static let tskExpiration = validator(
        "expiration",
        about: "An entry past its date pins nothing."
    )
    static let tskExclude = validator(
        "exclude",
        about: "An excluded subdomain is not pinned."
    )
    static let tskChain = verifier(
        "chain",
        about: "The platform trusts the chain for the host, enforced or not."
    )
    static let tskSPKIHash = verifier(
        "spki-hash",
        about: "Every key that is compared before a pin is found has a kind with a header."
    )
    static let tskUserDefinedAnchor = verifier(
        "user-defined-anchor",
        about: "On macOS, a chain to a root that the user installed is a separate case."
    )
    static let tskPin = verifier(
        "pin",
        about: "The chain contains a pinned key."
    )
    static let tskEnforcePinning = validator(
        "enforce-pinning",
        about: "Without a matching pin, the connection is blocked if the entry is enforced."
    )
}
