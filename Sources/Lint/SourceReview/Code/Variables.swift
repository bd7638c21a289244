// Variables that a fix can use.

extension CodeReview {
    /// The most variables to search, because every match searches all of them.
    static let variableLimit = 50

    /// Returns the only variable in scope whose value begins with a type and mentions a member.
    ///
    /// - Parameters:
    ///   - type: the type, such as `Session`, with or without `new` before it.
    ///   - member: a name that the value contains.
    ///   - index: the token at which the variable is to be used.
    /// - Returns: the variable's name; nil if there is none or more than one.
    func variable(of type: String, with member: String, seenFrom index: Int) -> String? {
        let names = source.occurrences(of: type).prefix(Self.variableLimit).compactMap {
            place -> String? in
            var first = source.token(place - 1)?.is("new") ?? false ? place - 1 : place
            // `let session: Session = { … }()`
            if source.isSign(place + 1, "="), source.isSign(place - 1, ":") { first = place + 2 }
            guard source.isSign(first - 1, "="),
                let name = source.token(declaredName(before: first - 1)), name.kind == .name,
                sees(first - 1, from: index)
            else { return nil }
            let value = source.expression(from: first)
            guard !value.contains(index), value.contains(where: { source.tokens[$0].is(member) })
            else {
                return nil
            }
            return name.text
        }
        return Set(names).count == 1 ? names.first : nil
    }

    /// Returns the last value of a variable before one of its members is set.
    ///
    /// - Parameter member: the name that is set, in `variable.name = …` or `[variable setName:…]`.
    /// - Returns: the tokens of the value; nil if the file does not contain it.
    func assignment(beforeMember member: Int) -> Range<Int>? {
        let place = source.isSign(member - 1, ".") ? member - 2 : member - 1
        guard let variable = source.token(place), variable.kind == .name else { return nil }
        return source.occurrences(of: variable.text).last { index in
            let isTyped = ["let", "var"].contains(source.token(index - 1)?.text)
            return index < member
                && (source.isSign(index + 1, "=") || isTyped && source.isSign(index + 1, ":"))
        }.map { source.expression(from: $0 + 2) }
    }

    /// Returns the name before a sign, skipping an annotation such as `: Session`.
    private func declaredName(before sign: Int) -> Int {
        source.isSign(sign - 2, ":") ? sign - 3 : sign - 1
    }

    /// Returns whether the braces around a declaration also enclose a token.
    private func sees(_ declaration: Int, from index: Int) -> Bool {
        guard let open = openBrace(around: declaration) else { return true }
        guard let close = source.counterpart(open) else { return false }
        return open < index && index < close
    }
}
