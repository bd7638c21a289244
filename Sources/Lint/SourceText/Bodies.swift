/// The effect of a closure's or method's body, as far as rules need it.
package enum Body: Hashable, Sendable {
    /// The body is empty.
    case empty
    /// Every path returns one of the given values, without a call or a thrown error.
    case always
    /// The body calls a function that may decide; the value is the token of that function's name.
    case calls(Int)
    /// The body makes a decision itself.
    case decides
}

extension SourceFile {
    /// Keywords that can precede brackets without being a call.
    package static let statements: Set = [
        "if", "guard", "while", "for", "switch", "when", "return", "catch",
    ]

    /// Returns the tokens inside the braces of every method or function with a name.
    package func bodies(of name: String) -> [(name: Int, body: Range<Int>)] {
        occurrences(of: name).compactMap { index in
            guard tokens[index].kind == .name, let open = bodyOpening(after: index) else {
                return nil
            }
            if !isSign(open, "{") { return (index, expression(from: next(open))) }
            return counterpart(open).map { (index, open + 1..<$0) }
        }
    }

    /// Returns the brace, `=` or `=>` that opens a declaration's body; nil for calls and for
    /// declarations without a body.
    private func bodyOpening(after name: Int) -> Int? {
        guard isSign(name + 1, "("), let close = counterpart(name + 1) else { return nil }
        guard isDeclaration(name) else { return nil }
        var index = close + 1
        // `throws A, B`, `-> Bool`, `: Unit`, `override`: the rest of a signature is short.
        while index < close + 24, let token = token(index) {
            if token.is("{") || language == .kotlin && token.is("=")
                || language == .dart && token.is("=>")
            {
                return index
            }
            if token.is(";") || token.is("}") || token.is("=") || token.is(")") { return nil }
            index += 1
        }
        return nil
    }

    /// Returns whether a name is declared.
    ///
    /// A declared name follows `fun`, `func`, `def` or a type; a called name follows a sign.
    private func isDeclaration(_ name: Int) -> Bool {
        guard let before = token(name - 1) else { return false }
        if before.kind == .name {
            return !["return", "new", "throw", "await", "else"].contains(before.text)
        }
        return [">", "]", ")"].contains(before.text)
    }

    /// Returns the effect of a body, given the values that it may return.
    ///
    /// - Parameters:
    ///   - range: the tokens inside the braces, without parameters.
    ///   - accepted: the values of which every path must return one; empty for a body that returns
    ///     nothing.
    /// - Returns: the body's effect.
    package func judge(_ range: Range<Int>, giving accepted: Set<SourceValue>) -> Body {
        // A long body is not trivial; the limit also keeps nested bodies fast.
        guard range.count <= 400 else { return .decides }
        let inner = range.filter { tokens[$0].kind != .newline && !tokens[$0].is(";") }
        guard let first = inner.first else { return .empty }
        if let call = inner.first(where: isCall) { return .calls(call) }
        if inner.contains(where: { ["throw", "raise", "fail"].contains(tokens[$0].text) }) {
            return .decides
        }
        if inner.count == 1, ["return", "pass", "Unit"].contains(tokens[first].text) {
            return .empty
        }
        let returns = inner.filter { tokens[$0].is("return") }
        let given = returns.isEmpty ? [range] : returns.map(returned)
        let all = given.allSatisfy { accepted.contains(value(of: $0)) }
        return all && !accepted.isEmpty && last(inner, isIn: given) ? .always : .decides
    }

    /// Returns the value after a `return`, skipping a Kotlin label such as `@forEach`.
    private func returned(at index: Int) -> Range<Int> {
        expression(from: isSign(index + 1, "@") ? index + 3 : index + 1)
    }

    /// Returns whether the last token belongs to a returned value, so that every path returns.
    private func last(_ inner: [Int], isIn given: [Range<Int>]) -> Bool {
        guard var last = inner.last else { return false }
        if isSign(last, "}") { last = previous(last) }
        while isSign(last, ";") { last = previous(last) }
        return given.contains { $0.contains(last) }
    }

    private func isCall(_ index: Int) -> Bool {
        let token = tokens[index]
        guard token.kind == .name, isSign(index + 1, "(") else {
            // An Objective-C message.
            return language == .objectiveC && token.kind == .name && isSign(index - 1, "[")
        }
        // Creating an error to throw is not a call that decides.
        let before = self.token(index - 1)?.is("new") ?? false ? index - 2 : index - 1
        if self.token(before).map({ $0.is("throw") || $0.is("raise") }) ?? false { return false }
        return !Self.statements.contains(token.text)
    }

    /// Returns the tokens of a closure's body without its parameters: `{ h, s -> … }`, `(h, s) =>
    /// …`, `lambda …: …`, `func(…) T { … }`.
    ///
    /// One pair of brackets may surround the closure.
    package func closureBody(_ range: Range<Int>) -> Range<Int>? {
        var inner = trimmed(range)
        if let first = inner.first, isSign(first, "("), counterpart(first) == inner.last {
            inner = trimmed(first + 1..<inner.upperBound - 1)
        }
        guard let first = inner.first, let last = inner.last else { return nil }
        if isSign(first, "{"), counterpart(first) == last {
            let arrow = parametersEnd(first + 1, last)
            return (arrow.map { $0 + 1 } ?? first + 1)..<last
        }
        if tokens[first].is("lambda") {
            guard let colon = inner.prefix(40).first(where: { isSign($0, ":") }) else { return nil }
            return colon + 1..<inner.upperBound
        }
        if let arrow = inner.prefix(24).first(where: { isSign($0, "=>") || isSign($0, "->") }) {
            let start = next(arrow)
            if isSign(start, "{"), let close = counterpart(start) { return start + 1..<close }
            return start..<max(start, inner.upperBound)
        }
        // `func(…) error { … }`, `function (…) { … }`, Dart's `(a, b) { … }`
        if isSign(last, "}"), let open = counterpart(last), open > first,
            tokens[first].is("func") || tokens[first].is("function") || isSign(first, "(")
        {
            return open + 1..<last
        }
        return nil
    }

    /// Returns the arrow in Kotlin or the `in` in Swift after a closure's parameters.
    private func parametersEnd(_ start: Int, _ end: Int) -> Int? {
        for index in start..<min(end, start + 24) {
            if isSign(index, "->") && language == .kotlin || tokens[index].is("in") { return index }
            if tokens[index].kind == .sign,
                !["(", ")", ",", ":", "?", "<", ">", "->", "!", "[", "]"]
                    .contains(tokens[index].text)
            {
                return nil
            }
        }
        return nil
    }
}
