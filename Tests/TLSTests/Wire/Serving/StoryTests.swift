import Crypto
import Synchronization
import Testing

@testable import TLS

#if canImport(Musl)
    import Musl
#else
    import Glibc
#endif

/// A server that redirects its client from step to step.
struct StoryTests {
    @Test func `redirects each request to the next step, and answers the last request`() throws {
        let names = ["a.example.test", "b.example.test", "c.example.test"]
        var steps = try names.map { name in
            var step = Presentation(credential: try TestServer(.p256).credential)
            step.authority = name
            return step
        }
        var story = steps.removeLast()
        story.earlier = steps
        let loopback = try Loopback()
        let (answers, seen) = try loopback.open(story, deadline: .seconds(20)) { endpoint in
            var (path, answers) = (endpoint.path, [String]())
            for _ in names {
                guard let answer = try? ask(endpoint.origin, for: path, on: loopback) else { break }
                answers.append(answer)
                guard let next = redirectedPath(answer) else { break }
                path = next
            }
            return answers
        }
        #expect(
            answers.map { String($0.prefix(12)) } == [
                "HTTP/1.1 302", "HTTP/1.1 302", "HTTP/1.1 200",
            ]
        )
        #expect(answers.first?.contains("Location: https://b.example.test:") == true)
        #expect(seen.requested && seen.stepsLeft == 0 && seen.connections == 1)
    }

    /// A program that is stopped when it is quiet would otherwise be stopped before it connects.
    @Test func `reports nothing before a client connects`() throws {
        var story = Presentation(credential: try TestServer(.p256).credential)
        story.earlier = [story]
        let reports = Mutex(0)
        let loopback = try Loopback()
        let (before, _) = try loopback.open(
            story,
            deadline: .seconds(20),
            receive: { _ in reports.withLock { $0 += 1 } }
        ) { endpoint in
            usleep(50_000)
            let before = reports.withLock { $0 }
            _ = try? ask(endpoint.origin, for: endpoint.path, on: loopback)
            return before
        }
        #expect(before == 0)
        #expect(reports.withLock { $0 } > 0)
    }

    @Test func `a request with the path of another step gets status 404`() throws {
        var story = Presentation(credential: try TestServer(.p256).credential)
        story.earlier = [story]
        let loopback = try Loopback()
        let (answer, seen) = try loopback.open(story, deadline: .seconds(20)) { endpoint in
            try? ask(endpoint.origin, for: "/guess", on: loopback)
        }
        #expect(answer?.hasPrefix("HTTP/1.1 404") == true)
        #expect(!seen.requested && seen.stepsLeft == 1)
    }

    /// `isKept` says whether the first answer keeps the connection open for the second request.
    @Test(arguments: [(true, "1.1", true), (true, "1.0", false), (false, "1.1", false)])
    func `a connection stays open after a redirect if the server keeps it alive`(
        keepsAlive: Bool,
        version: String,
        isKept: Bool
    ) throws {
        var story = Presentation(credential: try TestServer(.p256).credential)
        story.keepsAlive = keepsAlive
        story.authority = "www.example.test"
        story.earlier = [story]
        let loopback = try Loopback()
        let (answers, seen) = try loopback.open(story, deadline: .seconds(20)) { endpoint in
            try? askTwice(endpoint.origin, for: endpoint.path, in: version, on: loopback)
        }
        #expect((answers?.first?.contains("Connection: keep-alive") ?? false) == isKept)
        #expect((answers?.last?.hasPrefix("HTTP/1.1 200") ?? false) == isKept)
        #expect(seen.requested == isKept)
        #expect(seen.stepOfConnection == (isKept ? 0 : nil))
        #expect(!seen.hasShownCertificates && seen.connections == 0 && seen.stepsLeft == 0)
    }

    /// The host of the second step is at another address than that of the first.
    @Test(arguments: [(LoopbackFamily.ipv4, Int?.some(0)), (.otherIPv4, nil)])
    func `each address has the server of its own step`(
        family: LoopbackFamily,
        stepOfConnection: Int?
    ) throws {
        var first = Presentation(credential: try TestServer(.p256).credential)
        first.authority = "a.example.test"
        var story = Presentation(credential: try TestServer(.p384).credential, family: .otherIPv4)
        (story.authority, story.earlier) = ("b.example.test", [first])
        let loopback = try Loopback(isAlone: true)
        var chains: [[[UInt8]]] = []
        let (answer, seen) = try loopback.open(story, deadline: .seconds(20)) { endpoint in
            func ask(_ address: LoopbackAddress, for path: String) throws -> String {
                try self.ask(address, for: path, on: loopback) { chains.append($0.chain) }
            }
            let redirect = try? ask(endpoint.origin, for: endpoint.path)
            let address = LoopbackAddress(family: family, port: endpoint.origin.port)
            return redirect.flatMap(redirectedPath).flatMap { try? ask(address, for: $0) }
        }
        #expect(answer?.hasPrefix("HTTP/1.1 200") == true)
        let reached = stepOfConnection == 0 ? first : story
        #expect(chains == [first.credential.chain, reached.credential.chain])
        #expect(seen.requested && seen.stepsLeft == 0 && seen.connections == 1)
        #expect(seen.stepOfConnection == stepOfConnection)
        #expect(seen.hasShownCertificates == (stepOfConnection == nil))
    }

    @Test(arguments: [false, true])
    func `a misdirected request counts only on a new connection`(isRepeated: Bool) throws {
        var story = Presentation(credential: try TestServer(.p256).credential)
        (story.keepsAlive, story.authority) = (true, "www.example.test")
        story.earlier = [story]
        story.isMisdirected = true
        let loopback = try Loopback()
        let (answers, seen) = try loopback.open(story, deadline: .seconds(20)) { endpoint in
            let kept = try? askTwice(endpoint.origin, for: endpoint.path, in: "1.1", on: loopback)
            guard isRepeated, let path = kept?.first.flatMap(redirectedPath) else { return kept }
            let answer = try? ask(endpoint.origin, for: path, on: loopback)
            return (kept ?? []) + [answer ?? ""]
        }
        #expect(
            answers?.map { String($0.prefix(12)) }
                == ["HTTP/1.1 302", "HTTP/1.1 421"] + (isRepeated ? ["HTTP/1.1 200"] : [])
        )
        #expect(seen.hasMisdirected && seen.stepsLeft == 0)
        #expect(seen.requested == isRepeated && seen.stepOfConnection == nil)
        #expect(seen.connections == (isRepeated ? 1 : 0))
    }

    /// Returns the path to which an answer redirects; nil if it does not redirect.
    private func redirectedPath(_ answer: String) -> String? {
        answer.firstMatch(of: /Location: https:\/\/[^\/]*(\/\w+)/).map { String($0.1) }
    }

    /// Returns the answers to two requests on one connection; the second follows the redirect.
    private func askTwice(
        _ address: LoopbackAddress,
        for path: String,
        in version: String,
        on loopback: Loopback
    ) throws -> [String] {
        let connection = Connection(try Socket.connecting(to: address))
        connection.begin(try loopback.fetching(serverName: nil) { _ in })
        var (next, answers, bytes) = (Optional(path), [String](), [UInt8]())
        var hasEnded = false
        while !hasEnded {
            _ = connection.transfer()
            if try answers.isEmpty && next != nil && connection.handshake() != .done {
                // The handshake is not yet complete.
            } else if let path = next {
                try connection.write(Array("GET \(path) HTTP/\(version)\r\nHost: it\r\n\r\n".utf8))
                next = nil
            } else {
                hasEnded = try connection.drain(into: &bytes)
                let answer = String(decoding: bytes, as: UTF8.self)
                if answer.hasSuffix("\r\n\r\n"), answers.isEmpty {
                    answers.append(answer)
                    bytes = []
                    next = redirectedPath(answer)
                    continue
                }
            }
            var polled = [connection.interest]
            // This time is long for a server on the same machine.
            guard poll(&polled, 1, 5_000) > 0 else { break }
        }
        return answers + [String(decoding: bytes, as: UTF8.self)]
    }

    /// Returns the answer to one request, over a separate connection.
    private func ask(
        _ address: LoopbackAddress,
        for path: String,
        on loopback: Loopback,
        _ judge: @escaping (ShownCertificates) -> Void = { _ in }
    ) throws -> String {
        let connection = Connection(try Socket.connecting(to: address))
        connection.begin(try loopback.fetching(serverName: nil, judge: judge))
        let request = "GET \(path) HTTP/1.1\r\nHost: it\r\n\r\n"
        var (isAsked, answer) = (false, [UInt8]())
        while true {
            _ = connection.transfer()
            if isAsked {
                if try connection.drain(into: &answer) { break }
            } else if try connection.handshake() == .done {
                // The request is in two records: the server answers the whole request.
                for part in [request.prefix(8), request.dropFirst(8)] {
                    try connection.write(Array(part.utf8))
                }
                isAsked = true
            }
            var polled = [connection.interest]
            // This time is long for a server on the same machine.
            guard poll(&polled, 1, 5_000) > 0 else { break }
        }
        connection.close()
        return String(decoding: answer, as: UTF8.self)
    }
}
