import ScenarioFormat

extension CodeSystem {
    static let alamofire = CodeSystem(
        name: "Alamofire",
        noun: "Swift with Alamofire",
        rules: [
            .alamofireDisabled, .alamofireKey, .alamofireOtherSession, .alamofireNothing,
            .alamofireChain, .alamofireHost, .alamofireEmptyComposite, .alamofireEvaluator,
            .alamofireOtherHosts, .alamofireSubdomain, .alamofirePEM, .alamofireMonitor,
        ],
        isUsed: { review in
            review.mentions(
                "Alamofire",
                "ServerTrustManager",
                "ServerTrustPolicyManager",
                "ServerTrustPolicy",
                "ServerTrustEvaluating",
                "DisabledTrustEvaluator",
                "DisabledEvaluator"
            )
        },
        unread: { $0.alamofireUnread }
    )
}

extension CodeRule {
    static let alamofireDisabled = CodeRule(
        "ALA-001",
        .critical,
        "`DisabledTrustEvaluator()`, `.disableEvaluation`",
        in: [.swift],
        "this evaluator accepts every certificate",
        label: "performs no checks",
        impact: Impact.anything,
        fix: "use DefaultTrustEvaluator, or PublicKeysTrustEvaluator to pin keys",
        find: { $0.alamofireDisabled }
    )

    static let alamofireKey = CodeRule(
        "ALA-002",
        .high,
        "a key of the trust manager that matches no host; an outage with Alamofire 5",
        in: [.swift],
        "the key matches no host",
        label: "Alamofire compares it with the host name as text",
        impact:
            "Alamofire 5 rejects the host; Alamofire 4, and 5 with allHostsMustBeEvaluated: "
            + "false, do not pin it",
        fix: "write only the host name, with one entry for each subdomain",
        find: { review in
            review.alamofireEntries.compactMap { entry in
                guard let host = entry.host,
                    host.contains("/") || host.contains(":") || host.contains("*")
                else { return nil }
                var match = Match(entry.key)
                match.problem = "`\(host)` matches no host"
                match.isOutage = review.alamofireRefusesOtherHosts
                if !host.contains("*") {
                    match.edits = review.replaced(entry.key, HostText.host(of: host))
                }
                // No edit for a wildcard: only the owner knows which hosts it was meant for.
                return match
            }
        }
    )

    static let alamofireOtherSession = CodeRule(
        "ALA-003",
        .high,
        "`AF.request` in a file with a pinned session",
        in: [.swift],
        "this request does not use the pinned session",
        label: "Session.default has no pins",
        impact: "this request accepts a certificate from any trusted CA",
        fix: "send the request with the session that has the ServerTrustManager",
        find: { review in
            guard !review.source.calls("ServerTrustManager", "ServerTrustPolicyManager").isEmpty
            else {
                return []
            }
            return ["AF", "Alamofire"].flatMap { review.source.occurrences(of: $0) }.filter {
                index in
                let names: Set = ["request", "upload", "download", "streamRequest"]
                return review.source.isSign(index + 1, ".") && review.source.isSign(index + 3, "(")
                    && names.contains(review.source.token(index + 2)?.text ?? "")
            }.map { index in
                var match = Match(index..<index + 3)
                let session =
                    review.variable(of: "Session", with: "serverTrustManager", seenFrom: index)
                    ?? review.variable(
                        of: "SessionManager",
                        with: "serverTrustPolicyManager",
                        seenFrom: index
                    )
                match.edits =
                    session.map { [Edit(review.source.tokens[index].range, $0)] } ?? []
                return match
            }
        }
    )

    static let alamofireNothing = CodeRule(
        "ALA-004",
        .critical,
        "pins without a check of the chain and the host name",
        in: [.swift],
        "this evaluator compares pins, but checks neither the chain nor the host name",
        label: "turns off both checks",
        impact:
            "any certificate from a pinned CA is accepted, even an expired one; if only a leaf "
            + "is pinned, only its key's holder gains",
        fix: "set both to true, which is the default",
        find: { review in
            review.alamofirePinning.compactMap { call in
                guard let chain = call.argument("performDefaultValidation"),
                    let host = call.argument("validateHost"),
                    review.value(chain.value) == .truth(false),
                    review.value(host.value) == .truth(false)
                else { return nil }
                var match = Match(chain.whole.lowerBound..<host.whole.upperBound)
                match.edits = [chain, host].map {
                    Edit(review.source.bytes(of: $0.value), "true")
                }
                return match
            }
        }
    )

    static let alamofireChain = CodeRule(
        "ALA-005",
        .critical,
        "Alamofire 4: `validateCertificateChain: false`",
        in: [.swift],
        "this policy checks neither the chain nor the host name",
        label: "also skips validateHost",
        impact: "any certificate from a pinned CA is accepted",
        fix: "set it to true",
        .replace("true"),
        find: { $0.settings("validateCertificateChain", [.truth(false)]) }
    )

