import X509

extension Instant {
    /// The date, such as `2026-11-23`.
    package var date: String { String(description.prefix(10)) }

    /// Returns the whole days from this instant to `later`; negative if `later` is the earlier
    /// instant.
    package func days(to later: Instant) -> Int {
        let (seconds, overflow) = later.seconds.subtractingReportingOverflow(seconds)
        return overflow ? 0 : Int(seconds / 86_400)
    }
}

/// Returns a number of days in words, such as `1 day` or `2 days`.
package func days(_ number: Int) -> String { number == 1 ? "1 day" : "\(number) days" }

/// Returns names as part of a sentence; only the first two if there are many.
package func listed(_ names: [String]) -> String {
    switch names.count {
    case 0: "an entry without a domain"
    case 1: names[0]
    case 2: "\(names[0]) and \(names[1])"
    default: "\(names[0]), \(names[1]) and \(names.count - 2) more"
    }
}
