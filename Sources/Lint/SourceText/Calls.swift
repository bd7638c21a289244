/// A call in a source file.
package struct Call: Sendable {
    /// The index of the called name.
    package let name: Int
    package let arguments: [Argument]
    /// The index of the last token, including trailing closures.
    package let last: Int

    package struct Argument: Sendable {
        /// The label, or the name of a named argument.
        package let label: String?
        /// The tokens including the label.
        package let whole: Range<Int>
        /// The tokens of the value.
        package let value: Range<Int>
        /// Whether it is a trailing closure.
        package var isTrailing = false
    }

    /// Returns the first argument with one of the labels, tried in order.
    package func argument(_ labels: String...) -> Argument? {
        arguments.first { argument in labels.contains { argument.label == $0 } }
    }

    /// Returns the argument at a position, with or without a label.
    package func argument(at index: Int) -> Argument? {
        arguments.indices.contains(index) ? arguments[index] : nil
    }
}

extension SourceFile {
    /// Returns the calls of a function, method or initializer by its last name, in order.
    package func calls(_ names: String...) -> [Call] {
        names.flatMap { name in occurrences(of: name).compactMap(call) }
            .sorted { $0.name < $1.name }
    }

    /// Returns the call whose name is at an index.
    package func call(at index: Int) -> Call? {
        guard tokens[index].kind == .name else { return nil }
        var last = index
        var arguments: [Call.Argument] = []
        if isSign(index + 1, "("), let close = counterpart(index + 1) {
            arguments = elements(from: index + 2, to: close).map(argument)
            last = close
        }
        let isTrailing = [.kotlin, .swift].contains(language)
        if isTrailing, isSign(last + 1, "{"), let close = counterpart(last + 1) {
            let range = last + 1..<close + 1
            arguments.append(.init(label: nil, whole: range, value: range, isTrailing: true))
            last = close
        }
        // A declaration is not a call.
        let before = token(previous(index))
        let isDeclared = ["func", "fun", "def", "function", "class"].contains {
            before?.is($0) ?? false
        }
        return last > index && !isDeclared
            ? Call(name: index, arguments: arguments, last: last) : nil
    }

    private func argument(_ range: Range<Int>) -> Call.Argument {
        var first = range.lowerBound
        while first < range.upperBound, tokens[first].kind == .newline { first += 1 }
        let hasLabel =
            first + 1 < range.upperBound && tokens[first].kind == .name
            && (isSign(first + 1, ":") || isSign(first + 1, "="))
        guard hasLabel else {
            return .init(label: nil, whole: range, value: first..<range.upperBound)
        }
        return .init(
            label: tokens[first].text,
            whole: first..<range.upperBound,
            value: first + 2..<range.upperBound
        )
    }

    /// Returns the first token of the expression whose last member is at an index, such as `a` in
    /// `a.b().name`.
    package func receiver(of index: Int) -> Int {
        var index = index
        // The loop is bounded, because a rule may start it at each member of a long chain.
        for _ in 0..<256 {
            let dot = previous(index)
            guard isSign(dot, ".") || isSign(dot, "?.") || isSign(dot, "::") || isSign(dot, "->")
            else {
                return index
            }
            var before = previous(dot)
            if isSign(before, ")") || isSign(before, "]") || isSign(before, "}") {
                guard let open = counterpart(before) else { return dot }
                before = open
                // Continues at the called name, or for a closure at its call.
                let name = previous(open)
                if token(name)?.kind == .name {
                    before = name
                } else if isSign(name, ")"), let inner = counterpart(name) {
                    before = token(previous(inner))?.kind == .name ? previous(inner) : inner
                }
            }
            guard before >= 0, before < index else { return dot }
            index = before
        }
        return index
    }

    // MARK: Settings

    /// A place that assigns a value to a name: `name = v`, `name: v`, `'name' => v`, `setName(v)`,
    /// `[x setName:v]`.
    package struct Setting: Sendable {
        package let name: Int
        package let value: Range<Int>
    }

    /// Returns the settings of a name, in order.
    package func settings(_ name: String) -> [Setting] {
        let setter = "set" + name.prefix(1).uppercased() + name.dropFirst()
        let direct = occurrences(of: name).compactMap { setting(at: $0, by: [":", "=", "=>"]) }
        let called = occurrences(of: setter).compactMap { setting(at: $0, by: [":", "("]) }
        return (direct + called).sorted { $0.name < $1.name }
    }

    private func setting(at index: Int, by signs: [String]) -> Setting? {
        var sign = index + 1
        // `options["name"] = v`
        if isSign(sign, "]"), isSign(index - 1, "[") { sign += 1 }
        guard let token = token(sign), token.kind == .sign, signs.contains(token.text) else {
            return nil
        }
        // The annotation of a declaration, `name: Bool`, is not a value for any rule.
        let start = next(sign)
        var value = expression(from: start)
        // `[x setName:YES other:z]`: the argument ends before the next part of the selector.
        if let part = value.dropFirst().first(where: {
            language == .objectiveC && isSign($0 + 1, ":") && tokens[$0].kind == .name
                && enclosing($0) == enclosing(index)
        }), token.text == ":" {
            value = value.lowerBound..<part
        }
        return value.isEmpty ? nil : Setting(name: index, value: value)
    }
}