    static let alamofireHost = CodeRule(
        "ALA-006",
        .critical,
        "`validateHost: false`",
        in: [.swift],
        "this evaluator does not check the host name",
        label: "turns off the host name check",
        impact:
            "any valid certificate for another host is accepted; a pinned CA issues certificates "
            + "for many hosts",
        fix: "set it to true",
        .replace("true"),
        find: { review in
            let moot = review.alamofirePinning.filter { call in
                let chain = call.argument("performDefaultValidation", "validateCertificateChain")
                return chain.map { review.value($0.value) == .truth(false) } ?? false
            }
            return review.settings("validateHost", [.truth(false)]).filter { match in
                let isChainOff =
                    review.source.enclosing(match.tokens.lowerBound).map { open in
                        review.source.settings("validateCertificateChain").contains {
                            review.source.enclosing($0.name) == open
                                && review.value($0.value) == .truth(false)
                        }
                    } ?? false
                return !isChainOff && !review.isInside(match.tokens.lowerBound, of: moot)
            }
        }
    )

    static let alamofireEmptyComposite = CodeRule(
        "ALA-007",
        .critical,
        "`CompositeTrustEvaluator(evaluators: [])`",
        in: [.swift],
        "this evaluator accepts every certificate",
        label: "without evaluators, no check is made",
        impact: Impact.anything,
        fix: "use DefaultTrustEvaluator",
        .replace("DefaultTrustEvaluator()"),
        find: { review in
            review.calls("CompositeTrustEvaluator") { call in
                call.argument("evaluators").map { review.value($0.value) == .list([]) } ?? false
            }
        }
    )

    static let alamofireEvaluator = CodeRule(
        "ALA-008",
        .critical,
        "a custom evaluator that accepts every certificate",
        in: [.swift],
        "this custom evaluator accepts every certificate",
        label: "never rejects a certificate",
        impact: Impact.anything,
        fix: "throw an error for a bad certificate, or use DefaultTrustEvaluator",
        find: { review in
            let methods =
                review.mentions("ServerTrustEvaluating")
                ? review.bodies("evaluate", what: "evaluate") : []
            let closures = review.source.occurrences(of: "customEvaluation").compactMap { index in
                review.source.call(at: index).flatMap { call -> Match? in
                    guard let argument = call.arguments.last,
                        let body = review.source.closureBody(argument.value)
                    else { return nil }
                    let whole = index..<call.last + 1
                    return review.judged(
                        body,
                        giving: [.truth(true)],
                        at: whole,
                        "customEvaluation"
                    )
                }
            }
            return methods + closures
        }
    )

    static let alamofireOtherHosts = CodeRule(
        "ALA-009",
        .note,
        "`allHostsMustBeEvaluated: false`",
        in: [.swift],
        "Alamofire does not pin hosts without an entry",
        label: "other hosts are not pinned",
        impact: "often intended; those hosts accept a certificate from any trusted CA",
        fix: "list every host, then delete this argument",
        find: { $0.settings("allHostsMustBeEvaluated", [.truth(false)]) }
    )

    static let alamofireSubdomain = CodeRule(
        "ALA-010",
        .medium,
        "a subdomain without its own entry; an outage with Alamofire 5",
        in: [.swift],
        "a host has no entry",
        label: "covers only this host",
        impact:
            "Alamofire 5 rejects it; Alamofire 4, and 5 with allHostsMustBeEvaluated: false, do "
            + "not pin it",
        fix: "add an entry for it",
        find: { review in
            let entries = review.alamofireEntries
            return review.context.hosts.compactMap { host in
                guard !entries.contains(where: { $0.host == host }),
                    let near = entries.first(where: { host.hasSuffix("." + ($0.host ?? "?")) })
                else { return nil }
                var match = Match(near.key)
                match.problem = "\(host) has no entry"
                match.isOutage = review.alamofireRefusesOtherHosts
                return match
            }
        }
    )

    static let alamofirePEM = CodeRule(
        .alamofirePEM,
        in: [.swift],
        "this code reads the pinned certificate from a PEM file",
        label: "SecCertificateCreateWithData reads only DER",
        impact: "no certificate is loaded, so every connection fails",
        fix: "convert it to DER: openssl x509 -in NAME.pem -outform der -out NAME.cer",
        find: { $0.pemResources.map(\.outage) }
    )

    static let alamofireMonitor = CodeRule(
        "ALA-013",
        .high,
        "a challenge handler in an `EventMonitor`",
        in: [.swift],
        "this challenge handler has no effect in an EventMonitor",
        label: "Alamofire ignores its answer",
        impact: "no pin is compared here, so a certificate from any trusted CA is accepted",
        fix: "create the session with a ServerTrustManager",
        find: { $0.challengingMonitors }
    )
}
