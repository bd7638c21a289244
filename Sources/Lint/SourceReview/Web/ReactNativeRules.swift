import ScenarioFormat

extension CodeSystem {
    static let reactNative = CodeSystem(
        name: "React Native",
        noun: "JavaScript with react-native-ssl-pinning",
        rules: [.reactDisabled, .reactOther, .reactLate],
        isUsed: { review in
            review.mentions(
                "react-native-ssl-pinning",
                "sslPinning",
                "disableAllSecurity",
                "initializeSslPinning"
            )
        }
    )
}

extension CodeRule {
    static let reactDisabled = CodeRule(
        "RNV-001",
        .critical,
        "`disableAllSecurity: true`",
        in: [.javaScript],
        "iOS accepts every certificate, and Android compares no pins",
        label: "turns off the library's checks",
        impact: Impact.anything,
        fix: "set it to false",
        .replace("false"),
        find: { $0.settings("disableAllSecurity", [.truth(true)]) }
    )

    static let reactOther = CodeRule(
        "RNV-002",
        .high,
        "requests that bypass the pinning library",
        in: [.javaScript],
        "this request bypasses the pinning library",
        label: "not pinned",
        impact: "this request accepts a certificate from any trusted CA",
        fix: "use the fetch of react-native-ssl-pinning",
        find: { review in
            let imports = review.mentions("sslPinning")
            guard imports else { return [] }
            return review.source.occurrences(of: "axios").filter {
                review.source.isSign($0 + 1, ".") && review.source.isSign($0 + 3, "(")
            }.map { Match($0..<$0 + 3) }
        }
    )

    static let reactLate = CodeRule(
        "RNV-003",
        .medium,
        "pins that are set after the first request",
        in: [.javaScript],
        "this code sets the pins after the first request",
        label: "a request comes first",
        impact:
            "on iOS, later requests resume the TLS session of the first one without comparing pins",
        fix: "await initializeSslPinning before the first request",
        find: { $0.reactLatePins }
    )
}

extension CodeReview {
    /// Calls of `initializeSslPinning` that come after a request in the same braces.
    fileprivate var reactLatePins: [Match] {
        let requests = source.calls("fetch", "axios", "get", "post", "request").filter { call in
            ["fetch", "axios"].contains(source.tokens[call.name].text)
                || source.token(call.name - 2)?.is("axios") ?? false
        }
        return source.calls("initializeSslPinning").compactMap { call in
            let brace = openBrace(around: call.name)
            let before = requests.first {
                $0.name < call.name && openBrace(around: $0.name) == brace
            }
            guard let before else { return nil }
            var match = Match(call.name..<call.name + 1)
            match.related = [
                .init(place: span(before.name..<before.name + 1), label: "the request")
            ]
            return match
        }
    }
}
