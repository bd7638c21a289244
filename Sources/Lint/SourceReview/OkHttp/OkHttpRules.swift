import ScenarioFormat

extension CodeSystem {
    static let okHttp = CodeSystem(
        name: "OkHttp",
        noun: "Kotlin or Java with OkHttp",
        rules: [
            .okHttpVerifier, .okHttpTrustManager, .okHttpUnset, .okHttpScheme, .okHttpWildcard,
            .okHttpSubdomains, .okHttpEmpty, .okHttpDebug, .okHttpLength, .okHttpDies,
            .okHttpPlaceholder, .okHttpSingle, .okHttpCleartext, .okHttpCompatible,
            .okHttpServedChain, .okHttpFinalDot, .okHttpLate, .okHttpSecond, .okHttpNames,
        ],
        isUsed: { review in
            review.mentions("OkHttpClient", "CertificatePinner", "okhttp3", "ConnectionSpec")
                || !review.okHttpVersions.isEmpty
        },
        unread: { $0.okHttpUnread }
    )
}

extension CodeRule {
    static let okHttpVerifier = CodeRule(
        "OKH-001",
        .critical,
        "a `hostnameVerifier` that accepts every host",
        in: [.java, .kotlin],
        "this hostname verifier accepts every host",
        label: "always returns true",
        impact: Impact.anyName
            + "; for a host pinned to a CA, the certificate must come from that CA",
        fix: "delete it; OkHttp already checks host names",
        .deleteMember,
        find: { $0.okHttpVerifiers }
    )

    static let okHttpTrustManager = CodeRule(
        "OKH-002",
        .critical,
        "an empty `checkServerTrusted` for OkHttp",
        in: [.java, .kotlin],
        "this trust manager accepts every certificate",
        label: "never rejects a certificate",
        impact: "for unpinned hosts, " + Impact.anything + "; calls to pinned hosts fail",
        fix:
            "delete the class and the sslSocketFactory call; for a private CA, use "
            + "HandshakeCertificates (okhttp-tls)",
        find: { review in review.mentions("OkHttpClient") ? review.trustManagers : [] }
    )

    static let okHttpUnset = CodeRule(
        "OKH-003",
        .high,
        "a client without the pinner that its file builds",
        in: [.java, .kotlin],
        "no client uses the CertificatePinner of this file",
        label: "lacks .certificatePinner(…)",
        impact: "no pin is compared, so a certificate from any trusted CA is accepted",
        fix: "call .certificatePinner(…) with the pinner before .build()",
        find: { review in
            let isSet = review.mentions("certificatePinner", "setCertificatePinner")
            return isSet || !review.mentions("CertificatePinner") ? [] : review.okHttpBareClients
        }
    )

    static let okHttpSecond = CodeRule(
        "OKH-018",
        .medium,
        "a second client without pins",
        in: [.java, .kotlin],
        "this second client does not have the pins of the first",
        label: "not pinned",
        impact: "requests of this client accept a certificate from any trusted CA",
        fix: "create it with newBuilder() of the pinned client",
        find: { review in
            let isSet = !review.source.calls("certificatePinner").isEmpty
            guard isSet else { return [] }
            // Another rule reports a client that accepts every certificate.
            let isOpen = !review.trustManagers.isEmpty
            return review.okHttpBareClients.filter { match in
                let names = review.chain(from: match.tokens.upperBound - 1).names
                return !(isOpen && names.contains("sslSocketFactory"))
            }
        }
    )

    static let okHttpEmpty = CodeRule(
        "OKH-007",
        .high,
        "a `CertificatePinner` without pins",
        in: [.java, .kotlin],
        "this CertificatePinner has no pins",
        label: "no pins",
        impact: "no pin is compared, so a certificate from any trusted CA is accepted",
        fix: "add pins: .add(\"HOST\", \"sha256/…\")",
        find: { $0.okHttpEmptyPinners }
    )

    static let okHttpDebug = CodeRule(
        "OKH-008",
        .high,
        "pins in debug builds only",
        in: [.java, .kotlin],
        "only debug builds set the pins",
        label: "runs in debug builds only",
        impact: "release builds compare no pin, so a certificate from any trusted CA is accepted",
        fix: "invert the condition so that release builds set the pins",
        find: { $0.okHttpDebugPinners }
    )

