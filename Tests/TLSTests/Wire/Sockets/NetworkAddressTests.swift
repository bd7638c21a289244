import Testing

@testable import TLS

/// Addresses of any network: their text and the machines that they reach.
struct NetworkAddressTests {
    @Test(arguments: [
        ("127.0.0.1", "127.0.0.1:80"), ("::1", "[::1]:80"), ("2001:DB8::1", "[2001:db8::1]:80"),
    ])
    func `reads and shows an address`(text: String, shown: String) {
        #expect(NetworkAddress(text, port: 80)?.text == shown)
    }

    @Test(arguments: ["", "localhost", "127.1", "1.2.3.4.5", "::g", "[::1]", "1.2.3.4 "])
    func `rejects a text that is not an address`(text: String) {
        #expect(NetworkAddress(text, port: 80) == nil)
    }

    @Test(arguments: [
        ("127.0.0.1", true), ("127.9.9.9", true), ("0.0.0.0", true), ("::1", true), ("::", true),
        ("::ffff:127.0.0.1", true), ("128.0.0.1", false), ("192.168.1.1", false), ("::2", false),
        ("fe80::1", false), ("::ffff:10.0.0.1", false), ("1::1", false),
    ])
    func `distinguishes loopback from other addresses`(text: String, isLoopback: Bool) throws {
        #expect(try #require(NetworkAddress(text, port: 80)).isLoopback == isLoopback)
    }

    @Test(arguments: [
        ("0.0.0.0", true), ("::", true), ("1.1.1.1", false), ("127.0.0.1", false), ("::1", false),
    ])
    func `recognises the unspecified address`(text: String, isUnspecified: Bool) throws {
        let address = try #require(NetworkAddress(text, port: 80))
        #expect(address.isUnspecified == isUnspecified)
        #expect(address.unspecified.text == (address.isIPv6 ? "[::]:80" : "0.0.0.0:80"))
    }

    @Test(
        arguments: [
            ([127, 0, 0, 1], true), ([127, 255, 255, 255], true), ([126, 0, 0, 1], false),
            ([128, 0, 0, 1], false), ([0, 0, 0, 0], false),
            ([UInt8](repeating: 0, count: 15) + [1], true),
            ([UInt8](repeating: 0, count: 16), false),
            ([UInt8](repeating: 0, count: 15) + [2], false),
            ([127] + [UInt8](repeating: 0, count: 15), false),
        ] as [([UInt8], Bool)]
    )
    func `recognises addresses that only this machine can reach`(bytes: [UInt8], isLoopback: Bool) {
        let address = NetworkAddress(bytes, port: 443)
        #expect(address.isReachedFromHereAlone == isLoopback)
    }

    @Test(arguments: ["127.0.0.1", "::1"])
    func `a socket has the addresses of both ends`(host: String) throws {
        let listener = try Socket.listening(
            on: try #require(NetworkAddress(host, port: 0)),
            backlog: 1
        )
        let dialed = try Socket.connecting(to: listener.local())
        while true {
            guard let accepted = try listener.accepted() else { continue }
            #expect(try accepted.peer() == dialed.local())
            #expect(try accepted.local() == dialed.peer())
            #expect(try dialed.peer().host == host)
            return
        }
    }
}

/// The target of a CONNECT.
struct ConnectTargetTests {
    private func target(_ lines: String) throws -> ConnectTarget {
        try ConnectTarget(head: Array((lines + "\r\n\r\n").utf8))
    }

    @Test(arguments: [
        ("WWW.example.test:443", "www.example.test:443", "www.example.test"),
        ("192.0.2.1:8443", "192.0.2.1:8443", nil),
        ("[2001:DB8:0:0::1]:443", "[2001:db8::1]:443", nil),
        ("_service.a-b.test:1", "_service.a-b.test:1", "_service.a-b.test"),
    ])
    func `reads a host and a port`(target: String, text: String, name: String?) throws {
        let read = try self.target("CONNECT \(target) HTTP/1.0")
        #expect(read.text == text)
        #expect(read.serverName == name)
    }

    @Test(arguments: [
        "a.test", ":443", "a.test:", "a.test:0", "a.test:65536", "a.test:+1", "a.test:٣", "::1:443",
        "[a.test]:443", "[1.2.3.4]:443", "[::1:443", "user@a.test:443", "a/b:443", "ä.test:443",
        String(repeating: "a", count: 254) + ":443",
    ])
    func `rejects a target that is not a host and port`(target: String) {
        #expect(throws: ConnectTarget.Fault.badTarget) {
            try self.target("CONNECT \(target) HTTP/1.1")
        }
    }

    @Test(arguments: [
        ("GET http://a.test/ HTTP/1.1", ConnectTarget.Fault.otherMethod),
        ("connect a.test:1 HTTP/1.1", .otherMethod), ("CONNECT a.test:1", .malformed),
        ("CONNECT a.test:1 HTTP/2.0", .malformed), ("CONNECT  a.test:1 HTTP/1.1", .malformed),
        ("", .malformed), ("C\u{0}NNECT a.test:1 HTTP/1.1", .malformed),
    ])
    func `reports why a request opens no tunnel`(
        line: String,
        fault: ConnectTarget.Fault
    ) {
        #expect(throws: fault) { try target(line) }
    }

    @Test func `reads the client program from the User-Agent header`() throws {
        let head = "CONNECT a.test:1 HTTP/1.1\r\nHost: a.test\r\nuser-agent:  app/1 (x)"
        #expect(try target(head).agent == "app/1 (x)")
        #expect(try target("CONNECT a.test:1 HTTP/1.1\r\nX-User-Agent: no").agent == nil)
        let long = "CONNECT a.test:1 HTTP/1.1\r\nUser-Agent: " + String(repeating: "a", count: 999)
        #expect(try target(long).agent?.count == 120)
    }
}
