import PathValidation
import X509

// Values of a property list as an Objective-C program reads them without checking their types.
// Numbers and strings share some methods; a value without the method throws an exception.

extension PropertyListValue {
    /// Returns the truth value as `boolValue` does, a method of numbers and strings.
    func boolValue() throws(TSKException) -> Bool {
        switch self {
        case .boolean(let value): value
        case .integer(let value): value != 0
        case .real(let value): value != 0
        case .string(let text): Self.boolValue(of: text)
        case .dictionary, .array, .date, .data: throw .invalidArgument
        }
    }

    /// Whether the text means true to `NSString`: it begins with Y, y, T, t or a digit other than
    /// 0, after optional whitespace, a sign and zeros.
    private static func boolValue(of text: String) -> Bool {
        var rest = text.utf8.drop { [0x20, 0x09, 0x0a, 0x0d].contains($0) }
        if let sign = rest.first, "+-".utf8.contains(sign) { rest.removeFirst() }
        guard let first = rest.drop(while: { $0 == UInt8(ascii: "0") }).first else { return false }
        return isDigit(first) || "yYtT".utf8.contains(first)
    }

    /// Returns the entries for `objectForKeyedSubscript:`, a method of dictionaries only.
    func entries() throws(TSKException) -> [String: PropertyListValue] {
        guard case .dictionary(let entries) = self else { throw .invalidArgument }
        return entries
    }

    /// Returns the elements that a `for` loop over the value visits.
    func elements() throws(TSKException) -> [PropertyListValue] {
        switch self {
        case .array(let elements): elements
        case .dictionary(let entries): entries.keys.sorted().map(PropertyListValue.string)
        case .string, .boolean, .integer, .real, .date, .data: throw .invalidArgument
        }
    }

    /// Returns the instant of a date that a date formatter reads as `yyyy-MM-dd` in UTC; nil for
    /// other strings.
    func day() throws(TSKException) -> Instant? {
        guard case .string(let text) = self else { throw .invalidArgument }
        let parts = text.utf8.split(separator: UInt8(ascii: "-"), omittingEmptySubsequences: false)
        guard parts.count == 3, parts.allSatisfy({ $0.allSatisfy(isDigit) }) else { return nil }
        let numbers = parts.compactMap { Int(String(decoding: $0, as: UTF8.self)) }
        guard numbers.count == 3, numbers[0] <= 9_999 else { return nil }
        return CivilTime(
            year: numbers[0],
            month: numbers[1],
            day: numbers[2],
            hour: 0,
            minute: 0,
            second: 0
        ).instant
    }
}
