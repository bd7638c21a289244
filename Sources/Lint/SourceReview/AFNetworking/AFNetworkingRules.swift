import ScenarioFormat

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
        "`allowInvalidCertificates = YES` without pins or a host name check",
        in: [.objectiveC, .swift],
        "this policy accepts every certificate",
        label: "accepts every certificate",
        impact: Impact.anything,
        fix: "turn it off",
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
        "`allowInvalidCertificates = YES` together with pinned keys",
        in: [.objectiveC, .swift],
        "this policy compares the pinned keys but checks no host name, date or chain",
        label: "turns off all other checks",
        impact: "if a CA's key is pinned, any certificate from that CA is accepted; "
            + "if the leaf's key is pinned, an expired leaf is accepted",
        fix: "turn it off",
        find: { review in
            review.afInvalid.filter(review.afPins).map(review.refusing)
        }
    )

    static let afDomain = CodeRule(
        "AFN-003",
        .critical,
        "`validatesDomainName = NO`",
        in: [.objectiveC, .swift],
        "this policy does not check the host name",
        label: "turns off the host name check",
        impact: Impact.anyName + "; if a CA is pinned, the certificate must come from that CA",
        fix: "turn it on",
        find: { review in
            // Without pins, `allowInvalidCertificates` turns off the name check anyway.
            let invalid = Set(review.afInvalid.map(review.afPolicy))
            return review.afDomains.filter {
                review.afPins($0) || !invalid.contains(review.afPolicy($0))
            }.map(review.checking)
        }
    )

    static let afModeNone = CodeRule(
        "AFN-004",
        .high,
        "`AFSSLPinningModeNone` although pins are set",
        in: [.objectiveC, .swift],
        "pins are set but never compared",
        label: "this mode compares no pins",
        impact: "a certificate from any trusted CA is accepted",
        fix: "set the mode to AFSSLPinningModePublicKey",
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
        Rule(outage: "AFN-005", "a pinning mode without certificates"),
        in: [.objectiveC, .swift],
        "this policy pins, but has no pinned certificates",
        label: "the set is empty",
        impact: "every connection fails, and developers often respond by turning off all checks",
        fix: "add the server's certificate to the set, or omit the argument "
            + "so that every .cer file in the bundle is pinned",
        find: { $0.afEmptySets }
    )

    static let afPEM = CodeRule(
        .afNetworkingPEM,
        in: [.objectiveC, .swift],
        "this code reads the pinned certificate from a PEM file",
        label: "AFSecurityPolicy reads only DER",
        impact: "when pinning certificates, the first request raises an exception; "
            + "when pinning keys, no pin is loaded and every connection fails",
        fix: "convert it to DER: openssl x509 -in NAME.pem -outform der -out NAME.cer",
        find: { $0.pemResources.map(\.outage) }
    )

    static let afRefusesAll = CodeRule(
        Rule(
            outage: "AFN-006",
            "`allowInvalidCertificates = YES` without pins, host names checked"
        ),
        in: [.objectiveC, .swift],
        "this policy rejects every certificate, because it has no pins",
        label: "works only with pins",
        impact:
            "every connection fails, and developers often respond by turning off the host name "
            + "check too",
        fix: "turn it off, or pin the certificate of your private CA",
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
        "this version of AFNetworking does not check host names",
        label: "CVE-2015-3996",
        impact: Impact.anyName + "; version 2.5.1 accepts every certificate",
        fix: "update AFNetworking to a current version",
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
        "a block that answers challenges instead of the security policy",
        in: [.objectiveC, .swift],
        "this block answers challenges instead of the security policy",
        label: "bypasses the security policy",
        impact: "AFNetworking 3 and earlier do not compare the policy's pins",
        fix: "delete it; AFNetworking then applies the security policy",
        find: { review in
            review.mentions(
                of: "setSessionDidReceiveAuthenticationChallengeBlock",
                "setTaskDidReceiveAuthenticationChallengeBlock"
            )
        }
    )

    static let afCleartext = CodeRule(
        Rule(outage: "AFN-011", "pins for an http URL"),
        in: [.objectiveC, .swift],
        "this manager has pins, but its base URL uses http",
        label: "use https here",
        impact: "AFNetworking 3.2 and later crashes the app here",
        fix: "change the URL to https",
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

    /// Returns the tokens that create the policy of a setting; nil if the file does not contain
    /// them.
    fileprivate func afPolicy(_ match: Match) -> Range<Int>? {
        assignment(beforeMember: match.tokens.lowerBound).flatMap { value in
            value.prefix(20).contains { source.tokens[$0].is("AFSecurityPolicy") } ? value : nil
        }
    }

    /// Whether the policy of a setting compares pins, according to the policy's own mode, or
    /// without one according to any mode in the file.
    fileprivate func afPins(_ match: Match) -> Bool {
        guard let policy = afPolicy(match) else { return afPins }
        let names = Set(policy.prefix(20).map { source.tokens[$0].text })
        if !names.isDisjoint(with: [
            "AFSSLPinningModePublicKey", "AFSSLPinningModeCertificate", "publicKey", "certificate",
        ]) {
            return true
        }
        // A policy without a mode compares no pins. If the policy is a variable, the file may set
        // its mode elsewhere.
        let modes: Set = ["policyWithPinningMode", "pinningMode", "withPinningMode"]
        return !names.isDisjoint(with: modes)
            && names.isDisjoint(with: ["AFSSLPinningModeNone", "none"]) && afPins
    }

    /// Whether the file sets a mode that compares pins.
    fileprivate var afPins: Bool {
        mentions("AFSSLPinningModePublicKey", "AFSSLPinningModeCertificate", "publicKey")
            || source.occurrences(of: "withPinningMode").contains { index in
                source.token(index + 3)?.is("certificate") ?? false
            }
    }

    /// Sets of pinned certificates that are empty or nil, in a file that sets a pinning mode.
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

    /// Returns the match with an edit to the value that turns the check on, in the file's language.
    fileprivate func refusing(_ match: Match) -> Match {
        with(source.language == .swift ? "false" : "NO", match)
    }

    /// Returns the settings that turn certificate checks off.
    ///
    /// Each match includes the settings around it that turn the name check off. Otherwise every
    /// name would still be accepted after the fix.
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
