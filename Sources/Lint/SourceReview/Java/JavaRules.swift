extension CodeSystem {
    static let java = CodeSystem(
        name: "Java and Kotlin: JSSE, HttpsURLConnection, WebView, gRPC",
        noun: "Java or Kotlin",
        rules: [
            .javaTrustManager, .javaVerifier, .javaDefaultVerifier, .javaSocket, .javaStrategies,
            .javaWebView, .javaPlaintext, .javaOwnManager,
        ],
        isUsed: { _ in true }
    )
}

extension CodeRule {
    static let javaTrustManager = CodeRule(
        "JVA-001",
        .critical,
        "an empty `checkServerTrusted`",
        in: [.java, .kotlin],
        "a trust manager that refuses no certificate",
        label: "refuses nothing",
        impact: Consequence.anything,
        fix: "delete the class and use the platform's trust manager; "
            + "for a private authority one of a KeyStore with its certificate",
        find: { review in
            review.mentions("OkHttpClient") ? [] : review.trustManagers
        }
    )

    static let javaVerifier = CodeRule(
        "JVA-002",
        .critical,
        "a hostname verifier that is always true",
        in: [.java, .kotlin],
        "certificates of any name are accepted",
        label: "returns true for every host",
        impact: Consequence.anyName,
        fix: "delete it: the platform compares names itself",
        find: { review in
            // Their calls are told by this rule or by another.
            let told = review.callsWithPermissiveVerifier([
                "hostnameVerifier", "setHostnameVerifier", "setDefaultHostnameVerifier",
            ])
            let methods = review.bodies("verify", giving: [.truth(true)], what: "verify").filter {
                !review.isInside($0.tokens.lowerBound, of: told)
                    && review.takesSession($0.tokens.lowerBound)
            }
            return methods
                + told.filter { review.source.tokens[$0.name].is("setHostnameVerifier") }
                .map { Match($0.name..<$0.last + 1) }
                + review.assignedVerifiers
                + review.mentions(
                    of: "NoopHostnameVerifier",
                    "AllowAllHostnameVerifier",
                    "ALLOW_ALL_HOSTNAME_VERIFIER"
                ).filter { !review.isInside($0.tokens.lowerBound, of: told) }
        }
    )

    static let javaDefaultVerifier = CodeRule(
        "JVA-003",
        .critical,
        "`setDefaultHostnameVerifier` with one that is always true",
        in: [.java, .kotlin],
        "certificates of any name are accepted in the whole process",
        label: "returns true for every host",
        impact: Consequence.anyName + ", in libraries too",
        fix: "delete it: the platform compares names itself",
        .deleteStatement,
        find: { review in
            review.callsWithPermissiveVerifier(["setDefaultHostnameVerifier"])
                .map { Match($0.name..<$0.last + 1) }
        }
    )

    static let javaSocket = CodeRule(
        "JVA-004",
        .critical,
        "an `SSLSocket` whose peer's name is not compared",
        in: [.java, .kotlin],
        "the socket compares no name",
        label: "handshake without endpoint identification in this file",
        impact: Consequence.anyName,
        fix: "before the handshake set endpointIdentificationAlgorithm = \"HTTPS\" in the "
            + "socket's SSLParameters",
        find: { review in
            let isClient = review.mentions("SSLSocket") && review.mentions("createSocket")
            let isNamed = review.mentions(
                "setEndpointIdentificationAlgorithm",
                "endpointIdentificationAlgorithm",
                "HostnameVerifier",
                "hostnameVerifier",
                "getDefaultHostnameVerifier",
                "SSLServerSocket"
            )
            return isClient && !isNamed ? review.calls("startHandshake") : []
        }
    )

    static let javaStrategies = CodeRule(
        "JVA-005",
        .critical,
        "`TrustSelfSignedStrategy`, `TrustAllStrategy`, "
            + "`InsecureTrustManagerFactory`, a `TrustStrategy` that is always true",
        in: [.java, .kotlin],
        "certificates that no authority signed are accepted",
        label: "trusts certificates of any maker",
        impact: Consequence.anything,
        fix: "trust the authority's certificate instead",
        find: { review in
            review.mentions(
                of: "TrustSelfSignedStrategy",
                "TrustAllStrategy",
                "InsecureTrustManagerFactory"
            )
                + review.calls("loadTrustMaterial") { call in
                    call.arguments.last.map { review.isPermissiveValue($0.value) } ?? false
                }
        }
    )

    static let javaWebView = CodeRule(
        "JVA-006",
        .critical,
        "`onReceivedSslError` that proceeds",
        in: [.java, .kotlin],
        "the web view goes on after each fault of a certificate",
        label: "goes on without a question",
        impact: "in the web view " + Consequence.anything,
        fix: "cancel",
        .replace("cancel"),
        find: { $0.proceedingWebViews }
    )

    static let javaPlaintext = CodeRule(
        "JVA-007",
        .critical,
        "gRPC without TLS",
        in: [.java, .kotlin],
        "the connection is made without TLS",
        label: "no TLS",
        impact: Consequence.cleartext,
        fix: "delete it: gRPC uses TLS by default",
        .deleteMember,
        find: { review in
            review.calls("usePlaintext").map { review.loweredForLocalHost($0) }
        }
    )
}

