import ScenarioFormat

// How delegates answer challenges.

extension CodeReview {
    /// Names of functions that evaluate a trust.
    ///
    /// Functions that answer a challenge are not among them, because a challenge may not concern
    /// the server.
    private static let checks: Set = [
        "SecTrustEvaluateWithError", "SecTrustEvaluate", "SecTrustEvaluateAsync",
        "SecTrustEvaluateAsyncWithError", "SecTrustCopyCertificateChain",
        "SecTrustGetCertificateAtIndex", "SecCertificateCopyData", "SecTrustGetTrustResult",
        "evaluate", "validate", "isValid", "evaluateServerTrust",
    ]

    /// Calls that do not evaluate the server: they answer, compare properties of the challenge, or
    /// log.
    private static let idleCalls: Set = [
        "completionHandler", "URLCredential", "NSURLCredential", "completion", "print", "NSLog",
        "credentialForTrust", "init", "isEqualToString", "isEqual", "hasSuffix", "sharedInstance",
        "useCredential", "forAuthenticationChallenge", "use", "cancel", "performDefaultHandling",
        "cancelAuthenticationChallenge", "performDefaultHandlingForAuthenticationChallenge",
        "continueWithoutCredential", "continueWithoutCredentialForAuthenticationChallenge",
        "rejectProtectionSpaceAndContinue", "rejectProtectionSpaceAndContinueWithChallenge",
    ]

    /// Delegate methods that accept the server's trust without evaluating it.
    func uncheckedAnswers(inWebView: Bool) -> [Match] {
        let failed = Set(answersAfterFailure.map(\.tokens))
        let methods = challengeMethods
        return answers.filter { answer in
            guard !failed.contains(answer.place) else { return false }
            let head = answer.method.prefix(400).map { source.tokens[$0].text }
            return (head.contains("WKWebView") || head.contains("webView")) == inWebView
        }.compactMap { answer in
            let texts = answer.body.prefix(2_000).map { source.tokens[$0] }
            guard !texts.contains(where: { Self.checks.contains($0.text) }) else { return nil }
            let handler = methods.first { $0.body == answer.body }?.handler
            guard let call = decidingCall(in: answer.body, handler) else {
                return Match(answer.place)
            }
            return judgedElsewhere(call, at: answer.place)
        }
    }

    /// Returns the first call in a method that may pass the decision to another function.
    private func decidingCall(in body: Range<Int>, _ handler: String?) -> Int? {
        // A function that receives the handler answers itself.
        let handedOn: Set<Int> = handler.map { argumentLists(with: $0) } ?? []
        return body.prefix(2_000).first(where: { index in
            let token = source.tokens[index]
            guard token.kind == .name, !Self.idleCalls.contains(token.text),
                !SourceFile.statements.contains(token.text), let open = callOpening(of: index)
            else { return false }
            return !handedOn.contains(open)
        })
    }

    /// Returns the bracket of the arguments of a call or message, by its name.
    private func callOpening(of index: Int) -> Int? {
        if source.isSign(index + 1, "(") { return index + 1 }
        guard source.language == .objectiveC, source.isSign(index + 1, ":"),
            let open = source.enclosing(index), source.isSign(open, "[")
        else { return nil }
        return open
    }

    /// Returns the opening brackets of the calls and messages that receive a name.
    private func argumentLists(with name: String) -> Set<Int> {
        Set(
            source.occurrences(of: name).filter {
                !source.isSign($0 + 1, ":") && !source.isSign($0 + 1, "(")
            }.compactMap(source.enclosing)
        )
    }

    private func judgedElsewhere(_ foreign: Int, at place: Range<Int>) -> Match {
        var match = Match(place)
        let line = file.lineNumber(at: source.tokens[foreign].range.lowerBound)
        match.severity = .note
        match.problem =
            "the answer depends on \(source.tokens[foreign].text) (line \(line)), which Hatpin "
            + "does not analyze"
        match.label = "the result depends on it"
        match.impact = "check that the called function rejects bad certificates"
        match.edits = []
        return match
    }

    private struct Answer {
        let place: Range<Int>
        let method: Range<Int>
        let body: Range<Int>
    }

