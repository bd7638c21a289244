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
        "`badCertificateCallback` that returns true",
        in: [.dart],
        "any certificate is accepted",
        label: "returns true for every certificate",
        impact: Consequence.anything,
        fix: "delete it; give a private authority's certificate to a SecurityContext",
        .deleteStatement,
        find: { review in
            review.badCallbacks(giving: [.truth(true)])
        }
    )

    static let dartPins = CodeRule(
        "DRT-002",
        .high,
        "pins compared in `badCertificateCallback`",
        in: [.dart],
        "the pins are compared only with certificates that were refused already",
        label: "asked only after a failure",
        impact: "a certificate of any trusted authority passes without a look at the pins",
        fix: "trust the pinned authority alone: SecurityContext(withTrustedRoots: false) and "
            + "setTrustedCertificatesBytes",
        find: { $0.dartPinChecks(isStrict: false) }
    )

    static let dartLeaf = CodeRule(
        "DRT-003",
        .low,
        "a leaf's pin compared in `badCertificateCallback`",
        in: [.dart],
        "the callback may be given the issuer's certificate",
        label: "given the certificate at which the check failed",
        impact:
            "for a server that sends its chain the comparison fails: every connection is refused "
            + "(dart-lang/sdk#39425)",
        fix: "give the server's authority to setTrustedCertificatesBytes, without a callback",
        find: { $0.dartPinChecks(isStrict: true) }
    )

    static let dartProbe = CodeRule(
        "DRT-005",
        .medium,
        "a pin check on a connection of its own",
        in: [.dart],
        "the pin is compared on another connection than the request's",
        label: "opens a connection of its own",
        impact: "an attacker on the path lets the check through and answers the request: "
            + "for it a certificate of any trusted authority passes",
        fix: "pin the client itself: SecurityContext(withTrustedRoots: false) with your authority",
        find: { $0.dartProbes }
    )

    static let dartRoots = CodeRule(
        "DRT-004",
        .high,
        "`withTrustedRoots: true` beside an authority of one's own",
        in: [.dart],
        "the system's authorities are trusted beside the own one",
        label: "keeps every authority of the system",
        impact: "a certificate of any trusted authority passes: the own one is no pin",
        fix: "trust the own authority alone",
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
        "a private key in the source as a pin",
        in: [.dart],
        "a private key stands in the app",
        label: "ships with every copy of the app",
        impact: "the key is public from the first release on: its holder impersonates the server",
        fix: "make a new key for the server, and pin the certificate or its authority",
        find: { review in
            review.source.tokens.indices.filter {
                review.source.tokens[$0].kind == .string
                    && review.source.tokens[$0].text.contains("PRIVATE KEY-----")
            }.prefix(100).map { Match($0..<$0 + 1) }
        }
    )
}

extension CodeReview {
    /// Closures and functions that the callback is.
    fileprivate func badCallbacks(giving values: Set<Value>) -> [Match] {
        source.settings("badCertificateCallback").compactMap { setting in
            let value = callback(setting.value)
            let whole = setting.name..<value.upperBound
            guard let body = callbackBody(value) else { return nil }
            var match = judged(body, giving: values, at: whole, "badCertificateCallback")
            // `client()..badCertificateCallback = …` goes out of its cascade alone.
            if source.isSign(setting.name - 1, "."), source.isSign(setting.name - 2, "."),
                let before = source.token(source.previous(setting.name - 2))
            {
                let end = source.bytes(of: value).upperBound
                match?.edits = [
                    Edit(before.range.upperBound..<max(before.range.upperBound, end), "")
                ]
            }
            // Pins that it compares are another rule's.
            return match?.severity == .note && comparesPins(body) ? nil : match
        }
    }

    /// A closure in brackets without the cascade that goes on after them.
    private func callback(_ value: Range<Int>) -> Range<Int> {
        guard source.isSign(value.lowerBound, "("), let close = source.counterpart(value.lowerBound)
        else { return value }
        let dot = source.next(close)
        return source.isSign(dot, ".") && source.isSign(dot + 1, ".")
            ? value.lowerBound..<close + 1 : value
    }

    /// The body of a closure, or of the function that is named in its place.
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

    /// Callbacks that compare a hash or the bytes of a certificate.
    ///
    /// - Parameter isStrict: whether the file trusts no authority of the system, so that the callback
    ///   is asked each time.
    /// - Returns: the callbacks' names.
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

    /// Calls of plug-ins that connect by themselves, compare, and leave the request to Dart.
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
