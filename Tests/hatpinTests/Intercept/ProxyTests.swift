import CommandWorkshop
import Crypto
import Reports
import Testing

@testable import TLS
@testable import hatpin

/// The proxy's own behaviour, towards clients and servers that behave in odd ways.
@Suite(.blocking)
struct ProxyTests {
    private let careless = TestClient(
        checksChain: false,
        checksHost: false,
        testDescription: "careless"
    )

    @Test func `the request of a client that accepted is shown without its query`() throws {
        let house = try AttackedHouse(attacks: ["self-signed"])
        #expect(try house.visit(careless) == .closed)
        guard case .accepted(let line)? = house.verdicts["self-signed"] else {
            Issue.record("\(house.verdicts)")
            return
        }
        #expect(line == "GET /… HTTP/1.1")
    }

    @Test func `a client that accepted is connected to the genuine server on request`() throws {
        let house = try AttackedHouse(attacks: ["self-signed"]) { $0.relays = true }
        #expect(try house.visit(careless) == .answered)
        #expect(house.accepted == ["self-signed"])
        #expect(house.server.observation.requested)
    }

    @Test func `the first connection is passed through on request`() throws {
        let house = try AttackedHouse(attacks: ["self-signed"]) { $0.passesFirst = true }
        let pinning = TestClient(pins: true, testDescription: "")
        #expect(try house.visit(pinning) == .answered)
        #expect(try house.visit(pinning) != .answered)
        #expect(house.verdicts["self-signed"] == .refused(.alert("unknown-ca")))
    }

    @Test func `hosts that are not to be attacked are passed through`() throws {
        let house = try AttackedHouse { $0.isAttacked = { $0 == "other.test" } }
        #expect(try house.visit(TestClient(pins: true, testDescription: "")) == .answered)
        #expect(house.verdicts.isEmpty)
    }

    @Test func `a host is attacked transparently`() throws {
        let house = try AttackedHouse(attacks: ["self-signed"], transparent: true)
        #expect(try house.visitDirectly(careless) == .closed)
        #expect(house.accepted == ["self-signed"])
        #expect(try house.visitDirectly(careless) == .answered)
    }

    @Test func `an address is attacked by the name that the client asks for`() throws {
        let house = try AttackedHouse(attacks: ["self-signed"])
        _ = try house.visit(careless, as: "127.0.0.1")
        #expect(house.accepted == ["self-signed"])
        #expect(house.proxy.ledger.remoteClients.map(\.host) == [house.host])
        #expect(try house.visit(careless, as: "127.0.0.1") == .answered)
    }

    @Test func `an address without a name is attacked too`() throws {
        let house = try AttackedHouse(attacks: ["self-signed"])
        _ = try house.visit(careless, as: "127.0.0.1", sni: nil)
        #expect(house.accepted == ["self-signed"])
    }

