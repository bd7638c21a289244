import Crypto
import Testing

@testable import TLS

#if canImport(Musl)
    import Musl
#else
    import Glibc
#endif

/// Servers for clients that connect by themselves.
struct ReceptionTests {
    /// Serves one presentation under one name, and records everything that it observes.
    private final class Host: ReceptionHost {
        let presentation: Presentation
        var ends: [Reception.End] = []
        var streams: [Reception.Visit] = []
        /// Called at the end of each visit.
        var tell: () -> Void = {}

        init(_ presentation: Presentation) {
            self.presentation = presentation
        }

        func shown(
            to hello: PeekedClientHello,
            at door: Reception.Door
        ) -> Reception.TaggedPresentation? {
            guard door == .tls(1) || hello.serverName == "www.example.test" else { return nil }
            return Reception.TaggedPresentation(tag: 7, presentation: presentation)
        }

        func answer(_ request: [UInt8], of visit: Reception.Visit, shown tag: Int?) -> [UInt8] {
            Array("HTTP/1.1 200 OK\r\n\r\ntoken".utf8)
        }

        func page(
            _ request: [UInt8],
            of visit: Reception.Visit,
            at door: Reception.Door
        ) -> (bytes: [UInt8], isStream: Bool) {
            let isStream = request.starts(with: "GET /events ".utf8)
            if isStream { streams.append(visit) }
            return (Array("HTTP/1.1 200 OK\r\n\r\n".utf8), isStream)
        }

        func ended(_ visit: Reception.Visit, shown tag: Int?, _ end: Reception.End) {
            ends.append(end)
            tell()
        }
    }

    private static let loopbackAddress: [UInt8] = [127, 0, 0, 1]

    private struct Served {
        let loopback: Loopback
        let reception: Reception
        let host: Host
        /// The ports of the servers selected by name, of a server without a name, and of the page.
        let port, ownPort, pagePort: UInt16

        init(
            serverFault: ServerFault? = nil,
            versions: ClosedRange<TLSVersion> = .v1_2 ... .v1_3,
            timeouts: Reception.Timeouts = Reception.Timeouts()
        ) throws {
            loopback = try Loopback()
            reception = Reception(on: loopback, timeouts: timeouts)
            host = Host(
                Presentation(
                    credential: try TestServer().credential,
                    offer: TLSOffer(versions: versions),
                    serverFault: serverFault
                )
            )
            port = try reception.open(0, at: [loopbackAddress], as: .tls(0))
            ownPort = try reception.open(0, at: [loopbackAddress], as: .tls(1))
            pagePort = try reception.open(0, at: [loopbackAddress], as: .plain(0))
        }

        func dial(
            _ port: UInt16,
            name: String? = "www.example.test",
            answer: CertificateAnswer = .proceed
        ) throws -> Dialer {
            let endpoint = Endpoint(
                origin: LoopbackAddress(family: .ipv4, port: port),
                proxy: nil,
                path: "/",
                answer: "token",
                deadline: .now + .seconds(60)
            )
            let client = Client(host: "www.example.test", serverName: name) { _ in answer }
            return try Dialer(client, to: endpoint, on: loopback)
        }

        func connect(_ port: UInt16, _ text: String = "") throws -> Connection {
            let address = LoopbackAddress(family: .ipv4, port: port)
            let connection = Connection(try Socket.connecting(to: address))
            connection.sendPlain(text)
            return connection
        }

        /// Serves until a condition holds, for at most a minute.
        func serve(until isDone: () throws -> Bool) throws {
            let end = ContinuousClock.now + .seconds(60)
            while try !isDone() {
                try #require(.now < end)
                try reception.advance(atMost: .milliseconds(10), for: host)
            }
        }
    }

    struct Example: CustomTestStringConvertible {
        let testDescription: String
        var serverFault: ServerFault?
        var versions: ClosedRange<TLSVersion> = .v1_2 ... .v1_3
        var isOwnPort = false
        var name: String? = "www.example.test"
        var answer = CertificateAnswer.proceed
        let end: @Sendable (Reception.End) -> Bool
        var isAnswered = false
    }

