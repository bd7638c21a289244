import Testing

@testable import TLS

struct ProbeTests {
    /// The bytes that a server sent, and the decision of the client.
    struct Answer: CustomTestStringConvertible, Sendable {
        let name: String
        let probe: ProbeProtocol
        let bytes: [UInt8]
        let step: ProbeProtocol.Step
        var wantsToken = true
        var isLast = false

        init(
            _ name: String,
            _ probe: ProbeProtocol,
            _ text: String,
            _ step: ProbeProtocol.Step,
            wantsToken: Bool = true,
            isLast: Bool = false
        ) {
            (self.name, self.probe, self.step) = (name, probe, step)
            (self.wantsToken, self.isLast) = (wantsToken, isLast)
            bytes = Array(text.utf8)
        }

        var testDescription: String { "\(probe.name): \(name)" }
    }

    private static let notHTTP = ProbeProtocol.Step.refuses("an answer that is not HTTP")
    private static let head = "HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\n"

    @Test(arguments: [
        Answer("nothing yet", .http, "", .waits),
        Answer("nothing at all", .http, "", .waits, isLast: true),
        Answer("a whole answer", .http, head + "token bob", .accepts),
        Answer("a part, before the name", .http, head + "token", .waits),
        Answer("a part, and then the end", .http, head + "token", .accepts, isLast: true),
        Answer("no length", .http, "HTTP/1.1 200 OK\r\n\r\ntoken", .waits),
        Answer(
            "no length, and the end",
            .http,
            "HTTP/1.0 200 OK\r\n\r\ntoken",
            .accepts,
            isLast: true
        ),
        Answer("no token", .http, head + "hello bob", .refuses("an answer without the token")),
        Answer("a refusal", .http, "HTTP/1.1 403 token\r\n", .refuses("HTTP 403")),
        Answer("another protocol", .http, "220 token\r\n", notHTTP),
        Answer("half a line", .http, "token", notHTTP, isLast: true),
        Answer("any status", .http, "HTTP/1.1 404 Not Found\r\n", .accepts, wantsToken: false),
        Answer(
            "any refusal",
            .http,
            "HTTP/1.1 496 No\r\n",
            .refuses("HTTP 496"),
            wantsToken: false
        ),
        Answer(
            "any status without a reason",
            .http,
            "HTTP/1.1 404\r\n",
            .accepts,
            wantsToken: false
        ),
        Answer(
            "any refusal without a reason",
            .http,
            "HTTP/1.1 403\r\n",
            .refuses("HTTP 403"),
            wantsToken: false
        ),
        Answer("no status", .http, "HTTP/1.1 \r\n", notHTTP, wantsToken: false),
        Answer("a status of two digits", .http, "HTTP/1.1 40 x\r\n", notHTTP, wantsToken: false),
        Answer("a word as status", .http, "HTTP/1.1 two\r\n", notHTTP, wantsToken: false),
        Answer("any line", .http, "-ERR no\r\n", notHTTP, wantsToken: false),
        Answer("an echo", .redis, "$5\r\ntoken\r\n", .accepts),
        Answer("a part of an echo", .redis, "$5\r\ntok", .waits),
        Answer("another echo", .redis, "$5\r\nother\r\n", .refuses("an answer without the token")),
        Answer("a line", .redis, "+token\r\n", .refuses("an answer that is not RESP")),
        Answer("an error", .redis, "-NOAUTH no\r\n", .refuses("-NOAUTH no ")),
        Answer("an error with the token", .redis, "-ERR token\r\n", .refuses("-ERR token ")),
        Answer("a login", .postgres, "R\0\0\0\u{8}\0\0\0\0", .accepts),
        Answer("a part of a login", .postgres, "R\0\0\0\u{8}\0\0\0", .waits),
        Answer(
            "a password",
            .postgres,
            "R\0\0\0\u{8}\0\0\0\u{3}",
            .refuses("another way to log in, number 3")
        ),
        Answer("an error", .postgres, "E\0\0\0\u{8}no token", .refuses("no token")),
    ])
    func `the client decides as soon as the received bytes allow`(answer: Answer) {
        var question = ProbeQuestion(host: "h", serverName: nil, user: "bob", token: "token")
        question.wantsToken = answer.wantsToken
        let turn = ProbeProtocol.Turn(
            question: question,
            received: answer.bytes,
            sent: 1,
            isLast: answer.isLast
        )
        #expect(answer.probe.insideTLS(turn) == answer.step)
    }
}
