// Scripts that build curl.

extension CheckedMatches {
    /// Versions of curl in a script that builds it with HTTP/3 on wolfSSL (8.5.0 to 8.13.0) or
    /// GnuTLS (8.8.0 to 8.17.0).
    var curlBuildFindings: CheckResult {
        CheckResult(
            findings: matches.compactMap { match in
                guard let place = curlRelease(in: match.range) else { return nil }
                var finding = CheckedFinding(match)
                finding.place = place
                return finding
            }
        )
    }

    /// Returns the first affected version in a script.
    private func curlRelease(in range: Range<Int>) -> Range<Int>? {
        let lines = file.lines.filter { range.overlaps($0) }.filter { line in
            file.text(line).trimmingBlanks.first != "#"
        }
        let options = lines.flatMap { line in
            file.text(line).lowercased().matches(of: /(?:^|[\s"'])((?:--with-|-d)[^\s"']+)/)
                .map { String($0.output.1) }
        }
        func isBuilt(_ names: String...) -> Bool {
            options.contains { option in
                names.contains { option.contains($0) } && !option.hasSuffix("=off")
                    && !option.hasSuffix("=no")
            }
        }
        guard isBuilt("ngtcp2", "nghttp3", "quiche") else { return nil }
        let (wolf, gnu) = (isBuilt("wolfssl"), isBuilt("gnutls"))
        for line in lines {
            let text = file.text(line)
            for found in text.matches(
                of: /(?:CURL_VER(?:SION)?[= ]"?|curl-)(\d+[._]\d+(?:[._]\d+)?)/
            ) {
                let version = String(found.output.1).replacing("_", with: ".")
                guard let number = ReleaseNumber(version),
                    wolf && [8, 5] <= number && number < [8, 14]
                        || gnu && [8, 8] <= number && number < [8, 18]
                else { continue }
                let start = line.lowerBound + text[..<found.range.lowerBound].utf8.count
                return start..<start + text[found.range].utf8.count
            }
        }
        return nil
    }
}
