import ScenarioFormat

extension CodeSystem {
    static let urlSession = CodeSystem(
        name: "URLSession, Network.framework, WKWebView",
        noun: "Swift or Objective-C with Apple's networking",
        rules: [
            .urlAccepts, .urlUnread, .urlFailure, .urlDefault, .urlPolicy, .urlSearched,
            .urlExceptions, .urlSuffix, .urlAnchors, .urlKeyHash, .urlUnanswered, .urlShared,
            .urlSecond, .urlVerifyBlock, .urlRecoverable, .urlCopy, .urlWebView, .urlNetwork,
        ],
        isUsed: { review in
            review.mentions(
                "URLSession",
                "NSURLSession",
                "URLAuthenticationChallenge",
                "NSURLAuthenticationChallenge",
                "SecTrust",
                "SecTrustRef",
                "SecTrustEvaluate",
                "sec_protocol_options_set_verify_block",
                "WKWebView",
                "NWConnection",
                "challenge",
                "SecTrustSetExceptions",
                "SecPolicyCreateBasicX509",
                "SecPolicyCreateSSL",
                "SecTrustSetAnchorCertificatesOnly"
            )
        }
    )
}

extension CodeRule {
    private static let apple: Set<Language> = [.swift, .objectiveC]

    static let urlAccepts = CodeRule(
        "URL-001",
        .critical,
        "a challenge handler that accepts the server without evaluating its trust",
        in: apple,
        "the challenge handler accepts the server without evaluating its trust",
        label: "accepts the unchecked certificate",
        impact: Impact.anything,
        fix: "call SecTrustEvaluateWithError first, and cancel if it fails",
        find: { review in review.uncheckedAnswers(inWebView: false) }
    )

    static let urlWebView = CodeRule(
        "URL-017",
        .critical,
        "a web view's challenge handler that accepts the server without evaluating its trust",
        in: apple,
        "the web view's challenge handler accepts the server without evaluating its trust",
        label: "accepts the unchecked certificate",
        impact: "in the web view, " + Impact.anything,
        fix: "call SecTrustEvaluateWithError first, and cancel if it fails",
        find: { review in review.uncheckedAnswers(inWebView: true) }
    )

    static let urlUnread = CodeRule(
        "URL-002",
        .critical,
        "an ignored result of `SecTrustEvaluate`",
        in: apple,
        "this code ignores the result of the trust evaluation",
        label: "the result is ignored",
        impact: Impact.anything,
        fix: "reject the server if SecTrustEvaluateWithError returns false",
        find: { $0.droppedEvaluations }
    )

    static let urlFailure = CodeRule(
        "URL-003",
        .critical,
        "a server that is accepted although the pins could not be read",
        in: [.swift],
        "this code accepts every certificate if the pins cannot be read",
        label: "accepts the server after a failure",
        impact: "if the file is missing or unreadable, " + Impact.anything,
        fix: "call completionHandler(.cancelAuthenticationChallenge, nil) there",
        find: { $0.answersAfterFailure }
    )

    static let urlDefault = CodeRule(
        "URL-004",
        .high,
        "`.performDefaultHandling` after a pin mismatch",
        in: [.swift],
        "this code accepts certificates that match no pin if the system trusts them",
        label: "falls back to the system's check",
        impact:
            "a certificate from any trusted CA is accepted, even one that the user installed",
        fix: "call completionHandler(.cancelAuthenticationChallenge, nil) there",
        .replace("cancelAuthenticationChallenge"),
        find: { $0.defaultsAfterPins }
    )

    static let urlPolicy = CodeRule(
        "URL-005",
        .critical,
        "a trust policy without a host name",
        in: apple,
        "this trust policy does not check the host name",
        label: "has no host name",
        impact: Impact.anyName,
        fix: "use SecPolicyCreateSSL(true, host)",
        find: { $0.namelessPolicies }
    )

    static let urlExceptions = CodeRule(
        "URL-007",
        .critical,
        "`SecTrustSetExceptions` with the exceptions of the same trust",
        in: apple,
        "this code makes exceptions for every error of the certificate",
        label: "ignores every certificate error",
        impact: Impact.anything,
        fix: "delete it",
        .deleteStatement,
        find: { review in
            guard review.mentions("SecTrustCopyExceptions") else { return [] }
            return review.source.calls("SecTrustSetExceptions").filter { $0.arguments.count == 2 }
                .map(review.exceptions)
        }
    )

