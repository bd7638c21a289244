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
        "iOS accepts any certificate, and Android compares no pin",
        label: "turns the checks of the library off",
        impact: Consequence.anything,
        fix: "check certificates",
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
        impact: "a certificate of any trusted authority passes for it",
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
        "pins that are set after a request",
        in: [.javaScript],
        "the pins are set after a request",
        label: "a request goes before it",
        impact:
            "on iOS later requests resume the TLS session of that one: no pin is compared for them",
        fix: "await initializeSslPinning before the first request",
        find: { $0.reactLatePins }
    )
}

extension CodeReview {
    /// Calls of `initializeSslPinning` after a request in the same braces.
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
