import Basics
import Testing

@Suite("Spans of time on the command line")
struct TimeSpanTests {
    @Test(arguments: [
        ("30", 30, "30 s"), ("90s", 90, "1 min 30 s"), ("10m", 600, "10 min"),
        ("8h", 28_800, "8 h"), ("90m", 5_400, "1 h 30 min"),
    ])
    func `a number with a unit is a time span`(text: String, seconds: Int, shown: String) throws {
        let span = try #require(TimeSpan(argument: text))
        #expect(span.seconds == seconds)
        #expect(span.description == shown)
    }

    @Test(arguments: ["", "0", "-3", "h", "8 h", "1.5h", "8d", "9999999999h"])
    func `rejects a text that is not a time span`(text: String) {
        #expect(TimeSpan(argument: text) == nil)
    }
}
