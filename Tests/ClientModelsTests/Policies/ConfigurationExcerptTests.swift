import ClientModels
import Testing

/// Texts of configurations, and how messages quote them.
struct ConfigurationExcerptTests {
    struct Case: CustomTestStringConvertible, Sendable {
        let testDescription, text, excerpt: String
    }

    static let cases = [
        Case(
            testDescription: "a short text",
            text: "www.example.test",
            excerpt: "www.example.test"
        ),
        Case(
            testDescription: "a text of 40 characters",
            text: String(repeating: "a", count: 40),
            excerpt: String(repeating: "a", count: 40)
        ),
        Case(
            testDescription: "a text of 41 characters",
            text: String(repeating: "a", count: 41),
            excerpt: String(repeating: "a", count: 39) + "…"
        ),
        Case(
            testDescription: "non-printing characters",
            text: "a\0b\u{1b}[1m\u{202e}",
            excerpt: "a\\u{0}b\\u{1b}[1m\\u{202e}"
        ),
        Case(
            testDescription: "escapes count",
            text: String(repeating: "\0", count: 20),
            excerpt: String(repeating: "\\u{0}", count: 7) + "\\u{0…"
        ),
    ]

    @Test(arguments: cases)
    func `quotes at most 40 characters and escapes non-printing characters`(_ test: Case) {
        #expect(test.text.configurationExcerpt == test.excerpt)
        #expect(test.excerpt.count <= 40)
    }
}
