import ScenarioFormat

// curl in shell scripts and in `.curlrc`.

extension CodeRule {
    static let curlInsecure = CodeRule(
        "CUR-001",
        .critical,
        "`-k`, `--insecure`",
        in: [.shell, .yaml],
        "curl accepts every certificate",
        label: "turns off certificate checks",
        impact: Impact.anything,
        fix: "delete it; for a private CA, use --cacert",
        find: { review in
            review.curls.compactMap { curl in
                guard let option = curl.option("k", "insecure") else { return nil }
                return review.insecure(option, of: curl)
            }
        }
    )

    static let curlConfig = CodeRule(
        "CUR-002",
        .critical,
        "`insecure` in `.curlrc`",
        in: [.nginx],
        "every call of curl accepts every certificate",
        label: "turns off certificate checks",
        impact: "for every call that reads this file, " + Impact.anything,
        fix: "delete it; for a private CA, use cacert",
        .delete,
        find: { review in
            guard review.file.lastName.hasSuffix("curlrc") else { return [] }
            return ["insecure", "-k", "--insecure"].flatMap {
                review.source.occurrences(of: $0)
            }.filter { review.source.token($0 - 1).map { $0.kind == .newline } ?? true }
                .map { Match($0..<$0 + 1) }
        }
    )

    static let curlPinForm = CodeRule(
        Rule(outage: "CUR-006", "a pin that curl reads as a file name"),
        in: [.shell, .yaml, .c, .objectiveC, .php, .python],
        "curl reads this pin as a file name",
        label: "`sha256//` is missing before the hash",
        impact: "the file does not exist, so every call fails with error 90",
        fix: "write sha256// followed by the hash in base64",
        find: { review in
            review.curlPins.compactMap { pin in
                guard let hash = CurlPinForm.misformed(pin.text) else { return nil }
                var match = Match(pin.tokens)
                match.edits = review.replacedWord(
                    pin.tokens,
                    hash.isEmpty ? nil : "sha256//" + hash
                )
                return match
            }
        }
    )

    static let curlPinBlank = CodeRule(
        Rule(outage: "CUR-007", "a space between pins"),
        in: [.shell, .yaml, .c, .objectiveC, .php, .python],
        "curl does not accept a space between pins",
        label: "remove this space",
        impact: "up to curl 8.17 no pin matches; later versions compare only the first pin",
        fix: "separate pins with only a semicolon",
        find: { review in
            review.curlPins.filter { $0.text.contains("; ") || $0.text.contains(" ;") }.map { pin in
                var match = Match(pin.tokens)
                match.edits = review.replacedWord(
                    pin.tokens,
                    pin.text.split(separator: " ").joined()
                )
                return match
            }
        }
    )

    static let curlPinFollowed = CodeRule(
        "CUR-010",
        .medium,
        "a pin together with `-L`",
        in: [.shell, .yaml],
        "the pin does not apply to other hosts that curl is redirected to",
        label: "follows redirects",
        impact:
            "the server, or an attacker who controls its redirects, can send the request to an "
            + "unpinned host",
        fix: "delete -L, or add --max-redirs 0",
        find: { review in
            review.curls.compactMap { curl in
                guard curl.option("pinnedpubkey") != nil, let option = curl.option("L", "location"),
                    curl.option("max-redirs")?.value?.text != "0"
                else { return nil }
                var match = Match(option.token..<option.token + 1)
                match.edits = review.removed(option)
                return match
            }
        }
    )

    static let curlCleartext = CodeRule(
        "CUR-011",
        .high,
        "`http://`",
        in: [.shell, .yaml],
        "curl sends this request without TLS",
        label: "http instead of https",
        impact: Impact.cleartext,
        fix: "change the URL to https",
        find: { $0.curlCleartext }
    )

    static let curlProxy = CodeRule(
        "CUR-013",
        .medium,
        "`--proxy-insecure`, `--doh-insecure`",
        in: [.shell, .yaml],
        "curl does not check the certificate of the proxy or DoH resolver",
        label: "accepts every certificate",
        impact: "an attacker on the network path can impersonate the proxy or the resolver",
        fix: "delete it",
        find: { review in
            review.curls.compactMap { curl in
                guard let option = curl.option("proxy-insecure", "doh-insecure") else { return nil }
                var match = Match(option.token..<option.token + 1)
                match.edits = review.removed(option)
                return match
            }
        }
    )

    static let curlWeak = CodeRule(
        "CUR-014",
        .low,
        "`--tlsv1.0`, `SECLEVEL=0`",
        in: [.shell, .yaml],
        "this option allows weak TLS versions or ciphers",
        label: "weaker than curl's default",
        impact: "an attacker on the network path can choose a version or cipher with known attacks",
        fix: "delete it",
        find: { review in
            review.curls.flatMap { curl in
                curl.options.filter { option in
                    ["tlsv1.0", "tlsv1.1"].contains(option.name)
                        || option.value?.text.contains("SECLEVEL=0") ?? false
                }.map { option in
                    let end = option.value?.token ?? option.token
                    let match = Match(option.token..<end + 1)
                    var found = match
                    found.edits = Repair.delete.edits(match, in: review)
                    return found
                }
            }
        }
    )

