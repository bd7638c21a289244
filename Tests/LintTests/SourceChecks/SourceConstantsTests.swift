import Testing

@testable import Lint

/// The string values of expressions.
struct SourceConstantsTests {
    struct Case: Sendable, CustomTestStringConvertible {
        let expression: String
        let text: String?
        var testDescription: String { expression }

        init(_ expression: String, _ text: String?) {
            (self.expression, self.text) = (expression, text)
        }
    }

    @Test(arguments: [
        Case("\"a\"", "a"), Case("'a'", "a"), Case("@\"a\"", "a"), Case("\"\"", ""),
        Case("\"\"\"a\"\"\"", "a"), Case("\"it's\"", "it's"), Case("\"5 $\"", "5 $"),
        Case("\"a\" + \"b\"", nil), Case("\"a\" + b", nil), Case("\"${a}\"", nil),
        Case("\"$a\"", nil), Case("\"a\\n\"", nil), Case("\"", nil), Case("", nil),
        Case("NAME", "x"), Case("Names.NAME", "x"), Case("OTHER", nil), Case("f(NAME)", nil),
        Case("HOST", "h"), Case("this.HOST", "h"), Case("BuildConfig.HOST", nil),
        Case("BuildConfig.NAME", "x"),
    ])
    func `reads literals and names`(test: Case) {
        let definition = "HOST = \"h\""
        let file = ReviewedFile(Array((test.expression + "\n" + definition).utf8), named: "a.kt")
        let end = test.expression.utf8.count
        let constant = SyntaxMatch(
            target: .shared(.constant),
            range: end + 1..<file.bytes.count,
            captures: ["NAME": end + 1..<end + 5, "VALUE": end + 8..<file.bytes.count]
        )
        let constants = SourceConstants([constant], in: file, defines: ["NAME": "x"])
        let text = constants.text(of: 0..<end)
        #expect(text?.text == test.text)
        if let range = text?.range { #expect(file.text(range) == test.text) }
    }
}
