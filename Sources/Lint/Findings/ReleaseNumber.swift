/// A version number, compared from the left.
struct ReleaseNumber: Hashable, Comparable, Sendable, ExpressibleByArrayLiteral {
    let parts: [Int]

    init(arrayLiteral parts: Int...) { self.parts = parts }

    /// Reads the number at the start of a text; nil if the text does not begin with digits.
    init?(_ text: String) {
        let numbers = text.prefix { $0.isNumber || $0 == "." }.split(separator: ".")
        parts = numbers.prefix(4).compactMap { Int($0) }
        if parts.isEmpty { return nil }
    }

    static func < (left: Self, right: Self) -> Bool {
        for index in 0..<max(left.parts.count, right.parts.count) {
            let (a, b) = (left.part(index), right.part(index))
            if a != b { return a < b }
        }
        return false
    }

    private func part(_ index: Int) -> Int { parts.indices.contains(index) ? parts[index] : 0 }
}
