import Basics
import CommandWorkshop
import Crypto
import Reports
import ScenarioFormat
import Testing
import X509

@testable import TLS
@testable import hatpin

/// The page, requested by browsers and attackers.
@Suite(.blocking)
struct PageTests {
    private static let document = "leaf: { valid: -90d..-1d }\nexpect: { reject: expired }"

    private func visited() async throws -> Visited {
        let loopback = try Loopback()
        return try Visited(await plan(try await cases(Self.document), on: loopback), on: loopback)
    }

    @Test(arguments: [
        ("/", "200 OK", "text/html"), ("/watch", "200 OK", "text/html"),
        ("/?a=b", "200 OK", "text/html"),
        ("/cases.json", "200 OK", "application/json"),
        ("/visits.json", "200 OK", "application/json"),
        ("/root.pem", "200 OK", "application/x-pem-file"),
        ("/root.crt", "200 OK", "application/x-x509-ca-cert"),
        ("/hosts", "200 OK", "text/plain"),
        ("/root-2.crt", "404 Not Found", ""), ("/seed", "404 Not Found", ""),
        ("/../../etc/passwd", "404 Not Found", ""), ("/%2e%2e/etc/passwd", "404 Not Found", ""),
        ("//etc/passwd", "404 Not Found", ""), ("*", "404 Not Found", ""),
        ("http://127.0.0.1/", "404 Not Found", ""),
    ])
    func `the page answers each path`(path: String, status: String, type: String) async throws {
        let answer = try await visited().get(path)
        #expect(answer.hasPrefix("HTTP/1.1 \(status)\r\n"), "\(answer.prefix(200))")
        #expect(type.isEmpty || answer.contains("\r\nContent-Type: \(type)"))
    }

    @Test(arguments: [
        ("127.0.0.1", true), ("127.0.0.1:8480", true), ("localhost:1", true), ("[::1]:8480", true),
        ("192.0.2.7", true), ("attacker.test", false), ("127.0.0.1.attacker.test", false),
        ("localhost.attacker.test", false), ("", false), ("[attacker.test]", false),
        ("127.0.0.1@attacker.test", false),
    ])
    func `only addresses and localhost are valid hosts of the page`(
        host: String,
        isAnswered: Bool
    ) async throws {
        let visited = try await visited()
        for path in ["/", "/cases.json"] {
            let answer = try visited.get(path, host: host)
            let status = isAnswered ? "200 OK" : "421 Misdirected Request"
            #expect(answer.hasPrefix("HTTP/1.1 \(status)\r\n"), "\(answer.prefix(200))")
        }
        guard !isAnswered else { return }
        #expect(try visited.get("/events", host: host).hasPrefix("HTTP/1.1 421 "))
    }

    @Test(arguments: [
        ("POST / HTTP/1.1\r\nHost: localhost\r\n\r\n", "405 Method Not Allowed"),
        ("GET / HTTP/1.1\r\n\r\n", "421 Misdirected Request"),
        ("GET /\r\n\r\n", "400 Bad Request"), ("\r\n\r\n", "400 Bad Request"),
        ("GET / HTTP/1.1\r\nHost\r\n\r\n", "400 Bad Request"),
        ("GET / HTTP/2\r\nHost: localhost\r\n\r\n", "400 Bad Request"),
        (String(repeating: "x", count: 20_000), "400 Bad Request"),
    ])
    func `refuses an invalid request`(request: String, status: String) async throws {
        let answer = try await visited().ask(request)
        #expect(answer.hasPrefix("HTTP/1.1 \(status)\r\n"), "\(answer.prefix(200))")
    }

    @Test func `answers HEAD without a body`() async throws {
        let answer = try await visited().ask("HEAD / HTTP/1.1\r\nHost: localhost\r\n\r\n")
        #expect(answer.hasPrefix("HTTP/1.1 200 OK\r\n") && answer.hasSuffix("\r\n\r\n"))
    }