    @Test(arguments: [
        Example(testDescription: "accepts", end: { $0.isAccepted }, isAnswered: true),
        Example(
            testDescription: "accepts in TLS 1.2",
            versions: .v1_2 ... .v1_2,
            end: { $0.isAccepted },
            isAnswered: true
        ),
        Example(
            testDescription: "names the server in capitals",
            name: "WWW.Example.Test",
            end: { $0.isAccepted },
            isAnswered: true
        ),
        Example(
            testDescription: "names no server, at a separate port",
            isOwnPort: true,
            name: nil,
            end: { $0.isAccepted },
            isAnswered: true
        ),
        Example(
            testDescription: "rejects in TLS 1.3",
            versions: .v1_3 ... .v1_3,
            answer: .refuse(.certificateExpired),
            end: { $0.alert == "certificate-expired" }
        ),
        Example(
            testDescription: "rejects in TLS 1.2",
            versions: .v1_2 ... .v1_2,
            answer: .refuse(.unknownCA),
            end: { $0.alert == "unknown-ca" }
        ),
        Example(
            testDescription: "finds no version in common",
            versions: .v1_0 ... .v1_1,
            end: { if case .refused(nil, .some) = $0 { true } else { false } }
        ),
        Example(
            testDescription: "names another server",
            name: "other.test",
            end: { $0 == .unknownName("other.test") }
        ),
        Example(testDescription: "names no server", name: nil, end: { $0 == .unknownName(nil) }),
        Example(
            testDescription: "meets a server that closes",
            serverFault: .closeAfterHello,
            end: { $0 == .refused(alert: nil, says: nil) }
        ),
        Example(
            testDescription: "meets a server without TLS",
            serverFault: .garbage,
            end: { $0 == .refused(alert: nil, says: nil) }
        ),
        Example(
            testDescription: "meets a server that closes after the request",
            serverFault: .closeAfterRequest,
            end: { $0.isAccepted }
        ),
    ])
    func `reports the outcome of a remote client to the service`(_ example: Example) throws {
        let served = try Served(serverFault: example.serverFault, versions: example.versions)
        let dialer = try served.dial(
            example.isOwnPort ? served.ownPort : served.port,
            name: example.name,
            answer: example.answer
        )
        try served.serve {
            _ = try dialer.advance()
            return dialer.isOver && !served.host.ends.isEmpty
        }
        let end = try #require(served.host.ends.first)
        #expect(served.host.ends.count == 1)
        #expect(example.end(end), "\(end)")
        #expect((dialer.end == .answered) == example.isAnswered)
    }

    @Test(arguments: [
        (ServerFault.greetInPlaintext, "220 mail.example.test ESMTP\r\n"),
        (.garbage, "\u{1}no TLS is spoken here\r\n"),
    ])
    func `answers a remote client in plaintext`(serverFault: ServerFault, words: String) throws {
        let served = try Served(serverFault: serverFault)
        var client = try TLSSession.connecting(
            served.loopback.clientContext,
            serverName: "www.example.test",
            offer: TLSOffer(versions: .v1_2 ... .v1_3)
        ) { _ in .proceed }
        _ = try client.handshake()
        var hello: [UInt8] = []
        client.takeOutput(into: &hello)
        let connection = try served.connect(served.port)
        connection.sendPlain(hello)
        try served.serve {
            _ = connection.transfer()
            return connection.hasPeerEnded
        }
        #expect(String(decoding: connection.preface, as: UTF8.self) == words)
    }

    @Test(arguments: ["GET / HTTP/1.1\r\n\r\n", "\u{16}\u{3}\u{1}", "\u{16}\u{3}\u{1}\u{1}"])
    func `bytes that are not a ClientHello are reported as not TLS`(text: String) throws {
        var timeouts = Reception.Timeouts()
        timeouts.hello = .milliseconds(50)
        let served = try Served(timeouts: timeouts)
        let connection = try served.connect(served.port, text)
        try served.serve { !served.host.ends.isEmpty }
        #expect(served.host.ends == [.notTLS])
        withExtendedLifetime(connection) {}
    }

    @Test func `a truncated request over TLS counts as acceptance`() throws {
        let served = try Served()
        let client = try served.connect(served.port)
        client.begin(
            try TLSSession.connecting(
                served.loopback.clientContext,
                serverName: "www.example.test",
                offer: TLSOffer(versions: .v1_2 ... .v1_3)
            ) { _ in .proceed }
        )
        try served.serve {
            _ = client.transfer()
            return try client.handshake() == .done
        }
        try client.write(Array("GET /".utf8))
        client.close()
        try served.serve { !served.host.ends.isEmpty }
        #expect(served.host.ends == [.accepted(Array("GET /".utf8))])
    }

