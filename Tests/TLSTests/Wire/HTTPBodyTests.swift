import Testing

@testable import TLS

struct HTTPBodyTests {
    @Test(arguments: [
        ("HTTP/1.1 200 OK\r\n\r\nuser=alice", "user=alice"),
        (
            "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nuser=\r\n5\r\nalice\r\n0\r\n\r\n",
            "user=alice"
        ),
        ("HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n5;x=y\r\nuser=\r\n", "user="),
        ("HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\nffffffff\r\nuser=", "user="),
        ("HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n-5\r\nuser=", ""),
        ("HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n", ""),
        ("user=alice", "user=alice"), ("", ""),
    ])
    func `a body is put together from its chunks`(response: String, body: String) {
        let content = String(decoding: HTTPBody.content(of: Array(response.utf8)), as: UTF8.self)
        #expect(content.hasSuffix(body))
        #expect(!content.dropLast(body.count).contains("user="))
    }
}
