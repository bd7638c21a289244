import Forge
import X509

/// `FROM..TO`, the start and end of a validity period.
struct StatedValidity: Hashable, Sendable {
    let notBefore, notAfter: Moment

    /// Reads text such as `-1d..+90d`.
    ///
    /// The end may be before the start, because certificates can have this fault.
    init(_ text: String) throws(Fault) {
        guard let separator = text.firstRange(of: "..") else { throw .badValidity(text) }
        notBefore = try Moment(text[..<separator.lowerBound], in: text)
        notAfter = try Moment(text[separator.upperBound...], in: text)
    }

    init(notBefore: Moment, notAfter: Moment) {
        (self.notBefore, self.notAfter) = (notBefore, notAfter)
    }

    /// The period as written in a file.
    var written: String { notBefore.written + ".." + notAfter.written }
}

extension Moment {
    /// The limit of relative times, in years: certificates can express every date within it.
    private static let maximumYears: Int64 = 2_000

    /// Reads `-1d`, `+90d`, `0d` or an RFC 3339 instant in UTC.
    init(_ text: String) throws(Fault) {
        try self.init(text[...], in: text)
    }

    fileprivate init(_ text: Substring, in whole: String) throws(Fault) {
        if let instant = Instant(rfc3339: String(text)) {
            self = .absolute(instant)
        } else if let offset = Self.seconds(text) {
            self = .relative(offset)
        } else {
            throw .badMoment(String(text), in: whole)
        }
    }

    private static func seconds(_ text: Substring) -> Int64? {
        guard let unit = text.last.flatMap({ units[$0] }) else { return nil }
        let isNegative = text.first == "-"
        let digits = text.dropFirst(isNegative || text.first == "+" ? 1 : 0).dropLast()
        guard (1...12).contains(digits.count), digits.allSatisfy(\.isASCIIDigit),
            let count = Int64(digits)
        else { return nil }
        // Without a sign, only zero is unambiguous.
        guard digits.count + 1 < text.count || count == 0 else { return nil }
        let (seconds, overflow) = count.multipliedReportingOverflow(by: unit)
        guard !overflow, seconds <= maximumYears * 31_536_000 else { return nil }
        return isNegative ? -seconds : seconds
    }

    /// The time as written in a file: in the largest unit without a remainder, or as a date if that
    /// is exact.
    var written: String {
        switch self {
        case .relative(0): return "0d"
        case .relative(let offset):
            let unit = Self.units.filter { offset % $0.value == 0 }.max { $0.value < $1.value }
            let count = (offset / (unit?.value ?? 1)).magnitude
            return (offset < 0 ? "-" : "+") + "\(count)\(unit?.key ?? "s")"
        case .absolute(let instant):
            let (text, midnight) = (instant.description, "T00:00:00Z")
            return text.hasSuffix(midnight) ? String(text.dropLast(midnight.count)) : text
        }
    }

    /// The seconds of the unit; a year has 365 days.
    private static let units: [Character: Int64] = [
        "s": 1, "m": 60, "h": 3_600, "d": 86_400, "y": 31_536_000,
    ]
}
