import ScenarioFormat
import X509

// libcurl in C, PHP and Python, and PHP's stream options.

extension CodeSystem {
    static let curl = CodeSystem(
        name: "curl, libcurl, PHP, pycurl, wget, git, pip",
        noun: "a shell script, a .curlrc, or code with libcurl",
        rules: [
            .curlInsecure, .curlConfig, .curlPeer, .curlHost, .curlHostOne, .curlPinForm,
            .curlPinBlank, .curlPinCertificate, .curlPinFollowed, .curlCleartext, .curlPinResult,
            .curlProxy, .curlWeak, .curlQUICBuild, .phpVerify, .otherTools,
        ],
        isUsed: { review in
            switch review.source.language {
            case .shell, .php: true
            case .yaml: review.hasScripts || !review.gitSwitches.isEmpty
            case .nginx: review.file.lastName.hasSuffix("curlrc")
            case .python: review.mentions("pycurl")
            default:
                review.mentions(
                    "CURLOPT_SSL_VERIFYPEER",
                    "CURLOPT_SSL_VERIFYHOST",
                    "CURLOPT_PINNEDPUBLICKEY"
                )
            }
        },
        unread: { review in
            review.curlPinTokens.compactMap { review.unread($0) }
        }
    )
}

extension CodeRule {
    private static let libcurl: Set<Language> = [.c, .objectiveC, .php, .python]

    static let curlPeer = CodeRule(
        "CUR-003",
        .critical,
        "`CURLOPT_SSL_VERIFYPEER` 0",
        in: libcurl,
        "this connection does not check the certificate chain",
        label: "turns off the chain check",
        impact: Impact.anything,
        fix: "turn it on; for a private CA, set CURLOPT_CAINFO",
        find: { review in
            let on = [.php: "true", .python: "1"][review.source.language] ?? "1L"
            let peers = review.setopts("SSL_VERIFYPEER", CodeReview.off, on)
            return review.pairs(peers, review.setopts("SSL_VERIFYHOST", CodeReview.off, "2")).joined
        }
    )

    static let curlHost = CodeRule(
        "CUR-004",
        .critical,
        "`CURLOPT_SSL_VERIFYHOST` 0",
        in: libcurl,
        "this connection does not check the host name",
        label: "turns off the host name check",
        impact: Impact.anyName,
        fix: "set it to 2",
        find: { review in
            let peers = review.setopts("SSL_VERIFYPEER", CodeReview.off, "")
            let names = review.setopts("SSL_VERIFYHOST", CodeReview.off, "2")
            return review.pairs(peers, names).alone
        }
    )

    static let curlHostOne = CodeRule(
        "CUR-005",
        .note,
        "`CURLOPT_SSL_VERIFYHOST` 1",
        in: libcurl,
        "1 is no longer a valid value of this option",
        label: "2 checks the host name",
        impact:
            "libcurl up to 7.28.0 accepts any host name; up to 7.65.3 it reports an error and "
            + "keeps 2; later it uses 2",
        fix: "set it to 2",
        find: { $0.setopts("SSL_VERIFYHOST", [.number(1), .truth(true)], "2") }
    )

    static let curlPinResult = CodeRule(
        "CUR-012",
        .medium,
        "an ignored result of the call that sets a pin",
        in: [.c, .objectiveC],
        "this code ignores whether libcurl accepted the pin",
        label: "the result is ignored",
        impact: "a libcurl built without pinning support connects without a pin",
        fix: "stop if the result is not CURLE_OK",
        find: { review in
            review.source.calls("curl_easy_setopt").filter { call in
                let isPin =
                    call.argument(at: 1).map {
                        review.source.text(of: $0.value) == "CURLOPT_PINNEDPUBLICKEY"
                    } ?? false
                guard isPin, let before = review.source.token(call.name - 1) else { return false }
                return before.kind == .newline || before.is(";") || before.is("{")
            }.map { Match($0.name..<$0.last + 1) }
        }
    )

    static let phpVerify = CodeRule(
        "CUR-016",
        .critical,
        "`'verify_peer' => false`, Guzzle's `'verify' => false`, Laravel's `withoutVerifying()`",
        in: [.php],
        "this request accepts every certificate",
        label: "turns off certificate checks",
        impact: Impact.anything,
        fix: "turn it on; for a private CA, name its certificate file",
        .replace("true"),
        find: { review in
            let peers =
                review.settings("verify_peer", [.truth(false)])
                + review.settings("verify", [.truth(false)]).filter(review.isOfGuzzle)
            let names = review.settings("verify_peer_name", [.truth(false)])
            let calls = review.calls("withoutVerifying").map { match in
                var match = match
                match.edits = review.withoutMember(match)
                return match
            }
            let pairs = review.pairs(peers, names)
            return calls + pairs.joined
                + pairs.alone.map { match in
                    var match = match
                    match.problem = "this request does not check the host name"
                    match.label = "turns off the host name check"
                    match.impact = Impact.anyName
                    return match
                }
        }
    )
}