    static let okHttpCleartext = CodeRule(
        "OKH-013",
        .medium,
        "`ConnectionSpec.CLEARTEXT`",
        in: [.java, .kotlin],
        "this client allows http without TLS",
        label: "allows connections without TLS",
        impact: Impact.cleartext + ", unless the app's network security config forbids http",
        fix: "delete it",
        find: { review in
            guard !review.mentions("MockWebServer") else { return [] }
            return review.connectionSpecs("CLEARTEXT").map { match in
                var match = match
                if let count = review.siblings(of: match), count > 1 {
                    match.edits = Repair.deleteArgument.edits(match, in: review)
                } else {
                    let last = match.tokens.upperBound - 1
                    match.edits = Repair.replace("MODERN_TLS").edits(
                        Match(last..<last + 1),
                        in: review
                    )
                }
                return match
            }
        }
    )

    static let okHttpCompatible = CodeRule(
        "OKH-014",
        .medium,
        "`ConnectionSpec.COMPATIBLE_TLS`",
        in: [.java, .kotlin],
        "this client offers TLS 1.0 and 1.1",
        label: "RFC 8996 deprecated these versions",
        impact: "an attacker on the network path can choose a version with known attacks",
        fix: "use MODERN_TLS",
        find: { review in
            review.connectionSpecs("COMPATIBLE_TLS").map { match in
                var match = match
                let last = match.tokens.upperBound - 1
                match.edits = Repair.replace("MODERN_TLS").edits(Match(last..<last + 1), in: review)
                return match
            }
        }
    )

    static let okHttpFinalDot = CodeRule(
        "OKH-016",
        .low,
        "a host name that ends with a dot",
        in: [.java, .kotlin],
        "this host name ends with a dot",
        label: "OkHttp does not apply the pins of the name without the dot",
        impact: "these requests accept a mis-issued certificate",
        fix: "delete the dot",
        find: { review in
            guard review.mentions("CertificatePinner") else { return [] }
            return review.source.tokens.indices.filter { index in
                let token = review.source.tokens[index]
                return token.kind == .string && token.text.hasPrefix("https://")
                    && HostText.host(of: token.text).hasSuffix(".")
            }.prefix(100).map { index in
                var match = Match(index..<index + 1)
                let text = review.source.tokens[index].text
                let host = HostText.host(of: text)
                match.edits = review.replaced(
                    match.tokens,
                    text.replacing(host, with: String(host.dropLast()), maxReplacements: 1)
                )
                return match
            }
        }
    )

    static let okHttpServedChain = CodeRule(
        "OKH-015",
        .high,
        "OkHttp before 2.7.4, and 3.0 to 3.1.1",
        in: [.java, .kotlin, .python],
        "this version of OkHttp compares pins with certificates outside the verified chain",
        label: "CVE-2016-2402",
        impact:
            "an attacker with a certificate for the host can bypass every pin by appending the "
            + "pinned certificate",
        fix: "update OkHttp to a current version",
        find: { review in
            review.okHttpVersions.filter { version in
                version.number < [2, 7, 4]
                    || [3] <= version.number && version.number < [3, 1, 2]
            }.map(\.match)
        }
    )

    static let okHttpLate = CodeRule(
        "OKH-017",
        .medium,
        "pins that an interceptor compares after `proceed`",
        in: [.java, .kotlin],
        "this interceptor compares pins after the request has been sent",
        label: "sends the request",
        impact: "an attacker with a certificate for the host can read the request and its cookies",
        fix: "use a CertificatePinner, which compares pins before the request is sent",
        find: { $0.okHttpLateChecks }
    )

    static let okHttpNames = CodeRule(
        "OKH-019",
        .medium,
        "OkHttp before 4.9.2",
        in: [.java, .kotlin, .python],
        "this version of OkHttp matches host names incorrectly",
        label: "CVE-2021-0341",
        impact: "a certificate with a non-ASCII name can be accepted for another host",
        fix: "update OkHttp to 4.9.2 or later",
        find: { review in
            review.okHttpVersions.filter { version in
                let isOlder =
                    version.number < [2, 7, 4]
                    || [3] <= version.number && version.number < [3, 1, 2]
                return !isOlder && version.number < [4, 9, 2]
            }.map(\.match)
        }
    )
}

extension CodeReview {
    /// Calls of `proceed` in interceptors that check the server's certificates only afterwards.
    fileprivate var okHttpLateChecks: [Match] {
        let proceeds = source.calls("proceed")
        return source.bodies(of: "intercept").compactMap { _, body in
            // An unclosed call may end after the body.
            let called = proceeds.first { body.contains($0.name) && body.contains($0.last) }
            guard let proceed = called else { return nil }
            let after = (proceed.last..<body.upperBound).prefix(2_000)
            guard
                let look = after.first(where: { index in
                    ["peerCertificates", "handshake"].contains(source.tokens[index].text)
                }), (look..<after.endIndex).contains(where: { source.tokens[$0].is("throw") })
            else { return nil }
            return Match(proceed.name..<proceed.last + 1)
        }
    }
}