    /// Places that create a credential from a trust, with the method around them.
    private var answers: [Answer] {
        let credentials =
            source.calls("URLCredential", "init").filter { call in
                call.argument("trust") != nil && isCredential(call.name)
            }.map { $0.name..<$0.last + 1 }
            + source.occurrences(of: "credentialForTrust").map { $0..<$0 + 1 }
        return credentials.compactMap { place in
            guard let body = method(around: place.lowerBound) else { return nil }
            let start = max(0, body.lowerBound - 60)
            var head = body.lowerBound - 1
            while head > start, !source.isSign(head, "}") { head -= 1 }
            return Answer(place: place, method: head..<body.lowerBound, body: body)
        }
    }

    /// Returns whether a call creates a credential, by its name or by `.init` if the type is known.
    private func isCredential(_ name: Int) -> Bool {
        guard source.tokens[name].is("init") else { return true }
        let type = source.token(name - 2)
        return source.isSign(name - 1, ".")
            && (type?.kind == .sign || type?.is("URLCredential") == true)
    }

    /// Credentials that are created in a `catch`, or in the `else` of a guard that reads the pins.
    var answersAfterFailure: [Match] {
        let reads: Set = [
            "Bundle", "contentsOf", "contentsOfFile", "SecCertificateCreateWithData", "path", "url",
        ]
        return answers.filter { answer in
            guard let open = openBrace(around: answer.place.lowerBound) else { return false }
            // The brace may be the first token of the file.
            var head = max(0, open - 1)
            while head > max(0, open - 60), !["}", "{", "guard"].contains(source.tokens[head].text)
            {
                if source.tokens[head].is("catch") { return true }
                head -= 1
            }
            let condition = source.tokens[head..<open]
            return source.tokens[head].is("guard") && source.token(open - 1)?.is("else") ?? false
                && condition.contains { reads.contains($0.text) }
        }.map { Match($0.place) }
    }

    /// `.performDefaultHandling` after code that reads the certificates in the same method.
    ///
    /// Before that code, and on paths that skip it, this answer is right for challenges that do not
    /// concern a server's trust.
    var defaultsAfterPins: [Match] {
        let looks = source.calls("SecTrustGetCertificateAtIndex", "SecTrustCopyCertificateChain")
            .prefix(Self.lookLimit)
        let leaving = Set(
            source.occurrences(of: "return").map { index in
                source.next(source.expression(from: index + 1).upperBound - 1)
            }
        )
        return source.occurrences(of: "performDefaultHandling").filter { index in
            guard let body = method(around: index) else { return false }
            return looks.contains { look in
                body.contains(look.name) && look.last < index
                    && passes(look.name, to: index, leaving)
            }
        }.map { Match($0..<$0 + 1) }
    }

    /// The most pairs to compare, because their number grows with the square of the file's size.
    private static let lookLimit = 50

    /// Returns whether a path through a method leads from one token to a later one.
    ///
    /// - Parameters:
    ///   - start: the earlier token.
    ///   - end: the later token.
    ///   - leaving: the braces that close after a `return`.
    /// - Returns: whether no branch separates them.
    private func passes(_ start: Int, to end: Int, _ leaving: Set<Int>) -> Bool {
        var place = start
        // Braces nested more deeply are treated as one path.
        for _ in 0..<16 {
            guard let open = openBrace(around: place), let close = source.counterpart(open) else {
                return true
            }
            if end < close { return !isLabelled(from: place, to: end, in: open) }
            if leaving.contains(close) || isInElse(end, after: close) { return false }
            place = open
        }
        return true
    }

    /// Returns whether a token is in one of the `else` branches after a brace.
    private func isInElse(_ index: Int, after brace: Int) -> Bool {
        var close = brace
        while close < index, source.token(source.next(close))?.is("else") ?? false {
            let head = source.next(close)
            guard let open = (head..<head + 80).first(where: { source.isSign($0, "{") }),
                let end = source.counterpart(open)
            else { return false }
            if open < index, index < end { return true }
            close = end
        }
        return false
    }

    /// Returns whether another `case` of a switch begins between two tokens.
    private func isLabelled(from start: Int, to end: Int, in open: Int) -> Bool {
        (source.occurrences(of: "case") + source.occurrences(of: "default")).contains { index in
            start < index && index < end && source.enclosing(index) == open
                && (source.token(index - 1)?.kind == .newline || source.isSign(index - 1, ";"))
        }
    }

