import CommandWorkshop
import Crypto
import Reports
import Testing

@testable import TLS
@testable import hatpin

/// The proxy's own behaviour with unusual clients and servers.
@Suite(.blocking)
struct ProxyTests {
    private let careless = TestClient(
        checksChain: false,
        checksHost: false,
        testDescription: "careless"
    )

    @Test func `shows the request of a client that accepted an attack, without its query`() throws {
        let network = try AttackedNetwork(attacks: ["self-signed"])
        #expect(try network.visit(careless) == .closed)
        guard case .accepted(let line)? = network.verdicts["self-signed"] else {
            Issue.record("\(network.verdicts)")
            return
        }
        #expect(line == "GET /… HTTP/1.1")
    }

    @Test
    func `on request, connects a client to the genuine server after the client accepted an attack`()
        throws
    {
        let network = try AttackedNetwork(attacks: ["self-signed"]) { $0.relays = true }
        #expect(try network.visit(careless) == .answered)
        #expect(network.accepted == ["self-signed"])
        #expect(network.server.observation.requested)
    }

    @Test func `on request, passes the first connection to a host through`() throws {
        let network = try AttackedNetwork(attacks: ["self-signed"]) { $0.passesFirst = true }
        let pinning = TestClient(pins: true, testDescription: "")
        #expect(try network.visit(pinning) == .answered)
        #expect(try network.visit(pinning) != .answered)
        #expect(network.verdicts["self-signed"] == .refused(.alert("unknown-ca")))
    }

    @Test func `passes through connections to hosts that are not attacked`() throws {
        let network = try AttackedNetwork { $0.isAttacked = { $0 == "other.test" } }
        #expect(try network.visit(TestClient(pins: true, testDescription: "")) == .answered)
        #expect(network.verdicts.isEmpty)
    }

    @Test func `attacks a host without CONNECT`() throws {
        let network = try AttackedNetwork(attacks: ["self-signed"], transparent: true)
        #expect(try network.visitDirectly(careless) == .closed)
        #expect(network.accepted == ["self-signed"])
        #expect(try network.visitDirectly(careless) == .answered)
    }

    @Test func `attacks an address by the client's server name`() throws {
        let network = try AttackedNetwork(attacks: ["self-signed"])
        _ = try network.visit(careless, as: "127.0.0.1")
        #expect(network.accepted == ["self-signed"])
        #expect(network.proxy.ledger.remoteClients.map(\.host) == [network.host])
        #expect(try network.visit(careless, as: "127.0.0.1") == .answered)
    }

