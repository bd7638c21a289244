/// The decisions that an `Info.plist` has Apple's platforms take, in the order that they are taken.
extension ModelCheck {
    static let infoPlist: [ModelCheck] = [
        .atsExceptionDomains, .atsIncludesSubdomains, .atsLocalNetworking, .atsGlobalKeys,
        .atsMinimumTLSVersion, .atsCipherSuites, .pinnedSubdomains, .pinnedOneLabel,
        .pinnedToNothing, .pinnedLeafIdentities, .pinnedCAIdentities, .atsMinimumKeySize,
        .atsMinimumSignatureAlgorithm, .atsTrustedPeer,
    ]

    private static let configuration = Origin(
        "info-plist",
        "Apple Security, SecProtocolConfiguration.m"
    )
    private static let suites = Origin(
        "info-plist",
        "Apple Security, SecProtocolHelper.m, SecProtocolInternal.h"
    )
    private static let policy = Origin(
        "info-plist",
        "Apple Security-61901.0.87.0.1, OSX/sec/Security/SecPolicy.c parseNSPinnedDomains"
    )
    private static let evaluation = Origin(
        "info-plist",
        "Apple Security-61901.0.87.0.1, trust/trustd/SecPolicyServer.c"
    )

    static let atsExceptionDomains = configuration(
        "ats-exception-domains",
        about: "What NSExceptionDomains says of a host decides, whatever the global keys say."
    )

    static let atsIncludesSubdomains = configuration(
        "ats-includes-subdomains",
        about: "An exception is for hosts below its domain where it says NSIncludesSubdomains."
    )

    static let atsLocalNetworking = configuration(
        "ats-local-networking",
        about: "Local hosts are governed too where NSAllowsLocalNetworking is NO."
    )

    static let atsGlobalKeys = configuration(
        "ats-global-keys",
        about: "NSAllowsArbitraryLoads is ignored where there is another of the global keys."
    )

    static let atsMinimumTLSVersion = configuration(
        "ats-minimum-tls-version",
        about: "The version is 1.2 or what an exception says."
    )

    static let atsCipherSuites = suites(
        "ats-cipher-suites",
        about: "The suite is forward secret, unless an exception says that it need not be."
    )

    static let atsMinimumKeySize = configuration(
        "ats-minimum-key-size",
        about: "The end entity's key is RSA of 2048 bits or on a curve of 256, or longer."
    )

    static let atsMinimumSignatureAlgorithm = configuration(
        "ats-minimum-signature-algorithm",
        about: "The end entity is signed over SHA-256 or a longer digest."
    )

    static let atsTrustedPeer = configuration(
        "ats-trusted-peer",
        about: "The platform trusts the server itself, whatever the delegate says."
    )

    static let pinnedSubdomains = policy(
        "pinned-subdomains",
        about: "An entry pins hosts below its domain where it says NSIncludesSubdomains."
    )

    static let pinnedOneLabel = policy(
        "pinned-one-label",
        about: "A host below a pinned domain has one label more, not several."
    )

    static let pinnedToNothing = policy(
        "pinned-to-nothing",
        about: "A host whose list of identities holds none is pinned to nothing."
    )

    static let pinnedLeafIdentities = evaluation(
        "pinned-leaf-identities",
        about: "The end entity's key is one of NSPinnedLeafIdentities, where there are any."
    )

    static let pinnedCAIdentities = evaluation(
        "pinned-ca-identities",
        about: "The key of a certificate above it is one of NSPinnedCAIdentities, where there are "
            + "any."
    )
}