    @Test func `clients of one address cannot block the page for other addresses`() throws {
        var timeouts = Reception.Timeouts()
        timeouts.hello = .seconds(120)
        let served = try Served(timeouts: timeouts)
        let own = Reception.mostPlainGuestsOfAddress
        var readers = try (0..<70).map { _ in
            try served.connect(served.pagePort, "GET /events HTTP/1.1\r\n\r\n")
        }
        let silent = try (0..<70).map { _ in try served.connect(served.port) }
        let dialer = try served.dial(served.port)
        let other = try reader(from: 2, at: served.pagePort)
        defer { close(other) }
        try served.serve {
            _ = try dialer.advance()
            for reader in readers { _ = reader.transfer() }
            return dialer.isOver && served.host.streams.count == own + 1
                && readers.count(where: \.hasPeerEnded) == 70 - own
        }
        #expect(dialer.end == .answered)
        #expect(served.host.streams.map(\.peer.bytes).contains([127, 0, 0, 2]))
        // When a reader leaves, another reader takes its place.
        let gone = try #require(readers.firstIndex { !$0.hasPeerEnded })
        readers.remove(at: gone)
        try served.serve { !served.host.streams.allSatisfy(served.reception.has) }
        readers.append(try served.connect(served.pagePort, "GET /events HTTP/1.1\r\n\r\n"))
        try served.serve { served.host.streams.count == own + 2 }
        withExtendedLifetime((readers, silent)) {}
    }

    @Test func `connections to pages do not reduce the number of connections to servers`() throws {
        var timeouts = Reception.Timeouts()
        timeouts.hello = .seconds(120)
        let served = try Served(timeouts: timeouts)
        let own = Reception.mostPlainGuestsOfAddress
        var readers: [CInt] = []
        defer { for reader in readers { close(reader) } }
        for number in 0...Reception.mostPlainGuests {
            readers.append(try reader(from: UInt8(2 + number / own), at: served.pagePort))
        }
        let dialer = try served.dial(served.port)
        try served.serve {
            _ = try dialer.advance()
            return dialer.isOver && served.host.streams.count >= Reception.mostPlainGuests
        }
        #expect(dialer.end == .answered)
        #expect(served.host.streams.count == Reception.mostPlainGuests)
        // The last client waits until another client has gone.
        close(readers.removeFirst())
        try served.serve { served.host.streams.count > Reception.mostPlainGuests }
    }

    @Test func `a remote client that closes at once is reported as not TLS`() throws {
        let served = try Served()
        _ = try served.connect(served.port)
        try served.serve { !served.host.ends.isEmpty }
        #expect(served.host.ends == [.notTLS])
    }

    @Test func `closes the connection of a remote client that does not decide in time`() throws {
        var timeouts = Reception.Timeouts()
        timeouts.decision = .milliseconds(50)
        let served = try Served(serverFault: .hang, timeouts: timeouts)
        let dialer = try served.dial(served.port)
        try served.serve {
            _ = try dialer.advance()
            return !served.host.ends.isEmpty
        }
        #expect(served.host.ends == [.silent])
        try served.serve {
            _ = try dialer.advance()
            return dialer.isOver
        }
    }

    @Test func `tells an open page of a remote client that does not decide in time`() throws {
        var timeouts = Reception.Timeouts()
        timeouts.decision = .milliseconds(50)
        let served = try Served(serverFault: .hang, timeouts: timeouts)
        let page = try served.connect(served.pagePort, "GET /events HTTP/1.1\r\n\r\n")
        try served.serve {
            _ = page.transfer()
            return !served.host.streams.isEmpty
        }
        served.host.tell = { [reception = served.reception, host = served.host] in
            for stream in host.streams where reception.has(stream) {
                reception.send(Array("it has ended".utf8), to: stream)
            }
        }
        let dialer = try served.dial(served.port)
        try served.serve {
            _ = try dialer.advance()
            _ = page.transfer()
            return String(decoding: page.preface, as: UTF8.self).hasSuffix("it has ended")
        }
        #expect(served.host.ends == [.silent])
    }

    @Test func `closes the connection of a remote client that never closes`() throws {
        var timeouts = Reception.Timeouts()
        timeouts.farewell = .milliseconds(50)
        let served = try Served(timeouts: timeouts)
        let connection = try served.connect(served.pagePort, "GET / HTTP/1.1\r\n\r\n")
        // The client never closes: the server's reset shows that the server dropped it.
        try served.serve {
            _ = connection.transfer()
            return connection.hasPeerEnded
        }
        #expect(connection.preface.starts(with: "HTTP/1.1 200 OK".utf8))
        #expect(served.host.ends == [], "the page has no verdicts")
    }

