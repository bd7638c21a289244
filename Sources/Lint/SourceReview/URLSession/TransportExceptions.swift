// Exceptions of a trust: those that it would need itself, and those that were stored for one certificate.

extension CodeReview {
    /// The match for `SecTrustSetExceptions`, by where its exceptions come from.
    func exceptions(in call: Call) -> Match {
        var match = Match(call.name..<call.last + 1)
        guard let exceptions = call.argument(at: 1)?.value,
            !areOwnExceptions(exceptions, before: call.name)
        else { return match }
        match.severity = .note
        match.problem = "exceptions that were stored are accepted"
        match.label = "decides by what was stored"
        match.consequence =
            "a certificate passes for which the exceptions were stored, and no other does"
        match.edits = []
        return match
    }

    /// Whether a value is what `SecTrustCopyExceptions` gives in the same function.
    private func areOwnExceptions(_ value: Range<Int>, before call: Int) -> Bool {
        func copies(_ tokens: some Sequence<Int>) -> Bool {
            tokens.contains { source.token($0)?.is("SecTrustCopyExceptions") ?? false }
        }
        if copies(value) { return true }
        guard let name = value.last(where: { source.tokens[$0].kind == .name }) else {
            return false
        }
        let text = source.tokens[name].text
        var place = call - 1
        while place > 0, call - place < 400, !source.tokens[place].is("func") {
            if source.tokens[place].is(text), source.isSign(place + 1, "=") {
                return copies(place + 2..<place + 14)
            }
            place -= 1
        }
        return false
    }
}
