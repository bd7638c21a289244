import ClientModels
import Testing

struct ReleaseRangeTests {
    struct Case: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let range: ReleaseRange
        let inside, outside: [String]
    }

    private static let cases = [
        Case(
            testDescription: "one release",
            range: ReleaseRange("2.2.0", from: "2.2.0", to: "2.2.0"),
            inside: ["2.2.0"],
            outside: ["2.2", "2.2.1", "2.1.9", "22.0"]
        ),
        Case(
            testDescription: "numbers are compared, not digits",
            range: ReleaseRange("8.8.0", from: "8.8.0", to: "8.13.0"),
            inside: ["8.8.0", "8.9.1", "8.13.0"],
            outside: ["8.7.1", "8.13.1", "8.80.0", "9.0.0"]
        ),
        Case(
            testDescription: "a shorter last release includes those that begin with it",
            range: ReleaseRange("3.7.0", from: "3.2.0", to: "3.8"),
            inside: ["3.2.0", "3.8", "3.8.1"],
            outside: ["3.1.2", "3.9.0", "4"]
        ),
        Case(
            testDescription: "other text is not a release",
            range: ReleaseRange("3", from: "3", to: "3"),
            inside: ["3", "3.0"],
            outside: ["", ".", "3.", "3.x", "latest", "3.99999999999999999999"]
        ),
    ]

    @Test(arguments: cases)
    func `a range contains only releases between its bounds`(_ test: Case) {
        for release in test.inside { #expect(test.range.contains(release), "\(release)") }
        for release in test.outside { #expect(!test.range.contains(release), "\(release)") }
    }
}