    @Test func `accepts a page request in pieces`() throws {
        let served = try Served()
        let reader = try served.connect(served.pagePort, "GET /ev")
        // The connection is accepted, and its first bytes are read.
        for _ in 0..<2 { try served.reception.advance(atMost: .seconds(1), for: served.host) }
        reader.sendPlain("ents HTTP/1.1\r\n\r\n")
        try served.serve { !served.host.streams.isEmpty }
    }

    @Test func `a stream of events may last longer than the time limit of an answer`() throws {
        var timeouts = Reception.Timeouts()
        timeouts.decision = .milliseconds(50)
        let served = try Served(timeouts: timeouts)
        let reader = try served.connect(served.pagePort, "GET /events HTTP/1.1\r\n\r\n")
        try served.serve { !served.host.streams.isEmpty }
        let later = ContinuousClock.now + .milliseconds(200)
        try served.serve { .now > later }
        #expect(served.reception.has(try #require(served.host.streams.first)))
        withExtendedLifetime(reader) {}
    }

    @Test func `only a slow reader loses its stream`() throws {
        let served = try Served()
        let slow = try served.connect(served.pagePort, "GET /events HTTP/1.1\r\n\r\n")
        let quick = try served.connect(served.pagePort, "GET /events HTTP/1.1\r\n\r\n")
        try served.serve { served.host.streams.count == 2 }
        let lost = try #require(served.host.streams.first { $0.peer.port == slow.port })
        let kept = try #require(served.host.streams.first { $0.peer.port == quick.port })
        let event = [UInt8](repeating: UInt8(ascii: "x"), count: 65_536)
        // The kernel's own buffers hold a few megabytes.
        for _ in 0..<400 {
            for visit in [lost, kept] { served.reception.send(event, to: visit) }
            _ = quick.transfer()
            _ = quick.transfer()
            try served.reception.advance(atMost: .zero, for: served.host)
        }
        #expect(!served.reception.has(lost))
        #expect(served.reception.has(kept))
        withExtendedLifetime(slow) {}
    }

    @Test func `serves a thousand remote clients at once`() throws {
        let served = try Served()
        let dialers = try (0..<1_000).map { _ in try served.dial(served.port) }
        try served.serve {
            for dialer in dialers where !dialer.isOver { _ = try dialer.advance() }
            return dialers.allSatisfy(\.isOver)
        }
        #expect(dialers.count { $0.end == .answered } == 1_000)
        #expect(served.host.ends.count { $0.isAccepted } == 1_000)
    }

    @Test func `reports a port in use`() throws {
        let served = try Served()
        #expect(throws: WireError.system(call: "bind", errno: EADDRINUSE)) {
            try served.reception.open(served.port, at: [Self.loopbackAddress], as: .tls(0))
        }
    }

    @Test func `opens one port at both loopback addresses`() throws {
        let version6 = [UInt8](repeating: 0, count: 15) + [1]
        let reception = Reception(on: try Loopback())
        let port = try reception.open(0, at: [Self.loopbackAddress, version6], as: .plain(0))
        #expect(port != 0)
        #expect(Reception.isAvailable(version6))
        #expect(!Reception.isAvailable([192, 0, 2, 1]))
    }
}

extension Reception.End {
    fileprivate var isAccepted: Bool { if case .accepted = self { true } else { false } }

    fileprivate var alert: String? {
        if case .refused(let alert, _) = self { alert?.name } else { nil }
    }
}

extension Connection {
    /// The port of this end.
    fileprivate var port: UInt16 {
        var address = sockaddr_in()
        var length = socklen_t(MemoryLayout<sockaddr_in>.size)
        _ = withUnsafeMutablePointer(to: &address) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                getsockname(interest.fd, $0, &length)
            }
        }
        return UInt16(bigEndian: address.sin_port)
    }
}

/// Opens a connection from a loopback address, given by its last byte, that reads the events of the
/// page at a port.
///
/// Returns the descriptor.
private func reader(from number: UInt8, at port: UInt16) throws -> CInt {
    let descriptor = socket(AF_INET, CInt(SOCK_STREAM.rawValue) | CInt(SOCK_CLOEXEC.rawValue), 0)
    let own = NetworkAddress([127, 0, 0, number], port: 0)
    try #require(own.withSocketAddress { bind(descriptor, $0, $1) } == 0)
    let page = NetworkAddress([127, 0, 0, 1], port: port)
    try #require(page.withSocketAddress { connect(descriptor, $0, $1) } == 0)
    let request = Array("GET /events HTTP/1.1\r\n\r\n".utf8)
    try #require(write(descriptor, request, request.count) == request.count)
    return descriptor
}
