/// A mistake in hand-written delegates, which changes one line of the correct delegate.
struct URLSessionBug: Sendable {
    let name: String
    let change: @Sendable (inout URLSessionPinning) -> Void

    private init(_ name: String, change: @escaping @Sendable (inout URLSessionPinning) -> Void) {
        self.name = name
        self.change = change
    }

    static let delegateNeverCalled = URLSessionBug("delegate-never-called") { $0.call = .never }

    /// Mistakes from sample code, from answers in public forums, and from published advisories.
    package static let catalogue = [
        // The delegate calls `SecTrustEvaluate(trust, NULL)`, or does not read the result.
        URLSessionBug("result-not-read") { $0.reading = .notRead },
        // `errSecSuccess` means that the evaluation ran, not that it succeeded.
        URLSessionBug("status-mistaken-for-trust") {
            $0.comparison = .anchors
            $0.reading = .statusRead
        },
        // An array of policies is created, but `SecTrustSetPolicies` is not called. With
        // URLSession's own trust this mistake changes nothing, as that trust already has the SSL
        // policy (inferred). Here the delegate creates the trust itself.
        URLSessionBug("policies-never-set") { $0.policy = .neverSet },
        // The delegate uses `SecPolicyCreateBasicX509`, in the belief that this policy is safer.
        URLSessionBug("basic-x509") { $0.policy = .basicX509 },
        URLSessionBug("trust-not-evaluated") { $0.reading = .notCalled },
        // Any certificate of the Certificate message is compared with the pin.
        URLSessionBug("served-list-compared") { $0.searched = .servedList },
        // The result is misread as "a failure from which one may recover by continuing".
        URLSessionBug("recoverable-failure-accepted") { $0.reading = .recoverableFailureToo },
        URLSessionBug("credential-in-both-branches") {
            $0.onRefusal = .useCredential
            $0.onFailure = .useCredential
        },
        URLSessionBug("default-handling-on-mismatch") { $0.onRefusal = .performDefaultHandling },
        // The delegate does not test the authentication method, but cancels if there is no server
        // trust. A server that requests a client certificate therefore gets no answer.
        URLSessionBug("authentication-method-not-tested") { $0.isMethodTested = false },
        // The delegate pins only the main host, although redirects and subresources go to other
        // hosts of the domain.
        URLSessionBug("main-host-only") { $0.hostsOfDomain = .itselfAlone },
        // The delegate has `if let pinned = …` without an `else` that rejects.
        URLSessionBug("missing-pins-accepted") { $0.missingPins = .useCredential },
        URLSessionBug("evaluation-inverted") { $0.reading = .inverted },
        // The delegate implements the session's method, but URLSession calls the task's method, or
        // the reverse.
        delegateNeverCalled,
        // Apple Technical Q&A QA1727: TLS sessions are cached for about ten minutes.
        URLSessionBug("session-cache-warm") { $0.call = .notOnResumption },
        // The delegate hashes the certificate, while the configuration has the hash of its key.
        URLSessionBug("certificate-hashed") {
            $0.comparison = .leafKeyHash
            $0.hashed = .certificate
        },
        // The delegate hashes the key without its AlgorithmIdentifier, so pins that were made with
        // openssl never match.
        URLSessionBug("raw-key-hashed") {
            $0.comparison = .leafKeyHash
            $0.hashed = .rawKey
        },
        URLSessionBug("host-compared-by-suffix") { $0.hostsOfDomain = .suffix },
        URLSessionBug("host-compared-by-substring") { $0.hostsOfDomain = .substring },
        // The delegate sets the pins, then calls `SecTrustSetAnchorCertificatesOnly(trust, false)`.
        URLSessionBug("anchors-not-only") {
            $0.comparison = .anchors
            $0.isAnchorsOnly = false
        },
        // The keys of the Certificate message are compared, and any error, or a late answer, leads
        // to acceptance. (In a path that trustd accepts, every key can be extracted.)
        URLSessionBug("failure-accepted") {
            $0.comparison = .leafKey
            $0.searched = .servedList
            $0.onFailure = .useCredential
        },
    ]
}