    @Test func `also attacks an address without a server name`() throws {
        let network = try AttackedNetwork(attacks: ["self-signed"])
        _ = try network.visit(careless, as: "127.0.0.1", sni: nil)
        #expect(network.accepted == ["self-signed"])
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
            testDescription: "a missing port",
            text: "CONNECT localhost HTTP/1.1\r\n\r\n",
            answer: "HTTP/1.1 400 Bad Request"
        ),
        Request(
            testDescription: "a missing host",
            text: "CONNECT :443 HTTP/1.1\r\n\r\n",
            answer: "HTTP/1.1 400 Bad Request"
        ),
        Request(
            testDescription: "an invalid port",
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
            testDescription: "not HTTP",
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
            testDescription: "an endless request",
            text: "CONNECT " + String(repeating: "a", count: 20_000),
            answer: "HTTP/1.1 431 Request Header Fields Too Large"
        ),
        Request(
            testDescription: "no bytes, and the end",
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
            testDescription: "a closed port, in HTTP/1.0 with bare line feeds",
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
    func `the proxy gives the expected answer to a request`(_ request: Request) throws {
        let network = try AttackedNetwork()
        let answer = try network.say(Array(request.text.utf8), ending: request.ends)
        #expect(answer == request.answer)
        #expect(network.verdicts.isEmpty)
    }

    @Test(arguments: ["localhost", "0.0.0.0", "127.0.0.1", "[::ffff:127.0.0.1]"])
    func `the proxy does not connect to itself`(_ host: String) throws {
        let network = try AttackedNetwork()
        let request = "CONNECT \(host):\(network.address.port) HTTP/1.1\r\n\r\n"
        let answer = try network.say(Array(request.utf8), ending: true)
        // An address is answered before the client sends its server name.
        let isName = host == "localhost"
        #expect(answer == "HTTP/1.1 " + (isName ? "403 Forbidden" : "200 Connection Established"))
        try network.step {
            false
        } until: {
            network.proxy.isIdle
        }
        #expect(network.proxy.isIdle)
    }

    @Test func `the proxy does not wait forever for a silent client`() throws {
        let network = try AttackedNetwork { $0.patience = .milliseconds(200) }
        #expect(try network.say([]) == "HTTP/1.1 408 Request Timeout")
    }

    @Test func `a silent tunnel gives no verdict on the client`() throws {
        let network = try AttackedNetwork { $0.patience = .milliseconds(300) }
        let request = "CONNECT \(network.host) HTTP/1.1\r\n\r\n"
        let answer = try network.say(Array(request.utf8))
        #expect(answer == "HTTP/1.1 200 Connection Established")
        try network.step {
            false
        } until: {
            network.proxy.isIdle
        }
        #expect(network.verdicts.isEmpty)
        #expect(try network.visit(careless) == .closed)
        #expect(network.accepted == ["self-signed"])
    }

    @Test func `reports that a server is silent`() throws {
        let network = try AttackedNetwork(serverFault: .hang) { $0.patience = .milliseconds(300) }
        let request = "CONNECT \(network.host) HTTP/1.1\r\n\r\n"
        // The server accepts connections, so they are passed through unchanged.
        let answer = try network.say(Array(request.utf8))
        #expect(answer == "HTTP/1.1 200 Connection Established")
        #expect(network.failures == [.noAnswer])
    }

    @Test(arguments: [ServerFault.garbage, .closeAfterHello])
    func `passes through a server without TLS`(_ serverFault: ServerFault) throws {
        let network = try AttackedNetwork(serverFault: serverFault)
        let end = try network.visit(careless)
        if case .failed(let failure) = end {
            #expect(failure.cause == .notTLS)
        } else {
            #expect(end == .closed)
        }
        #expect(network.verdicts.isEmpty)
        #expect(network.failures.count == 1)
    }

    @Test func `serves two hundred connections at once`() throws {
        let network = try AttackedNetwork { $0.repeats = true }
        let request = Array("CONNECT \(network.host) HTTP/1.1\r\n\r\n".utf8)
        let connections = try (0..<200).map { _ in
            let connection = Connection(try Socket.connecting(to: network.address))
            connection.sendPlain(request)
            return connection
        }
        try network.step {
            connections.reduce(false) { $1.transfer() || $0 }
        } until: {
            connections.allSatisfy { $0.preface.contains(10) }
        }
        let answers = Set(connections.map { String(decoding: $0.preface, as: UTF8.self) })
        #expect(answers == ["HTTP/1.1 200 Connection Established\r\n\r\n"])
        // One fetch of the chain serves all attacked connections.
        #expect(network.server.observation.connections <= 1 + 200 - Attack.catalogue.count)
    }

    @Test func `keeps bytes that arrive with CONNECT`() throws {
        let network = try AttackedNetwork(attacks: ["self-signed"])
        var hello = try Loopback().fetching(serverName: "localhost") { _ in }
        _ = try hello.handshake()
        var bytes = Array("CONNECT \(network.host) HTTP/1.1\r\n\r\n".utf8)
        hello.takeOutput(into: &bytes)
        let connection = Connection(try Socket.connecting(to: network.address))
        connection.sendPlain(bytes)
        // The server's first flight comes after the answer, so the bytes were read as TLS.
        try network.step {
            connection.transfer()
        } until: {
            connection.preface.count > 500
        }
        #expect(connection.preface.count > 500)
    }

    @Test func `passes through all bytes that a client sends without waiting`() throws {
        let network = try AttackedNetwork { $0.isAttacked = { _ in false } }
        let address = NetworkAddress([127, 0, 0, 1], port: 0)
        let listener = try Socket.listening(on: address, backlog: 1)
        let bytes = [22] + [UInt8](repeating: 0x41, count: 299_999)
        let connection = Connection(try Socket.connecting(to: network.address))
        let host = "127.0.0.1:\(try listener.local().port)"
        connection.sendPlain(Array("CONNECT \(host) HTTP/1.1\r\n\r\n".utf8) + bytes)
        var received: [UInt8] = []
        var origin: Connection?
        try network.step {
            if origin == nil, let socket = try listener.accepted() {
                origin = Connection(socket)
                origin?.longestPreface = .max
            }
            let hasMoved = origin?.transfer() ?? false
            received += origin?.takePreface() ?? []
            return connection.transfer() || hasMoved
        } until: {
            received.count >= bytes.count
        }
        #expect(received == bytes)
    }

    @Test func `the proxy ends even if an attack is unfinished`() throws {
        let network = try AttackedNetwork(attacks: ["self-signed"])
        let connection = Connection(try Socket.connecting(to: network.address))
        connection.sendPlain("CONNECT \(network.host) HTTP/1.1\r\n\r\n")
        try network.step {
            connection.transfer()
        } until: {
            !connection.preface.isEmpty
        }
        try network.proxy.run(until: nil) { true }
        #expect(network.proxy.isIdle)
        #expect(network.proxy.ledger.remoteClients.count == 1)
        #expect(network.verdicts.isEmpty)
    }
}

/// Addresses to which the proxy does not connect.
@Suite(.blocking)
struct DialledAddressTests {
    private func end(of host: String, for client: NetworkAddress) throws -> DialFault? {
        let network = try AttackedNetwork()
        let target = ConnectTarget(host: host, port: network.server.address.port)
        let dial = network.proxy.dial(target, for: client)
        do throws(DialFault) {
            while try dial.advance() == nil {}
            return nil
        } catch {
            return error
        }
    }

    @Test(arguments: ["localhost", "127.0.0.1", "0.0.0.0", "::ffff:127.0.0.1"])
    func `only clients on this machine can reach servers on this machine`(_ host: String) throws {
        let here = NetworkAddress([127, 0, 0, 1], port: 1)
        let elsewhere = NetworkAddress([192, 0, 2, 1], port: 1)
        #expect(try end(of: host, for: here) == nil)
        #expect(try end(of: host, for: elsewhere) == .forbidden)
    }
}
