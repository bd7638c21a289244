// The decisions of OkHttp 1682d9ba, in OkHttp's order.
extension ModelCheck {
    static let okHttp: [ModelCheck] = [
        okHttpPattern, okHttpCanonicalPattern, okHttpPinPrefix, okHttpPinHash, okHttpTrustManager,
        okHttpHostname, okHttpNoCommonName, okHttpASCIILowercase, okHttpLeftMostLabel,
        okHttpWildcardDomain, okHttpWildcardLabel, okHttpSuffixBorder, okHttpWholeSuffix,
        okHttpOneLabel, okHttpCleanedChain, okHttpMaximumSigners, okHttpTrustedFirst,
        okHttpIssuerName, okHttpBasicConstraints, okHttpSignature, okHttpTrustedEnd, okHttpPin,
    ]

    private static let pinner = Origin("okhttp", "OkHttp 1682d9ba, CertificatePinner.kt")
    private static let verifier = Origin("okhttp", "OkHttp 1682d9ba, OkHostnameVerifier.kt")
    private static let cleaner = Origin(
        "okhttp",
        "OkHttp 1682d9ba, BasicCertificateChainCleaner.kt"
    )
    private static let plan = Origin("okhttp", "OkHttp 1682d9ba, ConnectPlan.kt")

    static let okHttpPattern = pinner(
        "pattern",
        about: "The left-most label of a pattern may be one or two asterisks."
    )
    static let okHttpCanonicalPattern = pinner(
        "canonical-pattern",
        about: "A pattern is a valid host."
    )
    static let okHttpPinPrefix = pinner(
        "pin-prefix",
        about: "A pin names its digest."
    )
    static let okHttpPinHash = pinner(
        "pin-hash",
        about: "A pin is valid base64."
    )
    static let okHttpTrustManager = plan(
        "trust-manager",
        about: "The platform's trust manager verifies the chain."
    )
    static let okHttpHostname = verifier(
        "hostname",
        about: "The end entity matches the host."
    )
    static let okHttpNoCommonName = verifier(
        "no-common-name",
        about: "A common name does not count as a host."
    )
    static let okHttpASCIILowercase = verifier(
        "ascii-lowercase",
        about: "Only ASCII is converted to lower case."
    )
    static let okHttpLeftMostLabel = verifier(
        "left-most-label",
        about: "A wildcard is the whole left-most label."
    )
    static let okHttpWildcardDomain = verifier(
        "wildcard-domain",
        about: "A wildcard is above a domain."
    )
    static let okHttpWildcardLabel = verifier(
        "wildcard-label",
        about: "A wildcard matches exactly one label."
    )
    static let okHttpSuffixBorder = pinner(
        "suffix-border",
        about: "Two asterisks match a prefix that ends in a dot, or nothing."
    )
    static let okHttpWholeSuffix = pinner(
        "whole-suffix",
        about: "The host ends where the pattern ends."
    )
    static let okHttpOneLabel = pinner(
        "one-label",
        about: "One asterisk matches exactly one label."
    )
    static let okHttpCleanedChain = pinner(
        "cleaned-chain",
        about: "Pins are searched in the cleaned chain, not in the served certificates."
    )
    static let okHttpMaximumSigners = cleaner(
        "maximum-signers",
        about: "A chain has at most nine signers."
    )
    static let okHttpTrustedFirst = cleaner(
        "trusted-first",
        about: "A trusted signer is preferred over a served signer."
    )
    static let okHttpIssuerName = cleaner(
        "issuer-name",
        about: "A signer has the name of the issuer."
    )
    static let okHttpBasicConstraints = cleaner(
        "basic-constraints",
        about: "A signer is a CA whose path length allows the intermediates below it."
    )
    static let okHttpSignature = cleaner(
        "signature",
        about: "A signer's key verifies the signature."
    )
    static let okHttpTrustedEnd = cleaner(
        "trusted-end",
        about: "A chain leads to a trusted certificate."
    )
    static let okHttpPin = pinner(
        "pin",
        about: "The chain of a pinned host has a pinned key."
    )
}
