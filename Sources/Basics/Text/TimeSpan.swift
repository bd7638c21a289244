/// A duration in whole seconds.
package struct TimeSpan: Hashable, Comparable, Sendable, CustomStringConvertible {
    /// The number of seconds, at least 0.
    package let seconds: Int

    /// Makes a duration of this many seconds.
    package init(seconds: Int) {
        self.seconds = seconds
    }

    /// Parses a number with the unit s, m or h; without a unit it means seconds.
    ///
    /// Returns nil for other text and for numbers outside 1 to 1,000,000.
    package init?(argument: String) {
        let units = ["s": 1, "m": 60, "h": 3_600]
        let unit = argument.last.flatMap { units[String($0)] }
        guard let number = Int(unit == nil ? argument[...] : argument.dropLast()), number > 0
        else { return nil }
        // A million hours are more than a century, and their seconds fit into an integer.
        guard number <= 1_000_000 else { return nil }
        seconds = number * (unit ?? 1)
    }

    /// The duration in its two largest units: `7 h 59 min`, `12 min 3 s`, `45 s`.
    package var description: String {
        switch seconds {
        case ..<60: "\(seconds) s"
        case ..<3_600: Self.text(seconds / 60, "min", seconds % 60, "s")
        default: Self.text(seconds / 3_600, "h", seconds / 60 % 60, "min")
        }
    }

    private static func text(_ large: Int, _ unit: String, _ small: Int, _ part: String) -> String {
        "\(large) \(unit)" + (small > 0 ? " \(small) \(part)" : "")
    }

    package static func < (one: TimeSpan, other: TimeSpan) -> Bool { one.seconds < other.seconds }
}
