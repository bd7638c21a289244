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
        "a challenge that is answered with the server's own trust unchecked",
        in: apple,
        "any certificate is accepted",
        label: "answers with the server's certificate, unchecked",
        impact: Consequence.anything,
        fix: "evaluate the trust first: SecTrustEvaluateWithError, and cancel where it fails",
        find: { review in review.uncheckedAnswers(inWebView: false) }
    )

    static let urlWebView = CodeRule(
        "URL-017",
        .critical,
        "a web view's challenge answered with the server's own trust unchecked",
        in: apple,
        "any certificate is accepted in the web view",
        label: "answers with the server's certificate, unchecked",
        impact: "in the web view " + Consequence.anything,
        fix: "evaluate the trust first: SecTrustEvaluateWithError, and cancel where it fails",
        find: { review in review.uncheckedAnswers(inWebView: true) }
    )

    static let urlUnread = CodeRule(
        "URL-002",
        .critical,
        "the result of `SecTrustEvaluate` is not read",
        in: apple,
        "the result of the evaluation is not read",
        label: "its answer is dropped",
        impact: Consequence.anything,
        fix: "refuse where SecTrustEvaluateWithError returns false",
        find: { $0.droppedEvaluations }
    )

    static let urlFailure = CodeRule(
        "URL-003",
        .critical,
        "a challenge that is accepted where the check could not be made",
        in: [.swift],
        "any certificate is accepted where the pins cannot be read",
        label: "accepts after a failure",
        impact: "with a file that is missing or cannot be read " + Consequence.anything,
        fix: "cancel there: completionHandler(.cancelAuthenticationChallenge, nil)",
        find: { $0.answersAfterFailure }
    )

    static let urlDefault = CodeRule(
        "URL-004",
        .high,
        "`.performDefaultHandling` after a comparison of pins",
        in: [.swift],
        "a certificate that matches no pin is left to the system's check",
        label: "accepts by the system's rules",
        impact:
            "a certificate of any trusted authority passes, also of one that the user installed",
        fix: "cancel there: completionHandler(.cancelAuthenticationChallenge, nil)",
        .replace("cancelAuthenticationChallenge"),
        find: { $0.defaultsAfterPins }
    )

    static let urlPolicy = CodeRule(
        "URL-005",
        .critical,
        "a policy without the host's name",
        in: apple,
        "certificates of any name are accepted",
        label: "this policy compares no name",
        impact: Consequence.anyName,
        fix: "use SecPolicyCreateSSL(true, host)",
        find: { $0.namelessPolicies }
    )

    static let urlExceptions = CodeRule(
        "URL-007",
        .critical,
        "`SecTrustSetExceptions` with the trust's own exceptions",
        in: apple,
        "any certificate is accepted",
        label: "excuses every fault of the certificate",
        impact: Consequence.anything,
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
        "a host compared by its end or by a part",
        in: [.swift],
        "other domains count as this host",
        label: "fits evil-names that end or contain it",
        impact: "the owner of a domain with such a name passes as this host",
        fix: "compare the whole host with ==, or the end with its dot",
        find: { $0.looseHosts }
    )

    static let urlAnchors = CodeRule(
        "URL-009",
        .high,
        "`SecTrustSetAnchorCertificatesOnly(…, false)`",
        in: apple,
        "the own anchors stand beside those of the system",
        label: "keeps every authority of the system",
        impact:
            "a certificate of any trusted authority passes, also of one that the user installed",
        fix: "trust the own anchors alone",
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
        "a hash of `SecKeyCopyExternalRepresentation` without the key's header",
        in: [.swift],
        "the hash is of the bare key, not of its SubjectPublicKeyInfo",
        label: "without the header of the algorithm",
        impact: "pins that openssl or other tools made never match: every connection is refused",
        fix: "put the header of the key's algorithm before the key, as TrustKit does",
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
        "`URLSession.shared` in a file with a delegate that pins",
        in: [.swift],
        "this request does not ask the delegate",
        label: "has no delegate",
        impact: "no pin is compared for it: a certificate of any trusted authority passes",
        fix: "use the session that was made with the delegate",
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
        "a verify block that completes with true",
        in: [.swift],
        "any certificate is accepted",
        label: "passes every certificate",
        impact: Consequence.anything,
        fix: "evaluate the trust and complete with the result",
        find: { $0.trustingBlocks }
    )

    static let urlRecoverable = CodeRule(
        "URL-015",
        .critical,
        "`.recoverableTrustFailure` counts as success",
        in: [.swift],
        "certificates that failed the evaluation are accepted",
        label: "a failure, not a success",
        impact: Consequence.anything,
        fix: "accept .proceed and .unspecified alone",
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
