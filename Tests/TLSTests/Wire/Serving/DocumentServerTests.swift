import Crypto
import Testing

@testable import TLS

#if canImport(Musl)
    import Musl
#else
    import Glibc
#endif

/// Documents over plain HTTP, at the port in their URLs.
struct DocumentServerTests {
    static let documents: [String: ServedDocument] = [
        "/issuer.cer": .body([0x30, 0]), "/moved": .redirect("/issuer.cer"), "/empty": .body([]),
        "/policy": .text("version: STSv1\r\n"),
    ]

    /// The real port needs the run's own network.
    private static let anyPort = NetworkAddress([127, 0, 0, 1], port: 0)

    @Test(arguments: [
        ("GET /issuer.cer HTTP/1.1\r\n\r\n", "HTTP/1.1 200 OK", "\r\n\r\n0\u{0}"),
        ("GET /empty HTTP/1.0\n\n", "HTTP/1.1 200 OK", "Content-Length: 0"),
        ("GET /empty\r\n\r\n", "HTTP/1.1 200 OK", "Content-Length: 0"),
        ("GET /moved HTTP/1.1\r\nHost: a\r\n\r\n", "HTTP/1.1 302", "Location: /issuer.cer\r\n"),
        ("GET /policy HTTP/1.1\r\n\r\n", "HTTP/1.1 200 OK", "Content-Type: text/plain\r\n"),
        ("GET /other HTTP/1.1\r\n\r\n", "HTTP/1.1 404", "<!doctype"),
        ("nonsense\r\n\r\n", "HTTP/1.1 404", "<!doctype"),
    ])
    func `answers a request`(request: String, start: String, part: String) throws {
        let server = try DocumentServer(Self.documents, on: Self.anyPort)
        let client = Connection(try Socket.connecting(to: #require(try server.address())))
        client.sendPlain(request)
        for _ in 0..<1_000_000 where !client.hasPeerEnded {
            _ = try server.advance()
            _ = client.transfer()
        }
        let answer = String(decoding: client.preface, as: UTF8.self)
        #expect(answer.hasPrefix(start))
        #expect(answer.contains(part))
        #expect(server.requests == 1)
        client.finish()
    }

    /// A program that is being started holds copies of all descriptors for a moment.
    @Test
    func `releases the port although a copy of the descriptor is open`() throws {
        let first = try DocumentServer(Self.documents, on: Self.anyPort)
        let address = try #require(try first.address())
        let copy = Socket(owning: dup(first.descriptor))
        #expect(copy.descriptor >= 0)
        #expect(throws: WireError.self) { try DocumentServer(Self.documents, on: address) }
        first.close()
        let second = try DocumentServer(Self.documents, on: address)
        second.close()
    }

    @Test(arguments: [
        ("the path of a document", "/policy", CertificateAnswer.proceed, ClientEnd.answered),
        ("another path", "/moved/policy", .proceed, .wrongAnswer),
    ])
    func `answers a request over TLS`(
        _: String,
        path: String,
        answer: CertificateAnswer,
        end: ClientEnd
    ) throws {
        let loopback = try Loopback()
        let credential = try TestServer().credential
        let server = try DocumentServer(
            Self.documents,
            on: Self.anyPort,
            over: { () throws(WireError) in
                try loopback.serving(Presentation(credential: credential))
            }
        )
        let port = try #require(try server.address()).port
        let endpoint = Endpoint(
            origin: LoopbackAddress(family: .ipv4, port: port),
            proxy: nil,
            path: path,
            answer: "version: STSv1\r\n",
            deadline: .now + .seconds(20)
        )
        let client = Client(host: "docs.example.test", serverName: "docs.example.test") { _ in
            answer
        }
        let dialer = try Dialer(client, to: endpoint, on: loopback)
        try step([server, dialer], until: endpoint.deadline)
        #expect(dialer.end == end)
        #expect(server.requests == 1)
        #expect(server.isOver)
    }

    @Test func `stops answering a client that requests for ever`() throws {
        let server = try DocumentServer(Self.documents, on: Self.anyPort)
        let address = try #require(try server.address())
        var last = ""
        for _ in 0...DocumentServer.mostRequests {
            let client = Connection(try Socket.connecting(to: address))
            client.sendPlain("GET /moved HTTP/1.1\r\n\r\n")
            for _ in 0..<1_000_000 where !client.hasPeerEnded {
                _ = try server.advance()
                _ = client.transfer()
            }
            last = String(decoding: client.preface, as: UTF8.self)
            client.finish()
        }
        #expect(last.isEmpty)
        #expect(server.requests == DocumentServer.mostRequests + 1)
    }
}