    struct Request: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let text: String
        var ends = false
        let answer: String
    }

    static let requests = [
        Request(
            testDescription: "a plain request to a proxy",
            text: "GET http://localhost/ HTTP/1.1\r\nHost: localhost\r\n\r\n",
            answer: "HTTP/1.1 405 Method Not Allowed"
        ),
        Request(
            testDescription: "a request for a page of the proxy",
            text: "GET / HTTP/1.1\r\n\r\n",
            answer: "HTTP/1.1 405 Method Not Allowed"
        ),
        Request(
            testDescription: "no port",
            text: "CONNECT localhost HTTP/1.1\r\n\r\n",
            answer: "HTTP/1.1 400 Bad Request"
        ),
        Request(
            testDescription: "no host",
            text: "CONNECT :443 HTTP/1.1\r\n\r\n",
            answer: "HTTP/1.1 400 Bad Request"
        ),
        Request(
            testDescription: "a port that is none",
            text: "CONNECT localhost:65536 HTTP/1.1\r\n\r\n",
            answer: "HTTP/1.1 400 Bad Request"
        ),
        Request(
            testDescription: "an IPv6 address without brackets",
            text: "CONNECT ::1:443 HTTP/1.1\r\n\r\n",
            answer: "HTTP/1.1 400 Bad Request"
        ),
        Request(
            testDescription: "control characters in the host",
            text: "CONNECT local\u{1b}[31mhost:443 HTTP/1.1\r\n\r\n",
            answer: "HTTP/1.1 400 Bad Request"
        ),
        Request(
            testDescription: "no HTTP",
            text: "hello\r\n\r\n",
            answer: "HTTP/1.1 400 Bad Request"
        ),
        Request(
            testDescription: "HTTP/2",
            text: "PRI * HTTP/2.0\r\n\r\n",
            answer: "HTTP/1.1 400 Bad Request"
        ),
        Request(
            testDescription: "TLS to the proxy",
            text: "\u{16}\u{3}\u{1}",
            answer: "HTTP/1.1 400 Bad Request"
        ),
        Request(
            testDescription: "a request without an end",
            text: "CONNECT " + String(repeating: "a", count: 20_000),
            answer: "HTTP/1.1 431 Request Header Fields Too Large"
        ),
        Request(
            testDescription: "nothing, and the end",
            text: "",
            ends: true,
            answer: ""
        ),
        Request(
            testDescription: "half a request, and the end",
            text: "CONNECT loc",
            ends: true,
            answer: ""
        ),
        Request(
            testDescription: "a host that does not exist",
            text: "CONNECT no-such-host.invalid:443 HTTP/1.1\r\n\r\n",
            answer: "HTTP/1.1 502 Bad Gateway"
        ),
        Request(
            testDescription: "a port that is closed, in HTTP/1.0 with bare line feeds",
            text: "CONNECT localhost:1 HTTP/1.0\n\n",
            answer: "HTTP/1.1 502 Bad Gateway"
        ),
        Request(
            testDescription: "an IPv6 address",
            text: "CONNECT [::1]:1 HTTP/1.1\r\n\r\n",
            answer: "HTTP/1.1 200 Connection Established"
        ),
    ]

    @Test(arguments: requests)
    func `a request is answered`(_ request: Request) throws {
        let house = try AttackedHouse()
        let answer = try house.say(Array(request.text.utf8), ending: request.ends)
        #expect(answer == request.answer)
        #expect(house.verdicts.isEmpty)
    }

    @Test(arguments: ["localhost", "0.0.0.0", "127.0.0.1", "[::ffff:127.0.0.1]"])
    func `the proxy does not connect to itself`(_ host: String) throws {
        let house = try AttackedHouse()
        let request = "CONNECT \(host):\(house.address.port) HTTP/1.1\r\n\r\n"
        let answer = try house.say(Array(request.utf8), ending: true)
        // An address is answered before the client says which name it wants.
        let isName = host == "localhost"
        #expect(answer == "HTTP/1.1 " + (isName ? "403 Forbidden" : "200 Connection Established"))
        try house.step {
            false
        } until: {
            house.proxy.isIdle
        }
        #expect(house.proxy.isIdle)
    }

    @Test func `a client that says nothing is not waited for without end`() throws {
        let house = try AttackedHouse { $0.patience = .milliseconds(200) }
        #expect(try house.say([]) == "HTTP/1.1 408 Request Timeout")
    }

    @Test func `a tunnel in which nothing is said is not held against the client`() throws {
        let house = try AttackedHouse { $0.patience = .milliseconds(300) }
        let request = "CONNECT \(house.host) HTTP/1.1\r\n\r\n"
        let answer = try house.say(Array(request.utf8))
        #expect(answer == "HTTP/1.1 200 Connection Established")
        try house.step {
            false
        } until: {
            house.proxy.isIdle
        }
        #expect(house.verdicts.isEmpty)
        #expect(try house.visit(careless) == .closed)
        #expect(house.accepted == ["self-signed"])
    }

    @Test func `a server that never says a word is given up`() throws {
        let house = try AttackedHouse(serverFault: .hang) { $0.patience = .milliseconds(300) }
        let request = "CONNECT \(house.host) HTTP/1.1\r\n\r\n"
        // It can be connected to, so that it is passed through.
        let answer = try house.say(Array(request.utf8))
        #expect(answer == "HTTP/1.1 200 Connection Established")
        #expect(house.failures == [.noAnswer])
    }

    @Test(arguments: [ServerFault.garbage, .closeAfterHello])
    func `a server without TLS is passed through`(_ serverFault: ServerFault) throws {
        let house = try AttackedHouse(serverFault: serverFault)
        let end = try house.visit(careless)
        if case .failed(let failure) = end {
            #expect(failure.cause == .notTLS)
        } else {
            #expect(end == .closed)
        }
        #expect(house.verdicts.isEmpty)
        #expect(house.failures.count == 1)
    }

    @Test func `two hundred connections at once are served`() throws {
        let house = try AttackedHouse { $0.repeats = true }
        let request = Array("CONNECT \(house.host) HTTP/1.1\r\n\r\n".utf8)
        let connections = try (0..<200).map { _ in
            let connection = Connection(try Socket.connecting(to: house.address))
            connection.sendPlain(request)
            return connection
        }
        try house.step {
            connections.reduce(false) { $1.transfer() || $0 }
        } until: {
            connections.allSatisfy { $0.preface.contains(10) }
        }
        let answers = Set(connections.map { String(decoding: $0.preface, as: UTF8.self) })
        #expect(answers == ["HTTP/1.1 200 Connection Established\r\n\r\n"])
        // One fetch for all that are attacked.
        #expect(house.server.observation.connections <= 1 + 200 - Attack.catalogue.count)
    }

    @Test func `bytes that come with CONNECT are not lost`() throws {
        let house = try AttackedHouse(attacks: ["self-signed"])
        var hello = try Loopback().fetching(serverName: "localhost") { _ in }
        _ = try hello.handshake()
        var bytes = Array("CONNECT \(house.host) HTTP/1.1\r\n\r\n".utf8)
        hello.takeOutput(into: &bytes)
        let connection = Connection(try Socket.connecting(to: house.address))
        connection.sendPlain(bytes)
        // The server's first flight comes after the answer: the bytes were taken as TLS.
        try house.step {
            connection.transfer()
        } until: {
            connection.preface.count > 500
        }
        #expect(connection.preface.count > 500)
    }

    @Test func `the end leaves no attack in the air`() throws {
        let house = try AttackedHouse(attacks: ["self-signed"])
        let connection = Connection(try Socket.connecting(to: house.address))
        connection.sendPlain("CONNECT \(house.host) HTTP/1.1\r\n\r\n")
        try house.step {
            connection.transfer()
        } until: {
            !connection.preface.isEmpty
        }
        try house.proxy.run(until: nil) { true }
        #expect(house.proxy.isIdle)
        #expect(house.proxy.ledger.remoteClients.count == 1)
        #expect(house.verdicts.isEmpty)
    }
}

/// Addresses that the proxy does not connect to.
@Suite(.blocking)
struct DialledAddressTests {
    private func end(of host: String, for client: NetworkAddress) throws -> DialFault? {
        let house = try AttackedHouse()
        let target = ConnectTarget(host: host, port: house.server.address.port)
        let dial = house.proxy.dial(target, for: client)
        do throws(DialFault) {
            while try dial.advance() == nil {}
            return nil
        } catch {
            return error
        }
    }

    @Test(arguments: ["localhost", "127.0.0.1", "0.0.0.0", "::ffff:127.0.0.1"])
    func `this machine's servers are reached from this machine alone`(_ host: String) throws {
        let here = NetworkAddress([127, 0, 0, 1], port: 1)
        let elsewhere = NetworkAddress([192, 0, 2, 1], port: 1)
        #expect(try end(of: host, for: here) == nil)
        #expect(try end(of: host, for: elsewhere) == .forbidden)
    }
}
