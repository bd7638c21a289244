// Challenges without an answer or an evaluation, and connections that ask no delegate.

extension CodeRule {
    private static let apple: Set<Language> = [.swift, .objectiveC]

    static let urlSearched = CodeRule(
        "URL-006",
        .critical,
        "the chain is searched for a pin, and never evaluated",
        in: apple,
        "the chain is searched for a pin, and never evaluated",
        label: "the first thing that decides",
        impact: "with an authority pinned, what it issued to any customer passes for every host: "
            + "neither names nor dates nor the right to sign are checked",
        fix: "evaluate the trust first: SecTrustEvaluateWithError, and cancel where it fails",
        find: { $0.unevaluatedLooks(isSearched: true) }
    )

    static let urlCopy = CodeRule(
        "URL-016",
        .low,
        "the server's certificate or key is compared with a copy, and the trust never evaluated",
        in: apple,
        "the server's certificate is compared with a copy, and the trust is never evaluated",
        label: "the first thing that decides",
        impact: "it passes after it expired or was revoked; with the next certificate every "
            + "connection fails until an update is out",
        fix: "evaluate the trust first; compare the key, which can stay in the next certificate",
        find: { $0.unevaluatedLooks(isSearched: false) }
    )

    static let urlUnanswered = CodeRule(
        "URL-011",
        .low,
        "a challenge that gets no answer",
        in: apple,
        "a challenge gets no answer here",
        label: "leaves without a call of the completion handler",
        impact: "the request waits until it times out: proxies and client certificates ask too",
        fix: "answer every challenge: .performDefaultHandling where it is about something else",
        find: { $0.unansweredChallenges }
    )

    static let urlSecond = CodeRule(
        "URL-013",
        .medium,
        "a session without the delegate that pins",
        in: [.swift],
        "a session without the delegate that pins",
        label: "has no delegate",
        impact: "its requests are not pinned; the TLS session that it opens can be resumed by the "
            + "pinned one, whose delegate is not asked then (Apple's QA1727)",
        fix: "use one session for the host: URLSession(configuration:delegate:delegateQueue:)",
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
        "a connection of Network.framework beside pins of an Info.plist",
        in: [.swift],
        "App Transport Security does not look at this connection",
        label: "not by URLSession",
        impact: "the pins of the Info.plist are not compared: "
            + "a certificate of any trusted authority passes",
        fix: "compare the key in sec_protocol_options_set_verify_block, or use URLSession",
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
                match.notes = ["pins stand in \(pinned.joined(separator: ", "))"]
                return match
            }
        }
    )
}

extension CodeReview {
    /// Whether the file has a delegate that looks at the server's certificates.
    var hasPinningDelegate: Bool {
        mentions("SecTrustCopyCertificateChain", "SecTrustGetCertificateAtIndex")
            && mentions("didReceive") && mentions("URLSessionDelegate")
    }
}
