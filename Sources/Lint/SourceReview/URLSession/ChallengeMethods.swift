// Delegate methods that answer challenges with a completion handler.

/// A delegate's method for challenges.
struct ChallengeMethod: Sendable {
    /// The tokens inside its braces.
    let body: Range<Int>
    /// The name of its completion handler.
    let handler: String
}

extension CodeReview {
    /// The Swift and Objective-C methods that receive a challenge and a completion handler.
    var challengeMethods: [ChallengeMethod] {
        source.occurrences(of: source.language == .swift ? "didReceive" : "didReceiveChallenge")
            .compactMap { index in
                guard let open = (index..<index + 80).first(where: { source.isSign($0, "{") }),
                    let close = source.counterpart(open),
                    let label = (index..<open).last(where: {
                        source.token($0)?.is("completionHandler") ?? false
                    }), let handler = handler(at: label, before: open)
                else { return nil }
                return ChallengeMethod(body: open + 1..<close, handler: handler)
            }
    }

    /// Returns the name of the parameter in `completionHandler name: …` or
    /// `completionHandler:(…)name {`.
    private func handler(at label: Int, before open: Int) -> String? {
        guard source.language == .swift else {
            let last = source.token(source.previous(open))
            return last?.kind == .name ? last?.text : nil
        }
        guard let next = source.token(label + 1) else { return nil }
        if next.kind == .name { return next.text }
        return next.is(":") ? "completionHandler" : nil
    }

    // MARK: Paths without an answer

    /// Branches that do not answer a challenge, so that its request never completes.
    var unansweredChallenges: [Match] {
        challengeMethods.flatMap { method -> [Match] in
            silentGuards(of: method) + [silentEnd(of: method)].compactMap(\.self)
        }
    }

    /// Branches `guard … else { return }` that do not call the handler, and neither do the
    /// statements before them.
    private func silentGuards(of method: ChallengeMethod) -> [Match] {
        source.occurrences(of: "guard").filter {
            method.body.contains($0) && isInOwnBraces($0, of: method.body)
        }.compactMap { start in
            let head = start..<min(start + 200, method.body.upperBound)
            guard let last = head.first(where: { source.tokens[$0].is("else") }),
                source.isSign(last + 1, "{"), let close = source.counterpart(last + 1),
                let leave = (last + 2..<close).first(where: { source.tokens[$0].is("return") }),
                !(last + 2..<close).contains(where: { source.tokens[$0].text == method.handler }),
                !(method.body.lowerBound..<start).contains(where: { index in
                    source.tokens[index].text == method.handler
                        && isInOwnBraces(index, of: method.body)
                })
            else { return nil }
            var match = Match(leave..<leave + 1)
            let place = source.tokens[leave].range.lowerBound
            let opening = file.lineNumber(at: source.tokens[last + 1].range.lowerBound)
            let line = file.lineRange(file.lineNumber(at: place)).lowerBound
            let isOneLine = file.lineNumber(at: place) == opening
            let gap = isOneLine ? "; " : "\n" + file.text(line..<place)
            match.edits = [
                Edit(place..<place, answer(for: start..<last, of: method) + gap)
            ]
            return match
        }
    }

    /// Returns whether a token is directly in the method's braces, not in a closure or loop.
    private func isInOwnBraces(_ index: Int, of body: Range<Int>) -> Bool {
        source.enclosing(index) == body.lowerBound - 1
    }

    /// Returns the match for an `if` without `else` that ends a method and has the only call of the
    /// handler; nil if there is none.
    private func silentEnd(of method: ChallengeMethod) -> Match? {
        let last = source.previous(method.body.upperBound)
        guard source.isSign(last, "}"), let open = source.counterpart(last),
            isInOwnBraces(open, of: method.body)
        else { return nil }
        var start = open - 1
        while start >= method.body.lowerBound, open - start < 200, !source.tokens[start].is("if") {
            if source.isSign(start, "}") || source.isSign(start, ";") { return nil }
            start -= 1
        }
        guard start >= method.body.lowerBound, source.tokens[start].is("if"),
            !(source.token(start - 1)?.is("else") ?? false), isInOwnBraces(start, of: method.body),
            // If the condition calls a function with the handler, as with TrustKit, that function
            // answers when the condition is false.
            !(start..<open).contains(where: { source.tokens[$0].text == method.handler })
        else { return nil }
        let calls = method.body.filter { source.tokens[$0].text == method.handler }
        guard calls.contains(where: { open < $0 && $0 < last }),
            calls.allSatisfy({ !isInOwnBraces($0, of: method.body) })
        else { return nil }
        var match = Match(start..<start + 1)
        match.label = "no else branch: other challenges get no answer"
        let place = source.tokens[start].range.lowerBound
        let line = file.lineRange(file.lineNumber(at: place)).lowerBound
        let indent = file.text(line..<place).prefix { $0.isWhitespace }
        let end = source.tokens[last].range.upperBound
        let text = answer(for: start..<open, of: method)
        let stop = source.language == .swift ? "" : ";"
        match.edits = [Edit(end..<end, " else {\n\(indent)    \(text)\(stop)\n\(indent)}")]
        return match
    }

