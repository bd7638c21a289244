/// The decisions that an `Info.plist` has Apple's platforms take, in the order that they are taken.
extension ModelCheck {
    static let infoPlist: [ModelCheck] = [
        .atsExceptionDomains, .atsIncludesSubdomains, .atsLocalNetworking, .atsGlobalKeys,
        .atsMinimumTLSVersion, .atsCipherSuites, .pinnedSubdomains, .pinnedOneLabel,
        .pinnedToNothing, .pinnedLeafIdentities, .pinnedCAIdentities, .atsMinimumKeySize,
        .atsMinimumSignatureAlgorithm, .atsTrustedPeer,
    ]

    private static let configuration = "Apple Security, SecProtocolConfiguration.m"
    private static let policy =
        "Apple Security-61901.0.87.0.1, OSX/sec/Security/SecPolicy.c parseNSPinnedDomains"
    private static let evaluation =
        "Apple Security-61901.0.87.0.1, trust/trustd/SecPolicyServer.c"

    static let atsExceptionDomains = ModelCheck(
        "app-transport-security/exception-domains",
        about: "What NSExceptionDomains says of a host decides, whatever the global keys say.",
        source: configuration
    )

    static let atsIncludesSubdomains = ModelCheck(
        "app-transport-security/includes-subdomains",
        about: "An exception is for hosts below its domain where it says NSIncludesSubdomains.",
        source: configuration
    )

    static let atsLocalNetworking = ModelCheck(
        "app-transport-security/local-networking",
        about: "Local hosts are governed too where NSAllowsLocalNetworking is NO.",
        source: configuration
    )

    static let atsGlobalKeys = ModelCheck(
        "app-transport-security/global-keys",
        about: "NSAllowsArbitraryLoads is ignored where there is another of the global keys.",
        source: configuration
    )

    static let atsMinimumTLSVersion = ModelCheck(
        "app-transport-security/minimum-tls-version",
        about: "The version is 1.2 or what an exception says.",
        source: configuration
    )

    static let atsCipherSuites = ModelCheck(
        "app-transport-security/cipher-suites",
        about: "The suite is forward secret, unless an exception says that it need not be.",
        source: "Apple Security, SecProtocolHelper.m, SecProtocolInternal.h"
    )

    static let atsMinimumKeySize = ModelCheck(
        "app-transport-security/minimum-key-size",
        about: "The end entity's key is RSA of 2048 bits or on a curve of 256, or longer.",
        source: configuration
    )

    static let atsMinimumSignatureAlgorithm = ModelCheck(
        "app-transport-security/minimum-signature-algorithm",
        about: "The end entity is signed over SHA-256 or a longer digest.",
        source: configuration
    )

    static let atsTrustedPeer = ModelCheck(
        "app-transport-security/trusted-peer",
        about: "The platform trusts the server itself, whatever the delegate says.",
        source: configuration
    )

    static let pinnedSubdomains = ModelCheck(
        "pinned-domains/includes-subdomains",
        about: "An entry pins hosts below its domain where it says NSIncludesSubdomains.",
        source: policy
    )

    static let pinnedOneLabel = ModelCheck(
        "pinned-domains/one-label",
        about: "A host below a pinned domain has one label more, not several.",
        source: policy
    )

    static let pinnedToNothing = ModelCheck(
        "pinned-domains/pinned-to-nothing",
        about: "A host whose list of identities holds none is pinned to nothing.",
        source: policy
    )

    static let pinnedLeafIdentities = ModelCheck(
        "pinned-domains/leaf-identities",
        about: "The end entity's key is one of NSPinnedLeafIdentities, where there are any.",
        source: evaluation
    )

    static let pinnedCAIdentities = ModelCheck(
        "pinned-domains/ca-identities",
        about: "The key of a certificate above it is one of NSPinnedCAIdentities, where there are "
            + "any.",
        source: evaluation
    )
}
