/// The pairs of brackets among tokens.
struct Brackets: Sendable {
    /// For each token the index of its counterpart; -1 for none.
    private var pairs: [Int]
    /// For each token the index of the innermost bracket that is open there; -1 for none.
    private var enclosings: [Int]

    init(_ tokens: [Token]) {
        pairs = Array(repeating: -1, count: tokens.count)
        enclosings = pairs
        var open: [Int] = []
        for (index, token) in tokens.enumerated() {
            if token.kind == .sign {
                if let opening = Self.opening(of: token.text), let last = open.last,
                    tokens[last].text.hasSuffix(opening)
                {
                    pairs[last] = index
                    pairs[index] = last
                    open.removeLast()
                }
            }
            enclosings[index] = open.last ?? -1
            if token.kind == .sign, ["(", "[", "{", "$("].contains(token.text) {
                open.append(index)
            }
        }
    }

    private static func opening(of text: String) -> String? {
        switch text {
        case ")": "("
        case "]": "["
        case "}": "{"
        default: nil
        }
    }

    func counterpart(_ index: Int) -> Int? { value(index, pairs) }

    func enclosing(_ index: Int) -> Int? { value(index, enclosings) }

    private func value(_ index: Int, _ values: [Int]) -> Int? {
        guard values.indices.contains(index), values[index] >= 0 else { return nil }
        return values[index]
    }
}