    @Test func `the content security policy only permits the page's own script and style`()
        async throws
    {
        let answer = try await visited().get("/")
        let policy = try #require(
            answer.split(separator: "\r\n").first { $0.hasPrefix("Content-Security-Policy:") }
        )
        for name in ["script", "style"] {
            let text = try #require(answer.firstMatch(of: try Regex("<\(name)>([^§]*?)</\(name)>")))
            let body = Array((text.output[1].substring ?? "").utf8)
            let hash = Base64.text(try Digest.sha256.hash(body))
            #expect(policy.contains("\(name)-src 'sha256-\(hash)';"))
        }
        #expect(policy.contains("default-src 'none'") && !policy.contains("unsafe"))
    }

    @Test func `the cases state the expected decision and the URL`() async throws {
        let visited = try await visited()
        let answer = try visited.get("/cases.json")
        let body = try #require(answer.split(separator: "\r\n\r\n").last)
        let page = try JSONValue(Array(body.utf8))
        let first = page["cases"]?.elements?.first
        #expect(first?["id"]?.string == "s0")
        #expect(first?["expected"]?.string == "reject: expired")
        let url = page["stands"]?.elements?.first?["url"]?.string
        #expect(url == visited.service.shown.places[0].url)
        #expect(url?.hasPrefix("https://www.caseaaa.test:\(visited.service.sharedPort)/") == true)
    }

    @Test func `the stream reports each verdict as it arrives`() async throws {
        let visited = try await visited()
        let stream = try visited.connect("GET /events HTTP/1.1\r\nHost: localhost\r\n\r\n")
        func events() -> [Substring] {
            _ = stream.transfer()
            return String(decoding: stream.preface, as: UTF8.self).split(separator: "data: ")
                .dropFirst().filter { $0.hasSuffix("}\n\n") }
        }
        try visited.serve { !stream.preface.isEmpty || stream.transfer() }
        try visited.visit(0, answer: .refuse(.certificateExpired))
        try visited.serve { events().count == 1 }
        try visited.visit(1)
        try visited.serve { events().count == 2 }
        // A visit that changes nothing is not reported.
        try visited.visit(1)
        try visited.visit(0)
        try visited.serve { events().count == 3 }
        let values = try events().map { try JSONValue(Array($0.dropLast(2).utf8)) }
        #expect(values.map { $0["verdict"]?.string } == ["reject", "accept", "accept"])
        #expect(
            values.map { $0["outcomes"]?["0"]?.string } == ["inconclusive", "pass", "false-accept"]
        )
        #expect(values.first?["alert"]?.string == "certificate-expired")
    }

    @Test func `a hostile remote client's text stays text in every output`() async throws {
        let visited = try await visited()
        let name = "<script>alert(1)</script>\u{1b}[31m\u{202e}"
        let request = "GET / HTTP/1.1\r\nHost: x\r\nUser-Agent: \(name)\r\n\r\n"
        var ledger = visited.service.ledger
        let agent = HTTPRequest(Array(request.utf8))?["user-agent"]
        #expect(agent == name)
        let peer = NetworkAddress(loopbackAddress, port: 1)
        let end = Reception.End.accepted(Array(request.utf8))
        let added = ledger.add(peer, at: 0, end, agent: Untrusted(name))
        let remoteClient = try #require(added)
        let visit = try #require(ledger.record(of: remoteClient, at: 0))
        let event = String(decoding: ServePage.event(visit), as: UTF8.self)
        #expect(event.contains(#"\u003cscript>alert(1)\u003c/script>\u001b[31m\u202e"#))
        #expect(event.split(separator: "\n").count == 1, "an event is one line")
    }

    @Test func `scripts of any web page may read the answers of case servers`() async throws {
        let service = try await visited().service
        let page = ServePage(service.plan, at: [], shown: service.shown)
        func answer(_ method: String) -> String {
            let request = HTTPRequest(Array("\(method) /x HTTP/1.1\r\nHost: y\r\n\r\n".utf8))
            return String(decoding: page.answer(request, at: 0), as: UTF8.self)
        }
        #expect(answer("GET").contains("\r\nAccess-Control-Allow-Origin: *\r\n"))
        #expect(answer("OPTIONS").contains("\r\nAccess-Control-Allow-Private-Network: true\r\n"))
    }
}

extension JSONValue {
    /// The elements of an array, or nil for another value.
    fileprivate var elements: [JSONValue]? {
        if case .array(let values) = self { values } else { nil }
    }
}
