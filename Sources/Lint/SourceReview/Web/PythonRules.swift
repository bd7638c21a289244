import ScenarioFormat

extension CodeSystem {
    static let python = CodeSystem(
        name: "Python: requests, httpx, urllib3, ssl, aiohttp",
        noun: "Python, or a shell's settings for it",
        rules: [
            .pythonVerify, .pythonContext, .pythonMode, .pythonHostname, .pythonFingerprint,
            .pythonAiohttp, .pythonEnvironment,
        ],
        isUsed: { review in
            review.source.language == .python
                || review.source.language.isOfShells && !review.pythonSwitches.isEmpty
        },
        unread: { review in
            review.mentions("requests", "httpx") ? review.unreadSettings("verify") : []
        }
    )
}

extension CodeRule {
    static let pythonVerify = CodeRule(
        "PYT-001",
        .critical,
        "`verify=False`",
        in: [.python],
        "these requests accept every certificate",
        label: "turns off certificate checks",
        impact: Impact.anything
            + "; before requests 2.32, later requests on the same connection are affected too",
        fix: "set it to True, or for a private CA to the path of the CA's certificate",
        .replace("True"),
        find: { review in
            review.settings("verify", [.truth(false)]).filter(review.isOfRequests)
                .map { review.loweredForLocalHost($0) }
        }
    )

    static let pythonContext = CodeRule(
        "PYT-002",
        .critical,
        "`ssl._create_unverified_context`",
        in: [.python],
        "this context accepts every certificate",
        label: "checks neither the chain nor the host name",
        impact: Impact.anything,
        fix: "use ssl.create_default_context",
        .replace("create_default_context"),
        find: { review in
            review.mentions(of: "_create_unverified_context").map { match in
                var match = match
                let statement = review.source.statement(around: match.tokens)
                let isGlobal = statement.contains {
                    review.source.token($0)?.text == "_create_default_https_context"
                }
                if isGlobal {
                    match.problem = "this process accepts every certificate"
                    match.impact = Impact.anythingInProcess
                }
                return match
            }
        }
    )

    static let pythonMode = CodeRule(
        "PYT-003",
        .critical,
        "`verify_mode = CERT_NONE`, or `ssl.SSLContext()`, whose default it is",
        in: [.python],
        "this context accepts every certificate",
        label: "no certificate checks",
        impact: Impact.anything,
        fix: "use ssl.create_default_context, which checks certificates",
        find: { $0.pythonModes + $0.bareContexts }
    )

    static let pythonHostname = CodeRule(
        "PYT-004",
        .critical,
        "`check_hostname = False`",
        in: [.python],
        "this context does not check the host name",
        label: "turns off the host name check",
        impact: Impact.anyName,
        fix: "set it to True",
        .replace("True"),
        find: { $0.pythonHostnames }
    )

    static let pythonFingerprint = CodeRule(
        "PYT-005",
        .low,
        "`assert_fingerprint`, which pins the whole certificate",
        in: [.python],
        "this option pins the whole certificate instead of its key",
        label: "changes with every renewal",
        impact: "every renewal breaks connections, and the host name is not checked",
        fix: "update it with every renewal, or trust only the server's CA",
        find: { review in
            review.source.settings("assert_fingerprint").filter {
                review.value($0.value).text != nil
            }.map { Match($0.name..<$0.value.upperBound) }
        }
    )

    static let pythonAiohttp = CodeRule(
        "PYT-006",
        .critical,
        "`ssl=False` of aiohttp",
        in: [.python],
        "these requests accept every certificate",
        label: "turns off certificate checks",
        impact: Impact.anything,
        fix: "set it to True; for a private CA, pass an ssl.SSLContext",
        .replace("True"),
        find: { review in
            guard review.mentions("aiohttp") else { return [] }
            let all =
                review.settings("ssl", [.truth(false)])
                + review.settings("verify_ssl", [.truth(false)])
            return all.filter {
                review.isOfRequest($0, or: "ClientSession", "TCPConnector", "ws_connect")
            }
        }
    )

    static let pythonEnvironment = CodeRule(
        "PYT-007",
        .critical,
        "`PYTHONHTTPSVERIFY=0`, `CURL_CA_BUNDLE=\"\"`",
        in: [.python, .shell, .yaml],
        "this process accepts every certificate",
        label: "turns off checks for every connection",
        impact: Impact.anythingInProcess,
        fix: "delete it; for a private CA, set REQUESTS_CA_BUNDLE",
        find: { review in
            guard !review.source.language.isOfShells else { return review.pythonSwitches }
            let all =
                review.settings("PYTHONHTTPSVERIFY", [.text("0")])
                + review.settings("CURL_CA_BUNDLE", [.text("")])
            return all.map { match in
                var match = match
                match.edits = Repair.deleteStatement.edits(match, in: review)
                return match
            }
        }
    )
}