    static let urlSuffix = CodeRule(
        "URL-008",
        .medium,
        "a host name compared by its suffix or a part",
        in: [.swift],
        "this comparison also matches other domains",
        label: "also matches names that only end with or contain it",
        impact: "the owner of such a domain can impersonate this host",
        fix: "compare the whole host name with ==, or a suffix that starts with a dot",
        find: { $0.looseHosts }
    )

    static let urlAnchors = CodeRule(
        "URL-009",
        .high,
        "`SecTrustSetAnchorCertificatesOnly(…, false)`",
        in: apple,
        "this code trusts the system's CAs in addition to your own anchors",
        label: "keeps every CA of the system",
        impact:
            "a certificate from any trusted CA is accepted, even one that the user installed",
        fix: "pass true to trust only your own anchors",
        find: { review in
            review.source.calls("SecTrustSetAnchorCertificatesOnly").compactMap { call in
                guard let last = call.argument(at: 1),
                    [.truth(false), .number(0)].contains(review.value(last.value))
                else { return nil }
                let text = review.source.language == .swift ? "true" : "YES"
                var match = Match(call.name..<call.last + 1)
                match.edits = [Edit(review.source.bytes(of: last.value), text)]
                return match
            }
        }
    )

    static let urlKeyHash = CodeRule(
        "URL-010",
        .low,
        "a hash of `SecKeyCopyExternalRepresentation` without the SubjectPublicKeyInfo header",
        in: [.swift],
        "this code hashes the bare key instead of its SubjectPublicKeyInfo",
        label: "lacks the algorithm header",
        impact: "pins made with openssl or other tools never match, so every connection fails",
        fix: "prepend the header of the key's algorithm, as TrustKit does",
        find: { review in
            let isHashed = review.mentions("SHA256", "CC_SHA256", "sha256")
            let names = ["rsa2048Asn1Header", "asn1Header", "header", "spkiHeader", "ASN1"]
            let hasHeader = review.source.tokens.contains { token in
                token.kind == .name
                    && names.contains { token.text.lowercased().contains($0.lowercased()) }
            }
            return isHashed && !hasHeader ? review.calls("SecKeyCopyExternalRepresentation") : []
        }
    )

    static let urlShared = CodeRule(
        "URL-012",
        .high,
        "`URLSession.shared` in a file with a pinning delegate",
        in: [.swift],
        "this request does not use the pinning delegate",
        label: "no delegate",
        impact: "no pin is compared, so a certificate from any trusted CA is accepted",
        fix: "use the session that has the delegate",
        find: { review in
            guard review.hasPinningDelegate else { return [] }
            return review.source.occurrences(of: "shared").filter { index in
                review.source.isSign(index - 1, ".")
                    && review.source.token(index - 2)?.is("URLSession") ?? false
            }.map { index in
                var match = Match(index - 2..<index + 1)
                let session = review.variable(of: "URLSession", with: "delegate", seenFrom: index)
                match.edits =
                    session.map { [Edit(review.source.bytes(of: match.tokens), $0)] } ?? []
                return match
            }
        }
    )

    static let urlVerifyBlock = CodeRule(
        "URL-014",
        .critical,
        "a verify block that always completes with true",
        in: [.swift],
        "this verify block accepts every certificate",
        label: "always completes with true",
        impact: Impact.anything,
        fix: "evaluate the trust, and complete with the result",
        find: { $0.trustingBlocks }
    )

    static let urlRecoverable = CodeRule(
        "URL-015",
        .critical,
        "`.recoverableTrustFailure` treated as success",
        in: [.swift],
        "this code accepts certificates that failed the trust evaluation",
        label: "this result is a failure",
        impact: Impact.anything,
        fix: "accept only .proceed and .unspecified",
        find: { review in
            review.source.occurrences(of: "recoverableTrustFailure").filter { index in
                let before = review.source.token(index - 2)
                return review.source.isSign(index - 1, ".")
                    && (before?.is("==") ?? false || before?.is("||") ?? false
                        || before?.is("==") ?? false)
            }.map { Match($0 - 1..<$0 + 1) }
        }
    )
}
