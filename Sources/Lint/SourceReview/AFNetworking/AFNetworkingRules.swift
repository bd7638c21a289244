extension CodeSystem {
    static let afNetworking = CodeSystem(
        name: "AFNetworking",
        noun: "Objective-C or Swift with AFNetworking",
        rules: [
            .afAnything, .afKeyAlone, .afDomain, .afModeNone, .afNoPins, .afRefusesAll, .afPEM,
            .afRelease, .afChallenge, .afCleartext,
        ],
        isUsed: { review in
            review.mentions(
                "AFSecurityPolicy",
                "AFHTTPSessionManager",
                "AFURLSessionManager",
                "AFHTTPRequestOperationManager",
                "AFSSLPinningModeNone",
                "AFNetworking",
                "allowInvalidCertificates",
                "validatesDomainName"
            )
        }
    )
}

extension CodeRule {
    static let afAnything = CodeRule(
        "AFN-001",
        .critical,
        "`allowInvalidCertificates = YES` without pins and names",
        in: [.objectiveC, .swift],
        "any certificate is accepted",
        label: "passes every certificate",
        impact: Consequence.anything,
        fix: "check certificates",
        find: { review in
            let nameless = Dictionary(grouping: review.afDomains, by: review.afPolicy)
            let invalid = review.afInvalid.filter { !review.afPins($0) }
            return Dictionary(grouping: invalid, by: review.afPolicy).flatMap { policy, matches in
                nameless[policy].map { review.checkingNames($0, beside: matches) } ?? []
            }
        }
    )

    static let afKeyAlone = CodeRule(
        "AFN-002",
        .critical,
        "`allowInvalidCertificates = YES` beside pinned keys",
        in: [.objectiveC, .swift],
        "the pinned key alone counts: no name, no date, no chain",
        label: "turns the other checks off",
        impact: "with an authority's key pinned a certificate for any of its customers passes; "
            + "with the leaf's key an expired one",
        fix: "check certificates as well",
        find: { review in
            review.afInvalid.filter(review.afPins).map(review.refusing)
        }
    )

    static let afDomain = CodeRule(
        "AFN-003",
        .critical,
        "`validatesDomainName = NO`",
        in: [.objectiveC, .swift],
        "certificates of any name are accepted",
        label: "names are not compared",
        impact: Consequence.anyName + "; with pins one of the pinned authority",
        fix: "compare names",
        find: { review in
            // Beside invalid certificates without pins the name is no matter.
            let invalid = Set(review.afInvalid.map(review.afPolicy))
            return review.afDomains.filter {
                review.afPins($0) || !invalid.contains(review.afPolicy($0))
            }.map(review.checking)
        }
    )

    static let afModeNone = CodeRule(
        "AFN-004",
        .high,
        "`AFSSLPinningModeNone` with pins set",
        in: [.objectiveC, .swift],
        "pins are set and not used",
        label: "this mode compares no pin",
        impact: "a certificate of any trusted authority passes",
        fix: "use AFSSLPinningModePublicKey",
        find: { review in
            guard !review.source.settings("pinnedCertificates").isEmpty,
                !review.mentions("AFSSLPinningModePublicKey", "AFSSLPinningModeCertificate")
            else { return [] }
            return review.mentions(of: "AFSSLPinningModeNone").map { match in
                var match = match
                match.edits = Repair.replace("AFSSLPinningModePublicKey").edits(match, in: review)
                return match
            }
        }
    )

    static let afNoPins = CodeRule(
        Rule(outage: "AFN-005", "a mode that pins, without certificates"),
        in: [.objectiveC, .swift],
        "this policy has no certificate to compare with",
        label: "no certificate",
        impact: "every connection fails, and the next step is often to accept all",
        fix: "put the server's certificate into the set, or leave the argument out: "
            + "then each .cer of the bundle counts",
        find: { $0.afEmptySets }
    )

    static let afPEM = CodeRule(
        .afNetworkingPEM,
        in: [.objectiveC, .swift],
        "the certificate to pin is read from a PEM file",
        label: "AFSecurityPolicy reads DER alone",
        impact: "in the mode of certificates the first request raises an exception; "
            + "in the mode of keys there is nothing to compare with, and every connection fails",
        fix: "bundle it as DER: openssl x509 -in NAME.pem -outform der -out NAME.cer",
        find: { $0.pemResources.map(\.outage) }
    )

    static let afRefusesAll = CodeRule(
        Rule(outage: "AFN-006", "`allowInvalidCertificates = YES` without pins, names compared"),
        in: [.objectiveC, .swift],
        "without pins this policy refuses every certificate",
        label: "needs pins to compare with",
        impact: "every connection fails, and the next step is often to compare no names either",
        fix: "check certificates, or pin the private authority's certificate",
        find: { review in
            let nameless = Set(review.afDomains.map(review.afPolicy))
            return review.afInvalid.filter {
                !review.afPins($0) && !nameless.contains(review.afPolicy($0))
            }.map(review.refusing)
        }
    )

    static let afRelease = CodeRule(
        "AFN-008",
        .critical,
        "AFNetworking 2.1 to 2.5.2",
        in: [.nginx],
        "this AFNetworking accepts certificates of any name",
        label: "CVE-2015-3996",
        impact: Consequence.anyName + "; in 2.5.1 any certificate at all",
        fix: "update AFNetworking",
        find: { review in
            let words =
                review.source.occurrences(of: "AFNetworking")
                + review.source.occurrences(of: "AFNetworking/Security")
            return words.filter { index in
                guard let next = review.source.token(index + 1),
                    let number = ReleaseNumber(String(next.text.drop { $0 == "(" }))
                else { return false }
                return [2, 1] <= number && number < [2, 5, 3]
            }.prefix(1).map { Match($0..<$0 + 2) }
        }
    )

