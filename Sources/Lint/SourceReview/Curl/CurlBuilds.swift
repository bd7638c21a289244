import ScenarioFormat

// Scripts that build curl.

extension CodeRule {
    static let curlQUICBuild = CodeRule(
        "CUR-015",
        .medium,
        "a build of curl that ignores pins over HTTP/3",
        in: [.shell],
        "this build of curl ignores pins over HTTP/3",
        label: "CVE-2025-5025, CVE-2025-13034",
        impact: "with --http3, a certificate from any trusted CA is accepted despite the pin",
        fix: "build curl 8.18.0 or later",
        find: { $0.curlQUICBuilds }
    )
}

extension CodeReview {
    /// Versions of curl in a script that builds it with HTTP/3 on wolfSSL (8.5.0 to 8.13.0) or
    /// GnuTLS (8.8.0 to 8.17.0).
    fileprivate var curlQUICBuilds: [Match] {
        let configured = words { $0.hasPrefix("--with-") || $0.hasPrefix("-D") }.map {
            source.tokens[$0.tokens.lowerBound].text.lowercased()
        }
        func isBuilt(_ names: String...) -> Bool {
            configured.contains { word in
                names.contains { word.contains($0) } && !word.hasSuffix("=off")
                    && !word.hasSuffix("=no")
            }
        }
        guard isBuilt("ngtcp2", "nghttp3", "quiche") else { return [] }
        let (wolf, gnu) = (isBuilt("wolfssl"), isBuilt("gnutls"))
        return words { text in
            guard let number = Self.curlRelease(in: text) else { return false }
            return wolf && [8, 5] <= number && number < [8, 14]
                || gnu && [8, 8] <= number && number < [8, 18]
        }.prefix(1).map(\.self)
    }

    /// Returns the version in `CURL_VERSION=8.9.1`, `curl-8.9.1.tar.gz` or `curl-8_9_1`.
    private static func curlRelease(in word: String) -> ReleaseNumber? {
        for mark in ["CURL_VERSION=", "CURL_VER=", "curl-"] {
            guard let found = word.firstRange(of: mark) else { continue }
            let rest = String(word[found.upperBound...]).replacing("_", with: ".")
            if let number = ReleaseNumber(rest), number.parts.count > 1 { return number }
        }
        return nil
    }
}
