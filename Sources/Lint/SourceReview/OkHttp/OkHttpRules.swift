import ScenarioFormat

extension CodeSystem {
    static let okHttp = CodeSystem(
        name: "OkHttp",
        noun: "Kotlin or Java with OkHttp",
        rules: [
            .okHttpUnset, .okHttpScheme, .okHttpWildcard, .okHttpSubdomains, .okHttpLength,
            .okHttpDies, .okHttpPlaceholder, .okHttpSingle, .okHttpFinalDot, .okHttpSecond,
        ],
        isUsed: { review in
            review.mentions("OkHttpClient", "CertificatePinner", "okhttp3", "ConnectionSpec")
        },
        unread: { $0.okHttpUnread }
    )
}

extension CodeRule {
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
}
