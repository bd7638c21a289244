import Testing

@testable import Basics

/// Values are read as written, with members in their order.
struct JSONValueTests {
    @Test(
        arguments: [
            ("null", .null), ("true", .boolean(true)), ("false", .boolean(false)),
            ("-12", .number("-12")), (#""a\u0000\n\"""#, .string("a\0\n\"")), ("[]", .array([])),
            ("{}", .object([])),
            (
                #"{"z":[1,null],"a":{"z":""}}"#,
                .object([
                    JSONMember("z", .array([.number("1"), .null])),
                    JSONMember("a", .object([JSONMember("z", .string(""))])),
                ])
            ),
        ] as [(String, JSONValue)]
    )
    func `reads a value from text, plain or indented`(_ text: String, _ value: JSONValue) throws {
        #expect(try JSONValue(text.utf8) == value)
        #expect(try JSONValue(value.indentedText.utf8) == value)
    }

    @Test(
        arguments: [
            ("", 0), ("nul", 0), ("01", 2), ("-", 1), ("1.5", 1), ("[1,]", 3), (#"{"a":1"#, 6),
            (#"{"a":1,"a":2}"#, 11), ("\"\n\"", 1), (#""\ud800""#, 7), ("1 2", 2),
            (String(repeating: "[", count: 17), 16),
        ] as [(String, Int)]
    )
    func `an error has the offset of the first wrong byte`(_ text: String, _ offset: Int) {
        #expect(throws: JSONFault(offset: offset)) { try JSONValue(text.utf8) }
    }

    @Test func `writes a list of scalars on one line`() {
        let value = JSONValue.object([
            JSONMember("version", .number("1.2")),
            JSONMember("types", .array([.string("a"), .null])),
            JSONMember("any", .array([.object([]), .array([])])),
        ])
        let text = """
            {
              "version": 1.2,
              "types": ["a", null],
              "any": [
                {},
                []
              ]
            }
            """
        #expect(value.indentedText == text)
    }
}
