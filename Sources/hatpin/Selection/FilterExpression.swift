/// A value of `--filter`, such as `tag:pinning and not (party:reference or id:names/*)`.
indirect enum FilterExpression: Hashable, Sendable {
    case term(Term)
    case not(FilterExpression)
    case and(FilterExpression, FilterExpression)
    case or(FilterExpression, FilterExpression)

    /// A word of the expression, with or without a key; a word without a key is a tag or a party.
    struct Term: Hashable, Sendable {
        /// The property of a case and party that the word is compared with.
        enum Key: String, CaseIterable, Hashable, Sendable {
            case tag, party, id, covers, `class`
        }

        /// The key, or nil for a tag or a party.
        let key: Key?
        /// A word or a pattern.
        let word: String

        init(_ key: Key?, _ word: String) {
            self.key = key
            self.word = word
        }
    }

    /// Returns whether a case and a party match, given the result of each term.
    func holds(_ matches: (Term) -> Bool) -> Bool {
        switch self {
        case .term(let term): matches(term)
        case .not(let inner): !inner.holds(matches)
        case .and(let left, let right): left.holds(matches) && right.holds(matches)
        case .or(let left, let right): left.holds(matches) || right.holds(matches)
        }
    }

    /// All terms, from left to right.
    var terms: [Term] {
        switch self {
        case .term(let term): [term]
        case .not(let inner): inner.terms
        case .and(let left, let right), .or(let left, let right): left.terms + right.terms
        }
    }

    /// The patterns of ids, at least one of which every matching case must match; nil if the filter
    /// does not restrict ids.
    var ids: [String]? {
        let terms = terms
        return isBoundedByTerms && terms.allSatisfy { $0.key == .id } ? terms.map(\.word) : nil
    }

    /// Whether the filter rejects every case and party that match none of its terms.
    private var isBoundedByTerms: Bool { !holds { _ in false } }
}

/// A filter that cannot be parsed, and the position of the error.
struct FilterError: Error, Hashable, Sendable {
    enum Problem: Hashable, Sendable {
        case expectedTerm, expectedEnd, expectedClose, emptyWord, tooDeep
        case unknownKey(String)
    }

    let problem: Problem
    /// The position of the error, in characters from the start.
    let offset: Int
    /// The length of the wrong text in characters, at least 1.
    let length: Int
}

extension FilterError: CustomStringConvertible {
    var description: String {
        switch problem {
        case .expectedTerm: "a term is missing here, such as tag:pinning"
        case .expectedEnd: "expected 'and', 'or' or the end"
        case .expectedClose: "this parenthesis is not closed"
        case .emptyWord: "a word must follow the colon"
        case .tooDeep: "more than \(FilterParser.maximumDepth) nested parentheses or 'not's"
        case .unknownKey(let key):
            "unknown key '\(key)'; use "
                + FilterExpression.Term.Key.allCases.map(\.rawValue).joined(separator: ", ")
        }
    }
}

extension FilterExpression {
    /// Parses an expression; `not` binds tightest, then `and`, then `or`.
    init(_ text: String) throws(FilterError) {
        var parser = FilterParser(text)
        self = try parser.expression()
    }
}

private struct FilterParser {
    static let maximumDepth = 100

    private struct Token {
        let text: String
        let offset: Int
    }

    private let tokens: [Token]
    private let end: Int
    private var next = 0
    private var depth = 0

    init(_ text: String) {
        var tokens: [Token] = []
        var word = ""
        func flush(_ offset: Int) {
            if !word.isEmpty { tokens.append(Token(text: word, offset: offset - word.count)) }
            word = ""
        }
        for (offset, character) in text.enumerated() {
            switch character {
            case "(", ")":
                flush(offset)
                tokens.append(Token(text: String(character), offset: offset))
            case _ where character.isWhitespace: flush(offset)
            default: word.append(character)
            }
        }
        flush(text.count)
        self.tokens = tokens
        end = text.count
    }

    mutating func expression() throws(FilterError) -> FilterExpression {
        let expression = try disjunction()
        if let token = current { throw fault(.expectedEnd, token) }
        return expression
    }

    private var current: Token? { next < tokens.count ? tokens[next] : nil }

    private mutating func take(_ word: String) -> Bool {
        guard current?.text == word else { return false }
        next += 1
        return true
    }

    private func fault(_ problem: FilterError.Problem, _ token: Token?) -> FilterError {
        FilterError(
            problem: problem,
            offset: token?.offset ?? end,
            length: max(1, token?.text.count ?? 1)
        )
    }

    private mutating func disjunction() throws(FilterError) -> FilterExpression {
        var left = try conjunction()
        while take("or") { left = .or(left, try conjunction()) }
        return left
    }

    private mutating func conjunction() throws(FilterError) -> FilterExpression {
        var left = try negation()
        while take("and") { left = .and(left, try negation()) }
        return left
    }

    private mutating func negation() throws(FilterError) -> FilterExpression {
        depth += 1
        defer { depth -= 1 }
        guard depth <= Self.maximumDepth else { throw fault(.tooDeep, current) }
        if take("not") { return .not(try negation()) }
        let open = current
        guard take("(") else { return .term(try term()) }
        let inner = try disjunction()
        guard take(")") else {
            throw current == nil ? fault(.expectedClose, open) : fault(.expectedEnd, current)
        }
        return inner
    }

    private mutating func term() throws(FilterError) -> FilterExpression.Term {
        guard let token = current, !["and", "or", ")"].contains(token.text) else {
            throw fault(.expectedTerm, current)
        }
        next += 1
        guard let colon = token.text.firstIndex(of: ":") else {
            return FilterExpression.Term(nil, token.text)
        }
        let name = String(token.text[..<colon])
        let word = String(token.text[colon...].dropFirst())
        guard let key = FilterExpression.Term.Key(rawValue: name) else {
            let place = Token(text: name, offset: token.offset)
            throw fault(.unknownKey(name), place)
        }
        guard !word.isEmpty else { throw fault(.emptyWord, token) }
        return FilterExpression.Term(key, word)
    }
}
