import Crypto

#if canImport(Musl)
    import Musl
#else
    import Glibc
#endif

/// Serves an MTA-STS policy over HTTPS (RFC 8461 §3.3).
final class PolicyServer: Participant {
    private let presentation: Presentation
    private let loopback: Loopback
    private let text: String
    /// The socket; nil after closing.
    private var listener: Socket?
    private var guests: [Guest] = []
    /// The number of requests so far.
    private(set) var requests = 0

    private final class Guest {
        let connection: Connection
        var request: [UInt8] = []
        var isAnswered = false

        init(_ socket: consuming Socket) { connection = Connection(socket) }
    }

    /// The path of policies (RFC 8461 §3.2).
    static let path = "/.well-known/mta-sts.txt"

    /// Listens on an address.
    ///
    /// - Throws: `WireError` if the port is unavailable.
    init(
        _ policy: ServedPolicy,
        on address: NetworkAddress,
        of loopback: Loopback
    ) throws(WireError) {
        presentation = Presentation(credential: policy.credential)
        self.loopback = loopback
        text = policy.text
        listener = try Socket.listening(on: address, backlog: 16)
    }

    /// Returns the address of the server.
    func address() throws(WireError) -> NetworkAddress? { try listener?.local() }

    /// Releases the port.
    func close() {
        listener = nil
        guests = []
    }

    var isOver: Bool { guests.allSatisfy(\.connection.isOver) }

    func addInterests(to polled: inout [pollfd]) {
        polled.append(pollfd(fd: listener?.descriptor ?? -1, events: Int16(POLLIN), revents: 0))
        polled += guests.filter { !$0.connection.isOver }.map(\.connection.interest)
    }

    func advance() throws(WireError) -> Bool {
        var hasHappened = false
        while let socket = try listener?.accepted() {
            let guest = Guest(socket)
            guest.connection.begin(try loopback.serving(presentation))
            guests.append(guest)
            hasHappened = true
        }
        guests.removeAll { $0.connection.isOver }
        for guest in guests {
            if guest.connection.transfer() { hasHappened = true }
            do throws(TLSFailure) {
                try advance(guest)
            } catch {
                // A client that rejects this server goes on without the policy.
                guest.connection.finish()
            }
            if guest.connection.hasPeerEnded { guest.connection.finish() }
        }
        return hasHappened
    }

    private func advance(_ guest: Guest) throws(TLSFailure) {
        guard !guest.isAnswered, try guest.connection.handshake() == .done else { return }
        _ = try guest.connection.drain(into: &guest.request)
        guard guest.request.hasWholeHead || guest.request.count > Connection.longestText else {
            return
        }
        guest.isAnswered = true
        requests += 1
        try guest.connection.write(answer(to: guest.request))
        guest.connection.close()
    }

    private func answer(to head: [UInt8]) -> [UInt8] {
        let words = head.prefix { $0 != 13 && $0 != 10 }.split(separator: 32)
        let isOfPolicy = words.count > 1 && words[1].elementsEqual(Self.path.utf8)
        let status = isOfPolicy ? "200 OK" : "404 Not Found"
        let body = isOfPolicy ? text : ""
        // RFC 8461 §3.2: the media type is text/plain.
        let fields = "Content-Type: text/plain\r\nContent-Length: \(body.utf8.count)\r\n"
        return Array("HTTP/1.1 \(status)\r\n\(fields)Connection: close\r\n\r\n\(body)".utf8)
    }
}
