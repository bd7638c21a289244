/// Versions between bounds, such as `>=1.2 <2.0`.
package struct VersionRange: Hashable, Sendable {
    private enum Comparison: String, CaseIterable, Hashable {
        // The longer operators come first, because the text is compared with the operators in
        // order.
        case atLeast = ">="
        case atMost = "<="
        case below = "<"
        case above = ">"
        case equal = "="
    }

    private struct Bound: Hashable {
        let comparison: Comparison
        let version: [Int]
    }

    private let bounds: [Bound]
    /// The range as written in a definition.
    package let text: String

    init(_ text: String) throws(Fault) {
        var bounds: [Bound] = []
        for part in text.split(separator: " ") {
            guard let comparison = Comparison.allCases.first(where: { part.hasPrefix($0.rawValue) })
            else { throw .badVersionRange(text) }
            let version = part.dropFirst(comparison.rawValue.count)
            let parts = version.split(separator: ".", omittingEmptySubsequences: false)
            let numbers = parts.compactMap { wholeNumber(String($0)) }
            guard numbers.count == parts.count else { throw .badVersionRange(text) }
            bounds.append(Bound(comparison: comparison, version: numbers))
        }
        guard !bounds.isEmpty else { throw .badVersionRange(text) }
        (self.bounds, self.text) = (bounds, text)
    }

    /// Whether a version is within all bounds; false for a text that does not start with a number.
    ///
    /// Only the numbers before any other text are compared: 3.0.17-1 equals 3.0.17.
    package func contains(_ version: String) -> Bool {
        guard let numbers = Self.numbers(version[...]) else { return false }
        return bounds.allSatisfy { bound in
            // 2 and 2.0 are the same version.
            let count = max(numbers.count, bound.version.count)
            let left = numbers.padded(to: count)
            let right = bound.version.padded(to: count)
            let isBelow = left.lexicographicallyPrecedes(right)
            return switch bound.comparison {
            case .below: isBelow
            case .atMost: isBelow || left == right
            case .equal: left == right
            case .atLeast: !isBelow
            case .above: !isBelow && left != right
            }
        }
    }

    private static func numbers(_ text: Substring) -> [Int]? {
        let version = text.prefix { $0.isASCIIDigit || $0 == "." }
        let numbers = version.split(separator: ".").map { Int($0) }
        let known = numbers.compactMap(\.self)
        return known.isEmpty || known.count < numbers.count ? nil : known
    }
}

extension [Int] {
    fileprivate func padded(to count: Int) -> [Int] {
        self + repeatElement(0, count: count - self.count)
    }
}
