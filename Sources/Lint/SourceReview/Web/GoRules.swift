import ScenarioFormat

extension CodeSystem {
    static let go = CodeSystem(
        name: "Go: crypto/tls",
        noun: "Go",
        rules: [.goSkip, .goUnresumed, .goNameless, .goServedPins, .goPlaintext],
        isUsed: { _ in true },
        unread: { $0.unreadSettings("InsecureSkipVerify") }
    )
}

extension CodeRule {
    static let goSkip = CodeRule(
        "GOL-001",
        .critical,
        "`InsecureSkipVerify: true` without a custom check",
        in: [.go],
        "this configuration accepts every certificate",
        label: "turns off the chain and host name checks",
        impact: Impact.anything,
        fix: "set it to false; for a private CA, add its certificate to RootCAs",
        .replace("false"),
        find: { review in
            let checks = review.ownSettings
            return review.skips.filter { review.checks(with: $0, of: checks).isEmpty }
        }
    )

    static let goUnresumed = CodeRule(
        "GOL-002",
        .medium,
        "`InsecureSkipVerify` with a check that session resumption skips",
        in: [.go],
        "Go does not call VerifyPeerCertificate for resumed sessions",
        label: "leaves all checks to VerifyPeerCertificate",
        impact: "with a session cache, resumed connections are not checked",
        fix: "use VerifyConnection, which Go also calls for resumed sessions",
        find: { review in
            let checks = review.ownSettings
            return review.skips.filter {
                review.checks(with: $0, of: checks) == ["VerifyPeerCertificate"]
            }
        }
    )

    static let goNameless = CodeRule(
        "GOL-003",
        .critical,
        "`InsecureSkipVerify` with a check that ignores the host name",
        in: [.go],
        "this check does not compare the host name",
        label: "DNSName is missing",
        impact: Impact.anyName,
        fix: "set DNSName to the requested host; in VerifyConnection it is cs.ServerName",
        find: { review in
            // The name may be set in options that are created outside the check.
            guard !review.mentions("DNSName", "VerifyHostname") else { return [] }
            return review.occurrences(of: "VerifyOptions", in: review.ownChecks.map(\.body))
        }
    )

    static let goServedPins = CodeRule(
        "GOL-004",
        .critical,
        "`InsecureSkipVerify` with a pin that any served certificate may match",
        in: [.go],
        "this check accepts a pinned certificate anywhere in the list that the server sends",
        label: "the server can append any certificate",
        impact:
            "an attacker can append the pinned certificate, which is public, to their own chain",
        fix:
            "verify the chain first and compare its certificates, or compare only the first "
            + "served certificate",
        find: { $0.servedPinLoops }
    )

    static let goPlaintext = CodeRule(
        "GOL-005",
        .critical,
        "gRPC without TLS",
        in: [.go],
        "this gRPC connection does not use TLS",
        label: "turns off TLS",
        impact: Impact.cleartext,
        fix: "use credentials.NewTLS",
        find: { review in
            review.calls("NewCredentials", "WithInsecure") { call in
                call.arguments.isEmpty
                    && (review.source.token(call.name - 2)?.text == "insecure"
                        || review.source.tokens[call.name].text == "WithInsecure")
            }.map { review.loweredForLocalHost($0) }
        }
    )
}

extension CodeReview {
    fileprivate var skips: [Match] { settings("InsecureSkipVerify", [.truth(true)]) }

    /// A configuration, identified by its variable and scope or by the bracket of its literal.
    fileprivate struct Configuration: Hashable {
        let scope: Int?
        let variable: String?
    }

    private func configuration(of field: Int) -> Configuration {
        if source.isSign(field - 1, ".") {
            return Configuration(
                scope: source.enclosing(field),
                variable: source.token(field - 2)?.text
            )
        }
        let open = source.enclosing(field)
        // `name := &tls.Config{`
        let type = open.map { source.receiver(of: $0 - 1) } ?? 0
        let sign = source.isSign(type - 1, "&") ? type - 2 : type - 1
        guard source.isSign(sign, ":=") || source.isSign(sign, "="),
            let name = source.token(sign - 1)
        else { return Configuration(scope: open, variable: nil) }
        return Configuration(scope: source.enclosing(sign), variable: name.text)
    }

