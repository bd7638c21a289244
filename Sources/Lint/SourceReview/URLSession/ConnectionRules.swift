import ScenarioFormat

// Rules for challenges without an answer or evaluation, and for connections without a delegate.

extension CodeRule {
    private static let apple: Set<Language> = [.swift, .objectiveC]

    static let urlSearched = CodeRule(
        "URL-006",
        .critical,
        "a search of the chain for a pin, without evaluating the trust",
        in: apple,
        "this code searches the chain for a pin, but never evaluates the trust",
        label: "this comparison decides",
        impact:
            "if a CA is pinned, any certificate from it is accepted for every host, without "
            + "checks of name, date or chain",
        fix: "call SecTrustEvaluateWithError first, and cancel if it fails",
        find: { $0.unevaluatedLooks(isSearched: true) }
    )

    static let urlCopy = CodeRule(
        "URL-016",
        .low,
        "a comparison of the server's certificate or key with a copy, without evaluating the trust",
        in: apple,
        "this code compares the server's certificate with a copy, but never evaluates the trust",
        label: "this comparison decides",
        impact:
            "the pinned certificate is accepted after it expires or is revoked; with a new "
            + "certificate, every "
            + "connection fails until users install an update",
        fix:
            "evaluate the trust first, then compare the key, which can stay the same after renewal",
        find: { $0.unevaluatedLooks(isSearched: false) }
    )

    static let urlUnanswered = CodeRule(
        "URL-011",
        .low,
        "a challenge without an answer",
        in: apple,
        "this path does not answer the challenge",
        label: "returns without calling the completion handler",
        impact:
            "the request hangs until it times out; proxies and client certificates also send "
            + "challenges",
        fix: "answer every challenge; use .performDefaultHandling for other kinds",
        find: { $0.unansweredChallenges }
    )

    static let urlSecond = CodeRule(
        "URL-013",
        .medium,
        "a session without the pinning delegate",
        in: [.swift],
        "this session does not have the pinning delegate",
        label: "no delegate",
        impact:
            "its requests are not pinned; the pinned session can resume its TLS session without "
            + "calling the delegate (Apple QA1727)",
        fix:
            "use one session for the host, made with "
            + "URLSession(configuration:delegate:delegateQueue:)",
        find: { review in
            guard review.hasPinningDelegate else { return [] }
            return review.calls("URLSession") { call in
                call.argument("configuration") != nil && call.argument("delegate") == nil
            }
        }
    )

    static let urlNetwork = CodeRule(
        "ATS-022",
        .medium,
        "a Network.framework connection in an app with pins in its Info.plist",
        in: [.swift],
        "App Transport Security does not apply to this connection",
        label: "does not use URLSession",
        impact:
            "the pins of the Info.plist are not compared, so a certificate from any trusted CA "
            + "is accepted",
        fix: "use URLSession, or compare the key in sec_protocol_options_set_verify_block",
        find: { review in
            let pinned = review.context.surroundings.files(.pinnedDomains)
            guard !pinned.isEmpty, review.mentions("Network"),
                !review.mentions("sec_protocol_options_set_verify_block")
            else { return [] }
            return review.source.calls("NWConnection").filter { call in
                call.argument("using").map { argument in
                    argument.value.contains { review.source.tokens[$0].is("tls") }
                } ?? false
            }.map { call in
                var match = Match(call.name..<call.last + 1)
                match.notes = ["pins are in \(pinned.joined(separator: ", "))"]
                return match
            }
        }
    )
}

extension CodeReview {
    /// Whether the file has a delegate that reads the server's certificates.
    var hasPinningDelegate: Bool {
        mentions("SecTrustCopyCertificateChain", "SecTrustGetCertificateAtIndex")
            && mentions("didReceive") && mentions("URLSessionDelegate")
    }
}
