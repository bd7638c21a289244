extension ModelPlatform {
    /// `SecTrust` and trustd, which evaluate the trust for every model of an Apple client.
    package static let apple = ModelPlatform(
        name: "Apple's platform",
        source: "Apple Security-61901.0.87.0.1, OSX/sec/Security/SecTrust.c, SecPolicy.c, "
            + "SecPolicyChecks.list, SecKey.m, trust/trustd/SecTrustServer.c, "
            + "SecCertificateServer.c, SecPolicyServer.c, SecRevocationServer.c",
        scope: ModelScope(
            modelled: [
                "SecTrust as its callers see it: a served list, a date, anchors and policies that "
                    + "can be changed, and an evaluation that every change discards.",
                "Paths are built in trustd's order, and the path with the best score is "
                    + "returned, even after a failure.",
                "Staples are always evaluated; CRLs only if the client sets a revocation policy.",
                "Of the eight trust results, `confirm` and `other-error` never occur: Apple "
                    + "defined `confirm` for keychains and `other-error` for policies other than "
                    + "its own.",
            ],
            inferred: [
                "A served entry that is not a certificate ends the handshake before any delegate "
                    + "is called.",
                "URLSession's trust has an SSL policy for the host when the delegate gets it.",
            ],
            violations: [
                "Everything was read in Apple's sources; nothing was run on a device.",
                "trustd evaluates the leaf before it builds any path, which decides only between "
                    + "paths of equal score.",
            ],
            notModelled: [
                "Nothing is fetched: issuers come from the served list and the store, statuses "
                    + "from staples and the available CRLs.",
                "Certificate transparency of the system's anchors.",
                "App Transport Security and `NSPinnedDomains` around a library: if a delegate "
                    + "accepts more than the platform's trust, the application also needs an "
                    + "exception, which `info-plist` models.",
                "Exceptions (SecTrustSetExceptions), and all user trust settings except trust and "
                    + "distrust for every policy.",
            ]
        )
    )
}