    /// The checks that can reject a certificate, by their configuration.
    fileprivate var ownSettings: [Configuration: [SourceFile.Setting]] {
        let all = ["VerifyPeerCertificate", "VerifyConnection"].flatMap { source.settings($0) }
        return Dictionary(grouping: all.filter(canRefuse)) { configuration(of: $0.name) }
    }

    /// Returns whether a check can reject: it is not nil and does not always return nil.
    private func canRefuse(_ setting: SourceFile.Setting) -> Bool {
        if value(setting.value) == .nothing { return false }
        guard let first = source.token(setting.value.lowerBound),
            let body = source.closureBody(setting.value)
                ?? source.bodies(of: first.text).first?.body
        else { return true }
        return source.judge(body, giving: [.nothing]) != .always
    }

    /// Returns the names of the checks in the same configuration as a match.
    fileprivate func checks(
        with match: Match,
        of settings: [Configuration: [SourceFile.Setting]]
    ) -> Set<String> {
        let checks = settings[configuration(of: match.tokens.lowerBound)] ?? []
        return Set(checks.map { source.tokens[$0.name].text })
    }

    /// A custom check in a configuration with `InsecureSkipVerify`.
    fileprivate struct OwnCheck {
        let body: Range<Int>
        /// The name of its first parameter: the certificates that the server sent, or the
        /// connection state.
        let parameter: String?
    }

    fileprivate var ownChecks: [OwnCheck] {
        let settings = ownSettings
        let places = Set(skips.map { configuration(of: $0.tokens.lowerBound) })
        return places.flatMap { settings[$0] ?? [] }.sorted { $0.name < $1.name }.compactMap {
            setting in
            if let body = source.closureBody(setting.value) {
                let keyword = source.trimmed(setting.value).lowerBound
                return OwnCheck(body: body, parameter: parameter(after: keyword))
            }
            guard let name = source.token(setting.value.lowerBound)?.text,
                let found = source.bodies(of: name).first
            else { return nil }
            return OwnCheck(body: found.body, parameter: parameter(after: found.name))
        }
    }

    /// Returns the first name in the brackets after a token.
    private func parameter(after index: Int) -> String? {
        guard source.isSign(index + 1, "("), let name = source.token(index + 2), name.kind == .name
        else { return nil }
        return name.text
    }

    /// Returns the mentions of a name in the given bodies.
    fileprivate func occurrences(of name: String, in bodies: [Range<Int>]) -> [Match] {
        source.occurrences(of: name).filter { index in
            bodies.contains { $0.contains(index) }
        }.map { Match($0..<$0 + 1) }
    }

    /// Loops over the served certificates that end the check with success although nothing verifies
    /// the chain.
    fileprivate var servedPinLoops: [Match] {
        let verified = source.calls("Verify")
        return ownChecks.filter { check in
            !verified.contains { check.body.contains($0.name) }
        }.flatMap { check in
            occurrences(of: "range", in: [check.body]).filter { isPinLoop($0, in: check) }
        }
    }

    private func isPinLoop(_ match: Match, in check: OwnCheck) -> Bool {
        let head = match.tokens.lowerBound
        guard let open = (head..<head + 12).first(where: { source.isSign($0, "{") }),
            let close = source.counterpart(open)
        else { return false }
        // The served list is the first parameter, `cs.PeerCertificates`, or a list built from one
        // of them.
        let list = source.tokens[open - 1].text
        let isServed = list == "PeerCertificates" || list == check.parameter
        guard isServed || isParsed(list, from: check) else { return false }
        return (open..<close).contains { index in
            source.tokens[index].is("return") && source.token(index + 1)?.is("nil") ?? false
        }
    }

    /// Returns whether the check declares a list as the served one, as in `certs :=
    /// make([]*x509.Certificate, len(raw))` or `certs := cs.PeerCertificates`.
    private func isParsed(_ list: String, from check: OwnCheck) -> Bool {
        let parses = source.occurrences(of: "ParseCertificate").contains { check.body.contains($0) }
        return source.occurrences(of: list).contains { index in
            guard check.body.contains(index) else { return false }
            let words = (index + 1..<index + 10).compactMap { source.token($0)?.text }
            return parses && words.contains("Certificate")
                || words.first == ":=" && words.prefix(4).contains("PeerCertificates")
        }
    }
}
