import Testing

@testable import TLS

#if canImport(Musl)
    import Musl
#else
    import Glibc
#endif

struct SocketTests {
    @Test func `acknowledges what it reads at once, also after it has answered`() throws {
        let listening = try Socket.listening(on: .ipv4)
        let client = try Socket.connecting(to: listening.local())
        try wait(for: POLLIN, on: listening.descriptor)
        guard let server = try listening.accepted() else {
            Issue.record("no connection has come")
            return
        }
        for _ in 0..<4 {
            try pass(from: client, to: server)
            #expect(option(TCP_QUICKACK, of: server.descriptor) == 1)
            try pass(from: server, to: client)
        }
    }

    private func pass(from sender: borrowing Socket, to receiver: borrowing Socket) throws {
        #expect(sender.write([1]) == .bytes(1))
        try wait(for: POLLIN, on: receiver.descriptor)
        var bytes: [UInt8] = []
        #expect(receiver.read(into: &bytes) == .bytes(1))
    }

    private func wait(for events: Int32, on descriptor: CInt) throws {
        var polled = pollfd(fd: descriptor, events: Int16(events), revents: 0)
        try #require(poll(&polled, 1, 10_000) == 1)
    }

    private func option(_ option: CInt, of descriptor: CInt) -> CInt? {
        var value: CInt = -1
        var length = socklen_t(MemoryLayout<CInt>.size)
        let result = getsockopt(descriptor, CInt(IPPROTO_TCP), option, &value, &length)
        return result == 0 ? value : nil
    }
}
