import Testing

@testable import TLS

struct HTTPResponseTests {
    private static let chunked = "HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n"

    @Test(arguments: [
        ("HTTP/1.1 200 OK\r\n\r\nuser=alice", "user=alice", false),
        ("HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\nuser=alice", "user=alice", true),
        ("HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\nuser=alice\n", "user=alice", true),
        ("HTTP/1.1 200 OK\r\nContent-Length: 11\r\n\r\nuser=alice", "user=alice", false),
        ("HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n", "", true),
        ("HTTP/1.1 200 OK\r\nContent-Length: -1\r\n\r\nuser=", "user=", false),
        (
            "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nuser=\r\n5\r\nalice\r\n0\r\n\r\n",
            "user=alice", true
        ),
        (chunked + "5;x=y\r\nuser=\r\n", "user=", false),
        (chunked + "ffffffff\r\nuser=", "user=", false),
        (chunked + "-5\r\nuser=", "", false),
        (chunked, "", false),
    ])
    func `joins the chunks of a body, and recognises its end`(
        response: String,
        body: String,
        isWhole: Bool
    ) throws {
        let response = try #require(HTTPResponse(Array(response.utf8)))
        #expect(String(decoding: response.body, as: UTF8.self) == body)
        #expect(response.isWhole == isWhole)
    }

    @Test(arguments: ["", "user=alice", "HTTP/1.1 200 OK\r\n"])
    func `bytes without a complete head are not a response`(bytes: String) {
        #expect(HTTPResponse(Array(bytes.utf8)) == nil)
        #expect(ProbeProtocol.http.content(Array(bytes.utf8)) == Array(bytes.utf8))
    }

    @Test func `a head with bytes that are not UTF-8 keeps its length`() {
        let head = Array("HTTP/1.1 200 OK\r\nServer: ".utf8) + [0xff, 0xfe, 0xe2]
        let rest = Array("\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nalice\r\n0\r\n\r\n".utf8)
        let content = ProbeProtocol.http.content(head + rest)
        #expect(content.suffix(9) == Array("\r\n\r\nalice".utf8)[...])
    }
}
