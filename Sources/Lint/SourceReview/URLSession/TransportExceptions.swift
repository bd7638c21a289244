import ScenarioFormat

// Exceptions for a trust: those of the trust itself, and those stored for one certificate.

extension CodeReview {
    /// Returns the match for `SecTrustSetExceptions`, depending on the origin of its exceptions.
    func exceptions(in call: Call) -> Match {
        var match = Match(call.name..<call.last + 1)
        guard let exceptions = call.argument(at: 1)?.value,
            !areOwnExceptions(exceptions, before: call.name)
        else { return match }
        match.severity = .note
        match.problem = "this code accepts stored exceptions"
        match.label = "the result depends on what was stored"
        match.impact =
            "only the certificate for which the exceptions were stored is accepted"
        match.edits = []
        return match
    }

    /// Returns whether a value comes from `SecTrustCopyExceptions` in the same function.
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
