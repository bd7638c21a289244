import CommandWorkshop
import Crypto
import Reports
import ScenarioFormat
import Testing

@testable import TLS
@testable import hatpin

#if canImport(Musl)
    import Musl
#else
    import Glibc
#endif

/// Visits by the project's own client, and their results.
@Suite(.blocking)
struct ServiceTests {
    private static let accept = "expect: accept"
    private static let reject = "leaf: { valid: -90d..-1d }\nexpect: { reject: expired }"

    private static let either =
        "leaf: { valid: -90d..-1d }\nexpect: { accept: a test, or: refusal }"

    /// The project's own client offers every signature scheme.
    private static let missed =
        "server: { handshake: unoffered-scheme }\nexpect: { reject: handshake-signature }"

    enum Step {
        case accepts(Int)
        case refuses(Int)
    }

    struct Example: CustomTestStringConvertible {
        let testDescription: String
        let document: String
        let steps: [Step]
        let outcome: String?

        init(_ description: String, _ document: String, _ steps: [Step], _ outcome: String?) {
            testDescription = description
            self.document = document
            self.steps = steps
            self.outcome = outcome
        }
    }

    /// For a rejected case, setup 1 is the control.
    @Test(arguments: [
        Example("a correct acceptance", accept, [.accepts(0)], "pass"),
        Example("a wrong rejection", accept, [.refuses(0)], "false-reject"),
        Example("a wrong acceptance", reject, [.accepts(0)], "false-accept"),
        Example("a rejection without a control", reject, [.refuses(0)], "inconclusive"),
        Example(
            "a rejection of the control, too",
            reject,
            [.refuses(1), .refuses(0)],
            "inconclusive"
        ),
        Example("a rejection with a control", reject, [.accepts(1), .refuses(0)], "pass"),
        Example("a rejection before its control", reject, [.refuses(0), .accepts(1)], "pass"),
        Example(
            "an acceptance among rejections",
            reject,
            [.accepts(1), .refuses(0), .accepts(0), .refuses(0)],
            "false-accept"
        ),
        Example("a visit to the control only", reject, [.accepts(1)], nil),
        Example(
            "a rejection where both decisions are correct, without a control",
            either,
            [.refuses(0)],
            "inconclusive"
        ),
        Example(
            "a rejection where both decisions are correct, with a control",
            either,
            [.accepts(1), .refuses(0)],
            "pass"
        ),
        Example("an acceptance where both decisions are correct", either, [.accepts(0)], "pass"),
        Example(
            "an attack that did not reach the client",
            missed,
            [.accepts(1), .accepts(0)],
            "not-delivered"
        ),
    ])
    func `the service gives a verdict on a visit`(_ example: Example) async throws {
        let loopback = try Loopback()
        let plan = await plan(try await cases(example.document), on: loopback)
        let visited = try Visited(plan, on: loopback)
        for step in example.steps {
            switch step {
            case .accepts(let setup): try visited.visit(setup)
            case .refuses(let setup): try visited.visit(setup, answer: .refuse(.unknownCA))
            }
        }
        #expect(visited.outcomes["s0"] == example.outcome)
    }

    @Test func `distinguishes two cases on one port by their host names`() async throws {
        let loopback = try Loopback()
        let plan = await plan(try await cases(Self.accept, Self.reject), on: loopback)
        let visited = try Visited(plan, on: loopback)
        #expect(visited.service.ports[0] == visited.service.ports[1])
        try visited.visit(0)
        #expect(visited.outcomes == ["s0": "pass"])
        // The server name indication decides, not the name in the request.
        try visited.visit(1, name: plan.setups[1].host.uppercased())
        #expect(visited.outcomes == ["s0": "pass", "s1": "false-accept"])
    }

