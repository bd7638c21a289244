import Forge
import PKIX

/// `FROM..TO`, the two ends of a validity period.
struct Validity: Hashable, Sendable {
    let notBefore, notAfter: Moment

    /// Reads text such as `-1d..+90d`.
    ///
    /// The second end may come before the first: a certificate can be wrong in that way too.
    init(_ text: String) throws(Fault) {
        guard let separator = text.firstRange(of: "..") else { throw .badValidity(text) }
        notBefore = try Moment(text[..<separator.lowerBound], in: text)
        notAfter = try Moment(text[separator.upperBound...], in: text)
    }
}

extension Moment {
    /// The farthest that a relative moment may be from now, in years: within it every instant has
    /// a date that certificates can bear.
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
        // Without a sign only zero is clear.
        guard digits.count + 1 < text.count || count == 0 else { return nil }
        let (seconds, overflow) = count.multipliedReportingOverflow(by: unit)
        guard !overflow, seconds <= maximumYears * 31_536_000 else { return nil }
        return isNegative ? -seconds : seconds
    }

    /// In seconds; a year is 365 days.
    private static let units: [Character: Int64] = [
        "s": 1, "m": 60, "h": 3_600, "d": 86_400, "y": 31_536_000,
    ]
}

extension Character {
    var isASCIIDigit: Bool { ("0"..."9").contains(self) }
}
