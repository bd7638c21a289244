import SourceText
import Testing

struct LexerTests {
    @Test(arguments: [
        ("a comment ends with the line", Language.kotlin, "a // b\nc", ["a", "\n", "c"])
    ])
    func tokens(name: String, language: Language, text: String, expected: [String]) {
        let file = SourceFile(Array(text.utf8), language)
        #expect(file.tokens.dropLast().map(\.text) == expected, "\(name)")
    }
}
