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
        "a `hostnameVerifier` that is always true",
        in: [.java, .kotlin],
        "certificates of any name are accepted",
        label: "returns true for every host",
        impact: Consequence.anyName
            + "; for a host pinned to an authority one that this authority issued to any customer",
        fix: "delete it: OkHttp compares names itself",
        .deleteMember,
        find: { $0.okHttpVerifiers }
    )

    static let okHttpTrustManager = CodeRule(
        "OKH-002",
        .critical,
        "an empty `checkServerTrusted` beside OkHttp",
        in: [.java, .kotlin],
        "a trust manager that refuses no certificate",
        label: "refuses nothing",
        impact: "for unpinned hosts " + Consequence.anything + "; for pinned hosts calls fail",
        fix: "delete the class and its sslSocketFactory: OkHttp uses the platform's; "
            + "trust a private authority by HandshakeCertificates (okhttp-tls)",
        find: { review in review.mentions("OkHttpClient") ? review.trustManagers : [] }
    )

    static let okHttpUnset = CodeRule(
        "OKH-003",
        .high,
        "a client that is not given the pinner of its file",
        in: [.java, .kotlin],
        "the pinner is built, and no client has it",
        label: "built without .certificatePinner(…)",
        impact: "no pin is compared: a certificate of any trusted authority passes",
        fix: "call .certificatePinner(…) with it before .build()",
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
        "a second client without the pins of the first",
        label: "not pinned",
        impact: "requests of this client accept a certificate of any trusted authority",
        fix: "derive it from the pinned client by newBuilder()",
        find: { review in
            let isSet = !review.source.calls("certificatePinner").isEmpty
            guard isSet else { return [] }
            // A client that accepts all has that mistake first.
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
        "a pinner without pins",
        in: [.java, .kotlin],
        "a pinner without pins",
        label: "pins nothing",
        impact: "no pin is compared: a certificate of any trusted authority passes",
        fix: "add pins: .add(\"HOST\", \"sha256/…\")",
        find: { $0.okHttpEmptyPinners }
    )

    static let okHttpDebug = CodeRule(
        "OKH-008",
        .high,
        "pins in debug builds only",
        in: [.java, .kotlin],
        "the pins are set in debug builds only",
        label: "stands in a branch for debug builds",
        impact: "the release compares no pin: a certificate of any trusted authority passes",
        fix: "set the pins in release builds: invert the condition",
        find: { $0.okHttpDebugPinners }
    )

    static let okHttpCleartext = CodeRule(
        "OKH-013",
        .medium,
        "`ConnectionSpec.CLEARTEXT`",
        in: [.java, .kotlin],
        "http without TLS is allowed",
        label: "connections without TLS",
        impact: Consequence.cleartext + ", unless the app's network security config forbids http",
        fix: "leave it out",
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
        "TLS 1.0 and 1.1 are offered",
        label: "versions that RFC 8996 retired",
        impact: "an attacker on the path can choose a version with known breaks",
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
        "a host with a final dot",
        in: [.java, .kotlin],
        "a host with a final dot",
        label: "the pins of the name without the dot do not apply",
        impact: "an attacker with a mis-issued certificate passes for these requests",
        fix: "leave the dot out",
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
        "this OkHttp compares pins with certificates that the server only sent along",
        label: "CVE-2016-2402",
        impact: "an attacker with a certificate for the host appends the pinned one: no pin holds",
        fix: "update OkHttp",
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
        "pins compared by an interceptor after `proceed`",
        in: [.java, .kotlin],
        "the interceptor compares pins when the request has been sent",
        label: "sends the request",
        impact: "an attacker with a certificate for the host reads the request and its cookies",
        fix: "use a CertificatePinner: it compares before the request is sent",
        find: { $0.okHttpLateChecks }
    )

    static let okHttpNames = CodeRule(
        "OKH-019",
        .medium,
        "OkHttp before 4.9.2",
        in: [.java, .kotlin, .python],
        "this OkHttp takes some names for the host's that are not",
        label: "CVE-2021-0341",
        impact: "a certificate with a name in other letters than ASCII passes for another host",
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
    /// Calls of `proceed` in interceptors that throw by the server's certificates after it.
    fileprivate var okHttpLateChecks: [Match] {
        let proceeds = source.calls("proceed")
        return source.bodies(of: "intercept").compactMap { _, body in
            // A call that is not closed may end after the body.
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
