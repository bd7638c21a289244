extension CodeReview {
    /// A host and its evaluator in the dictionary of a trust manager.
    struct AlamofireEntry: Sendable {
        let key: Range<Int>
        let host: String?
    }

    /// The entries of all dictionaries passed to trust managers, directly or through a variable.
    var alamofireEntries: [AlamofireEntry] {
        source.calls("ServerTrustManager", "ServerTrustPolicyManager").flatMap { call in
            guard let argument = call.argument("evaluators", "policies"),
                case .list(let elements) = value(argument.value)
            else { return [AlamofireEntry]() }
            return elements.compactMap { element in
                guard let colon = element.prefix(40).first(where: { source.isSign($0, ":") }) else {
                    return nil
                }
                let key = source.trimmed(element.lowerBound..<colon)
                return AlamofireEntry(key: key, host: value(key).text)
            }
        }
    }

    /// Whether the trust manager rejects hosts without an entry, as Alamofire 5 does by default.
    var alamofireRefusesOtherHosts: Bool {
        mentions("ServerTrustManager")
            && settings("allHostsMustBeEvaluated", [.truth(false)]).isEmpty
    }

    /// Calls that pin keys or certificates in Alamofire 4 and 5.
    var alamofirePinning: [Call] {
        source.calls(
            "PinnedCertificatesTrustEvaluator",
            "PublicKeysTrustEvaluator",
            "pinCertificates",
            "pinPublicKeys"
        )
    }

    var alamofireDisabled: [Match] {
        let types = calls("DisabledTrustEvaluator", "DisabledEvaluator").map { match in
            var match = match
            match.edits = [Edit(source.bytes(of: match.tokens), "DefaultTrustEvaluator()")]
            return match
        }
        // In a pattern of a switch, the name only tests for the case.
        let cases = source.occurrences(of: "disableEvaluation").filter {
            source.isSign($0 - 1, ".") && !(source.token($0 - 2)?.is("case") ?? false)
        }.map { index in
            var match = Match(index - 1..<index + 1)
            match.edits = [
                Edit(
                    source.tokens[index].range,
                    "performDefaultEvaluation(validateHost: true)"
                )
            ]
            return match
        }
        return types + cases
    }

    /// Challenge handlers in a class that conforms to `EventMonitor`.
    var challengingMonitors: [Match] {
        source.occurrences(of: "EventMonitor").flatMap { index -> [Match] in
            var open = index + 1
            while open < index + 12, source.token(open) != nil, !source.isSign(open, "{") {
                open += 1
            }
            guard source.isSign(open, "{"), let close = source.counterpart(open) else { return [] }
            return source.occurrences(of: "didReceive").filter {
                $0 > open && $0 < close && source.token($0 + 1)?.is("challenge") ?? false
            }.map { Match($0..<$0 + 2) }
        }
    }

    /// Trust managers whose entries are not in the file, and entries whose keys are not literals.
    var alamofireUnread: [Unread] {
        let managers = source.calls("ServerTrustManager", "ServerTrustPolicyManager").compactMap {
            $0.argument("evaluators", "policies").flatMap { unread($0.value) }
        }
        return managers + alamofireEntries.compactMap { unread($0.key) }
    }
}
