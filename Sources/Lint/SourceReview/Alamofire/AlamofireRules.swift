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
        "any certificate is accepted",
        label: "checks nothing",
        impact: Consequence.anything,
        fix: "use DefaultTrustEvaluator, or pin with PublicKeysTrustEvaluator",
        find: { $0.alamofireDisabled }
    )

    static let alamofireKey = CodeRule(
        "ALA-002",
        .high,
        "a key of the manager that equals no host; an outage where Alamofire 5 refuses it",
        in: [.swift],
        "the key equals no host",
        label: "compared with the host letter by letter",
        impact:
            "Alamofire 5 refuses the host then; version 4, and 5 with allHostsMustBeEvaluated: false, "
            + "pins nothing",
        fix: "name the host alone, each subdomain by itself",
        find: { review in
            review.alamofireEntries.compactMap { entry in
                guard let host = entry.host,
                    host.contains("/") || host.contains(":") || host.contains("*")
                else { return nil }
                var match = Match(entry.key)
                match.problem = "`\(host)` equals no host"
                match.isOutage = review.alamofireRefusesOtherHosts
                if !host.contains("*") {
                    match.edits = review.replaced(entry.key, HostText.host(of: host))
                }
                // Which hosts a star was meant for the owner alone can say.
                return match
            }
        }
    )

    static let alamofireOtherSession = CodeRule(
        "ALA-003",
        .high,
        "`AF.request` beside a session with pins",
        in: [.swift],
        "this request goes past the session with the pins",
        label: "Session.default has no pins",
        impact: "a certificate of any trusted authority passes for it",
        fix: "make the request with the session that has the ServerTrustManager",
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
        "pins without a check of chain and name",
        in: [.swift],
        "the chain counts by membership alone",
        label: "neither chain nor name is checked",
        impact: "a certificate that an authority of the pinned set issued to any customer passes, "
            + "expired too; with a leaf pinned only its holder gains",
        fix: "check both, as is the default",
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
        "the chain is not checked, and the name neither",
        label: "validateHost is passed over with it",
        impact: "a certificate that an authority of the pinned set issued to any customer passes",
        fix: "check the chain",
        .replace("true"),
        find: { $0.settings("validateCertificateChain", [.truth(false)]) }
    )

    static let alamofireHost = CodeRule(
        "ALA-006",
        .critical,
        "`validateHost: false`",
        in: [.swift],
        "certificates of any name are accepted",
        label: "names are not compared",
        impact: "a certificate for another name passes if its chain does: "
            + "an authority that is pinned issues them to any customer",
        fix: "compare names",
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
        "any certificate is accepted",
        label: "no evaluator, so nothing is refused",
        impact: Consequence.anything,
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
        "an evaluator of one's own that refuses nothing",
        in: [.swift],
        "any certificate is accepted",
        label: "refuses nothing",
        impact: Consequence.anything,
        fix: "throw for a certificate that is refused, or use DefaultTrustEvaluator",
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
        "hosts without an entry are checked by the system alone",
        label: "other hosts are not pinned",
        impact: "often meant: a certificate of any trusted authority passes for them",
        fix: "name every host, and leave it out",
        find: { $0.settings("allHostsMustBeEvaluated", [.truth(false)]) }
    )

    static let alamofireSubdomain = CodeRule(
        "ALA-010",
        .medium,
        "a subdomain without its own key; an outage where Alamofire 5 refuses it",
        in: [.swift],
        "a host has no key",
        label: "this host alone",
        impact: "Alamofire 5 refuses it; version 4, and 5 with allHostsMustBeEvaluated: false, "
            + "pins nothing for it",
        fix: "add a key for it",
        find: { review in
            let entries = review.alamofireEntries
            return review.context.hosts.compactMap { host in
                guard !entries.contains(where: { $0.host == host }),
                    let near = entries.first(where: { host.hasSuffix("." + ($0.host ?? "?")) })
                else { return nil }
                var match = Match(near.key)
                match.problem = "\(host) has no key"
                match.isOutage = review.alamofireRefusesOtherHosts
                return match
            }
        }
    )

    static let alamofirePEM = CodeRule(
        .alamofirePEM,
        in: [.swift],
        "the certificate to pin is read from a PEM file",
        label: "SecCertificateCreateWithData reads DER alone",
        impact: "there is no certificate to compare with: every connection fails",
        fix: "bundle it as DER: openssl x509 -in NAME.pem -outform der -out NAME.cer",
        find: { $0.pemResources.map(\.outage) }
    )

    static let alamofireMonitor = CodeRule(
        "ALA-013",
        .high,
        "a challenge method in an `EventMonitor`",
        in: [.swift],
        "an event monitor decides no challenge",
        label: "its answer is not asked for",
        impact: "no pin is compared here: a certificate of any trusted authority passes",
        fix: "give the session a ServerTrustManager",
        find: { $0.challengingMonitors }
    )
}