extension CodeReview {
    /// Methods that check servers and do nothing, or that call another (a note).
    var trustManagers: [Match] {
        bodies("checkServerTrusted", what: "checkServerTrusted")
    }

    /// Calls by name that are given a verifier that is always true.
    ///
    /// A name that many calls are given is looked up once.
    func callsWithPermissiveVerifier(_ names: [String]) -> [Call] {
        var known: [String: Bool] = [:]
        return names.flatMap { source.calls($0) }.filter { call in
            guard let argument = call.arguments.first.map({ source.trimmed($0.value) }),
                argument.count == 1, let name = source.token(argument.lowerBound)?.text
            else { return isPermissiveVerifier(call) }
            let isPermissive = known[name] ?? isPermissiveVerifier(call)
            known[name] = isPermissive
            return isPermissive
        }
    }

    /// Whether a call is given a verifier that is always true.
    private func isPermissiveVerifier(_ call: Call) -> Bool {
        guard let argument = call.arguments.first else { return false }
        // `new X()`, `X.INSTANCE`, `Y.X`: a path that brackets may follow.
        let path = argument.value.prefix {
            source.tokens[$0].kind == .name || source.isSign($0, ".")
        }
        let known: Set = [
            "NoopHostnameVerifier", "AllowAllHostnameVerifier", "ALLOW_ALL_HOSTNAME_VERIFIER",
        ]
        return path.contains { known.contains(source.tokens[$0].text) }
            || isPermissiveValue(argument.value)
    }

    /// Whether a method takes what a HostnameVerifier is given: verifiers of signatures are named
    /// alike.
    fileprivate func takesSession(_ name: Int) -> Bool {
        source.counterpart(name + 1).map { close in
            (name + 1..<close).contains { source.tokens[$0].is("SSLSession") }
        } ?? false
    }

    /// Whether a closure or an object with `verify` or `isTrusted` gives true on each path.
    private func isPermissiveClosure(_ range: Range<Int>, followsNames: Bool) -> Bool {
        let inner = ["verify", "isTrusted"].filter { name in
            source.occurrences(of: name).contains(where: range.contains)
        }.flatMap { source.bodies(of: $0) }.filter { range.contains($0.name) }
        if let method = inner.first {
            return source.judge(method.body, giving: [.truth(true)]) == .always
        }
        if followsNames, source.trimmed(range).count == 1,
            let name = source.token(source.trimmed(range).lowerBound)
        {
            return isPermissiveConstant(name.text)
        }
        guard var body = source.closureBody(range) else { return false }
        // `HostnameVerifier { _, _ -> true }`
        if let first = source.token(body.lowerBound), first.is("HostnameVerifier") { body = range }
        return source.judge(body, giving: [.truth(true)]) == .always
    }

    /// Whether a name is given such a verifier in this file.
    private func isPermissiveConstant(_ name: String) -> Bool {
        source.settings(name).prefix(Self.variableLimit).contains { setting in
            let start = setting.value.lowerBound
            // `val name: HostnameVerifier = …`
            let isTyped = source.isSign(start + 1, "=")
            let value = isTyped ? start + 2..<setting.value.upperBound : setting.value
            return isPermissiveValue(value, followsNames: false)
        }
    }

    /// Assignments of a verifier such as `connection.hostnameVerifier = HostnameVerifier { … }`.
    fileprivate var assignedVerifiers: [Match] {
        source.settings("hostnameVerifier").filter { setting in
            // The setter is a call, which is looked at as such.
            source.tokens[setting.name].is("hostnameVerifier")
                && !source.isSign(setting.name + 1, ":") && isPermissiveValue(setting.value)
        }.map { Match($0.name..<$0.value.upperBound) }
    }

    /// Whether a verifier or a strategy says true to everything.
    ///
    /// - Parameters:
    ///   - range: the value's tokens.
    ///   - followsNames: whether the value may be a name that the file gives such a value.
    /// - Returns: whether nothing is refused.
    fileprivate func isPermissiveValue(_ range: Range<Int>, followsNames: Bool = true) -> Bool {
        let first = source.trimmed(range).lowerBound
        if let type = source.token(first), type.is("HostnameVerifier") || type.is("TrustStrategy"),
            let argument = source.call(at: first)?.arguments.last
        {
            return isPermissiveClosure(argument.value, followsNames: followsNames)
        }
        return isPermissiveClosure(range, followsNames: followsNames)
    }

    /// Handlers that proceed on every path and ask nothing before.
    fileprivate var proceedingWebViews: [Match] {
        source.bodies(of: "onReceivedSslError").compactMap { found in
            let inner = found.body.prefix(400)
            let isGuarded = inner.contains {
                ["if", "when", "switch", "cancel", "AlertDialog", "show"].contains(
                    source.tokens[$0].text
                )
            }
            guard !isGuarded, let proceed = inner.first(where: { source.tokens[$0].is("proceed") })
            else { return nil }
            return Match(proceed..<proceed + 1)
        }
    }
}
