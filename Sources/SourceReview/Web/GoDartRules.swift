import Findings
import SourceText

extension CodeSystem {
    static let go = CodeSystem(
        name: "Go: crypto/tls",
        noun: "Go",
        rules: [.goSkip, .goUnresumed, .goNameless, .goServedPins, .goPlaintext],
        isUsed: { _ in true }
    )

    static let dart = CodeSystem(
        name: "Dart and Flutter",
        noun: "Dart",
        rules: [.dartBad, .dartPins, .dartRoots, .dartPrivateKey],
        isUsed: { _ in true }
    )

    static let reactNative = CodeSystem(
        name: "React Native",
        noun: "JavaScript with react-native-ssl-pinning",
        rules: [.reactDisabled, .reactOther],
        isUsed: { $0.mentions("react-native-ssl-pinning", "sslPinning", "disableAllSecurity") }
    )
}

extension CodeRule {
    static let goSkip = CodeRule(
        "GOL-001",
        .critical,
        "`InsecureSkipVerify: true` without a check of its own",
        in: [.go],
        "any certificate is accepted with this configuration",
        label: "neither chain nor name is checked",
        so: Consequence.anything,
        mend: "delete it; put a private authority's certificate into RootCAs",
        .replace("false"),
        find: { review in
            review.skips.filter { review.checks(beside: $0).isEmpty }
        }
    )

    static let goUnresumed = CodeRule(
        "GOL-002",
        .medium,
        "`InsecureSkipVerify` with a check that resumption passes over",
        in: [.go],
        "the check in VerifyPeerCertificate is not made for resumed sessions",
        label: "leaves all to VerifyPeerCertificate",
        so: "with a session cache a resumed connection is not checked; verifiedChains is empty",
        mend: "check in VerifyConnection, which Go calls for resumed sessions too",
        find: { review in
            review.skips.filter { review.checks(beside: $0) == ["VerifyPeerCertificate"] }
        }
    )

    static let goNameless = CodeRule(
        "GOL-003",
        .critical,
        "a check beside `InsecureSkipVerify` that compares no name",
        in: [.go],
        "certificates of any name are accepted",
        label: "no DNSName",
        so: Consequence.anyName,
        mend: "set DNSName to the host that is asked for; VerifyConnection has it as cs.ServerName",
        find: { review in
            // Options that are made outside of the check may have the name.
            guard !review.mentions("DNSName", "VerifyHostname") else { return [] }
            return review.occurrences(of: "VerifyOptions", in: review.ownChecks)
        }
    )

    static let goServedPins = CodeRule(
        "GOL-004",
        .critical,
        "a pin that any served certificate may match, beside `InsecureSkipVerify`",
        in: [.go],
        "a pinned certificate anywhere in the served list is enough",
        label: "the server may append any certificate",
        so:
            "an attacker appends the pinned certificate, which is public, to a chain of their own",
        mend: "verify the chain first and compare its certificates, or the first served one alone",
        find: { $0.servedPinLoops }
    )

    static let goPlaintext = CodeRule(
        "GOL-005",
        .critical,
        "gRPC without TLS",
        in: [.go],
        "the connection is made without TLS",
        label: "no TLS",
        so: Consequence.cleartext,
        mend: "use credentials.NewTLS",
        find: { review in
            review.calls("NewCredentials", "WithInsecure") { call in
                call.arguments.isEmpty
                    && (review.source.token(call.name - 2)?.text == "insecure"
                        || review.source.tokens[call.name].text == "WithInsecure")
            }.map { review.loweredForLocalHost($0) }
        }
    )

    static let dartBad = CodeRule(
        "DRT-001",
        .critical,
        "`badCertificateCallback` that returns true",
        in: [.dart],
        "any certificate is accepted",
        label: "returns true for every certificate",
        so: Consequence.anything,
        mend: "delete it; give a private authority's certificate to a SecurityContext",
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
        so: "a certificate of any trusted authority passes without a look at the pins",
        mend: "trust the pinned authority alone: SecurityContext(withTrustedRoots: false)",
        find: { $0.dartPinChecks }
    )

    static let dartRoots = CodeRule(
        "DRT-004",
        .high,
        "`withTrustedRoots: true` beside an authority of one's own",
        in: [.dart],
        "the system's authorities are trusted beside the own one",
        label: "keeps every authority of the system",
        so: "a certificate of any trusted authority passes: the own one is no pin",
        mend: "trust the own authority alone",
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
        so: "the key is public from the first release on: its holder impersonates the server",
        mend: "make a new key for the server, and pin the certificate or its authority",
        find: { review in
            review.source.tokens.indices.filter {
                review.source.tokens[$0].kind == .string
                    && review.source.tokens[$0].text.contains("PRIVATE KEY-----")
            }.prefix(100).map { Match($0..<$0 + 1) }
        }
    )

    static let reactDisabled = CodeRule(
        "RNV-001",
        .critical,
        "`disableAllSecurity: true`",
        in: [.javaScript],
        "iOS accepts any certificate, and Android compares no pin",
        label: "turns the checks of the library off",
        so: Consequence.anything,
        mend: "check certificates",
        .replace("false"),
        find: { $0.settings("disableAllSecurity", [.truth(true)]) }
    )