    /// Returns the tokens inside the braces of the method around a token: the outermost braces
    /// inside a type's braces.
    func method(around index: Int) -> Range<Int>? {
        var place = index
        var innermost: Range<Int>?
        for _ in 0..<32 {
            guard let open = source.enclosing(place) else { return innermost }
            if source.isSign(open, "{"), let close = source.counterpart(open) {
                var head = open - 1
                // The file may begin with the method.
                let limit = max(-1, open - 120)
                while head > limit, !["}", "{", ";"].contains(source.tokens[head].text) {
                    if ["func", "-", "+", "init"].contains(source.tokens[head].text) {
                        return open + 1..<close
                    }
                    head -= 1
                }
                innermost = innermost ?? open + 1..<close
            }
            place = open
        }
        return innermost
    }

    /// Evaluations whose result is ignored: the call is a statement, or its result is never used.
    var droppedEvaluations: [Match] {
        let modern = source.calls("SecTrustEvaluateWithError").filter { call in
            let before = source.tokens[max(0, call.name - 1)]
            let last = source.token(source.previous(call.name))
            let isOperand = [",", "&&", "||", "(", "!", "="].contains(last?.text ?? "")
            let isDiscarded = before.is("=") && source.token(call.name - 2)?.is("_") ?? false
            let isStatement = before.kind == .newline || before.is(";") || before.is("{")
            return isDiscarded || isStatement && !isOperand || isForgotten(call)
        }
        let old = source.calls("SecTrustEvaluate").filter { call in
            guard let argument = call.argument(at: 1) else { return false }
            let name = argument.value.last.flatMap { source.token($0) }?.text ?? ""
            return source.occurrences(of: name).count <= 2
        }
        return (modern + old).filter { call in
            // The code can ask the trust for a result that the system stores.
            !mentions("SecTrustGetTrustResult") && method(around: call.name) != nil
        }.map { call in
            var match = Match(call.name..<call.last + 1)
            guard let body = method(around: call.name), comparesLeaf(in: body) else { return match }
            match.severity = .low
            match.impact =
                "only the comparison counts; the pinned certificate is accepted after it expires "
                + "or is revoked"
            return match
        }
    }

    /// Returns whether a result is declared but never used in its method.
    private func isForgotten(_ call: Call) -> Bool {
        guard source.isSign(call.name - 1, "="), let name = source.token(call.name - 2),
            name.kind == .name, source.token(call.name - 3)?.kind == .name,
            let body = method(around: call.name)
        else { return false }
        return source.occurrences(of: name.text).filter(body.contains).count == 1
    }

    /// `SecPolicyCreateBasicX509`, and `SecPolicyCreateSSL` without a host.
    var namelessPolicies: [Match] {
        let named = source.calls("SecPolicyCreateSSL").map(\.name)
        // A method that creates both policies checks the host name with the other policy.
        let basic =
            mentions("AFSecurityPolicy")
            ? []
            : source.calls("SecPolicyCreateBasicX509").filter { call in
                guard let body = method(around: call.name) else { return named.isEmpty }
                return !named.contains(where: body.contains)
            }
        let nameless = source.calls("SecPolicyCreateSSL").filter { call in
            call.argument(at: 1).map { value($0.value) == .nothing } ?? false
        }
        return (basic + nameless).map { Match($0.name..<$0.last + 1) }
    }

    /// `host.hasSuffix("x.com")` without a leading dot, and `host.contains("x.com")`.
    var looseHosts: [Match] {
        source.calls("hasSuffix", "contains").compactMap { call in
            guard
                source.token(call.name - 2)?.text == "host"
                    || source.token(call.name - 3)?.text == "host",
                let argument = call.arguments.first, let text = value(argument.value).text,
                text.contains("."), !text.hasPrefix("."), method(around: call.name) != nil,
                mentions("URLAuthenticationChallenge", "challenge")
            else { return nil }
            var match = Match(call.name..<call.last + 1)
            match.label = "also matches evil\(text)"
            return match
        }
    }

    /// Verify blocks that complete with true on every path without evaluating the trust.
    var trustingBlocks: [Match] {
        source.calls("sec_protocol_options_set_verify_block").compactMap { call in
            let tokens = (call.name..<call.last + 1).prefix(2_000)
            guard !tokens.contains(where: { Self.checks.contains(source.tokens[$0].text) }) else {
                return nil
            }
            let arguments = tokens.compactMap { index -> SourceValue? in
                guard source.isSign(index + 1, "("), source.isSign(index + 3, ")") else {
                    return nil
                }
                return value(index + 2..<index + 3)
            }
            let truths = arguments.filter { $0 == .truth(true) || $0 == .truth(false) }
            return !truths.isEmpty && truths.allSatisfy { $0 == .truth(true) }
                ? Match(call.name..<call.name + 1) : nil
        }
    }
}
