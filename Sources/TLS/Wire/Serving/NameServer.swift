import Synchronization

#if canImport(Musl)
    import Musl
#else
    import Glibc
#endif

/// Answers the DNS questions of one exchange, over UDP and TCP, on an address of loopback that no
/// other exchange has.
final class NameServer: Participant {
    /// The address that questions are sent to.
    let address: NetworkAddress
    private let zone: DNSZone
    /// The port in the names of TLSA records: the port of the server that they are for.
    private let port: UInt16
    /// The sockets; nil after closing.
    private var datagrams: DatagramSocket?
    private var listener: Socket?
    private var guests: [Guest] = []
    /// The number of questions so far.
    private(set) var questions = 0

    private final class Guest {
        let connection: Connection
        var input: [UInt8] = []

        init(_ socket: consuming Socket) {
            connection = Connection(socket)
            connection.longestPreface = 2 + DNSZone.longestMessage
        }
    }

    /// The port of name servers, which resolv.conf(5) cannot change.
    private static let standardPort: UInt16 = 53

    /// Opens a UDP socket and a TCP socket on the address.
    ///
    /// - Parameters:
    ///   - zone: the records.
    ///   - port: the port of the server that TLSA records are for.
    ///   - address: the address of loopback.
    /// - Throws: `WireError` if the address is unavailable.
    init(_ zone: DNSZone, of port: UInt16, on address: NetworkAddress) throws(WireError) {
        (self.zone, self.port) = (zone, port)
        let datagrams = try DatagramSocket.bound(to: address)
        // If the kernel chose the port for UDP, use the same port for TCP.
        self.address = try datagrams.local()
        listener = try Socket.listening(on: self.address, backlog: 16)
        self.datagrams = consume datagrams
    }

    /// Opens a name server on an address that no other exchange of this process has.
    ///
    /// - Throws: `WireError` if the port is unavailable, which happens outside the run's own
    ///   network.
    static func ofExchange(
        _ names: ServedNames,
        port: UInt16
    ) throws(WireError) -> NameServer {
        let address = freshAddress()
        var zone = names.zone
        if let policy = names.policy { zone.addresses[policy.host] = address.bytes }
        return try NameServer(zone, of: port, on: address)
    }

    private static let count = Atomic<UInt32>(0)

    /// Returns the next address of 127.53.0.0/16, which is loopback (RFC 1122 §3.2.1.3).
    private static func freshAddress() -> NetworkAddress {
        let number = count.wrappingAdd(1, ordering: .relaxed).newValue % 65_000 + 1
        let bytes = [127, 53, UInt8(truncatingIfNeeded: number >> 8), UInt8(number & 255)]
        return NetworkAddress(bytes, port: standardPort)
    }

    /// Releases the ports.
    func close() {
        datagrams = nil
        listener = nil
        guests = []
    }

    var isOver: Bool { guests.allSatisfy(\.connection.isOver) }

    func addInterests(to polled: inout [pollfd]) {
        for descriptor in [datagrams?.descriptor ?? -1, listener?.descriptor ?? -1] {
            polled.append(pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0))
        }
        polled += guests.filter { !$0.connection.isOver }.map(\.connection.interest)
    }

    func advance() throws(WireError) -> Bool {
        var hasHappened = false
        while let (question, sender) = datagrams?.received() {
            hasHappened = true
            questions += 1
            guard let answer = zone.answer(to: question, port: port) else { continue }
            datagrams?.send(answer, to: sender)
        }
        while let socket = try listener?.accepted() {
            guests.append(Guest(socket))
            hasHappened = true
        }
        guests.removeAll { $0.connection.isOver }
        for guest in guests where advance(guest) { hasHappened = true }
        return hasHappened
    }

    private func advance(_ guest: Guest) -> Bool {
        let hasMoved = guest.connection.transfer()
        guest.input += guest.connection.takePreface()
        while let (question, length) = DNSQuery.framed(in: guest.input) {
            guest.input.removeFirst(length)
            questions += 1
            let limit = DNSZone.longestMessage
            guard let answer = zone.answer(to: question, port: port, limit: limit) else {
                guest.connection.finish()
                continue
            }
            guest.connection.sendPlain([UInt8](answer.count, count: 2) + answer)
        }
        if guest.connection.hasPeerEnded { guest.connection.finish() }
        return hasMoved
    }
}
