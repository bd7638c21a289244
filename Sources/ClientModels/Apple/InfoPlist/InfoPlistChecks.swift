/// The decisions of Apple's platforms that an `Info.plist` controls, in the platforms' order.
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
        about: "An entry of NSExceptionDomains for a host takes precedence over the global keys."
    )

    static let atsIncludesSubdomains = configuration(
        "ats-includes-subdomains",
        about: "An exception applies to hosts below its domain only with NSIncludesSubdomains."
    )

    static let atsLocalNetworking = configuration(
        "ats-local-networking",
        about: "Local hosts are covered too if NSAllowsLocalNetworking is NO."
    )

    static let atsGlobalKeys = configuration(
        "ats-global-keys",
        about: "NSAllowsArbitraryLoads is ignored if another of the global keys is present."
    )

    static let atsMinimumTLSVersion = configuration(
        "ats-minimum-tls-version",
        about: "The minimum TLS version is 1.2 unless an exception states another."
    )

    static let atsCipherSuites = suites(
        "ats-cipher-suites",
        about: "The cipher suite has forward secrecy, unless an exception waives it."
    )

    static let atsMinimumKeySize = configuration(
        "ats-minimum-key-size",
        about: "The end entity's key is RSA of at least 2048 bits or on a curve of at least 256 "
            + "bits."
    )

    static let atsMinimumSignatureAlgorithm = configuration(
        "ats-minimum-signature-algorithm",
        about: "The end entity is signed with SHA-256 or a longer digest."
    )

    static let atsTrustedPeer = configuration(
        "ats-trusted-peer",
        about: "The platform itself trusts the server, whatever the delegate answers."
    )

    static let pinnedSubdomains = policy(
        "pinned-subdomains",
        about: "An entry pins hosts below its domain only with NSIncludesSubdomains."
    )

    static let pinnedOneLabel = policy(
        "pinned-one-label",
        about: "A host below a pinned domain has exactly one more label."
    )

    static let pinnedToNothing = policy(
        "pinned-to-nothing",
        about: "A host with an empty list of identities is pinned to nothing, so it is rejected."
    )

    static let pinnedLeafIdentities = evaluation(
        "pinned-leaf-identities",
        about: "The end entity's key is one of NSPinnedLeafIdentities, if there are any."
    )

    static let pinnedCAIdentities = evaluation(
        "pinned-ca-identities",
        about: "The key of a certificate above the end entity is one of NSPinnedCAIdentities, "
            + "if there are any."
    )
}
