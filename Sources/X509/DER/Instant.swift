/// A moment in UTC at the resolution of certificates: whole seconds since 1970-01-01T00:00:00Z.
package struct Instant: Hashable, Comparable, Sendable {
    /// Seconds since 1970-01-01T00:00:00Z; negative before that time.
    package var seconds: Int64

    package init(seconds: Int64) {
        self.seconds = seconds
    }

    package static func < (left: Instant, right: Instant) -> Bool { left.seconds < right.seconds }

    /// Returns the instant `offset` seconds later, limited to the representable range.
    package static func + (instant: Instant, offset: Int64) -> Instant {
        let (sum, overflow) = instant.seconds.addingReportingOverflow(offset)
        return Instant(seconds: overflow ? (offset < 0 ? .min : .max) : sum)
    }
}

/// A date and time of day in the proleptic Gregorian calendar, in UTC.
package struct CivilTime: Hashable, Sendable {
    package var year, month, day, hour, minute, second: Int

    /// Makes a date from any fields, even impossible fields; `instant` checks them.
    package init(year: Int, month: Int, day: Int, hour: Int, minute: Int, second: Int) {
        self.year = year
        self.month = month
        self.day = day
        self.hour = hour
        self.minute = minute
        self.second = second
    }

    /// Makes the date and time of `instant`.
    package init(_ instant: Instant) {
        // The algorithm uses eras of 400 years with years that start in March (H. Hinnant,
        // chrono-compatible low-level date algorithms).
        let days = floorDivide(instant.seconds, 86_400)
        let time = Int((instant.seconds % 86_400 + 86_400) % 86_400)
        let shifted = Int(days) + 719_468
        let era = (shifted >= 0 ? shifted : shifted - 146_096) / 146_097
        let dayOfEra = shifted - era * 146_097
        let yearOfEra =
            (dayOfEra - dayOfEra / 1_460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
        let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
        let marchMonth = (5 * dayOfYear + 2) / 153
        let month = marchMonth < 10 ? marchMonth + 3 : marchMonth - 9
        self.init(
            year: yearOfEra + era * 400 + (month <= 2 ? 1 : 0),
            month: month,
            day: dayOfYear - (153 * marchMonth + 2) / 5 + 1,
            hour: time / 3_600,
            minute: time / 60 % 60,
            second: time % 60
        )
    }

    /// The instant of the date; nil for month 13, 30 February, hour 24 or second 60.
    package var instant: Instant? {
        guard (1...12).contains(month), (0...23).contains(hour), (0...59).contains(minute),
            (0...59).contains(second), (1...daysInMonth).contains(day)
        else { return nil }
        let marchYear = month <= 2 ? year - 1 : year
        let era = (marchYear >= 0 ? marchYear : marchYear - 399) / 400
        let yearOfEra = marchYear - era * 400
        let dayOfYear = (153 * (month > 2 ? month - 3 : month + 9) + 2) / 5 + day - 1
        let dayOfEra = yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear
        let days = era * 146_097 + dayOfEra - 719_468
        return Instant(seconds: Int64(days * 86_400 + hour * 3_600 + minute * 60 + second))
    }

    private var daysInMonth: Int {
        switch month {
        case 2: year % 4 == 0 && (year % 100 != 0 || year % 400 == 0) ? 29 : 28
        case 4, 6, 9, 11: 30
        default: 31
        }
    }
}

extension Instant: CustomStringConvertible {
    /// The text of RFC 3339 in UTC, such as `2026-11-21T00:00:00Z`.
    package var description: String {
        let time = CivilTime(self)
        func two(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
        let year = String(time.year)
        let padding = String(repeating: "0", count: max(0, 4 - year.count))
        return "\(padding)\(year)-\(two(time.month))-\(two(time.day))"
            + "T\(two(time.hour)):\(two(time.minute)):\(two(time.second))Z"
    }

    /// Reads an RFC 3339 date (midnight UTC) or date-time in UTC, `2026-11-21` or
    /// `2026-11-21T09:30:00Z`; nil for anything else.
    package init?(rfc3339 text: String) {
        let bytes = Array(text.utf8)
        func number(_ range: Range<Int>) -> Int? {
            guard range.upperBound <= bytes.count else { return nil }
            var value = 0
            for byte in bytes[range] {
                guard (0x30...0x39).contains(byte) else { return nil }
                value = value * 10 + Int(byte - 0x30)
            }
            return value
        }
        let separators: [(Int, Character)] = [(4, "-"), (7, "-")]
        let more: [(Int, Character)] = [(10, "T"), (13, ":"), (16, ":"), (19, "Z")]
        guard bytes.count == 10 || bytes.count == 20,
            (separators + (bytes.count == 20 ? more : []))
                .allSatisfy({ bytes[$0.0] == $0.1.asciiValue }),
            let year = number(0..<4), let month = number(5..<7), let day = number(8..<10),
            let hour = bytes.count == 20 ? number(11..<13) : 0,
            let minute = bytes.count == 20 ? number(14..<16) : 0,
            let second = bytes.count == 20 ? number(17..<19) : 0,
            let instant = CivilTime(
                year: year,
                month: month,
                day: day,
                hour: hour,
                minute: minute,
                second: second
            ).instant
        else { return nil }
        self = instant
    }
}

private func floorDivide(_ dividend: Int64, _ divisor: Int64) -> Int64 {
    let quotient = dividend / divisor
    return dividend % divisor < 0 ? quotient - 1 : quotient
}