extension CodeReview {
    fileprivate var pythonSwitches: [Match] {
        environment("PYTHONHTTPSVERIFY", ["0"]) + environment("CURL_CA_BUNDLE", [""])
            + environment("REQUESTS_CA_BUNDLE", [""])
    }

    /// Returns whether a setting belongs to an HTTP library; `verify` of other calls may mean
    /// signatures.
    fileprivate func isOfRequests(_ match: Match) -> Bool {
        let libraries = mentions("requests", "httpx", "urllib3", "boto3", "botocore")
        guard let call = enclosingCall(of: match.tokens.lowerBound) else { return libraries }
        let name = source.tokens[call].text.lowercased()
        if name.hasSuffix("session") || name.hasSuffix("client") { return true }
        let isDeclared = source.token(call - 1)?.is("def") ?? false
        return libraries
            && (isDeclared || isOfRequest(match, or: "dict", "partial", "update", "resource"))
    }

    /// The modes of client contexts.
    ///
    /// A server context without client certificates is fine. The rule ignores contexts that pin or
    /// verify in a callback.
    fileprivate var pythonModes: [Match] {
        let none = source.settings("verify_mode") + source.settings("cert_reqs")
        let servers = mentions("CLIENT_AUTH", "PROTOCOL_TLS_SERVER")
        return none.filter { setting in
            setting.value.contains { source.tokens[$0].text == "CERT_NONE" }
                || value(setting.value) == .text("CERT_NONE")
        }.filter { _ in !servers }.map { setting in
            var match = Match(setting.name..<setting.value.upperBound)
            let last = source.trimmed(setting.value).upperBound - 1
            let token = source.tokens[last]
            let replacement = token.kind == .string ? "'CERT_REQUIRED'" : "CERT_REQUIRED"
            match.edits = [Edit(token.range, replacement)]
            let names = namesOfSameVariable(setting)
            match.edits?.append(
                contentsOf: names.flatMap { Repair.replace("True").edits($0, in: self) }
            )
            match.related = names.map {
                .init(place: span($0.tokens), label: "also turns off the host name check")
            }
            return match
        }
    }

    /// Contexts for both clients and servers that no later setting makes check certificates.
    ///
    /// `ssl.SSLContext()` checks nothing, even if anchors are loaded.
    fileprivate var bareContexts: [Match] {
        guard
            !mentions(
                "verify_mode",
                "check_hostname",
                "CERT_REQUIRED",
                "CERT_OPTIONAL",
                "PROTOCOL_TLS_SERVER",
                "CLIENT_AUTH",
                "server_side",
                "load_cert_chain"
            )
        else { return [] }
        return source.calls("SSLContext").filter { call in
            guard let argument = call.arguments.first else { return true }
            return argument.value.contains { index in
                let name = source.tokens[index].text
                return name.hasPrefix("PROTOCOL_") && name != "PROTOCOL_TLS_CLIENT"
            }
        }.map { call in
            var match = Match(call.name..<call.last + 1)
            if source.isSign(call.name - 1, ".") {
                match.edits = [Edit(source.bytes(of: match.tokens), "create_default_context()")]
            }
            return match
        }
    }

    /// Returns the name settings of the same variable as a setting, which have the same cause.
    private func namesOfSameVariable(_ setting: SourceFile.Setting) -> [Match] {
        guard let context = receiver(of: setting.name) else { return [] }
        return pythonNames.filter { receiver(of: $0.tokens.lowerBound) == context }
    }

    private func receiver(of name: Int) -> String? {
        source.isSign(name - 1, ".") ? source.token(name - 2)?.text : nil
    }

    private var pythonNames: [Match] {
        settings("check_hostname", [.truth(false)]) + settings("assert_hostname", [.truth(false)])
    }

    /// Settings that turn off only the name check: not together with `CERT_NONE` of the same
    /// variable, and not with a pinned fingerprint.
    fileprivate var pythonHostnames: [Match] {
        guard !mentions("assert_fingerprint"), !mentions("PROTOCOL_TLS_SERVER", "CLIENT_AUTH")
        else {
            return []
        }
        let moot = Set(
            pythonModes.map { receiver(of: $0.tokens.lowerBound) }
        )
        return pythonNames.filter { match in
            let own = receiver(of: match.tokens.lowerBound)
            return own == nil || !moot.contains(own)
        }
    }
}
