import ScenarioFormat

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
        "this trust manager accepts every certificate",
        label: "never rejects a certificate",
        impact: Impact.anything,
        fix:
            "delete the class; for a private CA, create a trust manager from a KeyStore with its "
            + "certificate",
        find: { review in
            review.mentions("OkHttpClient") ? [] : review.trustManagers
        }
    )

    static let javaVerifier = CodeRule(
        "JVA-002",
        .critical,
        "a hostname verifier that accepts every host",
        in: [.java, .kotlin],
        "this hostname verifier accepts every host",
        label: "always returns true",
        impact: Impact.anyName,
        fix: "delete it; the platform already checks host names",
        find: { review in
            // Calls with such a verifier are reported by another rule, or by this one.
            let reported = review.callsWithPermissiveVerifier([
                "hostnameVerifier", "setHostnameVerifier", "setDefaultHostnameVerifier",
            ])
            let methods = review.bodies("verify", giving: [.truth(true)], what: "verify").filter {
                !review.isInside($0.tokens.lowerBound, of: reported)
                    && review.takesSession($0.tokens.lowerBound)
            }
            return methods
                + reported.filter { review.source.tokens[$0.name].is("setHostnameVerifier") }
                .map { Match($0.name..<$0.last + 1) }
                + review.assignedVerifiers
                + review.mentions(
                    of: "NoopHostnameVerifier",
                    "AllowAllHostnameVerifier",
                    "ALLOW_ALL_HOSTNAME_VERIFIER"
                ).filter { !review.isInside($0.tokens.lowerBound, of: reported) }
        }
    )

    static let javaDefaultVerifier = CodeRule(
        "JVA-003",
        .critical,
        "`setDefaultHostnameVerifier` with a verifier that accepts every host",
        in: [.java, .kotlin],
        "host names are not checked anywhere in this process",
        label: "always returns true",
        impact: Impact.anyName + ", also for requests of libraries",
        fix: "delete it; the platform already checks host names",
        .deleteStatement,
        find: { review in
            review.callsWithPermissiveVerifier(["setDefaultHostnameVerifier"])
                .map { Match($0.name..<$0.last + 1) }
        }
    )

    static let javaSocket = CodeRule(
        "JVA-004",
        .critical,
        "an `SSLSocket` without a host name check",
        in: [.java, .kotlin],
        "this SSLSocket does not check the host name",
        label: "no endpoint identification before this handshake",
        impact: Impact.anyName,
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
            + "`InsecureTrustManagerFactory`, a `TrustStrategy` that always returns true",
        in: [.java, .kotlin],
        "this client accepts certificates that no trusted CA signed",
        label: "trusts certificates from any issuer",
        impact: Impact.anything,
        fix: "trust your CA's certificate instead",
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
        "the web view loads pages despite certificate errors",
        label: "proceeds without checking the error",
        impact: "in the web view, " + Impact.anything,
        fix: "call cancel() instead of proceed()",
        .replace("cancel"),
        find: { $0.proceedingWebViews }
    )

    static let javaPlaintext = CodeRule(
        "JVA-007",
        .critical,
        "gRPC without TLS",
        in: [.java, .kotlin],
        "this gRPC channel does not use TLS",
        label: "turns off TLS",
        impact: Impact.cleartext,
        fix: "delete it; gRPC uses TLS by default",
        .deleteMember,
        find: { review in
            review.calls("usePlaintext").map { review.loweredForLocalHost($0) }
        }
    )
}

extension CodeReview {
    /// Methods that check servers and do nothing; those that call another function are notes.
    var trustManagers: [Match] {
        bodies("checkServerTrusted", what: "checkServerTrusted")
    }

    /// Returns the calls of a function with a verifier that always returns true.
    ///
    /// Each name that calls receive is looked up only once.
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

    /// Returns whether a call receives a verifier that always returns true.
    private func isPermissiveVerifier(_ call: Call) -> Bool {
        guard let argument = call.arguments.first else { return false }
        // `new X()`, `X.INSTANCE`, `Y.X`: a path, possibly with brackets after it.
        let path = argument.value.prefix {
            source.tokens[$0].kind == .name || source.isSign($0, ".")
        }
        let known: Set = [
            "NoopHostnameVerifier", "AllowAllHostnameVerifier", "ALLOW_ALL_HOSTNAME_VERIFIER",
        ]
        return path.contains { known.contains(source.tokens[$0].text) }
            || isPermissiveValue(argument.value)
    }

    /// Returns whether a method has the parameters of a HostnameVerifier; signature verifiers have
    /// the same method name.
    fileprivate func takesSession(_ name: Int) -> Bool {
        source.counterpart(name + 1).map { close in
            (name + 1..<close).contains { source.tokens[$0].is("SSLSession") }
        } ?? false
    }

    /// Returns whether a closure, or an object with `verify` or `isTrusted`, returns true on every
    /// path.
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

    /// Returns whether this file assigns a verifier that always returns true to a name.
    private func isPermissiveConstant(_ name: String) -> Bool {
        source.settings(name).prefix(Self.variableLimit).contains { setting in
            let start = setting.value.lowerBound
            // `val name: HostnameVerifier = …`
            let isTyped = source.isSign(start + 1, "=")
            let value = isTyped ? start + 2..<setting.value.upperBound : setting.value
            return isPermissiveValue(value, followsNames: false)
        }
    }

    /// Assignments of a verifier, such as `connection.hostnameVerifier = HostnameVerifier { … }`.
    fileprivate var assignedVerifiers: [Match] {
        source.settings("hostnameVerifier").filter { setting in
            // The setter is a call, and is found as a call.
            source.tokens[setting.name].is("hostnameVerifier")
                && !source.isSign(setting.name + 1, ":") && isPermissiveValue(setting.value)
        }.map { Match($0.name..<$0.value.upperBound) }
    }

    /// Returns whether a verifier or strategy accepts everything.
    ///
    /// - Parameters:
    ///   - range: the value's tokens.
    ///   - followsNames: whether the value may be a name to which the file assigns such a verifier.
    /// - Returns: whether it always returns true.
    fileprivate func isPermissiveValue(_ range: Range<Int>, followsNames: Bool = true) -> Bool {
        let first = source.trimmed(range).lowerBound
        if let type = source.token(first), type.is("HostnameVerifier") || type.is("TrustStrategy"),
            let argument = source.call(at: first)?.arguments.last
        {
            return isPermissiveClosure(argument.value, followsNames: followsNames)
        }
        return isPermissiveClosure(range, followsNames: followsNames)
    }

    /// Handlers that proceed on every path without a check.
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
