import ChainPeer
import Testing

/// A line, and the question or the error that parsing the line gives.
struct LineCase: CustomTestStringConvertible, Sendable {
    let testDescription: String
    let line: String
    let expected: Result<Question, LineError>

    init(_ name: String, _ line: String, _ expected: Result<Question, LineError>) {
        (testDescription, self.line, self.expected) = (name, line, expected)
    }

    static let all: [LineCase] = [
        LineCase("everything", "1 a.test AA==,AQI= Aw==", .question([[0], [1, 2]], [[3]])),
        LineCase("no host", "1 - AA== Aw==", .question(host: nil, [[0]], [[3]])),
        LineCase("no anchors", "1 a.test - Aw==", .question([], [[3]])),
        LineCase("before 1970", "-1 a.test - Aw==", .question(at: -1, [], [[3]])),
        LineCase(
            "the first date",
            "-62167219200 a.test - Aw==",
            .question(at: -62_167_219_200, [], [[3]])
        ),
        LineCase(
            "before the first",
            "-62167219201 a.test - Aw==",
            .failure(.verifyDate("-62167219201"))
        ),
        LineCase(
            "the last date",
            "253402300799 a.test - Aw==",
            .question(at: 253_402_300_799, [], [[3]])
        ),
        LineCase(
            "after the last",
            "253402300800 a.test - Aw==",
            .failure(.verifyDate("253402300800"))
        ),
        LineCase("a leading zero", "01 a.test - Aw==", .failure(.verifyDate("01"))),
        LineCase("a sign", "+1 a.test - Aw==", .failure(.verifyDate("+1"))),
        LineCase(
            "more than a number",
            "9223372036854775808 - - Aw==",
            .failure(.verifyDate("9223372036854775808"))
        ),
        LineCase("nothing", "", .failure(.fields(1))),
        LineCase("two spaces", "1  a.test - Aw==", .failure(.fields(5))),
        LineCase("an empty host", "1  - Aw==", .failure(.host)),
        LineCase("a NUL in the host", "1 a\0 - Aw==", .failure(.host)),
        LineCase("no chain", "1 a.test AA== -", .failure(.noChain)),
        LineCase("invalid base64", "1 a.test AA==,? Aw==", .failure(.base64(1))),
        LineCase("base64 cut short", "1 a.test - Aw=", .failure(.base64(0))),
        LineCase("an empty certificate", "1 a.test - Aw==,", .failure(.base64(1))),
    ]
}

extension Result<Question, LineError> {
    fileprivate static func question(
        at verifyDate: Int64 = 1,
        host: String? = "a.test",
        _ anchors: [[UInt8]],
        _ chain: [[UInt8]]
    ) -> Self {
        .success(Question(verifyDate: verifyDate, host: host, anchors: anchors, chain: chain))
    }
}

@Suite struct QuestionTests {
    @Test(arguments: LineCase.all)
    func `accepts only well-formed lines as questions`(_ test: LineCase) {
        let read = Result { () throws(LineError) in try Question(line: test.line) }
        #expect(read == test.expected)
    }

    @Test func `writes a verdict as one short line`() {
        let words = String(repeating: "two\nlines\r\n", count: 100)
        let line = "\(Verdict.reject(code: "A+B", words: words))"
        #expect(line.hasPrefix("reject A+B two lines two lines"))
        #expect(line.count < 250 && !line.contains(where: \.isNewline))
        #expect("\(Verdict.accept)" == "accept")
    }
}
