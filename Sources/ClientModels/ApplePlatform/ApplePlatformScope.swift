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
                "Paths are built in trustd's order, and the best by its scores is shown, after a "
                    + "failure too.",
                "What is stapled is looked at in any case; CRLs only where the client sets a policy "
                    + "on revocation.",
                "Of the eight trust results, `confirm` and `other-error` never occur: Apple "
                    + "defined the one for keychains and the other for policies that are not its "
                    + "own.",
            ],
            inferred: [
                "A served entry that is not a certificate ends the handshake before any delegate "
                    + "is asked.",
                "URLSession's trust holds an SSL policy for the host when the delegate sees it.",
            ],
            violations: [
                "All of it was read in Apple's sources; nothing was run on a device.",
                "trustd evaluates the leaf before it builds any path, which decides only between "
                    + "paths of equal score.",
            ],
            notModelled: [
                "Nothing is fetched: issuers come from the served list and the store, statuses from "
                    + "staples and the CRLs at hand.",
                "Certificate transparency of the system's anchors.",
                "App Transport Security and `NSPinnedDomains` around a library: what a delegate "
                    + "accepts beyond the platform's trust needs an exception of the application "
                    + "besides, which `info-plist` judges.",
                "Exceptions (SecTrustSetExceptions), and of the user's trust settings everything "
                    + "but trust and distrust for every policy.",
            ]
        )
    )
}
