/// A release that a model transcribes, as the value of a setting.
package protocol ModelledRelease: Sendable {
    /// The releases that make the same decisions; their value is the transcribed release.
    var releases: ReleaseRange { get }
}

/// Releases that make the same decisions, and the value of a setting that represents them.
package struct ReleaseRange: ModelledRelease, Hashable, CustomStringConvertible {
    /// The value of the setting, such as `2.5.3`.
    package let value: String
    /// The first release, such as `2.5.3`.
    package let first: String
    /// The last release, such as `2.5.4`; the value `3.8` includes every release whose number
    /// begins with 3.8.
    package let last: String

    package var releases: ReleaseRange { self }

    /// Makes the range of the releases from `first` to `last`, which `value` represents.
    package init(_ value: String, from first: String, to last: String) {
        (self.value, self.first, self.last) = (value, first, last)
    }

    /// Whether a release is in the range; false for text that is not numbers between dots.
    package func contains(_ release: String) -> Bool {
        guard let release = Self.numbers(release), let first = Self.numbers(first),
            let last = Self.numbers(last)
        else { return false }
        return !release.lexicographicallyPrecedes(first)
            && !last.lexicographicallyPrecedes(release.prefix(last.count))
    }

    /// `2.6.0 to 2.7.0`, `2.5.3 and 2.5.4`, or a single release.
    package var description: String {
        guard first != last else { return first }
        return isPair ? "\(first) and \(last)" : "\(first) to \(last)"
    }

    /// Whether the last release directly follows the first.
    private var isPair: Bool {
        guard let first = Self.numbers(first), let last = Self.numbers(last) else { return false }
        return first.count == last.count && first.dropLast() == last.dropLast()
            && last.last == first.last.map { $0 + 1 }
    }

    private static func numbers(_ release: String) -> [Int]? {
        let parts = release.split(separator: ".", omittingEmptySubsequences: false)
        let numbers = parts.compactMap { Int($0) }
        return numbers.count == parts.count ? numbers : nil
    }
}