/// The forms of pins in `--pinnedpubkey`.
enum CurlPinForm {
    /// Returns the hash of a pin that lacks the prefix `sha256//`; empty if the hash cannot be
    /// used, nil for a correct pin or a file name.
    static func misformed(_ text: String) -> String? {
        if text.hasPrefix("sha256//") { return nil }
        for prefix in ["sha256/", "SHA256//", "sha256:", "sha256="] where text.hasPrefix(prefix) {
            return String(text.dropFirst(prefix.count))
        }
        if text.hasPrefix("sha1//") { return "" }
        return Base64.decode(text.utf8)?.count == 32 ? text : StatedPin.base64(of: text)
    }
}

extension CodeReview {
    /// Returns the settings of a libcurl option to one of the values: `…, CURLOPT_NAME, value)`,
    /// `CURLOPT_NAME => value`.
    func setopts(_ name: String, _ values: Set<SourceValue>, _ replacement: String) -> [Match] {
        ["CURLOPT_" + name, name].flatMap { source.occurrences(of: $0) }.compactMap { index in
            guard source.isSign(index + 1, ",") || source.isSign(index + 1, "=>") else {
                return nil
            }
            let expression = source.expression(from: source.next(index + 1))
            guard values.contains(value(expression)) else { return nil }
            var match = Match(index..<expression.upperBound)
            match.edits = [Edit(source.bytes(of: expression), replacement)]
            return match
        }
    }

    /// Returns whether a setting belongs to Guzzle or a library based on it; `verify` of other
    /// libraries may mean something else.
    fileprivate func isOfGuzzle(_ match: Match) -> Bool {
        guard let call = enclosingCall(of: match.tokens.lowerBound) else {
            return mentions("GuzzleHttp", "Guzzle", "guzzle", "Http")
        }
        return source.tokens[call].text.hasSuffix("Client")
            || isOfRequest(match, or: "withOptions", "create", "array_merge")
    }

    /// Returns the edit that deletes a call from its chain, with the sign before the next member.
    fileprivate func withoutMember(_ match: Match) -> [Edit] {
        let next = source.next(match.tokens.upperBound - 1)
        guard source.isSign(next, "->"),
            source.isSign(match.tokens.lowerBound - 1, "->")
                || source.isSign(match.tokens.lowerBound - 1, "::"),
            let after = source.token(next + 1)
        else { return [] }
        let start = source.tokens[match.tokens.lowerBound].range.lowerBound
        return [Edit(start..<after.range.lowerBound, "")]
    }

    // MARK: Pins

    struct CurlPinText: Sendable {
        let tokens: Range<Int>
        let text: String
    }

    var curlPins: [CurlPinText] {
        let words = curls.compactMap { $0.option("pinnedpubkey")?.value }.map {
            CurlPinText(tokens: $0.token..<$0.token + 1, text: $0.text)
        }
        return words
            + curlPinTokens.compactMap { tokens in
                value(tokens).text.map { CurlPinText(tokens: tokens, text: $0) }
            }
    }

    /// The values of `CURLOPT_PINNEDPUBLICKEY`.
    var curlPinTokens: [Range<Int>] {
        guard !source.language.isOfShells else { return [] }
        return ["CURLOPT_PINNEDPUBLICKEY", "PINNEDPUBLICKEY"].flatMap {
            source.occurrences(of: $0)
        }.filter { source.isSign($0 + 1, ",") || source.isSign($0 + 1, "=>") }.map {
            source.expression(from: source.next($0 + 1))
        }
    }

    /// Returns the edit that replaces a word or literal.
    func replacedWord(_ tokens: Range<Int>, _ text: String?) -> [Edit] {
        guard let text else { return [] }
        let inner = source.trimmed(tokens)
        guard inner.count == 1, let token = source.token(inner.lowerBound) else { return [] }
        let written = file.text(token.range)
        if let assigned = assignment(ofWord: inner.lowerBound), let old = value(tokens).text,
            file.text(assigned.range).contains(old)
        {
            return [
                Edit(assigned.range, file.text(assigned.range).replacing(old, with: text))
            ]
        }
        guard !token.text.isEmpty, written.contains(token.text) else { return [] }
        return [Edit(token.range, written.replacing(token.text, with: text))]
    }
}