    static let afChallenge = CodeRule(
        "AFN-009",
        .medium,
        "a block that answers challenges in the policy's place",
        in: [.objectiveC, .swift],
        "the security policy is not asked",
        label: "answers challenges itself",
        impact: "up to AFNetworking 3 the pins of the policy are not compared",
        fix: "delete it, and leave challenges to the policy",
        find: { review in
            review.mentions(
                of: "setSessionDidReceiveAuthenticationChallengeBlock",
                "setTaskDidReceiveAuthenticationChallengeBlock"
            )
        }
    )

    static let afCleartext = CodeRule(
        Rule(outage: "AFN-011", "pins with an http address"),
        in: [.objectiveC, .swift],
        "a policy with pins needs an https address",
        label: "not https",
        impact: "AFNetworking 3.2 and later ends the app here",
        fix: "use https",
        find: { review in
            guard review.afPins else { return [] }
            return review.source.settings("initWithBaseURL").flatMap { setting in
                setting.value.prefix(40).filter { index in
                    let token = review.source.tokens[index]
                    return token.kind == .string && token.text.hasPrefix("http://")
                }.map { index in
                    var match = Match(index..<index + 1)
                    let text = review.source.tokens[index].text
                    match.edits = review.replaced(
                        match.tokens,
                        "https://" + text.dropFirst("http://".count)
                    )
                    return match
                }
            }
        }
    )
}

extension CodeReview {
    fileprivate var afInvalid: [Match] { settings("allowInvalidCertificates", [.truth(true)]) }
    fileprivate var afDomains: [Match] { settings("validatesDomainName", [.truth(false)]) }

    /// The tokens that make the policy of a setting; nil where the file does not say them.
    fileprivate func afPolicy(_ match: Match) -> Range<Int>? {
        assignment(beforeMember: match.tokens.lowerBound).flatMap { value in
            value.prefix(20).contains { source.tokens[$0].is("AFSecurityPolicy") } ? value : nil
        }
    }

    /// Whether the policy of a setting compares pins: by its own mode, or else by one of the file.
    fileprivate func afPins(_ match: Match) -> Bool {
        guard let policy = afPolicy(match) else { return afPins }
        let names = Set(policy.prefix(20).map { source.tokens[$0].text })
        if !names.isDisjoint(with: [
            "AFSSLPinningModePublicKey", "AFSSLPinningModeCertificate", "publicKey", "certificate",
        ]) {
            return true
        }
        // Without a mode it is one that compares no pin, and a variable's the file may say.
        let modes: Set = ["policyWithPinningMode", "pinningMode", "withPinningMode"]
        return !names.isDisjoint(with: modes)
            && names.isDisjoint(with: ["AFSSLPinningModeNone", "none"]) && afPins
    }

    /// Whether the file asks for a mode that compares pins.
    fileprivate var afPins: Bool {
        mentions("AFSSLPinningModePublicKey", "AFSSLPinningModeCertificate", "publicKey")
            || source.occurrences(of: "withPinningMode").contains { index in
                source.token(index + 3)?.is("certificate") ?? false
            }
    }

    /// Sets of pinned certificates that are empty or nil, in a file that asks for pins.
    fileprivate var afEmptySets: [Match] {
        guard afPins else { return [] }
        return ["pinnedCertificates", "withPinnedCertificates"].flatMap { source.settings($0) }
            .filter {
                let words = $0.value.prefix(8).map { source.tokens[$0].text }.filter { $0 != "\n" }
                let empty: [[String]] = [
                    ["[", "NSSet", "set", "]"], ["[", "]"], ["Set", "(", ")"], ["NSSet", "(", ")"],
                    ["@", "[", "]"],
                ]
                return empty.contains(words) || value($0.value) == .nothing
            }.map { Match($0.name..<$0.value.upperBound) }
    }

    /// The value that checks, as the language writes it.
    fileprivate func refusing(_ match: Match) -> Match {
        with(source.language == .swift ? "false" : "NO", match)
    }

    /// The settings that refuse certificates, each with those around it, up to the next, that compare
    /// names: with certificates checked and names not, any name would still pass.
    fileprivate func checkingNames(_ domains: [Match], beside invalid: [Match]) -> [Match] {
        func start(_ match: Match) -> Int { match.tokens.lowerBound }
        let invalid = invalid.sorted { start($0) < start($1) }
        let domains = domains.sorted { start($0) < start($1) }
        var next = 0
        return invalid.indices.map { index in
            let end = index + 1 < invalid.count ? start(invalid[index + 1]) : .max
            let first = next
            while next < domains.count, start(domains[next]) < end { next += 1 }
            var fixed = refusing(invalid[index])
            fixed.edits? += domains[first..<next].flatMap { checking($0).edits ?? [] }
            return fixed
        }
    }

    fileprivate func checking(_ match: Match) -> Match {
        with(source.language == .swift ? "true" : "YES", match)
    }

    private func with(_ text: String, _ match: Match) -> Match {
        var match = match
        match.edits = [Edit(source.bytes(of: match.repaired), text)]
        return match
    }
}