    @Test func `with --ports each case keeps its own name and needs no server name indication`()
        async throws
    {
        let loopback = try Loopback()
        let plan = await plan(try await cases(Self.accept, Self.reject), on: loopback) {
            $0.usesPorts = true
        }
        let visited = try Visited(plan, on: loopback)
        #expect(plan.setups.map(\.host) == [String](repeating: "www.example.test", count: 3))
        #expect(Set(visited.service.ports).count == 3)
        try visited.visit(0)
        try visited.visit(2)
        try visited.visit(1, answer: .refuse(.certificateExpired))
        #expect(visited.outcomes == ["s0": "pass", "s1": "pass"])
    }

    @Test func `the record of a rejection has its alert and the alert's reason`() async throws {
        let loopback = try Loopback()
        let visited = try Visited(
            await plan(try await cases(Self.reject), on: loopback),
            on: loopback
        )
        try visited.visit(1)
        try visited.visit(0, answer: .refuse(.certificateExpired))
        let ledger = visited.service.ledger
        let remoteClient = try #require(ledger.remoteClients.first)
        let record = try #require(ledger.judgements(of: remoteClient).first)
        #expect(record.id == "s0@remote-client")
        #expect(record.alert == "certificate-expired")
        #expect(record.connections == 1 && !record.hasRequested)
        guard case .reject(let reason, _) = record.verdict else {
            Issue.record("\(String(describing: record.verdict))")
            return
        }
        #expect(reason == "expired")
        let summary = ledger.summary(of: [record], elapsed: 1)
        #expect(summary.tally.controls == 1 && summary.tally.controlsHeld == 1)
    }

    @Test func `many readers of events do not block the page`() async throws {
        let loopback = try Loopback()
        let visited = try Visited(
            await plan(try await cases(Self.accept), on: loopback),
            on: loopback
        )
        var readers: [CInt] = []
        defer { for reader in readers { close(reader) } }
        for number in 0..<VisitService.mostStreams {
            let address = UInt8(2 + number / Reception.mostPlainGuestsOfAddress)
            readers.append(try reader(from: address, at: visited.service.pagePort))
        }
        #expect(try visited.get("/").hasPrefix("HTTP/1.1 200 OK\r\n"))
        #expect(try visited.get("/events").hasPrefix("HTTP/1.1 503 "))
        // The connection of a reader that leaves is used again.
        close(readers.removeFirst())
        let last = try visited.connect(events)
        try visited.serve {
            _ = last.transfer()
            return !last.preface.isEmpty
        }
        #expect(String(decoding: last.preface, as: UTF8.self).hasPrefix("HTTP/1.1 200 OK\r\n"))
    }

    @Test func `a port in use ends the service with a fix`() async throws {
        let loopback = try Loopback()
        let plan = await plan(try await cases(Self.accept), on: loopback)
        let first = try Visited(plan, on: loopback)
        let error = #expect(throws: (any Error).self) {
            try VisitService(
                plan,
                at: [loopbackAddress],
                port: 0,
                pagePort: first.service.pagePort,
                on: loopback
            )
        }
        let text = "\(try #require(error))"
        #expect(text.contains("cannot listen on port \(first.service.pagePort) of 127.0.0.1"))
        #expect(text.contains("set --page-port to another port"))
    }
}

/// The request for the events of the page.
private let events = "GET /events HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n"

/// Returns the descriptor of a connection from a loopback address, given by its last byte, that
/// reads the events of the page.
private func reader(from number: UInt8, at port: UInt16) throws -> CInt {
    let descriptor = socket(AF_INET, CInt(SOCK_STREAM.rawValue) | CInt(SOCK_CLOEXEC.rawValue), 0)
    let own = NetworkAddress([127, 0, 0, number], port: 0)
    try #require(own.withSocketAddress { bind(descriptor, $0, $1) } == 0)
    let page = NetworkAddress(loopbackAddress, port: port)
    try #require(page.withSocketAddress { connect(descriptor, $0, $1) } == 0)
    let request = Array(events.utf8)
    try #require(write(descriptor, request, request.count) == request.count)
    return descriptor
}
