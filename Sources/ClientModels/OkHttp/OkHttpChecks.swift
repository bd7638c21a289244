// The decisions of OkHttp 1682d9ba, in the order that it takes them.
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
        about: "An asterisk is the left-most label of a pattern, or two are."
    )
    static let okHttpCanonicalPattern = pinner(
        "canonical-pattern",
        about: "A pattern can be a host."
    )
    static let okHttpPinPrefix = pinner(
        "pin-prefix",
        about: "A pin says by which digest it was made."
    )
    static let okHttpPinHash = pinner(
        "pin-hash",
        about: "A pin is in base64."
    )
    static let okHttpTrustManager = plan(
        "trust-manager",
        about: "The platform's trust manager verifies the chain."
    )
    static let okHttpHostname = verifier(
        "hostname",
        about: "The end entity is the host."
    )
    static let okHttpNoCommonName = verifier(
        "no-common-name",
        about: "A common name is no host."
    )
    static let okHttpASCIILowercase = verifier(
        "ascii-lowercase",
        about: "Only ASCII is put into lower case."
    )
    static let okHttpLeftMostLabel = verifier(
        "left-most-label",
        about: "A wildcard is the left-most label, whole."
    )
    static let okHttpWildcardDomain = verifier(
        "wildcard-domain",
        about: "A wildcard stands above some domain."
    )
    static let okHttpWildcardLabel = verifier(
        "wildcard-label",
        about: "A wildcard is one label and no more."
    )
    static let okHttpSuffixBorder = pinner(
        "suffix-border",
        about: "What two asterisks match ends in a dot, or is nothing."
    )
    static let okHttpWholeSuffix = pinner(
        "whole-suffix",
        about: "The host ends where the pattern does."
    )
    static let okHttpOneLabel = pinner(
        "one-label",
        about: "One asterisk is one label and no more."
    )
    static let okHttpCleanedChain = pinner(
        "cleaned-chain",
        about: "Pins are looked for in the chain that was cleaned, not in what was served."
    )
    static let okHttpMaximumSigners = cleaner(
        "maximum-signers",
        about: "A chain has at most nine signers."
    )
    static let okHttpTrustedFirst = cleaner(
        "trusted-first",
        about: "A trusted signer goes before one that was served."
    )
    static let okHttpIssuerName = cleaner(
        "issuer-name",
        about: "A signer bears the name of the issuer."
    )
    static let okHttpBasicConstraints = cleaner(
        "basic-constraints",
        about: "A signer is a CA and allows as many intermediates as there are."
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
