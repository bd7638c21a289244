import ScenarioFormat

extension CodeSystem {
    static let dart = CodeSystem(
        name: "Dart and Flutter",
        noun: "Dart",
        rules: [.dartBad, .dartPins, .dartLeaf, .dartRoots, .dartProbe, .dartPrivateKey],
        isUsed: { _ in true }
    )
}

extension CodeRule {
    static let dartBad = CodeRule(
        "DRT-001",
        .critical,
        "a `badCertificateCallback` that always returns true",
        in: [.dart],
        "this client accepts every certificate",
        label: "always returns true",
        impact: Impact.anything,
        fix: "delete it; for a private CA, add its certificate to a SecurityContext",
        .deleteStatement,
        find: { review in
            review.badCallbacks(giving: [.truth(true)])
        }
    )

    static let dartPins = CodeRule(
        "DRT-002",
        .high,
        "pins that are compared only in `badCertificateCallback`",
        in: [.dart],
        "this code compares pins only for certificates that were already rejected",
        label: "called only after a failed check",
        impact: "a certificate from any trusted CA is accepted without comparing pins",
        fix: "trust only the pinned CA: SecurityContext(withTrustedRoots: false) and "
            + "setTrustedCertificatesBytes",
        find: { $0.dartPinChecks(isStrict: false) }
    )

    static let dartLeaf = CodeRule(
        "DRT-003",
        .low,
        "a leaf pin that is compared in `badCertificateCallback`",
        in: [.dart],
        "this callback may receive the issuer's certificate instead of the leaf",
        label: "receives the certificate that failed the check",
        impact:
            "if the server sends its chain, the comparison and every connection fail "
            + "(dart-lang/sdk#39425)",
        fix: "pass the server's CA to setTrustedCertificatesBytes, without a callback",
        find: { $0.dartPinChecks(isStrict: true) }
    )

    static let dartProbe = CodeRule(
        "DRT-005",
        .medium,
        "a pin check on a separate connection",
        in: [.dart],
        "this code checks the pin on a different connection than the request uses",
        label: "opens a separate connection",
        impact:
            "an attacker can let the check pass and intercept the request, which accepts a "
            + "certificate from any trusted CA",
        fix: "pin in the client itself: SecurityContext(withTrustedRoots: false) with your CA",
        find: { $0.dartProbes }
    )

    static let dartRoots = CodeRule(
        "DRT-004",
        .high,
        "`withTrustedRoots: true` together with a private CA",
        in: [.dart],
        "this context trusts the system's CAs in addition to your own",
        label: "keeps every CA of the system",
        impact: "a certificate from any trusted CA is accepted; adding your CA does not pin it",
        fix: "set it to false to trust only your CA",
        .replace("false"),
        find: { review in
            guard
                review.mentions(
                    "setTrustedCertificates",
                    "setTrustedCertificatesBytes"
                )
            else { return [] }
            return review.settings("withTrustedRoots", [.truth(true)])
        }
    )

    static let dartPrivateKey = CodeRule(
        "DRT-006",
        .critical,
        "a private key in source code, used as a pin",
        in: [.dart],
        "the app contains a private key",
        label: "ships with every copy of the app",
        impact: "anyone can extract the key from a released app and impersonate the server",
        fix: "create a new server key, and pin its certificate or CA",
        find: { review in
            review.source.tokens.indices.filter {
                review.source.tokens[$0].kind == .string
                    && review.source.tokens[$0].text.contains("PRIVATE KEY-----")
            }.prefix(100).map { Match($0..<$0 + 1) }
        }
    )
}

extension CodeReview {
    /// The closures and functions that are set as the callback.
    fileprivate func badCallbacks(giving values: Set<SourceValue>) -> [Match] {
        source.settings("badCertificateCallback").compactMap { setting in
            let value = callback(setting.value)
            let whole = setting.name..<value.upperBound
            guard let body = callbackBody(value) else { return nil }
            var match = judged(body, giving: values, at: whole, "badCertificateCallback")
            // From `client()..badCertificateCallback = …`, delete only this part of the cascade.
            if source.isSign(setting.name - 1, "."), source.isSign(setting.name - 2, "."),
                let before = source.token(source.previous(setting.name - 2))
            {
                let end = source.bytes(of: value).upperBound
                match?.edits = [
                    Edit(before.range.upperBound..<max(before.range.upperBound, end), "")
                ]
            }
            // Another rule reports callbacks that compare pins.
            return match?.severity == .note && comparesPins(body) ? nil : match
        }
    }

    /// Returns a closure in brackets without the rest of the cascade.
    private func callback(_ value: Range<Int>) -> Range<Int> {
        guard source.isSign(value.lowerBound, "("), let close = source.counterpart(value.lowerBound)
        else { return value }
        let dot = source.next(close)
        return source.isSign(dot, ".") && source.isSign(dot + 1, ".")
            ? value.lowerBound..<close + 1 : value
    }

    /// Returns the body of a closure, or of the function named instead.
    private func callbackBody(_ value: Range<Int>) -> Range<Int>? {
        if let body = source.closureBody(value) { return body }
        let inner = source.trimmed(value)
        guard inner.count == 1, let name = source.token(inner.lowerBound) else { return nil }
        return source.bodies(of: name.text).first?.body
    }

    private func comparesPins(_ body: Range<Int>) -> Bool {
        body.prefix(400).contains {
            ["sha256", "sha1", "der", "pem", "contains"].contains(source.tokens[$0].text)
        }
    }

    /// Returns the callbacks that compare a hash or the bytes of a certificate.
    ///
    /// - Parameter isStrict: whether the file trusts no system CA, so that Dart calls the callback
    ///   every time.
    /// - Returns: the matches at the callbacks' names.
    fileprivate func dartPinChecks(isStrict: Bool) -> [Match] {
        let trustsNone = source.settings("withTrustedRoots").contains {
            value($0.value) == .truth(false)
        }
        guard trustsNone == isStrict else { return [] }
        return source.settings("badCertificateCallback").compactMap { setting in
            guard let body = callbackBody(callback(setting.value)), comparesPins(body) else {
                return nil
            }
            return Match(setting.name..<setting.name + 1)
        }
    }

    /// Calls of plug-ins that check a pin on their own connection and leave the request to Dart.
    fileprivate var dartProbes: [Match] {
        let checks = [
            "SslPinningPlugin.check", "HttpCertificatePinning.check", "SecureHttpClient.build",
        ]
        let members = calls("check", "build").compactMap { match -> Match? in
            let name = match.tokens.lowerBound
            guard source.isSign(name - 1, "."), let receiver = source.token(name - 2),
                checks.contains(receiver.text + "." + source.tokens[name].text)
            else { return nil }
            return Match(name - 2..<match.tokens.upperBound)
        }
        return members + calls("CertificatePinningInterceptor")
    }
}
