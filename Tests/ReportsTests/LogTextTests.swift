import Basics
import Testing

@Suite("Text in logs of CI services")
struct LogTextTests {
    struct Case: CustomTestStringConvertible {
        let testDescription: String
        let text: String
        let logged: String
    }

    static let cases = [
        Case(
            testDescription: "a command at the start",
            text: "::error::x",
            logged: ":\\u003aerror::x"
        ),
        Case(
            testDescription: "a command after white space, CR and LF",
            text: "a\r\u{a0} ::x\n\t::y::z\r\n::",
            logged: "a\r\u{a0} :\\u003ax\n\t:\\u003ay::z\r\n:\\u003a"
        ),
        Case(testDescription: "colons within a line", text: "a ::b: ::c", logged: "a ::b: ::c"),
        Case(testDescription: "three colons", text: ":::", logged: ":\\u003a:"),
        Case(
            testDescription: "Azure's commands anywhere",
            text: "a ##[debug] ##VSO[x] ###[y]",
            logged: "a #\\u0023[debug] #\\u0023VSO[x] ##\\u0023[y]"
        ),
        Case(testDescription: "a heading", text: "## a [b] ##", logged: "## a [b] ##"),
        Case(
            testDescription: "a string of JSON",
            text: ###"{"a":"##[x]"}"###,
            logged: ###"{"a":"#\u0023[x]"}"###
        ),
        Case(testDescription: "a cluster of scalars", text: "\u{301}::", logged: "\u{301}::"),
    ]

    @Test(arguments: cases)
    func `the log escapes the second character of commands`(_ example: Case) {
        #expect(LogText.withoutCommands(example.text) == example.logged)
    }
}
