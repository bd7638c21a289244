/// The value of an expression, as far as the file shows it.
package enum SourceValue: Hashable, Sendable {
    case text(String)
    case number(Int)
    case truth(Bool)
    case nothing
    /// The elements of an array or list, as tokens of the file.
    case list([Range<Int>])
    /// A name without a value in the file, or an expression that is not evaluated, as written.
    case unknown(String)

    /// The text of a string.
    package var text: String? { if case .text(let text) = self { text } else { nil } }
}

extension SourceFile {
    /// The most names that are looked up one after another, so that a cycle of names ends.
    private static let depth = 8
    /// The most tokens of a value that is evaluated.
    private static let length = 400

    /// Returns the value of tokens: literals, concatenations, templates, and names that the file
    /// assigns such a value exactly once.
    package func value(of range: Range<Int>) -> SourceValue { value(of: range, depth: Self.depth) }

    private func value(of range: Range<Int>, depth: Int) -> SourceValue {
        let indices = range.prefix(Self.length).filter {
            token($0).map { $0.kind != .newline } ?? false
        }
        guard depth > 0, range.count <= Self.length, let first = indices.first,
            let last = indices.last
        else {
            return .unknown(shortText(of: range))
        }
        if indices.count == 1 { return single(tokens[first], depth) }
        if isSign(first, "-"), indices.count == 2,
            case .number(let number) = single(tokens[last], 1)
        {
            return .number(-number)
        }
        if counterpart(first) == last, isSign(first, "(") {
            return value(of: first + 1..<last, depth: depth - 1)
        }
        if isSign(first, "@"), indices.count > 1 {
            return value(of: indices[1]..<range.upperBound, depth: depth - 1)
        }
        if counterpart(first) == last, isSign(first, "[") || isSign(first, "{") {
            return .list(elements(from: first + 1, to: last))
        }
        return concatenation(indices, range, depth) ?? member(indices, depth)
            ?? .unknown(shortText(of: range))
    }

    /// Returns an expression as written, on one line.
    private func shortText(of range: Range<Int>) -> String {
        let text = String(decoding: bytes[bytes(of: range)].prefix(60), as: UTF8.self)
        return text.split { $0.isWhitespace }.joined(separator: " ")
    }

    private func single(_ token: Token, _ depth: Int) -> SourceValue {
        switch token.kind {
        case .string, .word: return template(token, depth)
        case .number: return number(token.text).map(SourceValue.number) ?? .unknown(token.text)
        case .name: return named(token.text, depth)
        default: return .unknown(token.text)
        }
    }

    private func number(_ text: String) -> Int? {
        let digits = text.filter { $0 != "_" }
        if digits.hasPrefix("0x") { return Int(digits.dropFirst(2), radix: 16) }
        return Int(digits.prefix { $0.isASCII && $0.isNumber })
    }

    private static let words: [String: SourceValue] = [
        "true": .truth(true), "YES": .truth(true), "True": .truth(true), "TRUE": .truth(true),
        "false": .truth(false), "NO": .truth(false), "False": .truth(false),
        "FALSE": .truth(false), "null": .nothing, "nil": .nothing, "None": .nothing,
        "undefined": .nothing, "NULL": .nothing, "nullptr": .nothing,
    ]

    private func named(_ name: String, _ depth: Int) -> SourceValue {
        if let value = Self.words[name] { return value }
        if let start = constants[name], depth > 0 {
            // In a shell, the name and its value are one word.
            if language.isWords { return assigned(tokens[start], depth - 1) }
            let value = value(of: expression(from: start), depth: depth - 1)
            if case .unknown = value { return .unknown(name) }
            return value
        }
        return .unknown(name)
    }

    /// Returns the value after the sign in `NAME=value`.
    private func assigned(_ word: Token, _ depth: Int) -> SourceValue {
        guard let text = template(word, depth).text, let sign = text.firstIndex(of: "=") else {
            return .unknown(word.text)
        }
        return .text(String(text[sign...].dropFirst()))
    }

    private func template(_ token: Token, _ depth: Int) -> SourceValue {
        if token.pieces.isEmpty { return .text(token.text) }
        var text = ""
        for piece in token.pieces {
            switch piece {
            case .text(let part): text += part
            case .expression(let part): return .unknown(part)
            case .name(let name):
                switch named(lastName(name), depth) {
                case .text(let part): text += part
                case .number(let part): text += String(part)
                default: return .unknown(name)
                }
            }
        }
        return .text(text)
    }

    private func lastName(_ path: String) -> String {
        String(path.split(separator: ".").last ?? "")
    }

    /// Returns the value of `"a" + b`, `"a" . b` in PHP, or adjacent strings if the language joins
    /// them.
    private func concatenation(_ indices: [Int], _ range: Range<Int>, _ depth: Int) -> SourceValue?
    {
        let sign = language == .php ? "." : "+"
        var text = ""
        var expectsOperand = true
        for index in indices {
            let token = tokens[index]
            if !expectsOperand, token.kind == .sign, token.text == sign {
                expectsOperand = true
            } else if expectsOperand || language.joinsStrings && token.kind == .string {
                guard token.kind != .sign else { return nil }
                guard let part = single(token, depth - 1).text else { return nil }
                text += part
                expectsOperand = false
            } else {
                return nil
            }
        }
        return expectsOperand ? nil : .text(text)
    }

    /// Returns the value of `Config.HOST` as that of `HOST`, if the file assigns that name exactly
    /// once.
    private func member(_ indices: [Int], _ depth: Int) -> SourceValue? {
        guard let last = indices.last, tokens[last].kind == .name else { return nil }
        for (position, index) in indices.enumerated() {
            let isName = tokens[index].kind == .name
            guard isName == position.isMultiple(of: 2), isName || isSign(index, ".") else {
                return nil
            }
        }
        // A field of the build configuration or the environment is not defined in this file.
        let isForeign = ["BuildConfig", "env", "R"].contains(tokens[indices[0]].text)
        guard !isForeign, constants[tokens[last].text] != nil else { return nil }
        let value = named(tokens[last].text, depth - 1)
        if case .unknown = value { return nil }
        return value
    }

    /// Returns the parts between commas in tokens between brackets.
    package func elements(from start: Int, to end: Int) -> [Range<Int>] {
        var parts: [Range<Int>] = []
        var (first, index) = (start, start)
        while index < end {
            if isSign(index, ",") {
                parts.append(first..<index)
                first = index + 1
            } else if let close = counterpart(index), close > index {
                index = min(close, end - 1)
            }
            index += 1
        }
        parts.append(first..<max(first, end))
        return parts.filter { $0.contains { tokens[$0].kind != .newline } }
    }
}