    static let otherTools = CodeRule(
        "CUR-017",
        .critical,
        "`--no-check-certificate`, `sslVerify=false`, `--trusted-host`, `strict-ssl false`",
        in: [.shell, .yaml],
        "this command does not check certificates",
        label: "accepts every certificate",
        impact: Impact.anything,
        fix:
            "delete it; for a private CA, use wget --ca-certificate, git http.sslCAInfo, pip "
            + "--cert or npm cafile",
        find: { $0.uncheckedTools }
    )
}

/// A curl command with its options.
struct CurlCall: Sendable {
    let name: Int
    let options: [CommandOption]
    let others: [Int]

    func option(_ names: String...) -> CommandOption? {
        options.first { names.contains($0.name) }
    }
}

extension CodeReview {
    var curls: [CurlCall] {
        commands("curl").map { command in
            let (options, others) = options(of: command)
            return CurlCall(name: command.name, options: options, others: others)
        }
    }

    fileprivate func insecure(_ option: CommandOption, of curl: CurlCall) -> Match {
        var match = Match(option.token..<option.token + 1)
        match.edits = removed(option)
        if let assigned = assignment(ofWord: option.token) {
            match.related = [.init(place: file.span(assigned.range), label: "contains the option")]
        }
        if curl.option("pinnedpubkey") != nil {
            match.severity = .note
            match.problem = "curl checks neither the chain nor the host name, only the pin"
            match.impact = "only the pinned key is accepted, even in an expired certificate"
        } else if curl.others.contains(where: {
            HostText.isLocal(HostText.host(of: text(ofWord: $0)))
        }) {
            match.severity = .note
            match.notes.append("the host is on this machine or a private network")
        }
        return match
    }

    fileprivate var curlCleartext: [Match] {
        curls.flatMap { curl -> [Match] in
            let urls =
                curl.others + curl.options.filter { $0.name == "url" }.compactMap(\.value?.token)
            return urls.compactMap { token in
                let text = text(ofWord: token)
                guard text.hasPrefix("http://") else { return nil }
                var match = Match(token..<token + 1)
                if HostText.isLocal(HostText.host(of: text)) { match.severity = .note }
                let written = file.text(source.tokens[token].range)
                match.edits =
                    written.contains("http://")
                    ? [
                        Edit(
                            source.tokens[token].range,
                            written.replacing("http://", with: "https://")
                        )
                    ]
                    : []
                return match
            }
        }
    }

    fileprivate var uncheckedTools: [Match] {
        var found: [Match] = []
        for command in commands("wget", "aria2c") {
            found += command.words.filter {
                ["--no-check-certificate", "--check-certificate=false"].contains(text(ofWord: $0))
            }.map { deletedWord($0) }
        }
        for command in commands("pip", "pip3") {
            for (place, word) in command.words.enumerated()
            where text(ofWord: word).hasPrefix("--trusted-host") {
                let isAlone = text(ofWord: word) == "--trusted-host"
                let last =
                    isAlone && place + 1 < command.words.count
                    ? command.words[place + 1] : word
                var match = Match(word..<last + 1)
                match.edits = Repair.delete.edits(match, in: self)
                found.append(match)
            }
        }
        for command in commands("git") {
            found += unchecked(by: command) {
                $0.hasPrefix("http.") && $0.hasSuffix(".sslverify")
            }
        }
        for command in commands("npm", "yarn", "pnpm") {
            found += unchecked(by: command) { $0 == "strict-ssl" || $0 == "--strict-ssl" }
        }
        return found + gitSwitches
    }

    var gitSwitches: [Match] { environment("GIT_SSL_NO_VERIFY", ["1", "true"]) }

    /// Returns the settings of a command, `name false` or `name=false`, that turn off a check.
    private func unchecked(by command: ShellCommand, where isCheck: (String) -> Bool) -> [Match] {
        let off: Set = ["false", "0"]
        let words = command.words.map { text(ofWord: $0) }
        return words.indices.compactMap { place in
            let token = command.words[place]
            let word = words[place]
            if isCheck(word.lowercased()), place + 1 < words.count, off.contains(words[place + 1]) {
                let value = command.words[place + 1]
                var match = Match(token..<value + 1)
                let range = source.tokens[value].range
                let written = file.text(range).replacing(words[place + 1], with: "true")
                match.edits = [Edit(range, written)]
                return match
            }
            guard let sign = word.lastIndex(of: "="), isCheck(word[..<sign].lowercased()),
                case let value = word[sign...], off.contains(String(value.dropFirst()))
            else { return nil }
            var match = Match(token..<token + 1)
            let range = source.tokens[token].range
            let written = file.text(range).replacing(value, with: "=true")
            match.edits = [Edit(range, written)]
            return match
        }
    }

    private func deletedWord(_ token: Int) -> Match {
        var match = Match(token..<token + 1)
        match.edits = Repair.delete.edits(match, in: self)
        return match
    }
}