    /// Returns the call that answers the challenges that a condition excludes: default handling for
    /// other kinds of challenge, cancel for a server that cannot be checked.
    private func answer(for condition: Range<Int>, of method: ChallengeMethod) -> String {
        let names = condition.map { source.tokens[$0].text }
        let isAboutKind = names.contains("authenticationMethod") || names.contains("serverTrust")
        if source.language == .swift {
            let answer = isAboutKind ? "performDefaultHandling" : "cancelAuthenticationChallenge"
            return "\(method.handler)(.\(answer), nil)"
        }
        let answer = isAboutKind ? "PerformDefaultHandling" : "CancelAuthenticationChallenge"
        return "\(method.handler)(NSURLSessionAuthChallenge\(answer), nil)"
    }

    // MARK: Comparisons without an evaluation

    /// Returns the places where methods that accept a server read its certificates, in files that
    /// never evaluate a trust.
    ///
    /// - Parameter isSearched: whether the method searches the whole chain or reads only the
    ///   server's certificate.
    /// - Returns: the first such place in each method.
    func unevaluatedLooks(isSearched: Bool) -> [Match] {
        let evaluates = mentions(
            "SecTrustEvaluate",
            "SecTrustEvaluateWithError",
            "SecTrustEvaluateAsync",
            "SecTrustEvaluateAsyncWithError",
            "SecTrustGetTrustResult",
            "evaluate",
            "evaluateServerTrust",
            "isValid"
        )
        guard !evaluates else { return [] }
        return challengeMethods.compactMap { method in
            let names = Set(method.body.prefix(2_000).map { source.tokens[$0].text })
            guard !names.isDisjoint(with: ["useCredential", "credentialForTrust"]),
                !names.isDisjoint(with: Self.comparisons),
                let look = source.calls(
                    "SecTrustCopyCertificateChain",
                    "SecTrustGetCertificateAtIndex"
                ).first(where: { method.body.contains($0.name) && method.body.contains($0.last) }),
                isSearch(look, names) == isSearched
            else { return nil }
            var match = Match(look.name..<look.last + 1)
            if !isSearched, !names.isDisjoint(with: Self.keyCopies) {
                match.problem =
                    "this code compares the server's key with a copy, but never evaluates the trust"
                match.impact =
                    "a certificate with this key is accepted after it expires or is revoked; "
                    + "with another key, every connection fails until users install an update"
            }
            return match
        }
    }

    /// Functions that extract the key from a certificate or trust.
    private static let keyCopies: Set = [
        "SecCertificateCopyKey", "SecCertificateCopyPublicKey", "SecTrustCopyKey",
        "SecTrustCopyPublicKey",
    ]

    /// Returns whether a method compares the server's certificate with a pin.
    func comparesLeaf(in body: Range<Int>) -> Bool {
        let names = Set(body.prefix(2_000).map { source.tokens[$0].text })
        let look = source.calls("SecTrustCopyCertificateChain", "SecTrustGetCertificateAtIndex")
            .first {
                body.contains($0.name) && body.contains($0.last)
            }
        return !names.isDisjoint(with: Self.comparisons)
            && look.map { !isSearch($0, names) } ?? false
    }

    private static let comparisons: Set = [
        "==", "contains", "isEqual", "isEqualToData", "containsObject", "elementsEqual",
    ]

    /// Returns whether the place reads several certificates: an index other than 0, or a loop over
    /// the chain.
    private func isSearch(_ look: Call, _ names: Set<String>) -> Bool {
        if source.tokens[look.name].text == "SecTrustGetCertificateAtIndex" {
            return look.argument(at: 1).map { value($0.value) != .number(0) } ?? false
        }
        let loops: Set = ["for", "forEach", "map", "compactMap", "contains", "where"]
        let first = (look.last..<look.last + 16).contains { index in
            source.token(index).map { $0.is("first") || $0.text == "0" } ?? false
        }
        return !first && !names.isDisjoint(with: loops)
    }
}