    static let reactOther = CodeRule(
        "RNV-002",
        .high,
        "requests past the pinning library",
        in: [.javaScript],
        "this request goes past the pinning library",
        label: "not pinned",
        so: "a certificate of any trusted authority passes for it",
        mend: "use the fetch of react-native-ssl-pinning",
        find: { review in
            let imports = review.mentions("sslPinning")
            guard imports else { return [] }
            return review.source.occurrences(of: "axios").filter {
                review.source.isSign($0 + 1, ".") && review.source.isSign($0 + 3, "(")
            }.map { Match($0..<$0 + 3) }
        }
    )
}

extension CodeReview {
    fileprivate var skips: [Match] { settings("InsecureSkipVerify", [.truth(true)]) }

    /// The checks in the same literal, or anywhere where the field is assigned by itself.
    fileprivate func checks(beside match: Match) -> Set<String> {
        let enclosing = source.enclosing(match.tokens.lowerBound)
        return Set(
            ["VerifyPeerCertificate", "VerifyConnection"].filter { name in
                source.settings(name).contains { source.enclosing($0.name) == enclosing }
            }
        )
    }

    /// The bodies of the checks that stand beside `InsecureSkipVerify`.
    fileprivate var ownChecks: [Range<Int>] {
        skips.flatMap { skip in
            checks(beside: skip).sorted().flatMap { source.settings($0) }.compactMap { setting in
                source.closureBody(setting.value)
                    ?? source.token(setting.value.lowerBound).flatMap {
                        source.bodies(of: $0.text).first?.body
                    }
            }
        }
    }

    /// Mentions of a name inside of bodies.
    fileprivate func occurrences(of name: String, in bodies: [Range<Int>]) -> [Match] {
        source.occurrences(of: name).filter { index in
            bodies.contains { $0.contains(index) }
        }.map { Match($0..<$0 + 1) }
    }

    /// Loops over the served certificates that end the check with success, where nothing verifies
    /// the chain.
    fileprivate var servedPinLoops: [Match] {
        let bodies = ownChecks.filter { body in
            !source.calls("Verify").contains { body.contains($0.name) }
        }
        return occurrences(of: "range", in: bodies).filter { match in
            let head = match.tokens.lowerBound
            guard let open = (head..<head + 12).first(where: { source.isSign($0, "{") }),
                let close = source.counterpart(open)
            else { return false }
            // The served list is the first parameter, or `cs.PeerCertificates`.
            let list = source.tokens[open - 1].text
            guard ["rawCerts", "raw", "certs", "PeerCertificates"].contains(list) else {
                return false
            }
            return (open..<close).contains { index in
                source.tokens[index].is("return") && source.token(index + 1)?.is("nil") ?? false
            }
        }
    }

    /// Closures and functions that the callback is.
    fileprivate func badCallbacks(giving values: Set<Value>) -> [Match] {
        source.settings("badCertificateCallback").compactMap { setting in
            let whole = setting.name..<setting.value.upperBound
            guard let body = source.closureBody(setting.value) else { return nil }
            return judged(body, giving: values, at: whole, "badCertificateCallback")
                .flatMap { $0.gravity == .note ? nil : $0 }
        }
    }

    /// Callbacks that compare a hash or the bytes of a certificate.
    fileprivate var dartPinChecks: [Match] {
        let isStrict = source.settings("withTrustedRoots").contains {
            value($0.value) == .truth(false)
        }
        guard !isStrict else { return [] }
        return source.settings("badCertificateCallback").compactMap { setting in
            guard let body = source.closureBody(setting.value) else { return nil }
            let names = body.prefix(400).map { source.tokens[$0].text }
            let compares = names.contains {
                ["sha256", "sha1", "der", "pem", "contains"].contains($0)
            }
            return compares ? Match(setting.name..<setting.name + 1) : nil
        }
    }

    /// A match that weighs nothing where the statement names this machine.
    func loweredForLocalHost(_ match: Match) -> Match {
        let statement = source.statement(around: match.tokens)
        let isLocal = statement.prefix(400).contains { index in
            source.tokens[index].kind == .string
                && (HostText.isLocal(HostText.host(of: source.tokens[index].text))
                    || source.tokens[index].text.hasPrefix("unix:"))
        }
        guard isLocal else { return match }
        var match = match
        match.gravity = .note
        match.notes.append("a connection to this machine or a private network")
        return match
    }

    /// Words of a shell that fit.
    func words(where fits: (String) -> Bool) -> [Match] {
        source.tokens.indices.filter {
            source.tokens[$0].kind == .word && fits(source.tokens[$0].text)
        }.prefix(1_000).map { Match($0..<$0 + 1) }
    }

    /// A word that assigns a variable goes, and with it an `export` before it.
    func deletedAssignment(_ match: Match) -> Match {
        var match = match
        let before = match.tokens.lowerBound - 1
        let isExported = ["export", "ENV", "set"].contains(source.token(before)?.text)
        let start = isExported ? before : match.tokens.lowerBound
        var range = source.bytes(of: start..<match.tokens.upperBound)
        let whole = file.wholeLines(range)
        // Before a command the blank behind goes too.
        if whole == range {
            var end = range.upperBound
            while end < source.bytes.count, source.bytes[end] == 0x20 { end += 1 }
            range = range.lowerBound..<end
        } else {
            range = whole
        }
        match.edits = [Edit(range, "")]
        return match
    }
}
