import Testing

@testable import hatpin

/// The part of a client's data that a report shows, without any secret.
struct RequestLineTests {
    @Test(arguments: [
        ("GET / HTTP/1.1\r\nCookie: secret\r\n", "GET / HTTP/1.1"),
        ("GET /a/b?key=secret HTTP/1.1\r\n", "GET /a/b HTTP/1.1"),
        ("GET /a#secret HTTP/1.0\r\n", "GET /a HTTP/1.0"),
        ("POST https://user:secret@a.test/b HTTP/1.1\r\n", "POST /b HTTP/1.1"),
        ("GET /bot110201543:AAHdqTcvCH1vGWJxfSeofSAs0K/me HTTP/1.1\r\n", "GET /…/me HTTP/1.1"),
        (
            "GET /v1/subscriptions-of-customers HTTP/1.1\r\n",
            "GET /v1/subscriptions-of-customers HTTP/1.1"
        ),
        ("GET /v2/users//me/ HTTP/1.1\r\n", "GET /v2/users//me/ HTTP/1.1"),
        ("GET /v123/vx/v HTTP/1.1\r\n", "GET /…/vx/v HTTP/1.1"),
        ("GET /users/4711/mail HTTP/1.1\r\n", "GET /users/…/mail HTTP/1.1"),
        ("GET /reset/hunter2 HTTP/1.1\r\n", "GET /reset/… HTTP/1.1"),
        ("GET /reset/Secret HTTP/1.1\r\n", "GET /reset/… HTTP/1.1"),
        ("GET /users/ann@a.test HTTP/1.1\r\n", "GET /users/… HTTP/1.1"),
        ("GET /a%2fb/x;id=secret/c_d HTTP/1.1\r\n", "GET /…/…/… HTTP/1.1"),
        ("GET /zürich/\u{1b}[2J HTTP/1.1\r\n", "GET /…/… HTTP/1.1"),
        ("GET /well-known/-x/x-/- HTTP/1.1\r\n", "GET /well-known/…/…/… HTTP/1.1"),
        (
            "GET /abcdefghijklmnopqrst/abcdefghijklmnopqrstu HTTP/1.1\r\n",
            "GET /abcdefghijklmnopqrst/… HTTP/1.1"
        ),
        ("PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n", "HTTP/2"),
        ("secret", "6 bytes, not HTTP"),
        ("secret secret HTTP/1.1 secret\r\n", "31 bytes, not HTTP"),
        ("\r\nsecret", "8 bytes, not HTTP"),
        ("", "0 bytes, not HTTP"),
    ])
    func `shows a request without secrets`(data: String, shown: String) {
        #expect(RequestLine.shown(of: Array(data.utf8)) == shown)
    }

    @Test func `truncates a long request`() {
        let line = "GET /" + String(repeating: "a/", count: 500) + " HTTP/1.1\r\n"
        #expect(RequestLine.shown(of: Array(line.utf8)).count == 4 + 120 + 1 + 9)
    }

    @Test func `shows no text of bytes that are not text`() {
        #expect(RequestLine.shown(of: [0xff, 0x20, 0xfe]) == "3 bytes, not HTTP")
    }
}
