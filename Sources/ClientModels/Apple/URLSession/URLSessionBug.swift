/// A mistake in hand-written delegates, as the line that it changes.
struct URLSessionBug: Sendable {
    let name: String
    let change: @Sendable (inout URLSessionPinning) -> Void

    private init(_ name: String, change: @escaping @Sendable (inout URLSessionPinning) -> Void) {
        self.name = name
        self.change = change
    }

    /// Mistakes from sample code, from answers in public forums, and from published advisories.
    package static let catalogue = [
        // `SecTrustEvaluate(trust, NULL)`, or a result that is not read.
        URLSessionBug("result-not-read") { $0.reading = .notRead },
        // `errSecSuccess` means that the evaluation ran, not that it succeeded.
        URLSessionBug("status-mistaken-for-trust") {
            $0.comparison = .anchors
            $0.reading = .statusRead
        },
        // An array of policies is created, but `SecTrustSetPolicies` is not called. With
        // URLSession's own trust that changes nothing, as it already has the SSL policy (inferred);
        // this trust was created by hand.
        URLSessionBug("policies-never-set") { $0.policy = .neverSet },
        // `SecPolicyCreateBasicX509`, used in the belief that it is safer.
        URLSessionBug("basic-x509") { $0.policy = .basicX509 },
        URLSessionBug("trust-not-evaluated") { $0.reading = .notCalled },
        // The certificates of the Certificate message, any of them.
        URLSessionBug("served-list-compared") { $0.searched = .servedList },
        // Read as "a failure from which one may recover by continuing".
        URLSessionBug("recoverable-failure-accepted") { $0.reading = .recoverableFailureToo },
        URLSessionBug("credential-in-both-branches") {
            $0.onRefusal = .useCredential
            $0.onFailure = .useCredential
        },
        URLSessionBug("default-handling-on-mismatch") { $0.onRefusal = .performDefaultHandling },
        // A guard for the server trust that cancels, instead of a test of the method: the server
        // requests a client certificate, and gets no answer.
        URLSessionBug("authentication-method-not-tested") { $0.isMethodTested = false },
        // Redirects and subresources go to other hosts of the domain.
        URLSessionBug("main-host-only") { $0.hostsOfDomain = .itselfAlone },
        // `if let pinned = …` without an `else` that rejects.
        URLSessionBug("missing-pins-accepted") { $0.missingPins = .useCredential },
        URLSessionBug("evaluation-inverted") { $0.reading = .inverted },
        // The session's method is implemented but the task's is called, or the reverse.
        URLSessionBug("delegate-never-called") { $0.call = .never },
        // Apple Technical Q&A QA1727: TLS sessions are cached for about ten minutes.
        URLSessionBug("session-cache-warm") { $0.call = .notOnResumption },
        // SHA-256 of the certificate, while the configuration has that of its key.
        URLSessionBug("certificate-hashed") {
            $0.comparison = .leafKeyHash
            $0.hashed = .certificate
        },
        // SHA-256 of the key without its AlgorithmIdentifier; pins made with openssl never match.
        URLSessionBug("raw-key-hashed") {
            $0.comparison = .leafKeyHash
            $0.hashed = .rawKey
        },
        URLSessionBug("host-compared-by-suffix") { $0.hostsOfDomain = .suffix },
        URLSessionBug("host-compared-by-substring") { $0.hostsOfDomain = .substring },
        // `SecTrustSetAnchorCertificatesOnly(trust, false)` after the pins.
        URLSessionBug("anchors-not-only") {
            $0.comparison = .anchors
            $0.isAnchorsOnly = false
        },
        // The keys of the Certificate message are compared, and an error on the way, or a late
        // answer, leads to the credential. In a path that trustd accepts every key can be
        // extracted.
        URLSessionBug("failure-accepted") {
            $0.comparison = .leafKey
            $0.searched = .servedList
            $0.onFailure = .useCredential
        },
    ]
}
