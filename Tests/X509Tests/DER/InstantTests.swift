import Testing
import X509

/// Instants as dates of the Gregorian calendar, and back.
@Suite struct InstantTests {
    private static func lastDay(of month: Int, _ year: Int) -> Int {
        let isLeap = year.isMultiple(of: 400) || year.isMultiple(of: 4) && !year.isMultiple(of: 100)
        return month == 2 ? isLeap ? 29 : 28 : [4, 6, 9, 11].contains(month) ? 30 : 31
    }

    /// Two eras of 400 years, day by day.
    @Test func `converts consecutive days to consecutive dates`() {
        // There are 370 years of 365 days, and 90 leap days, before 1970.
        var day = -135_140
        for year in 1600...2399 {
            for month in 1...12 {
                for dayOfMonth in 1...Self.lastDay(of: month, year) {
                    let instant = Instant(seconds: Int64(day) * 86_400)
                    let time = CivilTime(
                        year: year,
                        month: month,
                        day: dayOfMonth,
                        hour: 0,
                        minute: 0,
                        second: 0
                    )
                    guard CivilTime(instant) == time, time.instant == instant else {
                        Issue.record("\(time) is \(CivilTime(instant))")
                        return
                    }
                    day += 1
                }
            }
        }
        #expect(day == 157_054)
    }

    @Test(arguments: [-1, -399, -400, -401, -800], [2, 3])
    func `accepts a day of a year before 0`(year: Int, month: Int) throws {
        let time = CivilTime(year: year, month: month, day: 1, hour: 0, minute: 0, second: 0)
        #expect(CivilTime(try #require(time.instant)) == time)
    }

    @Test(
        arguments: [
            (Int64(0), "1970-01-01T00:00:00Z"), (-1, "1969-12-31T23:59:59Z"),
            (-86_400, "1969-12-31T00:00:00Z"), (-86_401, "1969-12-30T23:59:59Z"),
            (86_399, "1970-01-01T23:59:59Z"), (3_661, "1970-01-01T01:01:01Z"),
            (36_610, "1970-01-01T10:10:10Z"), (253_402_300_799, "9999-12-31T23:59:59Z"),
            (-62_135_596_800, "0001-01-01T00:00:00Z"), (-62_167_219_200, "0000-01-01T00:00:00Z"),
            (-30_610_224_000, "1000-01-01T00:00:00Z"), (-30_610_224_001, "0999-12-31T23:59:59Z"),
        ] as [(Int64, String)]
    )
    func `an instant has the expected text, and the text is parsed to the same instant`(
        seconds: Int64,
        text: String
    ) {
        #expect(Instant(seconds: seconds).description == text)
        #expect(Instant(rfc3339: text) == Instant(seconds: seconds))
    }

    @Test(arguments: [
        "", "2026", "2026-11", "2026-11-2", "2026-11-211", "2026-13-01", "2026-00-01",
        "2026-01-00", "2026-01-32", "2026-04-31", "1900-02-29", "2100-02-29", "2000-02-30",
        "2026/11/21", "2026-11/21", "2026-11-2:", "2026-11-2/", "2026-11-21T09:30:00",
        "2026-11-21 09:30:00Z", "2026-11-21T09.30:00Z", "2026-11-21T09:30.00Z",
        "2026-11-21T09:30:00z", "2026-11-21T24:00:00Z", "2026-11-21T09:60:00Z",
        "2026-11-21T09:30:60Z", "2026-11-21T0a:30:00Z",
    ])
    func `rejects a text that is not a date`(text: String) {
        #expect(Instant(rfc3339: text) == nil)
    }

    @Test(arguments: ["2000-02-29", "2024-02-29", "2026-04-30", "2026-12-31", "2026-01-31"])
    func `reads a date as midnight in UTC`(text: String) {
        #expect(Instant(rfc3339: text)?.description == text + "T00:00:00Z")
    }

    @Test func `a sum of times is limited to the first and last instants`() {
        #expect(Instant(seconds: .max) + 1 == Instant(seconds: .max))
        #expect(Instant(seconds: .min) + -1 == Instant(seconds: .min))
        #expect(Instant(seconds: .max) + -1 == Instant(seconds: .max - 1))
        #expect(Instant(seconds: 5) + 0 == Instant(seconds: 5))
        #expect(Instant(seconds: 5) < Instant(seconds: 6))
        #expect(!(Instant(seconds: 5) < Instant(seconds: 5)))
    }
}
