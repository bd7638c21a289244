// RFC 5280 §4.1.2.5.
extension DERReader {
    /// Reads UTCTime for 1950 to 2049 and GeneralizedTime from 2050 on, with seconds and Z.
    package mutating func time() throws(DERError) -> Instant {
        let time = try anyTime()
        if let place = time.misencoded { throw DERError(.badTime, at: place) }
        return time.instant
    }

    /// Reads a GeneralizedTime of any year, with seconds and Z (RFC 5280 §5.3.2, RFC 6960 §4.2.1).
    package mutating func generalizedTime(
        _ tag: DERTag = .generalizedTime
    ) throws(DERError) -> Instant {
        try time(tag, yearDigits: 4).instant
    }

    /// Reads a UTCTime, or a GeneralizedTime of any year.
    ///
    /// CAs must not write GeneralizedTime for years before 2050, but relying parties must read it
    /// (RFC 5280 §4.1.2.5).
    ///
    /// - Returns: the time, and the offset of a GeneralizedTime for a year before 2050.
    package mutating func anyTime() throws(DERError) -> (instant: Instant, misencoded: Int?) {
        guard nextTag != .utcTime else {
            return (try time(.utcTime, yearDigits: 2).instant, nil)
        }
        let (instant, place) = try time(.generalizedTime, yearDigits: 4)
        return (instant, instant < Self.endOfUTCTime ? place : nil)
    }

    /// 2050-01-01T00:00:00Z.
    private static let endOfUTCTime = Instant(seconds: 2_524_608_000)

    private mutating func time(
        _ tag: DERTag,
        yearDigits: Int
    ) throws(DERError) -> (instant: Instant, place: Int) {
        let content = try content(tag)
        let start = content.lowerBound
        let zone = zone(of: content)
        let hasSeconds = content.count == yearDigits + 10 + zone.length
        guard
            hasSeconds
                || content.count == yearDigits + 8 + zone.length
                    && rules.contains(.timesWithoutSeconds),
            var year = decimal(start, digits: yearDigits),
            let month = decimal(start + yearDigits, digits: 2),
            let day = decimal(start + yearDigits + 2, digits: 2),
            let hour = decimal(start + yearDigits + 4, digits: 2),
            let minute = decimal(start + yearDigits + 6, digits: 2),
            let second = hasSeconds ? decimal(start + yearDigits + 8, digits: 2) : 0,
            let offset = zone.offset
        else { throw DERError(.badTime, at: start) }
        if yearDigits == 2 { year += year < 50 ? 2000 : 1900 }  // §4.1.2.5.1
        let civil = CivilTime(
            year: year,
            month: month,
            day: day,
            hour: hour,
            minute: minute,
            second: second
        )
        guard let instant = civil.instant else { throw DERError(.badTime, at: start) }
        return (instant + -offset, start)
    }

    /// Reads the zone after the digits of a time: its length, and its offset from UTC in seconds.
    ///
    /// The offset is nil if there is no valid zone, or if the rules forbid it.
    private func zone(of content: Range<Int>) -> (length: Int, offset: Int64?) {
        if let last = content.last, bytes[last] == UInt8(ascii: "Z") { return (1, 0) }
        let start = content.upperBound - 5
        guard rules.contains(.timesWithOffsets), start >= content.lowerBound,
            let hours = decimal(start + 1, digits: 2), let minutes = decimal(start + 3, digits: 2),
            hours < 24, minutes < 60
        else { return (0, nil) }
        let seconds = Int64(hours * 3_600 + minutes * 60)
        switch bytes[start] {
        case UInt8(ascii: "+"): return (5, seconds)
        case UInt8(ascii: "-"): return (5, -seconds)
        default: return (0, nil)
        }
    }

    private func decimal(_ start: Int, digits: Int) -> Int? {
        var value = 0
        for byte in bytes[start..<start + digits] {
            guard (0x30...0x39).contains(byte) else { return nil }
            value = value * 10 + Int(byte - 0x30)
        }
        return value
    }
}
